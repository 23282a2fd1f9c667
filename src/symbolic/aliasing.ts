import { invariant } from '#core/diagnostics';
import type { Term } from '#smt/term';
import type { ConditionList } from './condition';
import type { Location } from './location';
import type { Alternative, Machine, World } from './machine';
import { mayBeOne, type MayBeOne } from './may-be-one';
import { areApart, identityOf, placeOf, setApart, twinsOf } from './one-object';
import { listed, type State } from './state';
import { onlyMember, unify } from './unify-inputs';
import type { Ref } from './value';

/**
 * Whether objects that were handed in at two places are one is decided where it matters: when they are compared, when one is
 * about to be written while the other is known, and when one is looked at for the first time after the other was written.
 * So of two objects of which one was written it is always decided, and code that only reads decides nothing.
 */

/** More decisions of this kind on one path are not made: the objects are taken for different ones, and the path says so. */
const mostDecisions = 16;

/** Whether two refs mean the same object. */
export function sameObject(machine: Machine, left: Ref, right: Ref): boolean {
  if (left === right) return true;
  const pair = machine.effect((state): 'one' | 'apart' | Pair => {
    if (identityOf(state, left) === identityOf(state, right)) return 'one';
    const [place, other] = [inputPlace(state, left), inputPlace(state, right)];
    return place === null || other === null ? 'apart' : pairOf(state, place, other);
  });
  return typeof pair === 'string' ? pair === 'one' : isOne(machine, pair);
}

/** To be called before an object is changed in any way that its other names would show. */
export function beforeWrite(machine: Machine, ref: Ref): void {
  if (machine.object(ref).input === null) return;
  const known = machine.effect((state) => (state.written.has(ref) ? null : knownObjects(state)));
  if (known === null) return;
  for (const other of known) sameObject(machine, ref, other);
  machine.effect((state) => {
    for (const twin of twinsOf(state, ref)) state.written = state.written.set(twin, true);
  });
}

/** The object that an input turns out to be which the program has written to before; null for one that is new to it. */
export function writtenBefore(machine: Machine, location: Location): Ref | null {
  const pairs = machine.effect((state) =>
    knownObjects(state).flatMap((ref): Pair[] => {
      const place = state.written.has(ref) ? inputPlace(state, ref) : null;
      const pair = place === null ? 'apart' : pairOf(state, place, location);
      return typeof pair === 'string' ? [] : [pair];
    }),
  );
  for (const pair of pairs) {
    if (!isOne(machine, pair)) continue;
    const ref = machine.effect((state) => state.inputObjects.get(placeOf(state, location).id));
    invariant(ref !== undefined, 'a place that holds a known object has it');
    return ref;
  }
  return null;
}

/** How it went to give a state what another path of the same input has decided about its objects. */
export type Adopted =
  /** With what follows for parts that this path has looked at. */
  | { readonly kind: 'adopted'; readonly equal: Term }
  /** No input takes both paths. */
  | { readonly kind: 'impossible' }
  | { readonly kind: 'unclear' };

/** Makes objects of a state one, or different ones, as the conditions of another path of the same input say. */
export function adoptAliases(world: World, state: State, conditions: ConditionList | null): Adopted {
  const equal: Term[] = [];
  for (const { condition } of listed(conditions)) {
    if (condition.kind !== 'alias') continue;
    const { location, other, same } = condition;
    const isSame = placeOf(state, location) === placeOf(state, other);
    if (!same && isSame) return { kind: 'impossible' };
    if (!same) setApart(state, location, other);
    if (!same || isSame) continue;
    const unified = unify(world, state, location, other);
    if (unified.kind !== 'one') return unified;
    becomeOne(state, unified.state);
    equal.push(unified.equal);
  }
  return { kind: 'adopted', equal: world.terms.and(equal) };
}

/** Two places of objects that may be one. */
interface Pair {
  readonly place: Location;
  readonly other: Location;
  readonly mayBe: Exclude<MayBeOne, 'no'>;
}

function pairOf(state: State, left: Location, right: Location): 'one' | 'apart' | Pair {
  const [place, other] = [placeOf(state, left), placeOf(state, right)];
  if (place === other) return 'one';
  if (areApart(state, place, other) || isFresh(place) || isFresh(other)) return 'apart';
  const [member, otherMember] = [onlyMember(state, place), onlyMember(state, other)];
  const mayBe = member && otherMember ? mayBeOne(member, otherMember) : 'no';
  return mayBe === 'no' ? 'apart' : { place, other, mayBe };
}

/** The array of a rest parameter is made by the call; what the outside gives is taken for new. */
function isFresh({ step }: Location): boolean {
  return (step.kind === 'parameter' && step.rest) || step.kind === 'outside' || step.kind === 'outside-value';
}

function inputPlace(state: State, ref: Ref): Location | null {
  const input = ref > 0 ? state.heap.get(ref)?.input : null;
  return input === null || input === undefined ? null : placeOf(state, input.location);
}

/** One ref for each object of the input, in the order in which their places came up. */
function knownObjects(state: State): readonly Ref[] {
  return [...new Set(state.inputObjects.sorted().map(([, ref]) => identityOf(state, ref)))];
}

/** Decides a pair, and makes the objects one where they are. */
function isOne(machine: Machine, { place, other, mayBe }: Pair): boolean {
  const { terms } = machine;
  const result = machine.choose((): Decision | readonly Alternative<Decision>[] => {
    const { state, site } = machine;
    const known = pairOf(state, place, other);
    if (typeof known === 'string') return known;
    if (mayBe === 'unclear' || decisions(state) >= mostDecisions) return 'taken-apart';
    const unified = unify(machine.world, state, place, other);
    if (unified.kind === 'impossible') return 'apart';
    if (unified.kind === 'unclear') return 'taken-apart';
    const [first, second] = place.id < other.id ? [place, other] : [other, place];
    const alias = { kind: 'alias', location: first, other: second, site } as const;
    return [
      { condition: { ...alias, same: false, equal: terms.true }, result: 'apart' },
      { condition: { ...alias, same: true, equal: unified.equal }, result: 'one' },
    ];
  });
  if (result === 'taken-apart') {
    const [first, second] = [place.name, other.name].toSorted((x, y) => (x < y ? -1 : 1));
    const isOfBytes = machine.effect((state) => onlyMember(state, place)?.kind === 'binary');
    if (isOfBytes) machine.note({ kind: 'stated', what: `${first} and ${second} share no bytes` });
    else machine.note({ kind: 'assumed', what: `that ${first} and ${second} are different objects` });
  }
  machine.effect((state) => {
    if (result !== 'one') return setApart(state, place, other);
    const unified = unify(machine.world, state, place, other);
    invariant(unified.kind === 'one', 'what was found possible can be done');
    return becomeOne(state, unified.state);
  });
  return result === 'one';
}

type Decision = 'one' | 'apart' | 'taken-apart';

function becomeOne(state: State, unified: State): void {
  const { same, apart, twins, members, inputObjects, heap } = unified;
  Object.assign(state, { same, apart, twins, members, inputObjects, heap });
}

function decisions(state: State): number {
  let count = 0;
  for (let at = state.conditions; at !== null; at = at.before) if (at.condition.kind === 'alias') count++;
  return count;
}
