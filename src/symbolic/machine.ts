import { invariant } from '#core/diagnostics';
import type { ClassIr, ModuleIr } from '#ir/cfg';
import type { RenamedMembers } from '#ir/renamed-members';
import type { Term } from '#smt/term';
import type { Terms } from '#smt/terms';
import type { Branching, Possible } from './branching';
import type { CellId, Closure } from './closure';
import type { Condition } from './condition';
import type { CallOutcome, Delivery, Frame, Progress } from './frame';
import { emptyObject } from './empty-object';
import type { HeapObject, Internal } from './heap-object';
import type { ClassReference, FunctionInputs, InputConstruction, ObjectMember, Untried } from './input-type';
import { addJob } from './jobs';
import type { Keys } from './keys';
import type { Limits } from './limits';
import type { Location, Locations } from './location';
import { putObject } from './one-object';
import type { Realm } from './realm';
import { CallRequest, Cut, ThrowSignal } from './signals';
import type { Site } from './site';
import type { CutReason, Job, MadeCall, Note, ParkedModule, State } from './state';
import type { UninterpretedFunction } from './uninterpreted-function';
import {
  objectValue,
  undefinedValue,
  type ObjectValue,
  type PropertyKeyText,
  type Ref,
  type UniqueValue,
  type Value,
} from './value';

/** A path that may not exist is followed no further than this many decisions. */
const mostUndecided = 3;

/** What all states of one exploration share. */
export interface World {
  readonly terms: Terms;
  readonly keys: Keys;
  readonly realm: Realm;
  readonly locations: Locations;
  readonly branching: Branching;
  readonly language: Language;
  readonly limits: Limits;
  readonly source: ModuleSource;
  /** Functions handed in may give something else each time, whatever they are given. */
  readonly callbacksVary?: true;
  /** Texts of which nothing is known read as any JSON, or as none: what a run of one input shows is no matter. */
  readonly opensJson?: true;
  /** Promises handed in need not settle. */
  readonly promisesMayStayOpen?: true;
  /** Gathers what was asked of inputs that others, which were not tried, would answer otherwise. */
  readonly untried?: Untried;
  /** What the outside calls a function with that it is given; null when that is not known. Without this it calls none. */
  readonly callBackInputs?: (closure: Closure) => FunctionInputs | null;
  /** What functions of the outside change of what they are given, or of all that they may get at; without this, nothing. */
  readonly outsideChanges?: 'given' | 'all';
  /** Instances may be in any state that the types of their fields allow, and not only as their constructor made them. */
  readonly anyState?: true;
  /** What the outside gave at load may be something else in the other version. */
  readonly mayGiveOthers?: boolean;
  /** What the other version calls a private name of a class, and members that only TypeScript keeps private. */
  readonly privateName?: (module: ModuleIr, klass: ClassIr, name: string) => string;
  readonly renamed?: RenamedMembers;
  /** Whether a call is known to run functions of the program, among others, that are not the same in the other version. */
  readonly mayRunChange?: (site: Site) => boolean;
  /** Functions that are not followed, but taken for what they are: a function of their arguments. */
  readonly uninterpreted?: (closure: Closure) => UninterpretedFunction | null;
}

/** Where the modules of the program come from. */
export interface ModuleSource {
  module(path: string): ModuleIr | null;
  /** The file of the program that a specifier means; null for what is outside. */
  resolve(fromPath: string, specifier: string): string | null;
  /** A class that the types of inputs name, where that is not the one of this number in this module. */
  classAt?(reference: ClassReference): { readonly module: ModuleIr; readonly klass: ClassIr } | null;
}

export interface Invoked {
  readonly fn: Value;
  readonly receiver: Value;
  readonly args: readonly Value[];
  /** For `new`: the constructor that was asked for; null for a plain call. */
  readonly newTarget: Value | null;
  readonly to: Delivery;
  /** How the source writes the callee, for the engine's message when it is no function. */
  readonly text?: string;
}

/** A call either has its value at once, or needs a frame to run. */
export type Invocation =
  { readonly kind: 'value'; readonly value: Value } | { readonly kind: 'frame'; readonly frame: Frame };

