import type { NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { edgeKinds } from '#dependence/function-graph';
import { Summaries } from './summaries';

export type Direction = 'forward' | 'backward';

/** One dependence on the way from a seed to a hit. */
export interface SliceStep {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly kind: 'control' | 'data' | 'call' | 'parameter' | 'return' | 'throw' | 'shared';
  readonly label: string;
}

/** A node of the slice, and how far it is from the seeds, in dependences between nodes. */
export interface SliceHit {
  readonly node: NodeId;
  readonly distance: number;
}

export interface Slice {
  readonly direction: Direction;
  /** Nearest first; seeds have distance 0. */
  readonly hits: readonly SliceHit[];
  /** The shortest chain of dependences from a seed to a node of the slice. */
  explain(node: NodeId): SliceStep[];
  /** False when the budget ended the search. */
  readonly complete: boolean;
}

export interface SliceOptions {
  readonly direction?: Direction;
  /** Most vertices to visit. */
  readonly limit?: number;
  /** True once there is no time left: the search ends, nearest hits found. */
  readonly expired?: () => boolean;
  /** Code that exercises the rest, such as tests: what it does does not reach the code that it calls. */
  readonly isTest?: (path: string) => boolean;
}

/**
 * The static slice (Change-Effects Def. 11) along realizable paths only: as in Horwitz, Reps and Binkley,
 * a first phase may leave functions to their callers and a second may only enter callees, with
 * summary edges across calls. A dependence through shared state starts anew, since the state
 * outlives the call that wrote it.
 */
export function slice(graph: DependenceGraph, seeds: Iterable<NodeId>, options: SliceOptions = {}): Slice {
  const search = new Search(graph, options);
  search.run(seeds);
  return search.result();
}

/** A dependence on a property of objects that are not known one by one counts for several. */
const vagueCost = 3;

/**
 * States are 4 · vertex + phase + 2 · fromTest: phase 0 may still ascend to callers; a shared place reached from a test
 * leads to tests only.
 */
class Search {
  /** Per state, its distance; −1 while it is not reached. */
  private readonly distance: Int32Array;
  /** Per state, the state before it on a shortest chain, and the kind of the last dependence. */
  private readonly parent: Int32Array;
  private readonly parentKind: Uint8Array;
  private readonly best = new Map<NodeId, number>();
  /** Labels of dependences on chains, by the state that they lead to. */
  private readonly edges = new Map<number, { kind: number; label: string }>();
  private visited = 0;
  private readonly summaries: Summaries;
  private readonly direction: Direction;
  private readonly limit: number;
  private readonly expired: () => boolean;
  private readonly tests: Uint8Array;
  private complete = true;

  constructor(
    private readonly graph: DependenceGraph,
    options: SliceOptions,
  ) {
    this.summaries = new Summaries(graph);
    const states = 4 * graph.vertexCount;
    this.distance = new Int32Array(states).fill(-1);
    this.parent = new Int32Array(states).fill(-1);
    this.parentKind = new Uint8Array(states);
    this.direction = options.direction ?? 'forward';
    this.limit = options.limit ?? Number.POSITIVE_INFINITY;
    this.expired = options.expired ?? (() => false);
    const { isTest } = options;
    this.tests = Uint8Array.from(graph.program.modules, (module) => (isTest?.(module.path) === true ? 1 : 0));
  }

  /** Nearest first, by dependences between nodes: parts of nodes cost nothing. */
  run(seeds: Iterable<NodeId>): void {
    const levels: number[][] = [[]];
    for (const seed of seeds) {
      for (const vertex of [this.graph.vertexOf(seed), ...this.graph.partsOf(seed)]) {
        this.distance[4 * vertex] = 0;
        levels[0]?.push(4 * vertex);
        this.hit(vertex, 4 * vertex);
      }
    }
    for (let depth = 0; depth < levels.length; depth++) {
      const level = levels[depth] ?? [];
      for (let i = 0; i < level.length; i++) {
        const state = level[i]!;
        if (this.distance[state] !== depth) continue;
        this.visited++;
        this.expand(state, (to, kind) => {
          const distance = depth + this.costs(state >> 2, to >> 2);
          const before = this.distance[to]!;
          if (before >= 0 && before <= distance) return;
          this.distance[to] = distance;
          this.parent[to] = state;
          this.parentKind[to] = kind;
          if (!this.graph.isPlace(to >> 2)) this.hit(to >> 2, to);
          while (levels.length <= distance) levels.push([]);
          levels[distance]?.push(to);
        });
        if (this.visited > this.limit || ((i & 255) === 255 && this.expired())) {
          this.complete = false;
          return;
        }
      }
      levels[depth] = [];
    }
  }

  result(): Slice {
    const hits = [...this.best].map(([node, state]) => ({ node, distance: this.distance[state] ?? 0 }));
    hits.sort((a, b) => a.distance - b.distance || a.node - b.node);
    return { direction: this.direction, hits, complete: this.complete, explain: (node) => this.explain(node) };
  }

  /** A dependence between two nodes counts once, whatever parts and shared places it passes. */
  private costs(from: number, to: number): number {
    if (this.graph.isPlace(to)) return this.graph.isVague(to) ? vagueCost : 0;
    return this.graph.isPlace(from) || this.graph.nodeOf(from) !== this.graph.nodeOf(to) ? 1 : 0;
  }

  private hit(vertex: number, state: number): void {
    const node = this.graph.nodeOf(vertex);
    const before = this.best.get(node);
    if (before === undefined || (this.distance[before] ?? 0) > (this.distance[state] ?? 0)) this.best.set(node, state);
  }

  private expand(state: number, visit: (to: number, kind: number, label: string) => void, labelled = false): void {
    const vertex = state >> 2;
    const phase = state & 1;
    const isPlace = this.graph.isPlace(vertex);
    const fromTest = isPlace ? (state & 2) !== 0 : this.isTest(vertex);
    const follow = (to: number, kind: number, label: string, crossing: string): void => {
      if (crossing === 'up' && phase === 1) return;
      const ontoPlace = this.graph.isPlace(to);
      if (fromTest && !ontoPlace && !this.isTest(to)) return;
      const next = crossing === 'none' ? phase : crossing === 'down' ? 1 : 0;
      visit(4 * to + next + (fromTest && ontoPlace ? 2 : 0), kind, label);
    };
    const summary = (to: number): void => visit(4 * to + phase, edgeKinds.summary, '');
    if (this.direction === 'forward') {
      this.graph.forward(vertex, follow, labelled);
      this.summaries.forward(vertex, summary);
    } else {
      this.graph.backward(vertex, follow, labelled);
      this.summaries.backward(vertex, summary);
    }
  }

  private isTest(vertex: number): boolean {
    return this.tests[this.graph.program.moduleOfFunction[this.graph.functionOf(vertex)] ?? 0] === 1;
  }

  private explain(node: NodeId): SliceStep[] {
    const steps: SliceStep[] = [];
    let state = this.best.get(node);
    let pending: { kind: number; label: string }[] = [];
    let to: NodeId | undefined;
    while (state !== undefined) {
      const vertex = state >> 2;
      if (!this.graph.isPlace(vertex)) {
        const at = this.graph.nodeOf(vertex);
        if (to !== undefined && at !== to) {
          steps.push(this.step(at, to, pending));
          pending = [];
        }
        if (to === undefined || at !== to) to = at;
      }
      const before = this.parent[state]!;
      if (before < 0) break;
      pending.push(this.edge(before, state));
      state = before;
    }
    steps.reverse();
    if (this.direction === 'forward') return steps;
    return steps.map(({ from, to: end, kind, label }) => ({ from: end, to: from, kind, label }));
  }

  /** The label of a dependence that the search took. */
  private edge(from: number, to: number): { kind: number; label: string } {
    const known = this.edges.get(to);
    if (known !== undefined) return known;
    const kind = this.parentKind[to]!;
    let found = '';
    this.expand(
      from,
      (next, k, label) => {
        if (next === to && k === kind && found === '') found = label;
      },
      true,
    );
    const edge = { kind, label: found };
    this.edges.set(to, edge);
    return edge;
  }

  private step(from: NodeId, to: NodeId, edges: readonly { kind: number; label: string }[]): SliceStep {
    const deciding = edges.find((e) => e.kind === edgeKinds.shared) ?? edges.find((e) => e.label !== '') ?? edges[0];
    return { from, to, kind: stepKinds[deciding?.kind ?? edgeKinds.data] ?? 'data', label: deciding?.label ?? '' };
  }
}

const stepKinds: Readonly<Record<number, SliceStep['kind']>> = {
  [edgeKinds.control]: 'control',
  [edgeKinds.data]: 'data',
  [edgeKinds.through]: 'data',
  [edgeKinds.call]: 'call',
  [edgeKinds.parameter]: 'parameter',
  [edgeKinds.return]: 'return',
  [edgeKinds.error]: 'throw',
  [edgeKinds.shared]: 'shared',
  [edgeKinds.summary]: 'call',
};
