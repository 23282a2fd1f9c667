import type { FunctionIr } from '#ir/cfg';
import type { NodeMap, NodeStatus } from './change-set';
import type { SameLayout } from './same-layout';
import { sameOp, type Correspondence } from './same-op';
import type { TempPairs } from './temp-pairs';

/**
 * The map of two functions that were written the same to the letter, at least around those nested in them, when node by node
 * they do the same and go on to the same; null when some name means something else now, or came to be something else. Most
 * partners are such.
 */
export function sameNumbering(
  base: FunctionIr,
  head: FunctionIr,
  temps: TempPairs,
  correspondence: (toHead: Int32Array) => Correspondence,
  layout?: SameLayout,
): NodeMap | null {
  const { length } = base.nodes;
  if (head.nodes.length !== length || base.entry !== head.entry || base.exit !== head.exit) return null;
  const shift = head.start - base.start;
  const toHeadPlace = layout === undefined ? (place: number) => place + shift : (place: number) => layout.toHead(place);
  const toHead = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    if (!standsAt(base, head, i, toHeadPlace)) return null;
    temps.learn(base.nodes[i]!.op, head.nodes[i]!.op);
    toHead[i] = i;
  }
  const same = correspondence(toHead);
  const statuses: NodeStatus[] = [];
  for (let i = 0; i < length; i++) {
    if (!sameOp(base.nodes[i]!.op, head.nodes[i]!.op, same)) return null;
    statuses.push('unchanged');
  }
  return { toHead, toBase: toHead.slice(), baseStatus: statuses, headStatus: statuses };
}

/** Same kind, same stretch of the text, same edges. */
function standsAt(base: FunctionIr, head: FunctionIr, i: number, toHead: (place: number) => number): boolean {
  const [ours, theirs] = [base.nodes[i]!, head.nodes[i]!];
  if (ours.index !== i || theirs.index !== i || ours.op.kind !== theirs.op.kind) return false;
  if (toHead(ours.start) !== theirs.start || toHead(ours.end) !== theirs.end) return false;
  if (ours.edges.length !== theirs.edges.length) return false;
  for (let at = 0; at < ours.edges.length; at++) {
    const [edge, other] = [ours.edges[at]!, theirs.edges[at]!];
    if (edge.to !== other.to || edge.label !== other.label || edge.weak !== other.weak) return false;
  }
  return true;
}
