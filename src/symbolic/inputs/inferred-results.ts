import type { Expression, Node } from 'oxc-parser';
import { once, single, undefinedType, union, type DeclaredType } from './declared-type';
import { childrenOf } from './syntax-children';
import type { FunctionLike, Scope, TypeReader } from './reader';

/** The result of a function without a declared one, by what it returns. */
export function inferResult(r: TypeReader, node: FunctionLike, scope: Scope): DeclaredType {
  if (!('body' in node) || node.body === null) return r.widen({ node, scope }, 'a function without a declared result');
  if (node.generator) return r.widen({ node, scope }, 'the result of a generator');
  const { body } = node;
  const result = r.guarded(node, () =>
    body.type === 'BlockStatement' ? returned(r, body, scope) : r.infer(body, scope, false),
  );
  if (result === null) return r.widen({ node, scope }, 'the result of a recursive function');
  return node.async ? single({ kind: 'promise', value: once(() => result) }) : result;
}

function returned(r: TypeReader, body: Node, scope: Scope): DeclaredType {
  const values: (Expression | null)[] = [];
  collectReturns(body, values);
  if (values.length === 0) return undefinedType;
  return union(values.map((value) => (value === null ? undefinedType : r.infer(value, scope, false))));
}

function collectReturns(node: Node, values: (Expression | null)[]): void {
  if (node.type === 'ReturnStatement') values.push(node.argument);
  if (/Function|Class/.test(node.type)) return;
  for (const child of childrenOf(node)) collectReturns(child, values);
}
