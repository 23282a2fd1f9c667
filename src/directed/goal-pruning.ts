import type { NodeId } from '#core/ids';
import type { Frame } from '#symbolic/frame';
import type { State } from '#symbolic/state';
import type { CallingContext, CallingContexts } from './calling-context';
import { countsIn, type Definition, type Obligation } from './coverage-goals';
import { isBetweenNodes } from './is-between-nodes';
import type { MultiMap } from './multi-map';
import type { NextAffected } from './next-affected';
import { frameAt } from './frame-at';
import type { Pruning, Visit } from './pruning';
import type { Reach } from './reach';
import type { Reachable, ReachableElements } from './reachable-elements';

/** Goes on until everything that is to be covered was covered once, by paths that were followed to their ends. */
export class GoalPruning implements Pruning {
  readonly #goals: MultiMap<NodeId, Obligation>;
  readonly #byDefinition: MultiMap<NodeId, Obligation> = new Map();
  readonly #writes: ReadonlySet<NodeId>;
  readonly #graph: NextAffected;
  readonly #reachable: ReachableElements;
  readonly #contexts: CallingContexts;
  readonly #reach: Reach;
  readonly #open: Set<string>;
  readonly #progress = new WeakMap<State, Progress>();

  constructor(parts: {
    readonly goals: MultiMap<NodeId, Obligation>;
    readonly graph: NextAffected;
    readonly reachable: ReachableElements;
    readonly contexts: CallingContexts;
    readonly reach: Reach;
  }) {
    this.#goals = parts.goals;
    this.#graph = parts.graph;
    this.#reachable = parts.reachable;
    this.#contexts = parts.contexts;
    this.#reach = parts.reach;
    const all = [...this.#goals.values()].flat();
    this.#open = new Set(all.map(({ name }) => name));
    const writes = new Set<NodeId>();
    for (const obligation of all) {
      const { definition } = obligation;
      if (definition === null) continue;
      const known = this.#byDefinition.get(definition.node);
      if (known === undefined) this.#byDefinition.set(definition.node, [obligation]);
      else known.push(obligation);
      for (const writer of definition.writers) writes.add(writer);
    }
    this.#writes = writes;
  }

  readonly isBounded = false;

  get uncovered(): number {
    return this.#open.size;
  }

  started(state: State): void {
    this.#progress.set(state, nothing);
  }

  forked(from: State, to: State): void {
    this.#progress.set(to, this.#of(from));
  }

  visited(state: State, frame: Frame, context: CallingContext): void {
    let progress = this.#settled(state);
    const { node } = frame;
    const id = this.#graph.idOf(context, node);
    const due = (this.#goals.get(id) ?? []).filter(
      (obligation) => countsIn(obligation, context, node) && isDefined(obligation, progress, frame),
    );
    for (const { to, name } of due) if (to === null) progress = withMet(progress, name);
    const undecided = due.filter(({ to }) => to !== null);
    if (undecided.length > 0)
      progress = { ...progress, undecided: { visit: { frame, context, node }, obligations: undecided } };
    if (this.#writes.has(id)) {
      const isAffected = context.reached.has(node);
      progress = { ...progress, writes: { node: id, isAffected, caller: frame.caller, before: progress.writes } };
    }
    this.#progress.set(state, progress);
  }

  isWorth(state: State): boolean {
    const progress = this.#settled(state);
    for (let at = progress.met; at !== null; at = at.before) if (this.#open.has(at.name)) return true;
    if (this.#open.size === 0) return false;
    return this.#isAhead(state, progress) || this.#reach.isHidden(state);
  }

  /** Whether what the stack shows may lead to something that is not covered. */
  #isAhead({ frame }: State, progress: Progress): boolean {
    if (frame === null) return false;
    const context = this.#contexts.of(frame);
    if (context === null) return true;
    const { node } = frame;
    const reachable = isBetweenNodes(frame)
      ? this.#reachable.from(context, node)
      : this.#reachable.after(context, node);
    return reachable.isOpen || this.#hasOpen(reachable, progress);
  }

  left(): null {
    return null;
  }

  sequenceOf(): readonly [] {
    return [];
  }

  ended(state: State): boolean {
    if (state.completion?.kind === 'cut') return false;
    let isWanted = false;
    for (let { met } = this.#settled(state); met !== null; met = met.before) {
      if (this.#open.delete(met.name)) isWanted = true;
    }
    return isWanted;
  }

  #of(state: State): Progress {
    return this.#progress.get(state) ?? nothing;
  }

  #hasOpen({ elements }: Reachable, { writes }: Progress): boolean {
    const live = new Set<NodeId>();
    for (let at = writes; at !== null; at = at.before) live.add(at.node);
    for (const { context, node } of elements) {
      const id = this.#graph.idOf(context, node);
      const isOpen = ({ name }: Obligation): boolean => this.#open.has(name);
      const here = (this.#goals.get(id) ?? []).filter((obligation) => countsIn(obligation, context, node));
      if (here.some((each) => isOpen(each) && (each.definition === null || live.has(each.definition.node))))
        return true;
      if (this.#byDefinition.get(id)?.some(isOpen) === true) return true;
    }
    return false;
  }

  /** A condition has decided once its activation stands elsewhere. */
  #settled(state: State): Progress {
    const progress = this.#of(state);
    const { undecided } = progress;
    if (undecided === null) return progress;
    const now = frameAt(state.frame, undecided.visit.frame.depth);
    if (now !== null && now.node === undecided.visit.node) return progress;
    let settled: Progress = { ...progress, undecided: null };
    for (const { to, name } of undecided.obligations) if (now?.node === to) settled = withMet(settled, name);
    this.#progress.set(state, settled);
    return settled;
  }
}

/** What a path has done so far. Never changed: a step makes the next one. */
interface Progress {
  readonly met: Met | null;
  readonly writes: Write | null;
  readonly undecided: { readonly visit: Visit; readonly obligations: readonly Obligation[] } | null;
}

interface Met {
  readonly name: string;
  readonly before: Met | null;
}

interface Write {
  readonly node: NodeId;
  readonly isAffected: boolean;
  /** Tells the invocations of a function apart. */
  readonly caller: Frame | null;
  readonly before: Write | null;
}

const nothing: Progress = { met: null, writes: null, undecided: null };

function withMet(progress: Progress, name: string): Progress {
  for (let at = progress.met; at !== null; at = at.before) if (at.name === name) return progress;
  return { ...progress, met: { name, before: progress.met } };
}

/** Whether the definition is the last one of its variable in this invocation. */
function isDefined({ definition }: Obligation, { writes }: Progress, { caller }: Frame): boolean {
  if (definition === null) return true;
  const last = lastWrite(definition, writes, caller);
  return last !== null && last.node === definition.node && last.isAffected;
}

function lastWrite({ writers }: Definition, writes: Write | null, caller: Frame | null): Write | null {
  for (let at = writes; at !== null; at = at.before) if (at.caller === caller && writers.has(at.node)) return at;
  return null;
}
