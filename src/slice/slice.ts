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
}

/**
 * The static slice (Change-Effects Def. 11) along realizable paths only: as in Horwitz, Reps and Binkley,
 * a first phase may leave functions to their callers and a second may only enter callees, with
 * summary edges across calls. A dependence through shared state starts anew, since the state
 * outlives the call that wrote it.
 */
export function slice(graph: DependenceGraph, seeds: Iterable<NodeId>, options: SliceOptions = {}): Slice {
  const search = new Search(graph, options.direction ?? 'forward', options.limit ?? Number.POSITIVE_INFINITY);
  search.run(seeds);
  return search.result();
}

/** States are 2 · vertex + phase; phase 0 may still ascend to callers. */
class Search {
  private readonly distance = new Map<number, number>();
  private readonly parent = new Map<number, { state: number; kind: number; label: string }>();
  private readonly best = new Map<NodeId, number>();
  private readonly summaries: Summaries;
  private complete = true;

  constructor(
    private readonly graph: DependenceGraph,
    private readonly direction: Direction,
    private readonly limit: number,
  ) {
    this.summaries = new Summaries(graph);
  }

  /** Breadth first by dependences between nodes: parts of nodes and shared places cost nothing. */
  run(seeds: Iterable<NodeId>): void {
    let level: number[] = [];
    for (const seed of seeds) {
      for (const vertex of [this.graph.vertexOf(seed), ...this.graph.partsOf(seed)]) {
        this.distance.set(2 * vertex, 0);
        level.push(2 * vertex);
        this.hit(vertex, 2 * vertex);
      }
    }
    for (let depth = 0; level.length > 0; depth++) {
      const next: number[] = [];
      for (let i = 0; i < level.length; i++) {
        const state = level[i]!;
        if (this.distance.get(state) !== depth) continue;
        this.expand(state, (to, kind, label) => {
          if (this.distance.has(to)) return;
          const costs = this.costs(state >> 1, to >> 1);
          this.distance.set(to, depth + costs);
          this.parent.set(to, { state, kind, label });
          if (!this.graph.isPlace(to >> 1)) this.hit(to >> 1, to);
          (costs === 0 ? level : next).push(to);
        });
        if (this.distance.size > this.limit) {
          this.complete = false;
          return;
        }
      }
      level = next;
    }
  }

  result(): Slice {
    const hits = [...this.best].map(([node, state]) => ({ node, distance: this.distance.get(state) ?? 0 }));
    hits.sort((a, b) => a.distance - b.distance || a.node - b.node);
    return { direction: this.direction, hits, complete: this.complete, explain: (node) => this.explain(node) };
  }

  /** A dependence between two nodes counts once, whatever parts and shared places it passes. */
  private costs(from: number, to: number): number {
    if (this.graph.isPlace(to)) return 0;
    return this.graph.isPlace(from) || this.graph.nodeOf(from) !== this.graph.nodeOf(to) ? 1 : 0;
  }

  private hit(vertex: number, state: number): void {
    const node = this.graph.nodeOf(vertex);
    const before = this.best.get(node);
    if (before === undefined || (this.distance.get(before) ?? 0) > (this.distance.get(state) ?? 0)) this.best.set(node, state);
  }

  private expand(state: number, visit: (to: number, kind: number, label: string) => void): void {
    const vertex = state >> 1;
    const phase = state & 1;
    const follow = (to: number, kind: number, label: string, crossing: string): void => {
      if (crossing === 'none') visit(2 * to + phase, kind, label);
      else if (crossing === 'shared') visit(2 * to, kind, label);
      else if (crossing === 'down') visit(2 * to + 1, kind, label);
      else if (phase === 0) visit(2 * to, kind, label);
    };
    if (this.direction === 'forward') {
      this.graph.forward(vertex, follow);
      this.summaries.forward(vertex, (to) => visit(2 * to + phase, edgeKinds.summary, ''));
    } else {
      this.graph.backward(vertex, follow);
      this.summaries.backward(vertex, (to) => visit(2 * to + phase, edgeKinds.summary, ''));
    }
  }

  private explain(node: NodeId): SliceStep[] {
    const steps: SliceStep[] = [];
    let state = this.best.get(node);
    let pending: { kind: number; label: string }[] = [];
    let to: NodeId | undefined;
    while (state !== undefined) {
      const vertex = state >> 1;
      if (!this.graph.isPlace(vertex)) {
        const at = this.graph.nodeOf(vertex);
        if (to !== undefined && at !== to) {
          steps.push(this.step(at, to, pending));
          pending = [];
        }
        if (to === undefined || at !== to) to = at;
      }
      const before = this.parent.get(state);
      if (before === undefined) break;
      pending.push(before);
      state = before.state;
    }
    return this.direction === 'forward' ? steps.reverse() : steps.reverse().map((s) => ({ ...s, from: s.to, to: s.from }));
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
