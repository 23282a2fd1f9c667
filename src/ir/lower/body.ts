import type { Statement } from 'oxc-parser';
import type { FunctionScope } from './lowerer';

/** The body of a branch or loop: a function declared there without braces is a block of its own. */
export function lowerBody(f: FunctionScope, node: Statement): void {
  if (node.type === 'FunctionDeclaration') f.lower.block(f, [node], node);
  else f.lower.statement(f, node, []);
}
