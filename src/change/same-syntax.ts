import type { Node } from 'oxc-parser';
import type { Param } from '#ir/cfg';
import type { TreeMatch } from './match-trees';
import type { SyntaxTree } from './syntax-tree';
import type { UnreadParameters } from './unread-parameters';

/**
 * Is one tree the other, node by node and in place, but for consistently renamed variables? Imports and exports are left
 * out, and directives: they are compared by what they mean.
 */
export function sameSyntax(
  base: SyntaxTree,
  head: SyntaxTree,
  match: TreeMatch,
  /** Do the names at two offsets mean one variable? */
  areOne: (baseStart: number, headStart: number) => boolean,
  /** Left out, too. */
  parameters: UnreadParameters | null = null,
): boolean {
  const linked = { base: linkage(base, parameters?.base), head: linkage(head, parameters?.head) };
  for (let v = 0; v < head.size; v++) if (match.toBase[v]! < 0 && linked.head[v] === 0) return false;
  for (let u = 0; u < base.size; u++) {
    if (linked.base[u] === 1) continue;
    const v = match.toHead[u]!;
    if (v < 0 || match.moved[u] === 1) return false;
    if (base.label[u] === head.label[v] || base.nested[u]! >= 0) continue;
    const before = base.syntax[u]!;
    const after = head.syntax[v]!;
    if (declareAlike(before, after)) continue;
    if (before.type !== 'Identifier' || after.type !== 'Identifier' || !areOne(before.start, after.start)) return false;
  }
  return true;
}

/** Variables have been compared by what they are declared as. */
function declareAlike(before: Node, after: Node): boolean {
  if (before.type !== 'VariableDeclaration' || after.type !== 'VariableDeclaration') return false;
  return [before, after].every(({ kind }) => kind === 'let' || kind === 'const') && before.declare === after.declare;
}

/** 1 for nodes inside declarations that only link modules, or only say how the others are meant, and inside some parameters. */
function linkage(tree: SyntaxTree, parameters: readonly Param[] = []): Uint8Array {
  const inside = new Uint8Array(tree.size);
  for (let i = 0; i < tree.size; i++) {
    const node = tree.syntax[i]!;
    const links =
      node.type === 'ImportDeclaration' ||
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExpressionStatement' && node.directive === 'use strict') ||
      (node.type === 'ExportNamedDeclaration' && node.declaration === null);
    const isLeftOut = parameters.some(({ start, end }) => start <= node.start && node.end <= end);
    if (links || isLeftOut) inside.fill(1, i, tree.end[i]);
  }
  return inside;
}
