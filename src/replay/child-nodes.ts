import type { Node } from 'oxc-parser';

/** The syntax nodes directly inside a node, in the order of its fields. */
export function* childNodes(node: Node): Generator<Node> {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue;
    for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) yield item;
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
