import type { ChangeSet, FunctionChange } from '#change/change-set';

/**
 * Nodes of a function in the base that stand at another place in the head, and that unchanged code leads to where other code
 * follows in the head. The head may leave the function before it gets to them, and have executed nothing that has changed.
 */
export function departuresOf(change: FunctionChange): readonly number[] {
  if (change.status !== 'changed') return [];
  const { base, head, nodes } = change;
  const found = new Set<number>();
  for (const { index, edges } of base.fn.nodes) {
    const partner = nodes.baseStatus[index] === 'unchanged' ? head.fn.nodes[nodes.toHead[index] ?? -1] : undefined;
    if (partner === undefined) continue;
    for (const { to, label } of edges) {
      const leadsOn = partner.edges.some((other) => other.label === label && other.to === nodes.toHead[to]);
      if (nodes.baseStatus[to] === 'changed' && !leadsOn) found.add(to);
    }
  }
  return [...found];
}

export function hasDepartures({ functions }: ChangeSet): boolean {
  return functions.some((change) => departuresOf(change).length > 0);
}
