import { PersistentMap } from '#core/persistent-map';
import type { Model } from '#smt/model';
import type { Term } from '#smt/term';
import type { CellId } from './closure';
import type { ConditionList } from './condition';
import type { Frame } from './frame';
import type { HeapObject, Reaction, Yielded } from './heap-object';
import type { FunctionInputs } from './input-type';
import type { Location } from './location';
import type { Site } from './site';
import type { Ref, Value } from './value';

/**
 * One state of the program on one path: where it is, what it holds, and what must be true of the input to get here.
 *
 * Every field is immutable data, so that `fork` costs a copy of the fields.
 */
export class State {
  /** Top of the stack; null when nothing is left to run. */
  frame: Frame | null = null;
  /** A cell without a value has one all the same: null, the dead zone. */
  cells: PersistentMap<Value | null> = PersistentMap.empty();
  /** Cells that were there when the function under analysis was called, and that it has written to: also what they held before. */
  assigned: PersistentMap<true> = PersistentMap.empty();
  heap: PersistentMap<HeapObject> = PersistentMap.empty();
  nextCell: CellId = 0;
  nextRef: Ref = 1;
  nextSymbol = 0;
  nextOutside = 0;
  /** Open texts that were read as JSON, by their terms. */
  textsRead: PersistentMap<ReadText> = PersistentMap.empty();
  /** How often functions of the outside have called what they were given. */
  calledBack = 0;
  /** The last call in which the outside could change what was handed in. */
  disturbed: string | null = null;
  conditions: ConditionList | null = null;
  /** What the conditions say of terms, by id of the term. */
  facts: PersistentMap<boolean> = PersistentMap.empty();
  /** Satisfies the conditions; null when the solver could not give one. */
  model: Model | null = new Map();
  /** Which members of its type an input may still be, as a bit set by location; not mentioned: all. */
  members: PersistentMap<number> = PersistentMap.empty();
  /** The object that an input turned out to be, by location. */
  inputObjects: PersistentMap<Ref> = PersistentMap.empty();
  /** Instances that were handed in, as their constructor made them. */
  constructed: PersistentMap<HeapObject> = PersistentMap.empty();
  /** Input objects that the program has written to. */
  written: PersistentMap<true> = PersistentMap.empty();
  /** Places that hold what another place holds, which stands for them: see `placeOf`. */
  same: PersistentMap<Location> = PersistentMap.empty();
  /** Places known to hold another object than a place that stands for others, by its location. */
  apart: PersistentMap<readonly Location[]> = PersistentMap.empty();
  /** Refs that turned out to mean one object, by each of them: see `identityOf`. The heap has the object under all of them. */
  twins: PersistentMap<readonly Ref[]> = PersistentMap.empty();
  outside: OutsideList | null = null;
  jobs: readonly Job[] = [];
  /** What is set to run later, in the order in which it was. */
  timers: readonly Timer[] = [];
  /** Milliseconds since the function under analysis was called, as far as timers tell. */
  now = 0;
  /** How many timers have fired. */
  fired = 0;
  /** Something that the call has set off ran after it had returned. */
  ranLater = false;
  /** Functions that the outside was given and may call while something waits: those to which it makes a difference when. */
  given: readonly GivenToOutside[] = [];
  /** The job that is being run, while its frame is on the stack. */
  job: Job | null = null;
  /**
   * Which jobs are next: functions of `process.nextTick` after a timer, promises as long as there are some once one was run. Open:
   * it depends on who has called the function.
   */
  turn: 'open' | 'ticks' | 'promises' = 'open';
  /** What the function under analysis returned, when it is async. */
  promise: Ref | null = null;
  /** Takes the values of the generator that the function under analysis returned. */
  consumer: Consumer | null = null;
  modules: PersistentMap<ModuleState> = PersistentMap.empty();
  /** What there was when the function under analysis was called; null while modules are loaded. */
  called: Called | null = null;
  /** One object per template with a tag, as the language demands. */
  templates: ReadonlyMap<object, Ref> = new Map();
  notes: NoteList | null = null;
  /** How often the solver could not tell whether this path is possible. */
  undecided = 0;
  steps = 0;
  /** The error that was raised last, and where. */
  thrown: Thrown | null = null;
  /** Outcome of the bottom frame. */
  completion: Completion | null = null;

