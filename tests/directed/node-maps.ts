import type { NodeMap, NodeStatus } from '#change/change-set';

/** Two graphs of the same shape that differ in what the changed nodes do. */
export function sameShape(nodeCount: number, changed: readonly number[]): NodeMap {
  const status = statuses(nodeCount, changed, 'changed');
  const identity = Int32Array.from({ length: nodeCount }, (_, node) => node);
  return { toHead: identity, toBase: identity.slice(), baseStatus: status, headStatus: status };
}

/** The base without the removed nodes is the head without the added ones, in order; `changed` are nodes of the head. */
export function aligned(
  base: { readonly nodeCount: number; readonly removed: readonly number[] },
  head: { readonly nodeCount: number; readonly added: readonly number[]; readonly changed?: readonly number[] },
): NodeMap {
  const kept = indexes(base.nodeCount).filter((node) => !base.removed.includes(node));
  const partners = indexes(head.nodeCount).filter((node) => !head.added.includes(node));
  if (kept.length !== partners.length) throw new Error(`${kept.length} nodes kept, ${partners.length} in the head`);
  const toHead = new Int32Array(base.nodeCount).fill(-1);
  const toBase = new Int32Array(head.nodeCount).fill(-1);
  kept.forEach((node, i) => {
    const partner = partners[i] ?? -1;
    toHead[node] = partner;
    toBase[partner] = node;
  });
  const headStatus = statuses(head.nodeCount, head.added, 'added');
  const baseStatus = statuses(base.nodeCount, base.removed, 'removed');
  for (const node of head.changed ?? []) {
    headStatus[node] = 'changed';
    baseStatus[toBase[node] ?? -1] = 'changed';
  }
  return { toHead, toBase, baseStatus, headStatus };
}

function statuses(count: number, marked: readonly number[], mark: NodeStatus): NodeStatus[] {
  return indexes(count).map((node) => (marked.includes(node) ? mark : 'unchanged'));
}

function indexes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