/** Operations of the language that reach each other in circles go through this table. */
export interface Language {
  invoke(machine: Machine, call: Invoked): Invocation;
  toNumber(machine: Machine, value: Value): Term;
  /** A module has run. Gives those that waited for it and go on now, in order. */
  moduleEnded(machine: Machine, path: string, outcome: CallOutcome): readonly Frame[];
  /** A module waits at its top or, parked before its body, for modules that it imports. */
  moduleWaits(machine: Machine, path: string, parked: Omit<ParkedModule, 'order'> | null): void;
  /** Evaluates the modules that a module imports, in order; gives those that wait, by interned path. */
  link(machine: Machine, module: ModuleIr): readonly number[];
  /** What a module exports under a name; null when it exports no such name. */
  exported(machine: Machine, path: string, name: string): Value | null;
  /** The value of an imported binding. */
  imported(machine: Machine, module: ModuleIr, binding: number): Value;
  /** `module`, `exports`, `require` and the like; null for any other name. */
  commonJsGlobal(machine: Machine, module: ModuleIr, name: string): Value | null;
  setCommonJsGlobal(machine: Machine, module: ModuleIr, name: string, value: Value): boolean;
  require(machine: Machine, from: string, specifier: Value): Value;
  /** Puts a value at an index of a typed array, as the element that it becomes. */
  storeElement(machine: Machine, ref: Ref, index: Term, value: Value): void;
  /** `import(specifier)`. */
  importCall(machine: Machine, module: ModuleIr, args: readonly Value[]): Value;
  /** Throws for a binding that is used before its declaration has run. */
  deadZone(machine: Machine, name: string): never;
  decideKey(machine: Machine, ref: Ref, key: UniqueValue | Term): PropertyKeyText;
  /** Throws a TypeError whose message is made of text and shown values. */
  complain(machine: Machine, parts: Complaint): never;
  /** A regular expression, as a literal makes it. */
  regExp(machine: Machine, source: string, flags: string): Value;
  /** The prototype of the instances of a class of the program. */
  classPrototype(machine: Machine, reference: ClassReference): Ref;
  /** An instance that was handed in, as its constructor makes it. */
  constructInput(machine: Machine, location: Location, member: ObjectMember, how: InputConstruction): Ref;
}

/** A message of the engine: text, and values as it shows them. */
export type Complaint = readonly (string | { readonly of: Value })[];

/** One of several things that may be true, and what it means to who asked. */
export interface Alternative<Result> {
  readonly condition: Condition;
  readonly result: Result;
}

/**
 * Attempts one node on one state. Everything that a node does to the state goes through here.
 *
 * When the node calls a function of the program on its way (an accessor, a conversion, a callback), the
 * attempt is given up and made anew once the function has returned. What was seen and done before is then
 * taken from the log, so that the code of operations and library models reads as if calls simply returned.
 */
export class Machine {
  readonly world: World;
  readonly state: State;
  readonly site: Site;
  /** The other sides of decisions that this attempt made. */
  readonly siblings: State[] = [];
  readonly #start: State;
  readonly #progress: Progress;
  readonly #log: unknown[] = [];
  readonly #decisions: (string | number | boolean)[] = [];
  /** False where one more open decision would go beyond the bound on loops. */
  readonly #mayFork: boolean;
  #cursor = 0;

  constructor(world: World, state: State, frame: Frame, mayFork = true) {
    this.#mayFork = mayFork;
    this.world = world;
    this.state = state;
    this.site = { path: frame.closure.module.path, fn: frame.closure.fn.index, node: frame.node };
    this.#start = state.fork();
    this.#progress = frame.progress;
  }

  get terms(): Terms {
    return this.world.terms;
  }

  /** Which side of a condition the path takes; when both are possible, this path takes the true one. */
  decide(condition: Term, role: 'branch' | 'implicit' = 'implicit'): boolean {
    if (condition.kind === 'constant') return condition.value === true;
    return this.choose(() => {
      const known = this.state.facts.get(condition.id);
      if (known !== undefined) return known;
      const { site } = this;
      return [
        { condition: { kind: 'term', term: condition, role, site }, result: true },
        { condition: { kind: 'term', term: this.terms.not(condition), role, site }, result: false },
      ];
    });
  }

  /**
   * Which of some conditions holds: they exclude one another and one of them does hold. The path goes on
   * with the first that is possible; each other possible one becomes a path of its own.
   */
  choose<Result extends string | number | boolean>(make: () => Result | readonly Alternative<Result>[]): Result {
    if (this.#decisions.length < this.#progress.decisions.length) {
      const made = this.#progress.decisions[this.#decisions.length] as Result;
      this.#decisions.push(made);
      return made;
    }
    const alternatives = make();
    const result = typeof alternatives === 'object' ? this.#fork(alternatives) : alternatives;
    this.#decisions.push(result);
    return result;
  }

