import type { CfgNode, FunctionIr, Op } from '#ir/cfg';
import { commonSubsequence } from './common-subsequence';
import type { TempPairs } from './temp-pairs';

/** Nodes with matching origins, those with one origin in order and each with one of its own kind. */
export function matchNodes(base: FunctionIr, head: FunctionIr, places: Places, temps: TempPairs): NodePairs {
  const pairs: NodePairs = {
    toHead: new Int32Array(base.nodes.length).fill(-1),
    toBase: new Int32Array(head.nodes.length).fill(-1),
  };
  pairNodes(pairs, base.entry, head.entry);
  pairNodes(pairs, base.exit, head.exit);
  const theirs = groupByPlace(head.nodes, places.ofHead, pairs.toBase);
  for (const [place, ours] of groupByPlace(base.nodes, places.ofBase, pairs.toHead)) {
    const others = theirs.get(place) ?? [];
    const kinds = (nodes: readonly CfgNode[]): number[] => nodes.map(({ op }) => kindNumber(op));
    for (const [i, j] of commonSubsequence(kinds(ours), kinds(others)))
      pairNodes(pairs, ours[i]!.index, others[j]!.index);
  }
  base.nodes.forEach((node, i) => {
    const partner = head.nodes[pairs.toHead[i]!];
    if (partner !== undefined) temps.learn(node.op, partner.op);
  });
  return pairs;
}

/** Partners among the nodes of two graphs, by index; −1 where there is none. */
export interface NodePairs {
  readonly toHead: Int32Array;
  readonly toBase: Int32Array;
}

/**
 * Where the syntax of a node stands. Nodes of both graphs that come from matching syntax have the same number; −1 for
 * nodes whose syntax has no partner.
 */
export interface Places {
  ofBase(node: CfgNode): number;
  ofHead(node: CfgNode): number;
}

/**
 * Also pairs nodes that the syntax did not: the same operation, reached from partners along edges of one label. So a
 * condition that is written in another way, but decides the same in the same order, is recognised.
 */
export function followEdges(
  base: FunctionIr,
  head: FunctionIr,
  pairs: NodePairs,
  temps: TempPairs,
  isSame: (base: CfgNode, head: CfgNode) => boolean,
): void {
  const waiting = base.nodes.filter((node) => pairs.toHead[node.index]! >= 0);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const partner = head.nodes[pairs.toHead[node.index]!]!;
    for (const edge of node.edges) {
      const other = partner.edges.find(({ label }) => label === edge.label);
      if (other === undefined || pairs.toHead[edge.to]! >= 0 || pairs.toBase[other.to]! >= 0) continue;
      const next = base.nodes[edge.to]!;
      const candidate = head.nodes[other.to]!;
      if (next.op.kind !== candidate.op.kind) continue;
      const learned = temps.learn(next.op, candidate.op);
      if (!isSame(next, candidate)) {
        temps.forget(learned);
        continue;
      }
      pairNodes(pairs, next.index, candidate.index);
      waiting.push(next);
    }
  }
}

function pairNodes({ toHead, toBase }: NodePairs, base: number, head: number): void {
  toHead[base] = head;
  toBase[head] = base;
}

function groupByPlace(
  nodes: readonly CfgNode[],
  placeOf: (node: CfgNode) => number,
  partner: Int32Array,
): Map<number, CfgNode[]> {
  const groups = new Map<number, CfgNode[]>();
  for (const node of nodes) {
    const place = partner[node.index]! >= 0 ? -1 : placeOf(node);
    if (place < 0) continue;
    const list = groups.get(place);
    if (list === undefined) groups.set(place, [node]);
    else list.push(node);
  }
  return groups;
}

/** An iterator is closed in two ways, by a `break` and by an error. */
function kindNumber(op: Op): number {
  return op.kind === 'iter-close' && op.rethrow ? -1 : kindNumbers[op.kind];
}

const kindNumbers: Readonly<Record<Op['kind'], number>> = {
  entry: 0,
  exit: 1,
  assign: 2,
  eval: 3,
  branch: 4,
  call: 5,
  'call-return': 6,
  await: 7,
  yield: 8,
  return: 9,
  throw: 10,
  catch: 11,
  jump: 12,
  dispatch: 13,
  'iter-open': 14,
  'iter-next': 15,
  'iter-step': 16,
  'iter-rest': 17,
  'iter-close': 18,
  delete: 19,
  scope: 20,
  nop: 21,
};
