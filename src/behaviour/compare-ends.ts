import type { LaterRoot } from '#replay/later-call';
import type { Yielded } from '#symbolic/heap-object';
import type { Machine } from '#symbolic/machine';
import { settledCompletion } from '#symbolic/run';
import type { Completion, State, Timer } from '#symbolic/state';
import { objectValue, type Ref, type Value } from '#symbolic/value';
import { inTheEnd, unchanged } from './about-calls';
import { compareArguments, compareCalls, givenRoots, type Arguments, type CallComparison } from './compare-calls';
import { compareYields, consumedAt } from './compare-yields';
import { compareHeld, type HeldBefore } from './compare-held';
import { compareInputs } from './compare-inputs';
import { all, different, same, type Finding } from './finding';
import { HandedOnFunctions, type HandedOn } from './handed-on';
import { BothSides } from './side';
import { Surroundings } from './surroundings';
import type { SameCode } from './compare-functions';
import { ValueComparison } from './value-comparison';

export interface EndComparison {
  readonly first: HeldBefore;
  readonly second: HeldBefore;
  readonly sameCode: SameCode;
  /** Whether it counts which objects are the same one, and in which order keys are. */
  readonly strict: boolean;
  /** Code that is known gets at what comes of it, and may change objects that are one with another in one version only. */
  readonly doubtsSharing: boolean;
  /** From where one can get at functions afterwards, by how places there are called. */
  readonly roots: ReadonlyMap<string, LaterRoot>;
  /** The function can be called again, so that what a version keeps to itself shows by what later calls do. */
  readonly showsInLaterCalls: boolean;
}

/** What one has got from earlier calls. */
export interface Gained {
  /** Null for a call that threw. */
  readonly results: readonly (ResultPair | null)[];
  readonly functions: readonly HandedOn[];
  /** What must be the same after each call for the next ones to be. */
  readonly slots?: readonly SlotPair[];
}

/** A place that both versions keep something in between calls. */
export interface SlotPair {
  readonly first: (state: State) => Value | null;
  readonly second: (state: State) => Value | null;
}

export interface ResultPair {
  readonly first: Value;
  readonly second: Value;
  /** By a promise. */
  readonly promised: boolean;
}

export const nothingGained: Gained = { results: [], functions: [] };

/** In how many cases what comes of one pair of paths is compared: two arrays of which nothing is known may differ in thousands. */
export const mostCases = 250;

/** What the result of a call is called. */
export function resultName(call: number): string {
  return call === 0 ? 'result' : `result ${call + 1}`;
}

/** In what respect two versions behave differently. */
export type Respect = 'outcome' | 'input' | 'results' | 'module' | 'calls';

export type EndFinding = Exclude<Finding, { kind: 'different' }> | (Finding & { kind: 'different'; respect: Respect });

export interface ComparedEnds {
  readonly finding: EndFinding;
  /** Functions that one can get at now, and could not before. */
  readonly handedOn: readonly HandedOn[];
  /** The first version at its end, with all that was decided about the input. */
  readonly first: State;
  /** What the call gave, where it returned. */
  readonly result: ResultPair | null;
}

/**
 * Compares everything that can be seen of one input's path in both versions. The machine is at the end of the second
 * version's path; what has to be decided about the input is decided there.
 */
