import type { FunctionIr } from '#ir/cfg';
import type { NodeMap, NodeStatus } from './change-set';
import { sameOp, type Correspondence } from './same-op';
import type { TempPairs } from './temp-pairs';

/**
 * The map of two functions that were written the same to the letter, when node by node they do the same and go on to
 * the same; null when some name means something else now, or came to be something else. Most partners are such.
 */
export function sameNumbering(
  base: FunctionIr,
  head: FunctionIr,
  temps: TempPairs,
  correspondence: (toHead: Int32Array) => Correspondence,
): NodeMap | null {
  const { length } = base.nodes;
  if (head.nodes.length !== length || base.entry !== head.entry || base.exit !== head.exit) return null;
  if (!base.nodes.every((node, i) => standsAt(base, head, node.index, i))) return null;
  base.nodes.forEach((node, i) => temps.learn(node.op, head.nodes[i]!.op));
  const toHead = Int32Array.from({ length }, (_, i) => i);
  const same = correspondence(toHead);
  if (!base.nodes.every((node, i) => sameOp(node.op, head.nodes[i]!.op, same))) return null;
  const statuses = Array.from({ length }, (): NodeStatus => 'unchanged');
  return { toHead, toBase: toHead.slice(), baseStatus: statuses, headStatus: statuses };
}

/** Same kind, same stretch of the text, same edges. */
function standsAt(base: FunctionIr, head: FunctionIr, index: number, i: number): boolean {
  const [ours, theirs] = [base.nodes[i]!, head.nodes[i]!];
  if (index !== i || theirs.index !== i || ours.op.kind !== theirs.op.kind) return false;
  if (ours.start - base.start !== theirs.start - head.start || ours.end - base.start !== theirs.end - head.start) {
    return false;
  }
  return (
    ours.edges.length === theirs.edges.length &&
    ours.edges.every((edge, at) => {
      const other = theirs.edges[at]!;
      return edge.to === other.to && edge.label === other.label && edge.weak === other.weak;
    })
  );
}
