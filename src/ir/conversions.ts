import type { Expr, UnaryOp } from './expression';

/** Operators that make primitive values of both operands, or `in`, of the left one; what is compared with `null` stays what it is. */
export function converts({ op, left, right }: Extract<Expr, { kind: 'binary' }>): boolean {
  if (op === '===' || op === '!==' || op === 'instanceof') return false;
  return (op !== '==' && op !== '!=') || !(isNullish(left) || isNullish(right));
}

export function convertsOperand(op: UnaryOp): boolean {
  return convertingUnary.has(op);
}

const convertingUnary: ReadonlySet<UnaryOp> = new Set([
  '+',
  '-',
  '~',
  'numeric',
  'increment',
  'decrement',
  'property-key',
]);

function isNullish(expr: Expr): boolean {
  return expr.kind === 'const' && (expr.value === null || expr.value === undefined);
}
