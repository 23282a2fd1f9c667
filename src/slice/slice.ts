import type { NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { crossings, EdgeList } from '#dependence/edge-list';
import { edgeKinds } from '#dependence/function-graph';
import { kindOfCode, labelOfCode } from '#dependence/module-graph';
import { Summaries } from './summaries';

export type Direction = 'forward' | 'backward';

/** One dependence on the way from a seed to a hit. */
export interface SliceStep {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly kind: 'control' | 'data' | 'call' | 'parameter' | 'return' | 'throw' | 'shared';
  readonly label: string;
}

/** A node of the slice, and how far it is from the seeds. */
export interface SliceHit {
  readonly node: NodeId;
  /** How many dependences of its chain are guesses: through properties or methods of objects that are not known one by one. */
  readonly vague: number;
  /** How many dependences between nodes its chain has. */
  readonly distance: number;
}

export interface Slice {
  readonly direction: Direction;
  /** Those with the fewest guesses first, among them the nearest; seeds have distance 0. */
  readonly hits: readonly SliceHit[];
  /** The chain of dependences from a seed to a node of the slice that has the fewest guesses, and is the shortest of these. */
  explain(node: NodeId): SliceStep[];
  /** Whether a node of the slice is in it whoever calls its function, and not only for calls from code in the slice. */
  inAnyContext(node: NodeId): boolean;
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

/** A guess counts for more than any chain of dependences that are none. */
const vagueCost = 2 ** 20;
/** Beyond so many guesses they are not counted any more: costs are 31 bits. */
const mostGuesses = 2 ** 10;

/**
 * States are 4 · vertex + phase + 2 · fromTest: phase 0 may still ascend to callers; a shared place reached from a test
 * leads to tests only.
 */
class Search {
  /** Per state, what its chain costs: dependences, and `vagueCost` for each guess; −1 while it is not reached. */
  private readonly cost: Int32Array;
  /** Per state, the state before it on a shortest chain, and the kind of the last dependence. */
  private readonly parent: Int32Array;
  private readonly parentKind: Uint8Array;
  /** Per node, the state in which it is nearest, −1 while it is not reached; and the nodes reached. */
  private readonly best: Int32Array;
  private readonly reached: NodeId[] = [];
  /** Labels of dependences on chains, by the state that they lead to. */
  private readonly edges = new Map<number, { kind: number; label: string }>();
  private readonly looked = new EdgeList();
  private visited = 0;
  private readonly summaries: Summaries;
  private readonly direction: Direction;
  private readonly limit: number;
  private readonly expired: () => boolean;
  /** Per function, 1 for those of tests; null when there are none. */
  private readonly tests: Uint8Array | null;
  private complete = true;

  constructor(
    private readonly graph: DependenceGraph,
    options: SliceOptions,
  ) {
    this.summaries = new Summaries(graph);
    const states = 4 * graph.vertexCount;
    this.cost = new Int32Array(states).fill(-1);
    this.parent = new Int32Array(states).fill(-1);
    this.parentKind = new Uint8Array(states);
    this.best = new Int32Array(graph.program.nodeCount).fill(-1);
    this.direction = options.direction ?? 'forward';
    this.limit = options.limit ?? Number.POSITIVE_INFINITY;
    this.expired = options.expired ?? (() => false);
    this.tests = testFunctions(graph, options.isTest);
  }

  /** Fewest guesses first, then nearest, by dependences between nodes: parts of nodes cost nothing. */
  run(seeds: Iterable<NodeId>): void {
    let levels: number[][] = [[]];
    for (const seed of seeds) {
      for (const vertex of [this.graph.vertexOf(seed), ...this.graph.partsOf(seed)]) {
        this.cost[4 * vertex] = 0;
        levels[0]?.push(4 * vertex);
        this.hit(vertex, 4 * vertex);
      }
    }
    for (let guesses = 0; levels.length > 0 && this.complete; guesses++) {
      const guessed: number[][] = [];
      this.runWithout(guessed, levels, guesses * vagueCost);
      levels = guessed;
    }
  }

  /** All that can be reached without one more guess; states behind one go to the level of their distance in `guessed`. */
  private runWithout(guessed: number[][], levels: number[][], base: number): void {
    const edges = new EdgeList();
    for (let depth = 0; depth < levels.length; depth++) {
      const level = levels[depth] ?? [];
      for (let i = 0; i < level.length; i++) {
        const state = level[i]!;
        if (this.cost[state] !== base + depth) continue;
        this.visited++;
        this.collect(state >> 2, edges);
        this.relax(state, base + depth, edges, (next, cost) =>
          cost - base < vagueCost ? put(levels, cost - base, next) : put(guessed, cost - base - vagueCost, next),
        );
        if (this.visited > this.limit || ((i & 255) === 255 && this.expired())) {
          this.complete = false;
          return;
        }
      }
      levels[depth] = [];
    }
  }

  /** Hands on what the edges of a state bring nearer. */
  private relax(state: number, cost: number, edges: EdgeList, reach: (next: number, cost: number) => void): void {
    const { cost: costs, parent, parentKind, graph } = this;
    const { placeBase } = graph;
    const from = state >> 2;
    const fromNode = from >= placeBase ? -1 : graph.nodeOf(from);
    const fromTest = this.isFromTest(state);
    for (let i = 0; i < edges.length; i++) {
      const to = edges.to[i]!;
      const next = this.nextState(state, to, edges.crossing[i]!, fromTest);
      if (next < 0) continue;
      const kind = kindOfCode(edges.code[i]!);
      // A dependence between two nodes counts once, whatever parts and shared places it passes.
      let reached = cost + (to < placeBase && graph.nodeOf(to) !== fromNode ? 1 : 0);
      if (cost < mostGuesses * vagueCost && graph.isVague(from, to, kind, edges.crossing[i]!)) reached += vagueCost;
      const before = costs[next]!;
      if (before >= 0 && before <= reached) continue;
      costs[next] = reached;
      parent[next] = state;
      parentKind[next] = kind;
      if (to < placeBase) this.hit(to, next);
      reach(next, reached);
    }
  }

  result(): Slice {
    const found = this.reached.map((node) => ({ node, cost: this.cost[this.best[node]!]! }));
    found.sort((a, b) => a.cost - b.cost || a.node - b.node);
    const hits = found.map(({ node, cost }) => {
      const distance = cost % vagueCost;
      return { node, vague: (cost - distance) / vagueCost, distance };
    });
    return {
      direction: this.direction,
      hits,
      complete: this.complete,
      explain: (node) => this.explain(node),
      inAnyContext: (node) => this.inAnyContext(node),
    };
  }

  private inAnyContext(node: NodeId): boolean {
    const vertices = [this.graph.vertexOf(node), ...this.graph.partsOf(node)];
    return vertices.some((vertex) => this.cost[4 * vertex]! >= 0 || this.cost[4 * vertex + 2]! >= 0);
  }

  private hit(vertex: number, state: number): void {
    const node = this.graph.nodeOf(vertex);
    const before = this.best[node]!;
    if (before < 0) this.reached.push(node);
    if (before < 0 || this.cost[before]! > this.cost[state]!) this.best[node] = state;
  }

  private collect(vertex: number, edges: EdgeList): void {
    edges.clear();
    if (this.direction === 'forward') {
      this.graph.addForward(vertex, edges);
      this.summaries.addForward(vertex, edges);
    } else {
      this.graph.addBackward(vertex, edges);
      this.summaries.addBackward(vertex, edges);
    }
  }

  /** The state that an edge leads to; −1 where realizable paths, or tests, do not go. */
  private nextState(state: number, to: number, crossing: number, fromTest: boolean): number {
    const phase = state & 1;
    if (crossing === crossings.none) return 4 * to + phase;
    if (crossing === crossings.up && phase === 1) return -1;
    const ontoPlace = to >= this.graph.placeBase;
    if (fromTest && !ontoPlace && !this.isTest(to)) return -1;
    return 4 * to + (crossing === crossings.down ? 1 : 0) + (fromTest && ontoPlace ? 2 : 0);
  }

  private isFromTest(state: number): boolean {
    return this.graph.isPlace(state >> 2) ? (state & 2) !== 0 : this.isTest(state >> 2);
  }

  private isTest(vertex: number): boolean {
    return this.tests !== null && this.tests[this.graph.functionOf(vertex)] === 1;
  }

  private explain(node: NodeId): SliceStep[] {
    const steps: SliceStep[] = [];
    let state = this.best[node] ?? -1;
    if (state < 0) return steps;
    let pending: { kind: number; label: string }[] = [];
    let to: NodeId | undefined;
    for (;;) {
      const vertex = state >> 2;
      if (!this.graph.isPlace(vertex)) {
        const at = this.graph.nodeOf(vertex);
        if (to !== undefined && at !== to) {
          steps.push(this.step(at, to, pending));
          pending = [];
        }
        if (to === undefined || at !== to) to = at;
      }
      const before: number = this.parent[state]!;
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
    const edge = { kind, label: kind === edgeKinds.summary ? '' : this.labelOf(from, to, kind) };
    this.edges.set(to, edge);
    return edge;
  }

  private labelOf(from: number, to: number, kind: number): string {
    const [vertex, end] = [from >> 2, to >> 2];
    // A shared place may have thousands of uses, but all edges to and from it are called by its name.
    if (kind === edgeKinds.shared) return this.graph.labels.of(vertex, end, kind, -1, crossings.shared);
    const edges = this.looked;
    this.collect(vertex, edges);
    const fromTest = this.isFromTest(from);
    for (let i = 0; i < edges.length; i++) {
      const code = edges.code[i]!;
      const crossing = edges.crossing[i]!;
      if (edges.to[i] !== end || kindOfCode(code) !== kind) continue;
      if (this.nextState(from, end, crossing, fromTest) !== to) continue;
      const label = this.graph.labels.of(vertex, end, kind, labelOfCode(code), crossing);
      if (label !== '') return label;
    }
    return '';
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

function put(levels: number[][], level: number, state: number): void {
  while (levels.length <= level) levels.push([]);
  levels[level]!.push(state);
}

function testFunctions({ program }: DependenceGraph, isTest: SliceOptions['isTest']): Uint8Array | null {
  const modules = program.modules.map(({ path }) => isTest?.(path) === true);
  if (!modules.includes(true)) return null;
  return Uint8Array.from(program.moduleOfFunction, (m) => (modules[m] === true ? 1 : 0));
}