  assign(cell: CellId, value: Value | null): void {
    this.cells = this.cells.set(cell, value);
    if (this.called !== null && cell < this.called.nextCell) this.assigned = this.assigned.set(cell, true);
  }

  fork(): State {
    const state = new State();
    state.become(this);
    return state;
  }

  /** Makes this state what another one is. Field by field: the engine takes many times as long to assign objects of so many. */
  become(other: State): void {
    this.frame = other.frame;
    this.cells = other.cells;
    this.assigned = other.assigned;
    this.heap = other.heap;
    this.nextCell = other.nextCell;
    this.nextRef = other.nextRef;
    this.nextSymbol = other.nextSymbol;
    this.nextOutside = other.nextOutside;
    this.textsRead = other.textsRead;
    this.calledBack = other.calledBack;
    this.disturbed = other.disturbed;
    this.conditions = other.conditions;
    this.facts = other.facts;
    this.model = other.model;
    this.members = other.members;
    this.inputObjects = other.inputObjects;
    this.constructed = other.constructed;
    this.written = other.written;
    this.same = other.same;
    this.apart = other.apart;
    this.twins = other.twins;
    this.outside = other.outside;
    this.jobs = other.jobs;
    this.timers = other.timers;
    this.now = other.now;
    this.fired = other.fired;
    this.ranLater = other.ranLater;
    this.given = other.given;
    this.job = other.job;
    this.turn = other.turn;
    this.promise = other.promise;
    this.consumer = other.consumer;
    this.modules = other.modules;
    this.called = other.called;
    this.templates = other.templates;
    this.notes = other.notes;
    this.undecided = other.undecided;
    this.steps = other.steps;
    this.thrown = other.thrown;
    this.completion = other.completion;
  }
}

export interface Called extends Readonly<Pick<State, 'cells' | 'heap' | 'nextCell' | 'nextRef'>> {
  /** Before that, instances are made that are handed in. */
  readonly hasBegun: boolean;
  /** Whether making them has changed anything else. */
  readonly isTouched: boolean;
}

export type Completion =
  | { readonly kind: 'returns'; readonly value: Value; readonly promised?: true }
  /** `promised`: by a promise that was returned, and that this came of. */
  | { readonly kind: 'throws'; readonly error: Value; readonly promised?: true }
  /** The path was left: a bound was hit, or something is not supported. */
  | { readonly kind: 'cut'; readonly reason: CutReason };

export type CutReason =
  | { readonly kind: 'loop-bound' | 'recursion-bound' | 'step-bound' | 'time'; readonly at: Site | null }
  | { readonly kind: 'unsupported'; readonly what: string; readonly at: Site | null }
  /** The solver could not tell, more than once, whether the path is possible. */
  | { readonly kind: 'undecided'; readonly at: Site | null }
  /** No input gets here: an earlier answer of the solver was missing. */
  | { readonly kind: 'contradiction'; readonly at: Site | null }
  /** A promise that nothing settles: the function never ends. */
  | { readonly kind: 'never-settles'; readonly promise?: Ref }
  /** Reached the node at which the execution was to end. */
  | { readonly kind: 'target'; readonly at: Site | null };

/** A call that leaves the program: to the console, to a function handed in, to a package. */
export interface OutsideCall {
  readonly callee: string;
  /** The `this` of a function that was handed in; null for all others. */
  readonly receiver: Value | null;
  readonly args: readonly Value[];
  /** What the arguments held when the call was made. */
  readonly heap: PersistentMap<HeapObject>;
  /** The call before it in which the outside could change what was handed in. */
  readonly disturbed: string | null;
  /** A `console.assert` that does not hold: where it is written. */
  readonly failedAt: Site | null;
}

/** A call that leaves the program, as it is made. */
export interface MadeCall extends Pick<OutsideCall, 'callee' | 'args'> {
  /** For an assertion that only complains. */
  readonly failed?: boolean;
  readonly receiver?: Value | null;
}

export interface Thrown {
  readonly error: Value;
  /** Where it was first thrown, however often it was passed on since. */
  readonly at: Site;
}

