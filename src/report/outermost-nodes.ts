import type { ChangedNode } from '#result/function-result';

/**
 * Changed nodes as a reader counts changes: a call inside a changed statement is a node of its own, but part of the same
 * change. Leaves out each node that lies inside another one in every version that has it.
 */
export function outermostNodes(nodes: readonly ChangedNode[]): ChangedNode[] {
  const insideHead = insideOthers(nodes, headRange);
  const insideBase = insideOthers(nodes, baseRange);
  return nodes.filter((node) => {
    const isHiddenInHead = node.status === 'removed' || insideHead.has(node);
    const isHiddenInBase = node.status === 'added' || insideBase.has(node);
    return !(isHiddenInHead && isHiddenInBase);
  });
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function headRange(node: ChangedNode): Range | null {
  return node.status === 'removed' ? null : node.span;
}

function baseRange(node: ChangedNode): Range | null {
  switch (node.status) {
    case 'added':
      return null;
    case 'changed':
      return node.base.span;
    case 'removed':
      return node.span;
  }
}

function insideOthers(nodes: readonly ChangedNode[], rangeOf: (node: ChangedNode) => Range | null): Set<ChangedNode> {
  const ordered = nodes
    .flatMap((node) => {
      const range = rangeOf(node);
      return range === null ? [] : [{ node, ...range }];
    })
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const inside = new Set<ChangedNode>();
  let end = -1;
  for (const entry of ordered) {
    if (entry.end <= end) inside.add(entry.node);
    else end = entry.end;
  }
  return inside;
}
