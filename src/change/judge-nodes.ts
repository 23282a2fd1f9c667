import type { CfgNode, Edge, FunctionIr } from '#ir/cfg';
import type { NodeMap, NodeStatus } from './change-set';
import type { NodePairs } from './match-nodes';

/**
 * The final arbiter: partners are unchanged if they do the same at the same place and lead to partners. A wrong
 * `unchanged` is the worst error here, so edges are judged on what the graphs say, whatever the syntax suggested:
 * labelled successors agree, except where one of them is itself changed, added or removed.
 */
export function judgeNodes(base: FunctionIr, head: FunctionIr, pairs: NodePairs, evidence: Evidence): NodeMap {
  const judge = new Judge(base, head, pairs);
  const good = Uint8Array.from(evidence.same, (same, i) => (same === 1 && evidence.moves[i] === 'none' ? 1 : 0));
  judge.readmit(good, evidence);
  const unchanged = good.slice();
  for (const node of base.nodes) if (good[node.index] === 1 && !judge.leadsOn(node, good)) unchanged[node.index] = 0;
  return statuses(pairs, unchanged);
}

/** What is known about two partners beside their edges, by base node. */
export interface Evidence {
  /** The operations are the same. */
  readonly same: Uint8Array;
  readonly moves: readonly Move[];
}

/** Whether the syntax stands at another place: of its own statement, which stayed, or of the function. */
export type Move = 'none' | 'within-statement' | 'elsewhere';

/** Is one graph the other but for numbering? Every node unchanged and every edge with its partner. */
export function sameGraphs(base: FunctionIr, head: FunctionIr, nodes: NodeMap): boolean {
  const all = nodes.baseStatus.every(isUnchanged) && nodes.headStatus.every(isUnchanged);
  if (!all) return false;
  const judge = new Judge(base, head, nodes);
  return base.nodes.every((node) => judge.edgesMatch(node));
}

/** The same map with one pair of partners known to have changed. */
export function withChanged(nodes: NodeMap, base: number): NodeMap {
  const unchanged = Uint8Array.from(nodes.baseStatus, (status, i) => (status === 'unchanged' && i !== base ? 1 : 0));
  return statuses(nodes, unchanged);
}

function isUnchanged(status: NodeStatus): boolean {
  return status === 'unchanged';
}

function statuses({ toHead, toBase }: NodePairs, unchanged: Uint8Array): NodeMap {
  const of = (i: number): NodeStatus => (unchanged[i] === 1 ? 'unchanged' : 'changed');
  return {
    toHead,
    toBase,
    baseStatus: Array.from(toHead, (partner, i) => (partner < 0 ? 'removed' : of(i))),
    headStatus: Array.from(toBase, (partner) => (partner < 0 ? 'added' : of(partner))),
  };
}

class Judge {
  readonly #base: FunctionIr;
  readonly #head: FunctionIr;
  readonly #pairs: NodePairs;

  constructor(base: FunctionIr, head: FunctionIr, pairs: NodePairs) {
    this.#base = base;
    this.#head = head;
    this.#pairs = pairs;
  }

  /**
   * Syntax that moved without changing a path through it has not moved: keeps, all at once, those partners whose
   * neighbours in both directions are partners of each other. Within a statement that stayed, code that came or went
   * beside it is no move either.
   */
  readmit(good: Uint8Array, { same, moves }: Evidence): void {
    const candidates = this.#base.nodes.filter(({ index }) => same[index] === 1 && moves[index] !== 'none');
    if (candidates.length === 0) return;
    const before = { base: predecessors(this.#base), head: predecessors(this.#head) };
    for (const { index } of candidates) good[index] = 1;
    const fits = (node: CfgNode): boolean => {
      const sources = before.base[node.index]!;
      const others = before.head[this.#pairs.toHead[node.index]!]!;
      if (moves[node.index] === 'within-statement')
        return this.leadsOn(node, good) && this.#comesFrom(sources, others, good);
      const settled = (neighbour: number): boolean => moves[neighbour] === 'none' || good[neighbour] === 1;
      return (
        this.edgesMatch(node) &&
        this.#sourcesMatch(sources, others) &&
        sources.every(settled) &&
        node.edges.every(({ to }) => settled(to))
      );
    };
    const isCandidate = new Set(candidates.map((node) => node.index));
    const waiting = [...candidates];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (!isCandidate.has(node.index) || good[node.index] === 0 || fits(node)) continue;
      good[node.index] = 0;
      for (const { to } of node.edges) waiting.push(this.#base.nodes[to]!);
      for (const from of before.base[node.index]!) waiting.push(this.#base.nodes[from]!);
    }
  }

  #sourcesMatch(base: readonly number[], head: readonly number[]): boolean {
    if (base.length !== head.length) return false;
    const theirs = new Set(head);
    return base.every((source) => theirs.has(this.#pairs.toHead[source]!));
  }

  /** Sources without a partner are excused where changed code is among the sources. */
  #comesFrom(base: readonly number[], head: readonly number[], good: Uint8Array): boolean {
    const { toHead, toBase } = this.#pairs;
    if (base.some((source) => good[source] !== 1) || head.some((source) => good[toBase[source]!] !== 1)) return true;
    return base.length === head.length && base.every((source) => head.includes(toHead[source]!));
  }

  /** Every edge has a partner: same label, same kind, partners as targets. */
  edgesMatch(node: CfgNode): boolean {
    const partner = this.#partner(node);
    if (node.edges.length !== partner.edges.length) return false;
    return node.edges.every((edge) => partner.edges.some((other) => this.#sameEdge(edge, other)));
  }

  #sameEdge(edge: Edge, other: Edge): boolean {
    return edge.label === other.label && edge.weak === other.weak && this.#pairs.toHead[edge.to] === other.to;
  }

  /** Edges without a partner are excused where they, or the edge that replaces them, lead into changed code. */
  leadsOn(node: CfgNode, good: Uint8Array): boolean {
    const partner = this.#partner(node);
    const isGoodBase = (edge: Edge): boolean => good[edge.to] === 1;
    const isGoodHead = (edge: Edge): boolean => good[this.#pairs.toBase[edge.to]!] === 1;
    const excused = (label: string): boolean =>
      node.edges.some((edge) => edge.label === label && !isGoodBase(edge)) ||
      partner.edges.some((edge) => edge.label === label && !isGoodHead(edge));
    return (
      node.edges.every((edge) => partner.edges.some((other) => this.#sameEdge(edge, other)) || excused(edge.label)) &&
      partner.edges.every((other) => node.edges.some((edge) => this.#sameEdge(edge, other)) || excused(other.label))
    );
  }

  #partner(node: CfgNode): CfgNode {
    return this.#head.nodes[this.#pairs.toHead[node.index]!]!;
  }
}

function predecessors(fn: FunctionIr): number[][] {
  const before: number[][] = fn.nodes.map(() => []);
  for (const node of fn.nodes) {
    for (const { to } of node.edges) if (before[to]!.at(-1) !== node.index) before[to]!.push(node.index);
  }
  return before;
}
