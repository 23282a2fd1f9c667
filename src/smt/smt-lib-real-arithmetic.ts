import { safeInteger, type Code, type RealCode } from './smt-lib-code';
import {
  asReal,
  isFinite,
  isInfinite,
  isNegative,
  isZero,
  limitText,
  magnitude,
  real,
  realCode,
  sumIsSafe,
  together,
} from './smt-lib-real';
import { doubleProduct, doubleSum, keepsOrder, rounded } from './smt-lib-real-rounded';
import { all, any, differs, integerText, ite, no, not, rationalOf, realText } from './smt-lib-text';
import type { Target, Translate } from './theory';

/** `+ - * / %` and negation of doubles, with all that infinities, NaN and −0 do. */
export const realArithmetic = {
  'num.add': binary((a, b, target) => sum(a, b, target)),
  'num.sub': binary((a, b, target) => sum(a, negated(b), target)),
  'num.neg': ([a], { script, range }) => {
    const { integer, value, nan, negativeZero } = negated(real(a));
    return realCode(script, range, { integer, value, nan, negativeZero });
  },
  'num.mul': binary(product),
  'num.div': binary(quotient),
  'num.rem': binary(remainder),
} satisfies Record<string, Translate>;

function binary(translate: (a: RealCode, b: RealCode, target: Target) => Code): Translate {
  return ([a, b], target) => translate(real(a), real(b), target);
}

function negated(a: RealCode): RealCode {
  const { integer, range, constant } = a;
  return {
    form: 'real',
    integer,
    value: constant === null || Number.isNaN(constant) ? `(- ${a.value})` : limitText(integer, -constant),
    nan: a.nan,
    negativeZero: all(isZero(a), not(a.negativeZero)),
    range: { ...range, min: -range.max, max: -range.min },
    constant: constant === null ? null : -constant,
  };
}

function sum(a: RealCode, b: RealCode, target: Target): RealCode {
  const { script, range } = target;
  const negativeZero = all(a.negativeZero, b.negativeZero);
  const nan = any(a.nan, b.nan, all(isInfinite(a, 1), isInfinite(b, -1)), all(isInfinite(a, -1), isInfinite(b, 1)));
  const integer = a.integer && b.integer;
  if (sumIsSafe(a, b))
    return realCode(script, range, { integer, value: `(+ ${a.value} ${b.value})`, nan, negativeZero });
  const exact = script.define('Real', `(+ ${asReal(a)} ${asReal(b)})`);
  const finite = all(isFinite(a), isFinite(b));
  const result = rounded(target, exact, finite, { ...doubleSum, integer });
  keepsOrder(target, finite, result, integer, exact, a);
  keepsOrder(target, finite, result, integer, exact, b);
  const value = unlessInfinite(
    [
      [any(isInfinite(a, 1), isInfinite(b, 1)), limitText(integer, Infinity)],
      [any(isInfinite(a, -1), isInfinite(b, -1)), limitText(integer, -Infinity)],
    ],
    result,
  );
  return realCode(script, range, { integer, value, nan, negativeZero });
}

function product(a: RealCode, b: RealCode, target: Target): RealCode {
  const { script, range } = target;
  const integer = a.integer && b.integer;
  const nan = any(a.nan, b.nan, all(infinite(a), isZero(b)), all(infinite(b), isZero(a)));
  const negative = differs(isNegative(a), isNegative(b));
  if (integer && magnitude(a) * magnitude(b) <= safeInteger) {
    const value = script.define('Int', `(* ${a.value} ${b.value})`);
    return realCode(script, range, { integer, value, nan, negativeZero: all(`(= ${value} 0)`, negative) });
  }
  const exact = script.define('Real', `(* ${asReal(a)} ${asReal(b)})`);
  const finite = all(isFinite(a), isFinite(b));
  const result = rounded(target, exact, finite, { ...doubleProduct, integer });
  const value = script.define(
    integer ? 'Int' : 'Real',
    unlessInfinite(
      [[any(infinite(a), infinite(b)), ite(negative, limitText(integer, -Infinity), limitText(integer, Infinity))]],
      result,
    ),
  );
  return realCode(script, range, {
    integer,
    value,
    nan,
    negativeZero: all(`(= ${value} ${limitText(integer, 0)})`, negative),
  });
}

