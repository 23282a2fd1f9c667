import { assertNever } from '#core/diagnostics';
import type { Op } from '../cfg';
import type { Expr, Target } from '../expression';

/** What is known about names at the current point of lowering. */
export interface Known {
  /** Is a binding past its dead zone for certain? */
  initialised(binding: number): boolean;
  /** Does an assignment to a binding succeed once it is initialised? */
  assignable(binding: number): boolean;
  /** False where `super()` may not have returned yet. */
  readonly hasThis: boolean;
}

/** Can the engine raise an error at this node, other than by running out of resources? */
export function mayThrow(op: Op, known: Known): boolean {
  switch (op.kind) {
    case 'entry':
    case 'exit':
    case 'catch':
    case 'jump':
    case 'dispatch':
    case 'scope':
    case 'nop':
    case 'throw':
    case 'call':
      return false; // a call's error surfaces at its return node; `throw` has its own edge
    case 'call-return':
    case 'await':
    case 'yield':
    case 'iter-open':
    case 'iter-next':
    case 'iter-step':
    case 'iter-rest':
    case 'iter-close':
    case 'delete':
      return true;
    case 'assign':
      return mayFail(op.value, known) || targetMayFail(op.target, known);
    case 'eval':
      return mayFail(op.value, known);
    case 'branch':
      return mayFail(op.test, known);
    case 'return':
      return op.value !== null && mayFail(op.value, known);
    default:
      return assertNever(op);
  }
}

function targetMayFail(target: Target, known: Known): boolean {
  if (target.kind === 'temp') return false;
  if (target.kind !== 'var') return true;
  return !target.declare && !(known.initialised(target.binding) && known.assignable(target.binding));
}

function mayFail(expr: Expr, known: Known): boolean {
  switch (expr.kind) {
    case 'const':
    case 'regexp':
    case 'temp':
    case 'arguments':
    case 'self':
    case 'new-target':
    case 'import-meta':
    case 'typeof-global':
    case 'template-object':
    case 'closure':
      return false;
    case 'this':
      return !known.hasThis;
    case 'var':
      return !known.initialised(expr.binding);
    case 'array':
      return expr.elements.some((e) => e.kind === 'spread' || (e.kind === 'value' && mayFail(e.value, known)));
    case 'unary':
      return !infallible.has(expr.op) || mayFail(expr.operand, known);
    case 'binary':
      return (expr.op !== '===' && expr.op !== '!==') || mayFail(expr.left, known) || mayFail(expr.right, known);
    default:
      return true;
  }
}

const infallible = new Set(['!', 'typeof', 'void', 'is-nullish', 'is-undefined']);
