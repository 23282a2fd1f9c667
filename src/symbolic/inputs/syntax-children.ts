import type { Node } from 'oxc-parser';
import { visitorKeys } from '@typescript-eslint/visitor-keys';

const none: readonly string[] = [];

/** Direct parts of a syntax node, in the order of the source. */
export function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  for (const key of visitorKeys[node.type] ?? none) {
    const value: unknown = (node as unknown as Record<string, unknown>)[key];
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The nodes from the root down to `node`, both included. */
export function pathTo(root: Node, node: Node): readonly Node[] {
  const path: Node[] = [root];
  for (let at = root; at !== node;) {
    const next = childrenOf(at).find((child) => child === node || contains(child, node));
    if (next === undefined) return [];
    path.push(next);
    at = next;
  }
  return path;
}

function contains(outer: Node, inner: Node): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