export function compareEnds(
  versions: EndComparison,
  first: State,
  second: Machine,
  gained: Gained = nothingGained,
): ComparedEnds {
  // To compare is to look at what was handed in, too.
  const isLookedAtApart = haveLookedApart(first, second.state);
  const sides = new BothSides(versions.first.world, first, second);
  settleReturned(sides);
  const ends = [sides.first.state.completion, second.state.completion] as const;
  const handedOn = new HandedOnFunctions(rootsOf(versions, gained, first), gained.functions);
  const surroundings = new Surroundings();
  const isKnownPrototype = (left: Ref, right: Ref): boolean => isKeptAlike(versions, left, right);
  const options = { ...versions, inputs: 'by-themselves', handedOn, surroundings, isKnownPrototype } as const;
  const isShared = (left: Ref, right: Ref): boolean => isKeptInOne(versions, left, right);
  const comparison = new ValueComparison(sides, { ...options, isShared });
  const respects: readonly (readonly [Respect, () => Finding])[] = [
    ['outcome', () => compareCompletions(versions, comparison, ends, first, second, resultName(gained.results.length))],
    [
      'calls',
      () =>
        all([
          () => compareCalls({ ...callsOf(versions), handedOn, surroundings }, first, second),
          () => compareTimers(comparison, first.timers, second.state.timers),
        ]),
    ],
    ['input', () => compareInputs(comparison)],
    [
      'results',
      () => all([() => compareResults(comparison, gained), () => compareSlots(comparison, gained.slots ?? [])]),
    ],
    ['module', () => compareHeld(versions.first, versions.second, sides, options)],
  ];
  const ended = (): Omit<ComparedEnds, 'finding'> => {
    const [a, b] = [endOf(ends[0]), endOf(ends[1])];
    const hasWaited = [first, second.state].some(({ ranLater }) => ranLater) || isPromised(a) || isPromised(b);
    const isCallable = handedOn.found.length + gained.functions.length > 0;
    if (hasWaited && (gained.functions.length > 0 || (isCallable && !isPromised(a)))) {
      second.note({ kind: 'stated', what: inTheEnd });
    }
    if (isLookedAtApart && isCallable) second.note({ kind: 'stated', what: unchanged });
    sides.tell();
    const isReturned = a?.kind === 'returns' && b?.kind === 'returns';
    const result = isReturned ? { first: a.value, second: b.value, promised: a.promised } : null;
    return {
      handedOn: handedOn.found.map((each) => withTimer(each, first.timers, second.state.timers)),
      first: sides.first.state,
      result: result ?? openResult(...ends),
    };
  };
  let doubt: EndFinding | null = null;
  for (const [respect, compare] of respects) {
    const finding = compare();
    if (finding.kind === 'different') return { ...ended(), finding: { ...finding, respect } };
    if (finding.kind === 'unsure') doubt ??= finding;
  }
  return { ...ended(), finding: doubt ?? { kind: 'same' } };
}

/** Where one version has waited for a promise, it may be one that the other hands back as it came. */
function settleReturned(sides: BothSides): void {
  const states = [sides.first.state, sides.second.state] as const;
  if (states.every(hasPromised) || !states.some(hasPromised)) return;
  for (const [index, state] of states.entries()) {
    const { completion } = state;
    if (completion?.kind !== 'returns' || hasPromised(state)) continue;
    const { value } = completion;
    if (value.kind === 'input') sides.settlePromise(value.location);
    const settled = sides.settle(value, value);
    state.completion = { kind: 'returns', value: index === 0 ? settled.first : settled.second };
    state.completion = settledCompletion(state);
  }
}

function hasPromised({ completion }: State): boolean {
  if (completion?.kind === 'cut') return completion.reason.kind === 'never-settles';
  return completion?.promised === true;
}

function isPromised(end: ReturnType<typeof endOf>): boolean {
  return end?.promised === true;
}

/** Whether one version has looked at more of what was handed in than the other: that one looks at it later, if at all. */
function haveLookedApart(first: State, second: State): boolean {
  const [a, b] = [lookedAt(first), lookedAt(second)];
  return a.size !== b.size || [...a].some(([place, size]) => b.get(place) !== size);
}

/** By place, how many properties of an object that was handed in are known. */
function lookedAt({ inputObjects, heap }: State): ReadonlyMap<number, number> {
  return new Map(inputObjects.sorted().map(([place, ref]) => [place, heap.get(ref)?.properties.size ?? 0]));
}

function callsOf({ first, sameCode, strict }: EndComparison): CallComparison {
  return { world: first.world, sameCode, strict };
}

function rootsOf({ roots }: EndComparison, { results }: Gained, first: State): ReadonlyMap<string, LaterRoot> {
  const calls = Array.from({ length: results.length + 1 }, (_, call) => call);
  return new Map([
    ...roots,
    ...calls.map((call) => [resultName(call), { kind: 'result', call } as const] as const),
    ...givenRoots(first),
    ...timerRoots(first),
  ]);
}

/** What is kept under one name by the modules of both versions is compared by itself. */
function isKeptAlike({ first, second }: EndComparison, left: Ref, right: Ref): boolean {
  const name = first.held.objects.nameOf(left);
  return name !== undefined && name === second.held.objects.nameOf(right);
}

/** Modules had it before the call in one version, and not in the other. */
function isKeptInOne({ first, second }: EndComparison, left: Ref, right: Ref): boolean {
  const [before, now] = [first.held.objects.nameOf(left), second.held.objects.nameOf(right)];
  return (before === undefined) !== (now === undefined);
}