export interface OutsideList {
  readonly call: OutsideCall;
  readonly before: OutsideList | null;
}

/** Where the path departs from exact semantics for all inputs. */
export interface Note {
  /**
   * `stated`: something is taken for granted that is the same in both versions, whatever it is. `opaque`: something may be whatever
   * it is, the same in both versions, and no input can be made that has a certain one.
   */
  readonly kind: 'concretised' | 'assumed' | 'stated' | 'opaque' | 'undecided';
  readonly what: string;
  readonly at: Site | null;
}

export interface NoteList {
  readonly note: Note;
  readonly before: NoteList | null;
}

/** A text of which nothing is known, and what it reads as. */
export interface ReadText {
  readonly text: Term;
  readonly times: number;
  /** Whether it is JSON. */
  readonly returns: Term;
  /** What it gave the first time. */
  readonly value: Location;
}

/** A function that is set to run later. */
export interface Timer {
  readonly due: number;
  /** As it was given. */
  readonly delay: Value;
  /** Of one that fires again and again: after how many milliseconds. */
  readonly every: number | null;
  readonly fn: Value;
  readonly args: readonly Value[];
  /** What it is stopped by. */
  readonly handle: Location;
}

/** A function of the program that a call to the outside was given. */
export interface GivenToOutside {
  /** What the call gave. */
  readonly at: Location;
  /** Which argument, and which property or element of it. */
  readonly keys: readonly (string | number)[];
  readonly fn: Value;
  readonly holder: Value;
  /** The parameters that it is called with. */
  readonly inputs: FunctionInputs;
  /** The call of a function that was handed in; null for others. */
  readonly call: CallOfInput | null;
  /** How things were when the outside could last call it. */
  readonly seen: State;
}

/** The n-th call of a function that was handed in. */
export interface CallOfInput {
  readonly ref: Ref;
  readonly number: number;
  /** The how manieth call it is of any function handed in. */
  readonly order: number;
}

export type Job =
  | { readonly kind: 'reaction'; readonly reaction: Reaction; readonly outcome: SettledPromise }
  /** Asks a thenable to settle a promise. */
  | { readonly kind: 'adopt'; readonly promise: Ref; readonly thenable: Value; readonly then: Value }
  /** A function that was set to run now. `tick`: by `process.nextTick`; `timer`: by a timer that fires. */
  | { readonly kind: 'call'; readonly fn: Value; readonly args: readonly Value[]; readonly by?: 'tick' | 'timer' }
  /** The consumer of the generator under analysis looks at what it got, and asks for the next value. */
  | { readonly kind: 'consume' };

export interface Consumer {
  readonly generator: Ref;
  readonly values: readonly Yielded[];
  /** The promise that an async generator gave for the next value; null when none was asked for yet. */
  readonly requested: Ref | null;
  readonly ended: boolean;
}

export type SettledPromise =
  { readonly kind: 'fulfilled'; readonly value: Value } | { readonly kind: 'rejected'; readonly value: Value };

export interface ModuleState {
  /** `waiting`: at an `await` at its top, or for a module that it imports and that waits. */
  readonly status: 'evaluating' | 'waiting' | 'evaluated' | 'failed';
  /** The module before its body, while modules that it imports wait. */
  readonly parked: ParkedModule | null;
  /** Cell by binding of the module body. */
  readonly env: PersistentMap<CellId>;
  /** `module` of a CommonJS module. */
  readonly commonJs: Ref | null;
  /** Its variable `exports`, which keeps the first object where `module.exports` becomes another one. */
  readonly exportsCell: CellId | null;
  readonly namespace: Ref | null;
  /** Promises that `import()` gave for it while it had not ended. */
  readonly importers: readonly Ref[];
  readonly error: Value | null;
}

export interface ParkedModule {
  readonly frame: Frame;
  /** The modules that it waits for. */
  readonly until: readonly number[];
  /** Modules go on in the order in which they began to wait. */
  readonly order: number;
}

export function listed<List extends { readonly before: List | null }>(list: List | null): List[] {
  const found: List[] = [];
  for (let at = list; at !== null; at = at.before) found.push(at);
  return found.toReversed();
}
