import type { ChangeSet, FunctionRef } from '#change/change-set';
import type { FunctionId, NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { graphWithin } from '#dependence/graph-within';
import { PossibleCalls } from '#directed/possible-calls';
import { Reach } from '#directed/reach';
import type { Program } from '#ir/program';
import { slice } from '#slice/slice';
import type { Keys } from '#symbolic/keys';
import type { Site } from '#symbolic/site';
import type { State } from '#symbolic/state';
import type { LoadedProgram } from '#ir/load-program';
import { CodeAtHand } from './code-at-hand';
import { departuresOf } from './departures';

/**
 * Nodes of one version such that inputs whose paths execute none of them, in both versions, behave alike: both then run the
 * same code on the same values.
 */
export class Triggers {
  readonly nodes: ReadonlySet<NodeId>;
  readonly graph: DependenceGraph;
  readonly #program: Program;
  readonly #reach = new WeakMap<Keys, Reach>();
  readonly #wider = new Map<string, Triggers | null>();
  /** Modules that may be loaded where it is asked what may run; null: all. */
  readonly loadable: ReadonlySet<string> | null;
  readonly #calls: () => PossibleCalls;

  /** `calls` are those of the modules that may be loaded. */
  constructor(
    graph: DependenceGraph,
    nodes: ReadonlySet<NodeId>,
    loadable: ReadonlySet<string> | null = null,
    calls = callsWithin(graph, loadable),
  ) {
    this.graph = graph;
    this.loadable = loadable;
    this.#calls = calls;
    this.#program = graph.program;
    this.nodes = nodes;
  }

  has(site: Site): boolean {
    const node = this.#nodeAt(site);
    return node !== null && this.nodes.has(node);
  }

  /** The same for a function by its number in the program. */
  mayRunFunction(fn: FunctionId, keys: Keys): boolean {
    return this.#reachFor(keys).fromFunction(fn);
  }

  /** Code that calls of functions can run or get hold of. */
  codeAtHand(loaded: LoadedProgram): CodeAtHand {
    return new CodeAtHand(this.graph, loaded, this.#calls(), (m) => this.isLoadable(m));
  }

  isLoadable(module: number): boolean {
    return this.loadable === null || this.loadable.has(this.#program.modules[module]?.path ?? '');
  }

  /** None of them. */
  none(): Triggers {
    return this.#with(new Set());
  }

  /** Whether a call of a function may execute one of them. */
  mayRun(path: string, fn: number, keys: Keys): boolean {
    const module = this.#program.moduleIndex(path);
    return module === undefined || this.#reachFor(keys).fromFunction(this.#program.functionAt(module, fn));
  }

  /** Whether a call, by the functions that it is known to run, may execute one of them. */
  callMayRun(site: Site, keys: Keys): boolean {
    const node = this.#nodeAt(site);
    const { calls } = this.graph.pointers;
    const index = node === null ? -1 : calls.indexAt(node);
    if (index < 0) return false;
    const reach = this.#reachFor(keys);
    const isReaching = (fn: number): boolean => reach.fromFunction(fn as FunctionId);
    return [calls.targetsOf(index), calls.callbacksOf(index)].some((functions) => functions.some(isReaching));
  }

  /** Constructors that may execute one of them. */
  constructorsThatMayRun(keys: Keys): { readonly path: string; readonly fn: number }[] {
    return [...this.#reachFor(keys).runners.functions].flatMap((fn) => {
      if (this.#program.functionKind(fn) !== 'constructor') return [];
      const { module, index } = this.#program.locate(fn);
      return [{ path: module.path, fn: index }];
    });
  }

  /** Whether a state may still execute one of them. */
  ahead(keys: Keys): (state: State) => boolean {
    const reach = this.#reachFor(keys);
    return (state) => reach.from(state);
  }

  /**
   * With everything that depends on some of them which were executed while modules were loaded: what they left behind is there
   * before any input is. Null when that could not be found out in time.
   */
  afterLoading(executed: readonly Site[], expired: () => boolean): Triggers | null {
    const atLoad = executed.flatMap((site) => this.#nodeAt(site) ?? []).toSorted((a, b) => a - b);
    if (atLoad.length === 0) return this;
    const key = atLoad.join(' ');
    const known = this.#wider.get(key);
    if (known !== undefined) return known;
    const wider = this.#andDependents(atLoad, expired);
    this.#wider.set(key, wider);
    return wider;
  }

  /** With everything that depends on any of them. Null when that could not be found out in time. */
  withDependents(expired: () => boolean): Triggers | null {
    return this.#andDependents([...this.nodes], expired);
  }

  #andDependents(seeds: readonly NodeId[], expired: () => boolean): Triggers | null {
    const { complete, hits } = slice(this.graph, seeds, { expired });
    return complete ? this.#with(new Set([...this.nodes, ...hits.map(({ node }) => node)])) : null;
  }

  /** With further nodes after which the versions may not be taken for alike. */
  and(nodes: readonly NodeId[]): Triggers {
    if (nodes.every((node) => this.nodes.has(node))) return this;
    const key = `and ${nodes.join(' ')}`;
    const known = this.#wider.get(key) ?? this.#with(new Set([...this.nodes, ...nodes]));
    this.#wider.set(key, known);
    return known;
  }

  /** With all that runs in these functions. */
  andFunctions(functions: Iterable<FunctionId>): Triggers {
    return this.and([...functions].map((fn) => this.#program.entryOf(fn)));
  }

  /** Without code that only loads some modules, which is known to leave the same behind. */
  withoutLoading(paths: ReadonlySet<string>): Triggers {
    if (paths.size === 0) return this;
    const nodes = [...this.nodes].filter((node) => {
      const fn = this.#program.functionOf(node);
      return !kindsAtLoad.has(this.#program.functionKind(fn)) || !paths.has(this.#program.locate(fn).module.path);
    });
    return this.#with(new Set(nodes));
  }

  /** Where no other modules than these are ever loaded: what the code of others might do is none of theirs. */
  whereLoadable(paths: ReadonlySet<string>, expired: () => boolean): Triggers {
    return new Triggers(graphWithin(this.graph, paths, expired), this.nodes, paths);
  }

  #with(nodes: ReadonlySet<NodeId>): Triggers {
    return new Triggers(this.graph, nodes, this.loadable, this.#calls);
  }

  #reachFor(keys: Keys): Reach {
    const known = this.#reach.get(keys) ?? new Reach(this.graph, this.nodes, keys, this.#calls());
    this.#reach.set(keys, known);
    return known;
  }

  #nodeAt({ path, fn, node }: Site): NodeId | null {
    const module = this.#program.moduleIndex(path);
    if (module === undefined) return null;
    return (this.#program.nodesOf(this.#program.functionAt(module, fn)).first + node) as NodeId;
  }
}

/** Found out once for all triggers of a graph, when first asked for. */
function callsWithin(graph: DependenceGraph, loadable: ReadonlySet<string> | null): () => PossibleCalls {
  const { modules } = graph.program;
  let known: PossibleCalls | null = null;
  return () => (known ??= new PossibleCalls(graph, (m) => loadable === null || loadable.has(modules[m]?.path ?? '')));
}

const kindsAtLoad: ReadonlySet<string> = new Set(['module', 'static', 'namespace']);

/**
 * What was changed and added in the head, or removed from the base or moved away from where the base executes it: where both
 * run the same code until then, the first node that the base executes and the head does not is one of these. Null when the
 * graph has gaps for want of time.
 */
export function triggersOf(
  graph: DependenceGraph,
  changes: ChangeSet,
  version: 'base' | 'head',
  seeds: ReadonlySet<NodeId>,
): Triggers | null {
  if (!graph.pointers.complete) return null;
  const nodes = new Set(seeds);
  for (const change of changes.functions) {
    if (version === 'base' && change.status === 'changed') {
      for (const node of departuresOf(change)) add(nodes, nodeIn(graph.program, change.base, node));
    }
    // A function whose parameters, or whose way of being called, differ, whatever its nodes say.
    if (change.status !== 'changed' || change.headerChanges.length === 0) continue;
    const { fn } = change[version];
    const entry = nodeIn(graph.program, change[version], fn.entry);
    if (change.isCalledAlike && entry !== null) nodes.delete(entry);
    else if (fn.kind !== 'module') add(nodes, entry);
  }
  return new Triggers(graph, nodes);
}

function nodeIn(program: Program, { module, fn }: FunctionRef, node: number): NodeId | null {
  const index = program.moduleIndex(module.path);
  if (index === undefined) return null;
  return (program.nodesOf(program.functionAt(index, fn.index)).first + node) as NodeId;
}

function add(nodes: Set<NodeId>, node: NodeId | null): void {
  if (node !== null) nodes.add(node);
}
