import type { LaterRoot } from '#replay/later-call';
import { adoptAliases } from '#symbolic/aliasing';
import type { Machine, World } from '#symbolic/machine';
import { twinsOf } from '#symbolic/one-object';
import { listed, type OutsideCall, type State } from '#symbolic/state';
import type { Value } from '#symbolic/value';
import type { SameCode } from './compare-functions';
import type { UnsettledPair } from './comparing';
import { compareInputs } from './compare-inputs';
import type { HandedOnFunctions } from './handed-on';
import { all, different, same, unsure, type Finding } from './finding';
import { sameFunctions } from './about-calls';
import { Partners } from './partners';
import { BothSides } from './side';
import type { Surroundings } from './surroundings';
import { ValueComparison } from './value-comparison';

export interface CallComparison {
  /** Of the first version. */
  readonly world: World;
  readonly sameCode: SameCode;
  /** Whether it counts which objects are the same one, and in which order keys are. */
  readonly strict: boolean;
  readonly namesCount?: boolean;
  /** Collects functions that the outside was given, to be called later. */
  readonly handedOn?: HandedOnFunctions;
  readonly surroundings?: Surroundings;
}

/** What the calls of a path gave to the outside, by how its places are called. */
export function givenRoots(state: State): ReadonlyMap<string, LaterRoot> {
  const roots = new Map<string, LaterRoot>();
  let handedIn = 0;
  for (const [index, name] of givenNames(state).entries()) {
    const isHandedIn = listed(state.outside)[index]?.call.receiver !== null;
    roots.set(name, isHandedIn ? { kind: 'given', call: handedIn++ } : { kind: 'outside', name });
  }
  return roots;
}

/** `given to log`, `given to log #2`. */
function givenNames(state: State): readonly string[] {
  const times = new Map<string, number>();
  return listed(state.outside).map(({ call: { callee } }) => {
    const number = (times.get(callee) ?? 0) + 1;
    times.set(callee, number);
    return number === 1 ? `given to ${callee}` : `given to ${callee} #${number}`;
  });
}

/** In order, with what the arguments held when the calls were made, and what has become of promises among them since. */
export function compareCalls(how: CallComparison, first: State, second: Machine): Finding {
  const [a, b] = [listed(first.outside), listed(second.state.outside)];
  const names = givenNames(first);
  const finding = all(
    a.slice(0, b.length).map(({ call }, index) => (): Finding => {
      const other = b[index]?.call;
      if (other === undefined || call.callee !== other.callee) return different(`call ${index + 1}`);
      const given = { ...how, namesCount: isLookedThrough(call) };
      return compareArguments(given, first, call, second, other, names[index] ?? call.callee);
    }),
  );
  if (finding.kind === 'different') return finding;
  noteFunctions(
    a.map(({ call }) => call),
    b.map(({ call }) => call),
    second,
  );
  if (a.length === b.length) return finding;
  return different(
    a.length > b.length ? `a call of ${a[b.length]?.call.callee}` : `a call of ${b[a.length]?.call.callee}`,
  );
}

/** What prints, copies or sends what it is given goes by the names of properties; types keep functions handed in from that, and classes that are extended. */
function isLookedThrough({ callee, receiver }: OutsideCall): boolean {
  return receiver === null && !callee.includes('.prototype.') && !/ (?:gets|catches)$/.test(callee);
}

/** Who is given a function twice may go by its being one: to take back what it was given. */
function noteFunctions(first: readonly OutsideCall[], second: readonly OutsideCall[], machine: Machine): void {
  const partners = new Partners();
  const areOne = first.every(({ args, heap }, call) => {
    const other = second[call];
    return args.every((arg, index) => {
      const given = other?.args[index];
      if (arg.kind !== 'object' || given?.kind !== 'object') return true;
      const kinds = [heap.get(arg.ref), other?.heap.get(given.ref)].map((object) => object?.internal.kind);
      return kinds.some((kind) => kind !== 'closure') || partners.join(arg.ref, given.ref);
    });
  });
  if (!areOne) machine.note({ kind: 'stated', what: sameFunctions });
}

export type Arguments = Pick<OutsideCall, 'args' | 'receiver' | 'heap' | 'disturbed'>;

export function compareArguments(
  how: CallComparison,
  first: State,
  call: Arguments,
  second: Machine,
  other: Arguments,
  place: string,
): Finding {
  const { heap, inputObjects, disturbed, twins, same: known, apart } = second.state;
  const then = Object.assign(first.fork(), objectsAt(first, call));
  Object.assign(second.state, objectsAt(second.state, other));
  const sides = new BothSides(how.world, then, second);
  const unsettled: UnsettledPair[] = [];
  const comparison = new ValueComparison(sides, { ...how, inputs: 'where-met', unsettled });
  const finding = all([
    () => comparison.lists(call.args, other.args, place),
    () => compareReceivers(comparison, call.receiver, other.receiver, place),
    // Whoever may change what was handed in may look at it.
    () => (second.world.outsideChanges === 'all' ? compareInputs(comparison) : same),
  ]);
  Object.assign(second.state, { heap, inputObjects, disturbed, twins, same: known, apart });
  // Which objects are one was decided about the input, not about this moment.
  const adopted = adoptAliases(second.world, second.state, second.state.conditions);
  if (adopted.kind === 'unclear') second.unsupported('objects handed in that are found to be one');
  if (adopted.kind !== 'adopted' || !second.decide(adopted.equal)) {
    second.cut({ kind: 'contradiction', at: second.site });
  }
  return finding.kind === 'different'
    ? finding
    : all([() => finding, () => compareSettled(how, first, second, unsettled)]);
}

function compareSettled(
  how: CallComparison,
  first: State,
  second: Machine,
  promises: readonly UnsettledPair[],
): Finding {
  if (promises.length === 0) return same;
  const comparison = new ValueComparison(new BothSides(how.world, first, second), { ...how, inputs: 'where-met' });
  return all(promises.map((pair) => () => comparison.values(pair.first, pair.second, pair.place)));
}

/** Functions that are handed in to be run do not look at their `this`: no run would show it. */
function compareReceivers(
  comparison: ValueComparison,
  first: Value | null,
  second: Value | null,
  place: string,
): Finding {
  if (first === null || second === null) return same;
  const finding = comparison.values(first, second, place);
  return finding.kind === 'different' ? unsure('a function handed in is called with another this') : finding;
}

/** The objects when a call was made. Those of the input that were first looked at afterwards were as they came. */
function objectsAt(state: State, { heap, disturbed }: Arguments): Pick<State, 'heap' | 'inputObjects' | 'disturbed'> {
  const then = { heap, disturbed, inputObjects: state.inputObjects };
  for (const [location, ref] of state.inputObjects.entries()) {
    if (heap.has(ref)) continue;
    const twin = twinsOf(state, ref).find((other) => heap.has(other));
    const object = twin === undefined ? undefined : heap.get(twin);
    if (object === undefined) then.inputObjects = then.inputObjects.delete(location);
    else then.heap = then.heap.set(ref, object);
  }
  // Variables around a function that was handed on may have got others since: whoever calls it later sees these.
  for (const ref of state.heap.differences(then.heap)) {
    const later = then.heap.has(ref) ? undefined : state.heap.get(ref);
    if (later !== undefined) then.heap = then.heap.set(ref, later);
  }
  return then;
}
