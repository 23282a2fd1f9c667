import type { Callee, CfgNode, ModuleIr } from '#ir/cfg';
import type { Expr, Key } from '#ir/expression';
import type { Frame } from './frame';

/** How the engine writes a callee in its messages: `a.b.c is not a function`. */
export function calleeText(frame: Frame, node: CfgNode): string {
  const { op } = node;
  if (op.kind !== 'call') return '(intermediate value)';
  return ofCallee(frame.closure.module, op.callee);
}

function ofCallee(module: ModuleIr, callee: Callee): string {
  switch (callee.kind) {
    case 'method':
      return `${ofExpr(module, callee.object)}${ofKey(module, callee.key)}`;
    case 'value':
      return ofExpr(module, callee.value);
    default:
      return '(intermediate value)';
  }
}

function ofKey(module: ModuleIr, key: Key): string {
  switch (key.kind) {
    case 'name':
    case 'private':
      return `.${key.name}`;
    case 'computed':
      return key.value.kind === 'const' && typeof key.value.value === 'string'
        ? `.${key.value.value}`
        : `[${ofExpr(module, key.value)}]`;
  }
}

function ofExpr(module: ModuleIr, expr: Expr): string {
  switch (expr.kind) {
    case 'var':
      return module.bindings[expr.binding]?.name ?? '(intermediate value)';
    case 'global':
      return expr.name;
    case 'this':
      return 'this';
    case 'member':
      return `${ofExpr(module, expr.object)}${ofKey(module, expr.key)}`;
    case 'const':
      return typeof expr.value === 'string' ? JSON.stringify(expr.value) : String(expr.value);
    default:
      return '(intermediate value)';
  }
}
