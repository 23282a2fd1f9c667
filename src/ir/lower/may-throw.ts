import { assertNever } from '#core/diagnostics';
import type { Op } from '../cfg';
import type { Expr, Target } from '../expression';

/** Is a binding known to be past its dead zone here? */
export type Initialised = (binding: number) => boolean;

/** Can the engine raise an error at this node, other than by running out of resources? */
export function mayThrow(op: Op, initialised: Initialised): boolean {
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
      return mayFail(op.value, initialised) || targetMayFail(op.target);
    case 'eval':
      return mayFail(op.value, initialised);
    case 'branch':
      return mayFail(op.test, initialised);
    case 'return':
      return op.value !== null && mayFail(op.value, initialised);
    default:
      return assertNever(op);
  }
}

function targetMayFail(target: Target): boolean {
  return target.kind === 'member' || target.kind === 'super-member' || target.kind === 'global';
}

function mayFail(expr: Expr, initialised: Initialised): boolean {
  switch (expr.kind) {
    case 'const':
    case 'regexp':
    case 'temp':
    case 'this':
    case 'arguments':
    case 'self':
    case 'new-target':
    case 'import-meta':
    case 'typeof-global':
    case 'template-object':
    case 'closure':
      return false;
    case 'var':
      return !initialised(expr.binding);
    case 'array':
      return expr.elements.some((e) => e.kind === 'spread' || (e.kind === 'value' && mayFail(e.value, initialised)));
    case 'unary':
      return !infallible.has(expr.op) || mayFail(expr.operand, initialised);
    case 'binary':
      return (
        (expr.op !== '===' && expr.op !== '!==') || mayFail(expr.left, initialised) || mayFail(expr.right, initialised)
      );
    default:
      return true;
  }
}

const infallible = new Set(['!', 'typeof', 'void', 'is-nullish', 'is-undefined']);
