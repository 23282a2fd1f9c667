import type { Code, RealCode } from './smt-lib-code';
import { asReal, isFinite, isInfinite, isNegative, isZero, limitText, real, realCode, together } from './smt-lib-real';
import { rounded } from './smt-lib-real-rounded';
import type { Script } from './smt-lib-script';
import { all, any, implies, ite, no, not } from './smt-lib-text';
import type { Target, Translate } from './theory';

/** Functions of one double, or of two that choose among them: rounding to integers, absolute values, least and greatest. */
export const realRounding = {
  'num.abs': unary((a, { script, range }) => {
    if (a.range.min >= 0) return realCode(script, range, { ...a, negativeZero: no });
    const value = ite(`(>= ${a.value} ${limitText(a.integer, 0)})`, a.value, `(- ${a.value})`);
    return realCode(script, range, { integer: a.integer, value, nan: a.nan, negativeZero: no });
  }),
  'num.floor': toInteger(
    (a) => `(to_int ${a})`,
    () => no,
  ),
  'num.ceil': toInteger(
    (a) => `(- (to_int (- ${a})))`,
    (a) => between(a, '(- 1.0)', '(<'),
  ),
  'num.round': toInteger(
    (a) => `(to_int (+ ${a} 0.5))`,
    (a) => between(a, '(- 0.5)', '(<='),
  ),
  'num.trunc': toInteger(truncated, (a) => between(a, '(- 1.0)', '(<')),
  'num.integer': unary((a, { script, range }) => {
    const value = ite(a.nan, '0', a.integer ? a.value : truncated(a.value));
    return realCode(script, range, { integer: true, value, nan: no, negativeZero: no });
  }),
  'num.sign': unary((a, { script, range }) => {
    const zero = limitText(a.integer, 0);
    const value = ite(`(> ${a.value} ${zero})`, '1', ite(`(< ${a.value} ${zero})`, '(- 1)', '0'));
    return realCode(script, range, { integer: true, value, nan: a.nan, negativeZero: a.negativeZero });
  }),
  'num.sqrt': unary(squareRoot),
  'num.fround': unary(toSingle),
  'num.min': leastOrGreatest('<=', any),
  'num.max': leastOrGreatest('>=', all),
  'num.fromBool': ([a], { script, range }) => {
    const value = a?.form === 'bool' ? ite(a.text, '1', '0') : '0';
    return realCode(script, range, { integer: true, value, nan: no, negativeZero: no });
  },
} satisfies Record<string, Translate>;

function unary(translate: (a: RealCode, target: Target) => Code): Translate {
  return ([a], target) => translate(real(a), target);
}

/** Infinities are integers as they are embedded, so that no rounding moves them. */
function toInteger(round: (value: string) => string, becomesNegativeZero: (value: string) => string): Translate {
  return unary((a, { script, range }) => {
    if (a.integer) return realCode(script, range, a);
    return realCode(script, range, {
      integer: true,
      value: round(a.value),
      nan: a.nan,
      negativeZero: any(a.negativeZero, becomesNegativeZero(a.value)),
    });
  });
}

function between(value: string, least: string, comparison: '(<' | '(<='): string {
  return all(`${comparison} ${least} ${value})`, `(< ${value} 0.0)`);
}

function truncated(value: string): string {
  return ite(`(>= ${value} 0.0)`, `(to_int ${value})`, `(- (to_int (- ${value})))`);
}

/** The number without its fraction, NaN as 0, as conversions to integers start. */
export function whole(code: RealCode, script: Script): string {
  const value = code.integer ? code.value : truncated(code.value);
  return script.define('Int', ite(code.nan, '0', value));
}

/** Said by its size and its sign; the rest is learnt from the values that the engine computes. */
function squareRoot(a: RealCode, target: Target): RealCode {
  const { script, range } = target;
  const root = script.declare('Real');
  const value = asReal(a);
  const condition = all(isFinite(a), `(>= ${value} 0.0)`);
  target.approximate();
  const facts = [
    `(>= ${root} 0.0)`,
    implies(`(>= ${value} 1.0)`, all(`(<= 1.0 ${root})`, `(<= ${root} ${value})`)),
    implies(`(<= ${value} 1.0)`, all(`(<= ${value} ${root})`, `(<= ${root} 1.0)`)),
  ];
  script.assert(implies(condition, all(...facts)));
  return realCode(script, range, {
    integer: false,
    value: ite(isInfinite(a, 1), limitText(false, Infinity), root),
    nan: any(a.nan, `(< ${value} 0.0)`),
    negativeZero: a.negativeZero,
  });
}

/** A float has 24 bits; where one would be too large it becomes an infinity, which only the bounds say here. */
function toSingle(a: RealCode, target: Target): RealCode {
  const { script, range } = target;
  const value = asReal(a);
  const largest = limitText(false, 3.4028234663852886e38);
  const small = all(isFinite(a), `(<= (- ${largest}) ${value})`, `(<= ${value} ${largest})`);
  const result = rounded(target, value, small, { bits: 24, smallest: 150, integer: false });
  const large = ite(isNegative(a), `(<= ${result} (- ${largest}))`, `(>= ${result} ${largest})`);
  script.assert(implies(all(isFinite(a), not(small)), large));
  return realCode(script, range, {
    integer: false,
    value: ite(any(isInfinite(a, 1), isInfinite(a, -1)), value, result),
    nan: a.nan,
    negativeZero: all(isNegative(a), `(= ${result} 0.0)`),
  });
}

function leastOrGreatest(comparison: string, zeros: (...parts: readonly string[]) => string): Translate {
  return ([first, second], { script, range }) => {
    const a = real(first);
    const b = real(second);
    const [left, right, integer] = together(a, b);
    const value = script.define(integer ? 'Int' : 'Real', ite(`(${comparison} ${left} ${right})`, left, right));
    const negative =
      zeros === any
        ? any(all(isZero(a), a.negativeZero), all(isZero(b), b.negativeZero))
        : all(implies(isZero(a), a.negativeZero), implies(isZero(b), b.negativeZero));
    return realCode(script, range, {
      integer,
      value,
      nan: any(a.nan, b.nan),
      negativeZero: all(`(= ${value} ${limitText(integer, 0)})`, negative),
    });
  };
}
