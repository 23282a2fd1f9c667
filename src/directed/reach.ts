import type { BitSet } from '#core/bit-set';
import { Digraph } from '#core/digraph';
import { reachableFrom } from '#core/reachability';
import { assertNever } from '#core/diagnostics';
import type { FunctionId, NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { functionFlags } from '#ir/facts';
import type { FunctionIr } from '#ir/cfg';
import type { Program } from '#ir/program';
import type { Frame } from '#symbolic/frame';
import type { HeapObject, Reaction } from '#symbolic/heap-object';
import type { Keys } from '#symbolic/keys';
import type { Job, State } from '#symbolic/state';
import type { Ref, Value } from '#symbolic/value';
import { functionNodes } from './function-nodes';
import { PossibleCalls } from './possible-calls';
import { runnersOf, type Runners } from './runners';

/**
 * Whether a state may still execute one of some nodes, the triggers. "No" is certain, for the program that the graph is of:
 * no frame of the stack, no job and no function that waits can get to one, by the control flow of its function and by
 * calls of whatever kind. Where the call graph has gaps the answer is "yes".
 */
export class Reach {
  readonly #program: Program;
  readonly #keys: Keys | null;
  readonly runners: Runners;
  /** Whether nodes that show no call may execute a trigger, by an accessor or a conversion. */
  readonly isEverywhere: boolean;
  /** Modules whose bodies lead to a trigger, be it by loading others, and may be run by nodes that do not show it. */
  readonly #unseenBodies: readonly string[];
  /** Modules whose bodies lead to a trigger by themselves: where all are evaluated, no body does. */
  readonly #ownBodies: readonly string[];
  /** Whether a function that leads to a trigger may be waiting somewhere, out of the stack. */
  readonly #mayWait: boolean;
  readonly #reaching = new Map<FunctionIr, BitSet | 'unknown'>();
  readonly #frames = new WeakMap<Frame, boolean>();

  /** `keys` are those of the states' world: they tell which modules a state has evaluated. Without them none has. */
  constructor(
    graph: DependenceGraph,
    triggers: ReadonlySet<NodeId>,
    keys: Keys | null = null,
    calls = new PossibleCalls(graph),
  ) {
    const { program } = graph;
    this.#program = program;
    this.#keys = keys;
    this.runners = runnersOf(program, calls, triggers);
    const functions = [...this.runners.functions];
    this.isEverywhere = triggers.size > 0 && (!graph.hasAllCalls || functions.some((fn) => calls.runsUnseen(fn)));
    this.#unseenBodies = functions.flatMap((fn) => {
      const { module, moduleIndex, index } = program.locate(fn);
      return index === 0 && calls.loadsUnseen(moduleIndex) ? [module.path] : [];
    });
    this.#ownBodies = this.runners.bodies.map((fn) => program.locate(fn).module.path);
    this.#mayWait = functions.some((fn) => isSuspendable(program, fn)) || waitsForPromises(program);
  }

  from(state: State): boolean {
    if (this.runners.nodes.size === 0) return false;
    // The stack is looked at first: what waits elsewhere takes longer to find.
    return this.#fromFrame(state.frame) || this.isHidden(state);
  }

  /** Whether a trigger may be executed that is no part of what the stack shows. */
  isHidden(state: State): boolean {
    if (this.runners.nodes.size === 0) return false;
    if (this.isEverywhere || this.#mayLoad(state)) return true;
    for (const [, { parked }] of state.modules.entries())
      if (parked !== null && this.#fromFrame(parked.frame)) return true;
    return this.#mayWait && this.#fromWaiting(state);
  }

  /** Whether a call of the function may execute a trigger. */
  fromFunction(fn: FunctionId): boolean {
    return this.runners.functions.has(fn);
  }

  /**
   * Whether a trigger may be executed by loading a module where no node shows it. What executes it then is called from a body
   * that had not been evaluated, which is the last of those on the stack.
   */
  #mayLoad(state: State): boolean {
    const isOpen = (path: string): boolean => !this.#isEvaluated(state, path);
    return this.#unseenBodies.some(isOpen) && this.#ownBodies.some(isOpen);
  }

  #isEvaluated(state: State, path: string): boolean {
    if (this.#keys === null) return false;
    const status = state.modules.get(this.#keys.idOf(path))?.status;
    return status === 'evaluated' || status === 'failed';
  }

  /** From a frame or one of those below it. */
  #fromFrame(frame: Frame | null): boolean {
    if (frame === null) return false;
    // The top is another frame after every step: only those that wait are asked for again.
    return this.#isReaching(frame) || this.#fromWaitingFrame(frame.caller);
  }

  #fromWaitingFrame(frame: Frame | null): boolean {
    if (frame === null) return false;
    const passed: Frame[] = [];
    let isReaching = false;
    for (let at: Frame | null = frame; at !== null; at = at.caller) {
      const known = this.#frames.get(at);
      if (known !== undefined) {
        isReaching = known;
        break;
      }
      passed.push(at);
      if (this.#isReaching(at)) {
        isReaching = true;
        break;
      }
    }
    // Those above one that reaches have it below them; those above one that does not were looked at themselves.
    for (const each of passed) this.#frames.set(each, isReaching);
    return isReaching;
  }

  #isReaching({ closure, node, purpose }: Frame): boolean {
    // Jobs are looked at as such.
    if (purpose.kind === 'job') return false;
    const reaching = this.#reachingIn(closure.fn, closure.module.path);
    return reaching === 'unknown' || reaching.has(node);
  }

  #reachingIn(fn: FunctionIr, path: string): BitSet | 'unknown' {
    const known = this.#reaching.get(fn);
    if (known !== undefined) return known;
    const moduleIndex = this.#program.moduleIndex(path);
    const found = moduleIndex === undefined ? 'unknown' : this.#nodesReaching(fn, moduleIndex);
    this.#reaching.set(fn, found);
    return found;
  }

  /** The nodes of a function from which control gets to a trigger or to a call that may execute one. */
  #nodesReaching(fn: FunctionIr, moduleIndex: number): BitSet | 'unknown' {
    const id = this.#program.functionAt(moduleIndex, fn.index);
    const { first, nodes } = functionNodes(this.#program, id);
    if (nodes.length !== fn.nodes.length) return 'unknown';
    const targets = nodes.filter(({ index }) => this.runners.nodes.has((first + index) as NodeId));
    // An error that has no edge of its own, and a generator that is told to return, go to the exit.
    const sources = nodes.flatMap(({ index, successors }) => [...successors.map(() => index), index]);
    const goals = nodes.flatMap(({ successors }) => [...successors, fn.exit]);
    const backward = Digraph.fromEdges(nodes.length, goals, sources);
    return reachableFrom(
      backward,
      targets.map(({ index }) => index),
    );
  }

  /** Jobs of the queue, and functions that wait for a promise or a consumer. */
  #fromWaiting(state: State): boolean {
    const jobs = state.job === null ? state.jobs : [...state.jobs, state.job];
    if (jobs.some((job) => this.#fromJob(state, job))) return true;
    if (state.timers.some(({ fn }) => this.#fromCallable(state, fn))) return true;
    if (state.given.some(({ fn }) => this.#fromCallable(state, fn))) return true;
    for (const [, object] of state.heap.entries()) if (this.#fromObject(state, object)) return true;
    return false;
  }

  #fromJob(state: State, job: Job): boolean {
    switch (job.kind) {
      case 'adopt':
        return this.#fromCallable(state, job.then);
      case 'call':
        return this.#fromCallable(state, job.fn);
      case 'reaction':
        return this.#fromReaction(state, job.reaction);
      case 'consume':
        // The generator that is asked for its next value is in the heap.
        return false;
      default:
        return assertNever(job);
    }
  }

  #fromObject(state: State, { internal }: HeapObject): boolean {
    if (internal.kind === 'generator' || internal.kind === 'async-generator') {
      return internal.generator.kind === 'suspended' && this.#fromFrame(internal.generator.frame);
    }
    if (internal.kind !== 'promise' || internal.promise.kind !== 'pending') return false;
    return internal.promise.reactions.some((reaction) => this.#fromReaction(state, reaction));
  }

  #fromReaction(state: State, reaction: Reaction): boolean {
    if (reaction.kind === 'resume') return this.#fromFrame(reaction.frame);
    return this.#fromCallable(state, reaction.onFulfilled) || this.#fromCallable(state, reaction.onRejected);
  }

  #fromCallable(state: State, value: Value): boolean {
    switch (value.kind) {
      case 'object':
        return this.#fromFunctionObject(state, value.ref);
      case 'guarded':
        return this.#fromCallable(state, value.yes) || this.#fromCallable(state, value.no);
      default:
        // What was handed in is no code of the program, and the rest is nothing to call.
        return false;
    }
  }

  #fromFunctionObject(state: State, ref: Ref): boolean {
    const internal = state.heap.get(ref)?.internal;
    switch (internal?.kind) {
      case 'closure': {
        const { fn, module } = internal.closure;
        const reaching = this.#reachingIn(fn, module.path);
        return reaching === 'unknown' || reaching.has(fn.entry);
      }
      case 'bound':
        return (
          this.#fromFunctionObject(state, internal.target) ||
          internal.args.some((argument) => this.#fromCallable(state, argument))
        );
      default:
        // An object of the language itself, or of the outside, runs functions only that it is given.
        return false;
    }
  }
}

/** Whether the program hands functions to promises. */
function waitsForPromises({ modules }: Program): boolean {
  return modules.some(({ strings }) =>
    strings.some((text) => text === 'then' || text === 'catch' || text === 'finally'),
  );
}

/** Async functions, generators and modules that wait leave the stack before they end. */
function isSuspendable(program: Program, fn: FunctionId): boolean {
  const { module, index } = program.locate(fn);
  const flags = module.functions.flags[index] ?? 0;
  if ((flags & (functionFlags.async | functionFlags.generator)) !== 0) return true;
  return index === 0 && functionNodes(program, fn).nodes.some(({ kind }) => kind === 'await');
}
