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

/** Expressions without expressions inside, and functions, whose bodies run later. */
const inert = new Set<string>([
  'Identifier',
  'Literal',
  'ThisExpression',
  'Super',
  'MetaProperty',
  'TemplateElement',
  'PrivateIdentifier',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'FunctionDeclaration',
]);

/** Does evaluating this expression emit nodes? Then values computed before it must be kept in temporaries. */
export function needsNodes(module: ModuleScope, node: Node): boolean {
  if (inert.has(node.type)) return false;
  if (effectful.has(node.type)) return true;
  const known = module.effectful.get(node);
  if (known !== undefined) return known;
  const answer = compute(module, node);
  module.effectful.set(node, answer);
  return answer;
}

function compute(module: ModuleScope, node: Node): boolean {
  if (node.type === 'UnaryExpression' && node.operator === 'delete') return true;
  const record = node as unknown as Record<string, unknown>;
  return (visitorKeys[node.type] ?? []).some((key) => {
    const value = record[key];
    if (Array.isArray(value)) return value.some((item) => isNode(item) && needsNodes(module, item));
    return isNode(value) && needsNodes(module, value);
  });
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
