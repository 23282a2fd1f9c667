import { Evaluation, plainValue, type Model } from './model';
import type { Scalar } from './sorts';
import type { ApplicationTerm, Domain, Term, Unknown } from './term';
import { unknownsOf } from './unknowns';

/**
 * Whether constraints hold under a model, by the engine itself: every symbol within its domain, every function with one
 * result for the same arguments.
 */
export function satisfies(constraints: readonly Term[], model: Model): boolean {
  const evaluation = new Evaluation(model);
  if (!constraints.every((constraint) => evaluation.holds(constraint))) return false;
  const results = new Map<string, Scalar>();
  for (const unknown of new Set(constraints.flatMap(unknownsOf))) {
    const value = model.get(unknown) ?? plainValue(unknown);
    if (unknown.kind === 'symbol') {
      if (typeof value === 'number' && !isInDomain(value, unknown.domain)) return false;
      continue;
    }
    const call = callKey(unknown, evaluation);
    const other = results.get(call);
    if (other !== undefined && !Object.is(other, value)) return false;
    results.set(call, value);
  }
  return true;
}

export function isInDomain(value: number, { integer, min, max, nan, negativeZero }: Domain): boolean {
  if (Number.isNaN(value)) return nan;
  if (Object.is(value, -0) && !negativeZero) return false;
  return min <= value && value <= max && (!integer || !Number.isFinite(value) || Number.isInteger(value));
}

/** Unknowns of constraints, each once. */
export function unknownsOfAll(constraints: readonly Term[]): ReadonlySet<Unknown> {
  return new Set(constraints.flatMap(unknownsOf));
}

function callKey({ name, sort, args }: ApplicationTerm, evaluation: Evaluation): string {
  const values = args.map((arg) => {
    const value = evaluation.valueOf(arg);
    return Object.is(value, -0) ? '-0' : `${typeof value} ${String(value).length} ${String(value)}`;
  });
  return `${sort} ${name}(${values.join(',')})`;
}