  #fork<Result extends string | number | boolean>(alternatives: readonly Alternative<Result>[]): Result {
    const { branching } = this.world;
    if (this.state.undecided >= mostUndecided) throw new Cut({ kind: 'undecided', at: this.site });
    const possible = branching.possible(
      this.state,
      alternatives.map((alternative) => alternative.condition),
    );
    const [first, ...others] = possible;
    if (first === undefined) throw new Cut({ kind: 'contradiction', at: this.site });
    if (others.length > 0 && !this.#mayFork) throw new Cut({ kind: 'loop-bound', at: this.site });
    const resultOf = ({ index }: Possible): Result => {
      const alternative = alternatives[index];
      invariant(alternative !== undefined, 'a possible condition was asked about');
      return alternative.result;
    };
    for (const other of others) {
      const sibling = this.#start.fork();
      const { frame } = sibling;
      invariant(frame !== null, 'a node is attempted in a frame');
      const decisions = [...this.#decisions, resultOf(other)];
      sibling.frame = { ...frame, progress: { log: this.#progress.log, decisions } };
      sibling.conditions = this.state.conditions;
      sibling.facts = this.state.facts;
      sibling.members = this.state.members;
      sibling.notes = this.state.notes;
      sibling.undecided = this.state.undecided;
      branching.assume(sibling, other);
      this.siblings.push(sibling);
    }
    if (others.length > 0) branching.assume(this.state, first);
    return resultOf(first);
  }

  /** Whether any decision of this attempt was open. */
  get forked(): boolean {
    return this.siblings.length > 0;
  }

  /** Calls a function on the way of this node. */
  call(fn: Value, receiver: Value, args: readonly Value[]): Value {
    const invocation = this.world.language.invoke(this, { fn, receiver, args, newTarget: null, to: 'on-the-way' });
    return invocation.kind === 'value' ? invocation.value : this.enter(invocation.frame);
  }

  /** `new fn(...args)` on the way of this node. */
  construct(fn: Value, args: readonly Value[], newTarget: Value = fn): Value {
    const call: Invoked = { fn, receiver: undefinedValue, args, newTarget, to: 'on-the-way' };
    const invocation = this.world.language.invoke(this, call);
    return invocation.kind === 'value' ? invocation.value : this.enter(invocation.frame);
  }

  /** Runs a frame of the program to its end, or until it is suspended, on the way of this node. */
  enter(frame: Frame): Value {
    if (this.#cursor >= this.#progress.log.length) throw new CallRequest(frame, this.#progressSoFar());
    const outcome = this.#progress.log[this.#cursor++] as CallOutcome;
    if (outcome.kind === 'threw') throw new ThrowSignal(outcome.error);
    return outcome.value;
  }

  /** The object at a place of the heap, or of the language itself. */
  object(ref: Ref): HeapObject {
    return this.#once(() => this.state.heap.get(ref) ?? this.world.realm.object(ref));
  }

  update(ref: Ref, object: HeapObject): void {
    this.#once(() => putObject(this.state, ref, object));
  }

  allocate(object: HeapObject): Ref {
    return this.#once(() => {
      const ref = this.state.nextRef++;
      this.state.heap = this.state.heap.set(ref, object);
      return ref;
    });
  }

  /** A new object of the language's own kinds. */
  create(internal: Internal, proto: Ref | null): ObjectValue {
    return objectValue(this.allocate(emptyObject(internal, proto)));
  }

  cell(id: CellId): Value | null {
    return this.#once(() => this.state.cells.get(id) ?? null);
  }

  setCell(id: CellId, value: Value | null): void {
    this.#once(() => this.state.assign(id, value));
  }

  newCell(value: Value | null): CellId {
    return this.#once(() => {
      const id = this.state.nextCell++;
      this.state.cells = this.state.cells.set(id, value);
      return id;
    });
  }

  /** Any other effect on the state, or look at it, once per node. */
  effect<Result>(action: (state: State) => Result): Result {
    return this.#once(() => action(this.state));
  }

  recordOutside({ callee, receiver = null, args, failed = false }: MadeCall): void {
    const failedAt = failed ? this.site : null;
    this.effect((state) => {
      const { heap, disturbed, outside } = state;
      state.outside = { call: { callee, receiver, args, heap, disturbed, failedAt }, before: outside };
    });
  }

  /** Once per place: what a node is attempted again for is not noted again. */
  note(note: Omit<Note, 'at'>): void {
    this.effect((state) => {
      for (let at = state.notes; at !== null; at = at.before) {
        if (at.note.at?.node === this.site.node && at.note.what === note.what && at.note.kind === note.kind) return;
      }
      state.notes = { note: { ...note, at: this.site }, before: state.notes };
    });
  }

  enqueue(job: Job): void {
    this.effect((state) => addJob(state, job));
  }

  throwValue(value: Value): never {
    throw new ThrowSignal(value);
  }

  /** Ends the path here, with its reason. */
  unsupported(what: string): never {
    return this.cut({ kind: 'unsupported', what, at: this.site });
  }

  cut(reason: CutReason): never {
    throw new Cut(reason);
  }

  #progressSoFar(): Progress {
    return { log: [...this.#progress.log, ...this.#log], decisions: [...this.#decisions] };
  }

  #once<Result>(action: () => Result): Result {
    if (this.#cursor < this.#progress.log.length) return this.#progress.log[this.#cursor++] as Result;
    const result = action();
    this.#log.push(result);
    return result;
  }
}
