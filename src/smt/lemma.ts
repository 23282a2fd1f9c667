import type { Evaluation } from './model';
import type { OperationName } from './operations';
import type { Translation } from './smt-lib-translation';
import { all, implies } from './smt-lib-text';
import type { Scalar } from './sorts';
import type { OperationTerm } from './term';

/** Operations that are rounded and keep the order: how the result moves with each argument. */
const monotone: Partial<Record<OperationName, readonly (1 | -1)[]>> = {
  'num.add': [1, 1],
  'num.sub': [1, -1],
  'num.sqrt': [1],
  'num.fround': [1],
};

/** Longer strings are not worth telling. */
const longestTold = 2000;

/**
 * What the engine computes for an operation at the values of a model: a true statement that a wrong model contradicts.
 * Null where it cannot be said in the theory.
 */
export function lemma(term: OperationTerm, evaluation: Evaluation, translation: Translation): string | null {
  const { theory } = translation;
  const result = translation.codeOf(term);
  const value = codeOfValue(evaluation.valueOf(term), translation);
  const args = term.args.map((arg) => translation.codeOf(arg));
  const values = term.args.map((arg) => codeOfValue(evaluation.valueOf(arg), translation));
  if (result === null || value === null || !args.every((arg) => arg !== null) || !values.every((arg) => arg !== null)) {
    return null;
  }
  const pairs = args.map((arg, index) => [arg, values[index] ?? arg] as const);
  const point = implies(all(...pairs.map(([arg, known]) => theory.same(arg, known))), theory.same(result, value));
  const directions = monotone[term.operation];
  if (directions === undefined) return point;
  const side = (sign: 1 | -1): string | null => {
    const conditions = pairs.map(([arg, known], index) =>
      sign * (directions[index] ?? 1) > 0 ? theory.atMost(arg, known) : theory.atMost(known, arg),
    );
    const consequence = sign > 0 ? theory.atMost(result, value) : theory.atMost(value, result);
    return consequence === null || !conditions.every((condition) => condition !== null)
      ? null
      : implies(all(...conditions), consequence);
  };
  // Where the value is NaN no order follows, and none is said: `atMost` of the result would be false.
  const sides = Number.isNaN(evaluation.valueOf(term)) ? [] : [side(1), side(-1)];
  return all(point, ...sides.map((text) => text ?? 'true'));
}

function codeOfValue(value: Scalar, { theory }: Translation): ReturnType<typeof theory.constant> {
  return typeof value === 'string' && value.length > longestTold ? null : theory.constant(value);
}
