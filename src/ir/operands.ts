import { assertNever } from '#core/diagnostics';
import type { Callee, Op } from './cfg';
import type { Expr, Key, Property, Target } from './expression';

/**
 * The expressions that stand directly in an operation, in evaluation order. An assignment's member target counts:
 * its object and key are read.
 */
export function eachOperand(op: Op, visit: (operand: Expr) => void): void {
  switch (op.kind) {
    case 'entry':
    case 'exit':
    case 'jump':
    case 'dispatch':
    case 'iter-close':
    case 'scope':
    case 'nop':
      return;
    case 'call-return':
    case 'catch':
    case 'iter-next':
    case 'iter-step':
    case 'iter-rest':
      return targetOperands(op.target, visit);
    case 'assign':
    case 'await':
    case 'yield':
      targetOperands(op.target, visit);
      return visit(op.value);
    case 'eval':
    case 'throw':
      return visit(op.value);
    case 'branch':
      return visit(op.test);
    case 'return':
      if (op.value !== null) visit(op.value);
      return;
    case 'call':
      calleeOperands(op.callee, visit);
      for (const arg of op.args) visit(arg.value);
      return;
    case 'iter-open':
      return visit(op.source);
    case 'delete':
      visit(op.object);
      keyOperands(op.key, visit);
      return targetOperands(op.target, visit);
    default:
      return assertNever(op);
  }
}

/** The direct parts of an expression, in evaluation order. */
export function eachPart(expr: Expr, visit: (part: Expr) => void): void {
  switch (expr.kind) {
    case 'const':
    case 'regexp':
    case 'var':
    case 'temp':
    case 'global':
    case 'this':
    case 'arguments':
    case 'self':
    case 'new-target':
    case 'import-meta':
    case 'typeof-global':
    case 'template-object':
    case 'closure':
      return;
    case 'member':
      visit(expr.object);
      return keyOperands(expr.key, visit);
    case 'super-member':
      return keyOperands(expr.key, visit);
    case 'unary':
      return visit(expr.operand);
    case 'binary':
      visit(expr.left);
      return visit(expr.right);
    case 'private-in':
      return visit(expr.object);
    case 'template':
      return expr.values.forEach(visit);
    case 'array':
      for (const element of expr.elements) if (element.kind !== 'hole') visit(element.value);
      return;
    case 'object':
      for (const property of expr.properties) propertyOperands(property, visit);
      return;
    case 'object-rest':
      visit(expr.object);
      for (const key of expr.without) keyOperands(key, visit);
      return;
    case 'class':
      if (expr.superClass !== null) visit(expr.superClass);
      for (const key of expr.keys) keyOperands(key, visit);
      return;
    default:
      return assertNever(expr);
  }
}

/** Every expression inside an operation, an outer one before its parts. */
export function eachExpr(op: Op, visit: (expr: Expr) => void): void {
  // A stack of its own: generated code has expressions nested deeper than the engine's call stack.
  const pending: Expr[] = [];
  const push = (expr: Expr): void => {
    pending.push(expr);
  };
  eachOperand(op, push);
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    visit(expr);
    eachPart(expr, push);
  }
}

/** Where an operation stores a value, if it does; `entry` stores its function's parameters. */
export function targetOf(op: Op): Target | null {
  switch (op.kind) {
    case 'assign':
    case 'call-return':
    case 'await':
    case 'yield':
    case 'catch':
    case 'iter-next':
    case 'iter-step':
    case 'iter-rest':
    case 'delete':
      return op.target;
    case 'entry':
    case 'exit':
    case 'eval':
    case 'branch':
    case 'call':
    case 'return':
    case 'throw':
    case 'jump':
    case 'dispatch':
    case 'iter-open':
    case 'iter-close':
    case 'scope':
    case 'nop':
      return null;
    default:
      return assertNever(op);
  }
}

function targetOperands(target: Target | null, visit: (operand: Expr) => void): void {
  if (target === null) return;
  if (target.kind === 'member') visit(target.object);
  if (target.kind === 'member' || target.kind === 'super-member') keyOperands(target.key, visit);
}

function keyOperands(key: Key, visit: (operand: Expr) => void): void {
  if (key.kind === 'computed') visit(key.value);
}

function calleeOperands(callee: Callee, visit: (operand: Expr) => void): void {
  switch (callee.kind) {
    case 'method':
      visit(callee.object);
      keyOperands(callee.key, visit);
      if (callee.loaded !== null) visit(callee.loaded);
      return;
    case 'super-method':
      return keyOperands(callee.key, visit);
    case 'value':
      return visit(callee.value);
    case 'function':
      return visit(callee.thisValue);
    case 'super':
    case 'import':
      return;
    default:
      return assertNever(callee);
  }
}

function propertyOperands(property: Property, visit: (operand: Expr) => void): void {
  switch (property.kind) {
    case 'value':
      keyOperands(property.key, visit);
      return visit(property.value);
    case 'method':
    case 'get':
    case 'set':
      return keyOperands(property.key, visit);
    case 'proto':
    case 'spread':
      return visit(property.value);
    default:
      return assertNever(property);
  }
}
