import { GivenInput } from '#symbolic/concrete/bind-input';
import type { FunctionInputs } from '#symbolic/input-type';
import type { World } from '#symbolic/machine';
import type { Witness } from './call-runs';
import { givenCall } from './given-call';
import { isOneOf } from './recorded-calls';
import type { FoundBehaviour } from './seen-behaviour';
import type { Witnesses } from './witness';

/**
 * Behaviours, each shown by a call on an object that its class and its members have made, where one of `seen` has the behaviour: an object
 * that was put together has fields that nobody need ever see like that.
 */
export async function madeByMembers(
  behaviours: readonly FoundBehaviour[],
  seen: readonly Witness[],
  {
    witnesses,
    world,
    inputs,
  }: { readonly witnesses: Witnesses; readonly world: World; readonly inputs: FunctionInputs },
): Promise<readonly FoundBehaviour[]> {
  const isOpen = behaviours.some(isPutTogether);
  const candidates = isOpen
    ? seen.filter(({ input }) => input.receiver !== null && (input.later ?? []).length === 0)
    : [];
  if (candidates.length === 0) return behaviours;
  const laid: { readonly witness: Witness; readonly input: GivenInput }[] = [];
  for (const witness of candidates) {
    const outcome = await witnesses.look(witness.input);
    const given = outcome === null ? null : givenCall(outcome, true);
    if (given === null) continue;
    const input = new GivenInput(world, inputs, given);
    input.bindAll();
    if (input.misfits.every(({ kind }) => kind !== 'type')) laid.push({ witness, input });
  }
  return behaviours.map((behaviour) => {
    const shown = isPutTogether(behaviour) ? laid.find(({ input }) => isOneOf(behaviour, input) === true) : undefined;
    return shown === undefined ? behaviour : { ...behaviour, witness: shown.witness };
  });
}

function isPutTogether({ witness, certain }: FoundBehaviour): boolean {
  return certain && witness.input.receiver?.includes('Object.create(') === true;
}