export function compareSlots(comparison: ValueComparison, slots: readonly SlotPair[]): Finding {
  const { first, second } = comparison.sides;
  return all(
    slots.map((slot) => (): Finding => {
      const [left, right] = [slot.first(first.state), slot.second(second.state)];
      if (left === null || right === null) return left === right ? same : different('what is kept');
      return comparison.values(left, right, 'what is kept');
    }),
  );
}

/** What earlier calls gave may have been changed since. */
function compareResults(comparison: ValueComparison, { results }: Gained): Finding {
  const { first, second } = comparison.sides;
  return all(
    results.map((pair, call) => (): Finding => {
      const isConsumed = pair !== null && consumedAt(first.state, pair.first) !== null;
      if (pair === null || (isConsumed && consumedAt(second.state, pair.second) !== null)) return same;
      return comparison.values(pair.first, pair.second, resultName(call));
    }),
  );
}

function compareCompletions(
  versions: EndComparison,
  comparison: ValueComparison,
  ends: readonly [Completion | null, Completion | null],
  first: State,
  second: Machine,
  name: string,
): Finding {
  const [a, b] = [endOf(ends[0]), endOf(ends[1])];
  if (a === null || b === null) return a === b ? same : different('whether it ends');
  if (a.kind !== b.kind) return different('outcome');
  if (a.promised !== b.promised) return different('whether it returns a promise');
  const [values, others] = [consumedAt(first, a.value), consumedAt(second.state, b.value)];
  if (values === null || others === null || values.isAsync !== others.isAsync) {
    return comparison.values(a.value, b.value, a.kind === 'returns' ? name : 'error');
  }
  return compareYields(values.consumed, others.consumed, (left, right, place) =>
    compareArguments(callsOf(versions), first, asArguments(left), second, asArguments(right), place),
  );
}

function asArguments({ value, heap, disturbed }: Yielded): Arguments {
  return { args: [value], receiver: null, heap, disturbed };
}

/** A promise that nothing has settled yet: later calls may. */
function openResult(first: Completion | null, second: Completion | null): ResultPair | null {
  const [a, b] = [openPromise(first), openPromise(second)];
  return a === null || b === null ? null : { first: objectValue(a), second: objectValue(b), promised: false };
}

function openPromise(completion: Completion | null): Ref | null {
  if (completion?.kind !== 'cut' || completion.reason.kind !== 'never-settles') return null;
  return completion.reason.promise ?? null;
}

/** Null for a promise that nothing settles. */
function endOf(
  completion: Completion | null,
): { readonly kind: 'returns' | 'throws'; readonly value: Value; readonly promised: boolean } | null {
  if (completion === null || completion.kind === 'cut') return null;
  const promised = completion.promised === true;
  return completion.kind === 'returns'
    ? { kind: 'returns', value: completion.value, promised }
    : { kind: 'throws', value: completion.error, promised };
}

/** Where versions differ of which one leaves other timers, or timers for another time. */
export const leftTimers = 'timers';

/** What is set to run when the function has ended. */
function compareTimers(comparison: ValueComparison, first: readonly Timer[], second: readonly Timer[]): Finding {
  if (first.length !== second.length) return different(leftTimers);
  return all(
    first.map((timer, index) => (): Finding => {
      const other = second[index];
      if (other === undefined || timer.due !== other.due || timer.every !== other.every) return different(leftTimers);
      return all([
        () => comparison.values(timer.delay, other.delay, `delay of ${timerName(index)}`),
        () => comparison.values(timer.fn, other.fn, timerName(index)),
        () => comparison.lists(timer.args, other.args, `arguments of ${timerName(index)}`),
      ]);
    }),
  );
}

function withTimer(each: HandedOn, firsts: readonly Timer[], seconds: readonly Timer[]): HandedOn {
  const { from } = each.callee;
  const [first, second] = from.kind === 'timer' ? [firsts[from.index], seconds[from.index]] : [];
  return first === undefined || second === undefined ? each : { ...each, timer: { first, second } };
}

/** What is to be called by a timer that waits. */
function timerName(index: number): string {
  return `timer ${index + 1}`;
}

function timerRoots({ timers }: State): readonly (readonly [string, LaterRoot])[] {
  return timers.map(({ due }, index) => [timerName(index), { kind: 'timer', index, ms: due }]);
}
