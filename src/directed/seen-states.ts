import type { Term } from '#smt/term';
import type { ConditionList } from '#symbolic/condition';
import type { Frame } from '#symbolic/frame';
import type { FunctionInputs } from '#symbolic/input-type';
import type { Location } from '#symbolic/location';
import type { State } from '#symbolic/state';
import { isTerm, type Value } from '#symbolic/value';
import type { CallingContext } from './calling-context';
import { isBetweenNodes } from './is-between-nodes';
import type { LivePlaces, LivePlacesOf } from './live-places';
import { relevantConditions } from './relevant-conditions';
import type { Prefix } from './sequence-trie';

/**
 * States that were gone on with until nothing was left to find. Another one with the same sequence behind it, at the same place
 * of the same stack, whose values agree wherever they may still be read, and which conditions on these bind no less, can
 * only go on as that one did: whatever it finds was found.
 */
export class SeenStates {
  readonly #live: LivePlacesOf;
  readonly #parameters: ReadonlySet<string>;
  /** By the sequence behind them, then by where they were. */
  readonly #seen = new Map<Prefix, Map<number, Seen[]>>();
  /** Those whose ends are not all known yet, innermost last. */
  readonly #open: Seen[] = [];
  /** How often it may still be tried in vain at a place. */
  readonly #luck = new Map<LivePlaces, number>();

  constructor(live: LivePlacesOf, inputs: FunctionInputs) {
    this.#live = live;
    this.#parameters = new Set(inputs.params.map(({ name }) => name));
  }

  /** Whether the state need not be gone on with. `waiting`: how many states wait while this one, and what comes of it, is followed. */
  isRepeated(state: State, prefix: Prefix, context: CallingContext, waiting: number): boolean {
    const { frame } = state;
    if (frame === null || !isComparable(state)) return false;
    const live = this.#live.at(context, frame.node);
    if (live === null || this.#isHopeless(live)) return false;
    const key = context.id * mostNodes + frame.node;
    const ofPrefix = this.#seen.get(prefix) ?? new Map<number, Seen[]>();
    const known = ofPrefix.get(key);
    const now = new Seen(state, frame, context, waiting);
    if (known?.some((old) => old.isSettled && this.#tries(live, old, now)) === true) return true;
    this.#open.push(now);
    if (known === undefined) this.#seen.set(prefix, ofPrefix.set(key, [now]));
    else if (known.length < mostKept) known.push(now);
    return false;
  }

  /** Only so many states are left that wait. */
  backTo(waiting: number): void {
    for (let last = this.#open.at(-1); last !== undefined && last.waiting > waiting; last = this.#open.at(-1)) {
      last.isSettled = true;
      this.#open.pop();
    }
  }

  /** A path was cut short: of the states that it came from, not all was seen, and never will be. */
  cut(): void {
    this.#open.length = 0;
  }

  #tries(live: LivePlaces, old: Seen, now: Seen): boolean {
    const isCovered = this.#covers(old, now);
    this.#luck.set(live, (this.#luck.get(live) ?? firstTries) + (isCovered ? 3 : -1));
    return isCovered;
  }

  /** To compare takes time, and where it has not paid it will not. */
  #isHopeless(live: LivePlaces): boolean {
    return this.#luck.get(live) === 0;
  }

  #covers(old: Seen, now: Seen): boolean {
    if (!isSameAround(old, now)) return false;
    const [before, values] = [this.#valuesOf(old), this.#valuesOf(now)];
    if (before === null || values === null || !isSameList(before, values)) return false;
    const bounds = this.#relevantTo(now, values);
    for (const condition of this.#relevantTo(old, before)) if (!bounds.has(condition)) return false;
    return true;
  }

  #relevantTo(seen: Seen, values: readonly Comparable[]): ReadonlySet<unknown> {
    return (seen.relevant ??= relevantConditions(seen.conditions, values, this.#parameters));
  }

  #valuesOf(seen: Seen): readonly Comparable[] | null {
    if (seen.values === undefined) seen.values = this.#findValues(seen);
    return seen.values;
  }

  /** What may still be read, of all frames; null where that cannot be told, or compared. */
  #findValues(seen: Seen): readonly Comparable[] | null {
    const values: Comparable[] = [];
    let context: CallingContext | undefined = seen.context;
    for (let frame: Frame | null = seen.frame; frame !== null; frame = frame.caller) {
      const live: LivePlaces | null =
        context !== undefined && isPlainFrame(frame) ? this.#live.at(context, frame.node) : null;
      if (live === null || !addValues(seen, frame, live, values)) return null;
      context = context?.caller?.context;
    }
    return values;
  }
}

/** A state that is or was followed to all its ends, as it was then. */
class Seen {
  readonly cells: State['cells'];
  readonly called: State['called'];
  readonly conditions: ConditionList | null;
  /** All else that a path depends on. */
  readonly modules: State['modules'];
  readonly members: State['members'];
  readonly inputObjects: State['inputObjects'];
  readonly constructed: State['constructed'];
  readonly written: State['written'];
  readonly same: State['same'];
  readonly apart: State['apart'];
  readonly twins: State['twins'];
  readonly outside: State['outside'];
  readonly templates: State['templates'];
  isSettled = false;
  /** These are found out when they are first asked for: most are not. */
  values: readonly Comparable[] | null | undefined = undefined;
  relevant: ReadonlySet<unknown> | null = null;

