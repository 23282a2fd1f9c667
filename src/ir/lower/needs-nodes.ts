import { visitorKeys, type Node } from 'oxc-parser';
import type { BindingKind } from '../cfg';
import type { Expr } from '../expression';
import type { FunctionScope, ModuleScope } from './lowerer';

/** Expressions that lower to nodes of their own: calls, assignments and everything that branches. */
const effectful = new Set<string>([
  'CallExpression',
  'NewExpression',
  'AssignmentExpression',
  'UpdateExpression',
  'AwaitExpression',
  'YieldExpression',
  'LogicalExpression',
  'ConditionalExpression',
  'ChainExpression',
  'TaggedTemplateExpression',
  'ImportExpression',
  'ClassExpression',
  'SequenceExpression',
  'JSXElement',
  'JSXFragment',
  'V8IntrinsicExpression',
]);

const functions = new Set<string>(['FunctionExpression', 'ArrowFunctionExpression', 'FunctionDeclaration']);

/** Does evaluating this expression emit nodes? Then values computed before it must be kept in temporaries. */
export function needsNodes(module: ModuleScope, node: Node): boolean {
  const known = module.effectful.get(node);
  if (known !== undefined) return known;
  const answer = compute(module, node);
  module.effectful.set(node, answer);
  return answer;
}

function compute(module: ModuleScope, node: Node): boolean {
  if (effectful.has(node.type)) return true;
  if (functions.has(node.type)) return false;
  if (node.type === 'UnaryExpression' && node.operator === 'delete') return true;
  for (const child of children(node)) if (needsNodes(module, child)) return true;
  return false;
}

/** The child nodes of a syntax node, in source order. */
export function* children(node: Node): Generator<Node> {
  const record = node as unknown as Record<string, unknown>;
  for (const key of visitorKeys[node.type] ?? []) {
    const value = record[key];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) yield item;
    } else if (isNode(value)) yield value;
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Would reading this expression later give the same value, whatever runs in between? */
export function isStable(f: FunctionScope, expr: Expr): boolean {
  switch (expr.kind) {
    case 'const':
    case 'temp':
    case 'self':
    case 'new-target':
    case 'closure':
    case 'template-object':
      return true;
    case 'this':
      return f.hasThis;
    case 'var': {
      const binding = f.module.bindings[expr.binding];
      return (
        binding !== undefined && binding.constant && binding.kind !== 'import' && isInitialised(f.module, expr.binding)
      );
    }
    default:
      return false;
  }
}

const deadZoned = new Set<BindingKind>(['let', 'const', 'class', 'default', 'param', 'catch']);

/** Past its dead zone for certain: declared before this point, or of a kind that has none. */
export function isInitialised(module: ModuleScope, binding: number): boolean {
  const kind = module.bindings[binding]?.kind;
  return kind === undefined || !deadZoned.has(kind) || module.declared.has(binding);
}

/** Does the engine let the program write to this binding? */
export function isAssignable(module: ModuleScope, binding: number): boolean {
  const kind = module.bindings[binding]?.kind;
  return kind !== 'const' && kind !== 'import';
}
