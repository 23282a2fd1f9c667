import type { Node } from 'oxc-parser';
import { isClass, isFunction, type Position } from './syntax-position';

/** Start and end offsets. */
export type Range = readonly [number, number];

/** Positions in lists whose elements stand side by side, without commas. */
export type ListPosition = Extract<Position, 'statement' | 'member' | 'case' | 'jsx-child' | 'jsx-attribute'>;

export function wholeRange(text: string): Range {
  return [0, text.length];
}

/** From the first to the last of neighbouring nodes, with the decorators that stand before an `export`. */
export function listRange(nodes: readonly Node[]): Range {
  return [Math.min(...nodes.map(firstOffset)), Math.max(...nodes.map((node) => node.end))];
}

function firstOffset(node: Node): number {
  const declared =
    node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration'
      ? (node.declaration ?? node)
      : node;
  const decorators = isClass(declared) ? declared.decorators : [];
  return Math.min(node.start, ...decorators.map((decorator) => decorator.start));
}

/** Where to put what has no neighbours to be put between: after the one before it, or first in its parent. */
export function insertionPoint(parent: Node, previous: Node | null, of: ListPosition): Range {
  const at = previous?.end ?? firstInside(parent, of);
  return [at, at];
}

function firstInside(parent: Node, of: ListPosition): number {
  if (parent.type === 'JSXElement')
    return of === 'jsx-child' ? parent.openingElement.end : parent.openingElement.name.end;
  if (parent.type === 'JSXFragment') return parent.openingFragment.end;
  if (parent.type === 'Program') return parent.hashbang?.end ?? 0;
  if (isClass(parent)) return parent.body.start + 1;
  if (parent.type === 'SwitchCase') return parent.consequent[0]?.start ?? parent.end;
  if (parent.type === 'SwitchStatement') return parent.cases[0]?.start ?? parent.end - 1;
  if (parent.type === 'StaticBlock') return parent.body[0]?.start ?? parent.end - 1;
  return parent.start + 1; // past the brace
}

/**
 * What stands before the body of two functions, classes, loops or handlers, or before what a declaration declares: `async
 * function f(a)`, `class A extends B`, `for (const x of xs)`, `const`. Null where there is no such text on its own.
 */
export function headerRanges(
  base: Node,
  head: Node,
  /** The methods that the two functions belong to. */
  member: { readonly base: Node; readonly head: Node } | null,
): { readonly base: Range; readonly head: Range } | null {
  const ours = headerEnd(base);
  const theirs = headerEnd(head);
  if (ours === null || theirs === null || base.type !== head.type) return null;
  return { base: [member?.base.start ?? base.start, ours], head: [member?.head.start ?? head.start, theirs] };
}

function headerEnd(node: Node): number | null {
  if (isClass(node)) return node.decorators.length > 0 ? null : node.body.start;
  if (node.type === 'VariableDeclaration') return node.declarations[0]?.start ?? null;
  const hasBody = isFunction(node) || loops.has(node.type) || node.type === 'CatchClause';
  if (!hasBody || !('body' in node)) return null;
  const { body } = node;
  const isBlock = typeof body === 'object' && body !== null && 'type' in body && body.type === 'BlockStatement';
  return isBlock ? body.start : null;
}

const loops: ReadonlySet<string> = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement']);