  constructor(
    state: State,
    readonly frame: Frame,
    readonly context: CallingContext,
    readonly waiting: number,
  ) {
    this.cells = state.cells;
    this.called = state.called;
    this.conditions = state.conditions;
    this.modules = state.modules;
    this.members = state.members;
    this.inputObjects = state.inputObjects;
    this.constructed = state.constructed;
    this.written = state.written;
    this.same = state.same;
    this.apart = state.apart;
    this.twins = state.twins;
    this.outside = state.outside;
    this.templates = state.templates;
  }
}

function isSameAround(a: Seen, b: Seen): boolean {
  return (
    a.called === b.called &&
    a.modules === b.modules &&
    a.members === b.members &&
    a.inputObjects === b.inputObjects &&
    a.constructed === b.constructed &&
    a.written === b.written &&
    a.same === b.same &&
    a.apart === b.apart &&
    a.twins === b.twins &&
    a.outside === b.outside &&
    a.templates === b.templates
  );
}

/** The same for equal values: equal terms are one object, and so are equal places of the input. */
export type Comparable = Term | Location | string | number;

/** More than a function has nodes. */
const mostNodes = 2 ** 24;
const firstTries = 2;
/** States at one place after one sequence that are told apart. */
const mostKept = 8;

function addValues(state: Seen, frame: Frame, { bindings, temps, hasLoop }: LivePlaces, to: Comparable[]): boolean {
  const add = (value: Value | null | undefined): boolean => {
    const made = comparable(value, state);
    if (made !== null) to.push(made);
    return made !== null;
  };
  for (const binding of bindings) {
    const cell = frame.env.get(binding);
    if (!add(cell === undefined ? null : state.cells.get(cell))) return false;
  }
  for (const temp of temps) {
    const value = frame.temps.get(temp);
    if (value?.kind === 'open-iterator' || !add(value)) return false;
  }
  // How often a branch may still turn depends on how often it has.
  if (hasLoop) to.push(JSON.stringify(frame.decided.sorted()));
  return add(frame.result) && add(frame.outcome?.kind === 'returned' ? frame.outcome.value : null);
}

/** Null for values that say nothing of all that they lead to. */
function comparable(value: Value | null | undefined, { called }: Seen): Comparable | null {
  if (value === null || value === undefined) return 'nothing';
  if (isTerm(value)) return value;
  switch (value.kind) {
    case 'undefined':
    case 'null':
      return value.kind;
    case 'object':
      // Objects that were there before the call are as they were.
      return called !== null && value.ref < called.nextRef ? value.ref : null;
    case 'input':
      return value.location;
    default:
      return null;
  }
}

/** Whether the state is all in its frames, cells and conditions: nothing waits elsewhere, and no object was made or changed. */
function isComparable({
  called,
  textsRead,
  heap,
  jobs,
  job,
  timers,
  given,
  consumer,
  promise,
  undecided,
}: State): boolean {
  if (called === null || heap !== called.heap || undecided > 0) return false;
  if (textsRead.size > 0 || timers.length > 0 || given.length > 0) return false;
  return jobs.length === 0 && job === null && consumer === null && promise === null;
}

function isPlainFrame(frame: Frame): boolean {
  const { purpose, error, outcome } = frame;
  if (error !== null || outcome?.kind === 'threw' || !isBetweenNodes(frame)) return false;
  return purpose.kind === 'entry' || purpose.kind === 'call';
}

function isSameList(a: readonly Comparable[], b: readonly Comparable[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}
