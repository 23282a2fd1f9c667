import type { ArrowFunctionExpression, Function as FunctionLike, Node } from 'oxc-parser';
import { runtimeChildren } from './list-functions';

/**
 * Whether the statements of a function may become those of a block without meaning something else: a function that is
 * declared among them then belongs to the block, and must not meet a variable or parameter of its name.
 */
export function mayWrapBody(node: FunctionLike | ArrowFunctionExpression): boolean {
  if (node.body?.type !== 'BlockStatement') return true;
  const declared = node.body.body.flatMap((s) =>
    s.type === 'FunctionDeclaration' && s.id !== null ? [s.id.name] : [],
  );
  if (declared.length === 0) return true;
  const names = new Set(declared);
  if (names.size < declared.length || names.has('arguments')) return false;
  const others = new Set<string>();
  for (const param of node.params) namesIn(param, others);
  variablesIn(node.body, others);
  return declared.every((name) => !others.has(name));
}

/** Names of `var` declarations of a function, and of functions in its blocks, which sloppy code turns into such. */
function variablesIn(node: Node, names: Set<string>): void {
  for (const child of runtimeChildren(node)) {
    if (child.type === 'VariableDeclaration' && child.kind === 'var')
      for (const { id } of child.declarations) namesIn(id, names);
    if (child.type === 'FunctionDeclaration' && node.type !== 'BlockStatement' && child.id !== null)
      names.add(child.id.name);
    if (!isFunction(child)) variablesIn(child, names);
  }
}

function namesIn(node: Node, names: Set<string>): void {
  if (node.type === 'Identifier') names.add(node.name);
  for (const child of runtimeChildren(node)) if (!isFunction(child)) namesIn(child, names);
}

function isFunction(node: Node): boolean {
  return /Function/.test(node.type);
}