function quotient(a: RealCode, b: RealCode, target: Target): RealCode {
  const { script, range } = target;
  const nan = any(a.nan, b.nan, all(isZero(a), isZero(b)), all(infinite(a), infinite(b)));
  const negative = differs(isNegative(a), isNegative(b));
  const condition = all(isFinite(a), isFinite(b), not(isZero(b)));
  const exact = exactQuotient(a, b, condition, target);
  const result = rounded(target, exact, condition, { ...doubleProduct, integer: false });
  const value = script.define(
    'Real',
    unlessInfinite(
      [
        [infinite(b), '0.0'],
        [any(infinite(a), isZero(b)), ite(negative, limitText(false, -Infinity), limitText(false, Infinity))],
      ],
      result,
    ),
  );
  return realCode(script, range, { integer: false, value, nan, negativeZero: all(`(= ${value} 0.0)`, negative) });
}

/** A quotient by a constant is a product; any other is said without dividing. */
function exactQuotient(a: RealCode, b: RealCode, condition: string, { script }: Target): string {
  if (b.constant !== null && Number.isFinite(b.constant) && b.constant !== 0) {
    const { numerator, denominator } = rationalOf(Math.abs(b.constant));
    const share = `(* (/ ${denominator}.0 ${numerator}.0) ${asReal(a)})`;
    return script.define('Real', b.constant < 0 ? `(- ${share})` : share);
  }
  const exact = script.declare('Real');
  script.assert(`(=> ${condition} (= (* ${exact} ${asReal(b)}) ${asReal(a)}))`);
  return exact;
}

/** The remainder of doubles is exact: no rounding. Its sign is that of the dividend. */
function remainder(a: RealCode, b: RealCode, target: Target): RealCode {
  const { script, range } = target;
  const nan = any(a.nan, b.nan, infinite(a), isZero(b));
  const [dividend, divisor, integer] = together(a, b);
  const zero = limitText(integer, 0);
  const size = script.define(
    integer ? 'Int' : 'Real',
    a.range.min >= 0 ? dividend : ite(`(>= ${dividend} ${zero})`, dividend, `(- ${dividend})`),
  );
  const rest = script.define(integer ? 'Int' : 'Real', restOf(size, divisor, b, integer, script));
  const signed = a.range.min >= 0 ? rest : ite(`(>= ${dividend} ${zero})`, rest, `(- ${rest})`);
  const value = script.define(integer ? 'Int' : 'Real', ite(infinite(b), dividend, signed));
  return realCode(script, range, { integer, value, nan, negativeZero: all(`(= ${value} ${zero})`, isNegative(a)) });
}

function restOf(size: string, divisor: string, b: RealCode, integer: boolean, script: Target['script']): string {
  if (b.constant !== null && Number.isFinite(b.constant) && b.constant !== 0) {
    const modulus = Math.abs(b.constant);
    if (integer) return `(mod ${size} ${integerText(modulus)})`;
    return `(- ${size} (* ${realText(modulus)} (to_real (to_int (/ ${size} ${realText(modulus)})))))`;
  }
  const modulus = script.define(
    integer ? 'Int' : 'Real',
    ite(`(>= ${divisor} ${limitText(integer, 0)})`, divisor, `(- ${divisor})`),
  );
  if (integer) return `(mod ${size} ${modulus})`;
  return `(- ${size} (* ${modulus} (to_real (to_int (/ ${size} ${modulus})))))`;
}

function infinite(code: RealCode): string {
  return any(isInfinite(code, 1), isInfinite(code, -1));
}

function unlessInfinite(cases: readonly (readonly [condition: string, value: string])[], otherwise: string): string {
  return cases.reduceRight(
    (rest, [condition, value]) => (condition === no ? rest : ite(condition, value, rest)),
    otherwise,
  );
}
