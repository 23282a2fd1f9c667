import type { FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import { namesOf, type Names } from '#ir/names';
import { eachOperand, eachPart } from '#ir/operands';
import { printExpr } from '#ir/print-expression';
import { functionOf, type FunctionPair, type FunctionVersion } from './function-pair';

/**
 * Whether generators of the two versions look at what others may change, between other values than before: values are compared as if nobody did
 * anything while they are taken. What a function does before it gives a generator counts as well: a generator does it when it is asked.
 */
export function looksBetween({ base, head }: FunctionPair): boolean {
  const [before, now] = [looksOf(base), looksOf(head)];
  if (before === null && now === null) return false;
  return before === null || now === null || before.length !== now.length || before.some((each, i) => each !== now[i]);
}

/** What it looks at, as text, with a mark for each value that it gives; null for what makes no generator. */
function looksOf(version: FunctionVersion): readonly string[] | null {
  const { module, fn } = functionOf(version);
  const all = [fn, ...within(module.functions, fn.index)];
  if (!all.some(({ generator }) => generator)) return null;
  const names = namesOf(module);
  return all.flatMap((each) => {
    const looks = each.nodes.flatMap(({ op }) => looksIn(op, module, each, names));
    return [each.generator ? 'generator' : 'function'].concat(looks);
  });
}

function within(functions: readonly FunctionIr[], index: number): readonly FunctionIr[] {
  return functions.filter(({ parent }) => parent === index).flatMap((fn) => [fn].concat(within(functions, fn.index)));
}

function looksIn(op: Op, module: ModuleIr, fn: FunctionIr, names: Names): readonly string[] {
  const found: string[] = [];
  const visit = (expr: Expr): void => {
    if (expr.kind === 'array' && expr.elements.some((element) => element.kind === 'spread')) found.push('all of');
    if (isLook(expr, module, fn)) found.push(printExpr(expr, names));
    else eachPart(expr, visit);
  };
  eachOperand(op, visit);
  if (op.kind === 'iter-open') return [`over ${printExpr(op.source, names)}`];
  if (op.kind === 'iter-next') return ['next'];
  if (op.kind === 'yield') return [...found, op.kind];
  if (op.kind !== 'call') return found;
  const given = op.args.filter(({ value }) => isOfOthers(value, module, fn));
  const isOfLanguage = op.callee.kind === 'value' && op.callee.value.kind === 'global';
  return [...found, ...given.map(({ value }) => printExpr(value, names)), ...(isOfLanguage ? [] : ['call'])];
}

function isOfOthers(expr: Expr, { bindings }: ModuleIr, { index, params }: FunctionIr): boolean {
  if (expr.kind === 'this') return true;
  if (expr.kind !== 'var') return false;
  const isGiven = params.some(({ target }) => target.kind === 'var' && target.binding === expr.binding);
  return isGiven || bindings[expr.binding]?.owner !== index;
}

/** A property of something that others have, or a variable that others write. */
function isLook(expr: Expr, { bindings }: ModuleIr, { index }: FunctionIr): boolean {
  if (expr.kind === 'member') return expr.object.kind !== 'temp';
  if (expr.kind !== 'var') return false;
  const binding = bindings[expr.binding];
  return binding?.owner !== index && binding?.constant !== true;
}
