import type { FunctionIr } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import { eachOperand, eachPart } from '#ir/operands';
import { functionOf, type FunctionPair } from './function-pair';

/** Whether a version looks at an object that was handed in after it has waited: others may have changed it by then. */
export function waitsAmid({ base, head }: FunctionPair): boolean {
  return [base, head].some((version) => looksAfterWaiting(functionOf(version).fn));
}

function looksAfterWaiting({ nodes, params }: FunctionIr): boolean {
  const first = nodes.findIndex(({ op }) => op.kind === 'await');
  if (first < 0) return false;
  const given = new Set(params.flatMap(({ target }) => (target.kind === 'var' ? [target.binding] : [])));
  const isGiven = (expr: Expr): boolean => {
    if (expr.kind === 'member') return isGiven(expr.object);
    return expr.kind === 'this' || (expr.kind === 'var' && given.has(expr.binding));
  };
  let isSeen = false;
  const visit = (expr: Expr): void => {
    if (expr.kind === 'member' && isGiven(expr.object)) isSeen = true;
    else eachPart(expr, visit);
  };
  for (const { op } of nodes.slice(first + 1)) eachOperand(op, visit);
  return isSeen;
}
