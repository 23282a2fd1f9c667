import type { ChangedNode } from '#result/function-result';
import { outermostNodes } from './outermost-nodes';
import { oneLine } from './source-text';

/** A line of what changed in a function. `pair` has both versions of one node. */
export type DiffRow =
  | { readonly kind: 'pair'; readonly before: DiffSide; readonly after: DiffSide }
  | { readonly kind: 'added' | 'removed' | 'inside'; readonly side: DiffSide };

export interface DiffSide {
  readonly line: number;
  readonly text: string;
}

/** What changed, in the order of a diff: between two nodes that both versions have, what is gone stands before what is new. */
export function diffRows(nodes: readonly ChangedNode[]): DiffRow[] {
  return inDiffOrder(outermostNodes(nodes)).map(rowOf);
}

function rowOf(node: ChangedNode): DiffRow {
  const side = sideOf(node);
  if (node.status !== 'changed') return { kind: node.status, side };
  const before = sideOf(node.base);
  // A whole class or function value: the change is somewhere inside, and is shown where it is.
  if (isLong(node.text) || isLong(node.base.text)) return { kind: 'inside', side: firstLine(node) };
  return before.text === side.text ? { kind: 'inside', side } : { kind: 'pair', before, after: side };
}

const longText = 400;

function isLong(text: string): boolean {
  return text.length > longText && text.includes('\n');
}

interface Shown {
  readonly span: { readonly line: number };
  readonly text: string;
}

function sideOf({ span, text }: Shown): DiffSide {
  return { line: span.line, text: oneLine(text) };
}

function firstLine({ span, text }: Shown): DiffSide {
  return { line: span.line, text: `${oneLine(text.slice(0, text.indexOf('\n')))} …` };
}

function inDiffOrder(nodes: readonly ChangedNode[]): ChangedNode[] {
  const anchors = nodes.filter((node) => node.status === 'changed').toSorted((a, b) => a.span.start - b.span.start);
  const gapOf = (node: ChangedNode): number => {
    const isBefore = (anchor: (typeof anchors)[number]): boolean =>
      (node.status === 'removed' ? anchor.base.span.start : anchor.span.start) <= node.span.start;
    return anchors.findLastIndex(isBefore);
  };
  const rank = { changed: 0, removed: 1, added: 2 } as const;
  return nodes
    .map((node) => ({ node, gap: gapOf(node) }))
    .toSorted(
      (a, b) => a.gap - b.gap || rank[a.node.status] - rank[b.node.status] || a.node.span.start - b.node.span.start,
    )
    .map(({ node }) => node);
}
