import { formed, isSafeInteger, safeInteger, type Code, type NumberCode, type RealCode } from './smt-lib-code';
import type { Script } from './smt-lib-script';
import { agrees, all, any, equal, implies, integerText, ite, no, not, realText } from './smt-lib-text';
import { isList, nearestDouble, readRational, type Printed } from './smt-lib-values';
import type { Domain } from './term';

/** Doubles as integers and reals: values, symbols and equality. The operations are in the files beside. */

const infinity = 2n ** 1024n;

export function realConstant(value: number): RealCode {
  const nan = Number.isNaN(value);
  const integer = !Number.isFinite(value) || Number.isInteger(value);
  const finite = Number.isFinite(value) ? value : 0;
  const range: Domain = nan
    ? { integer: true, min: Infinity, max: -Infinity, nan: true, negativeZero: false }
    : { integer, min: value + 0, max: value + 0, nan: false, negativeZero: Object.is(value, -0) };
  return {
    form: 'real',
    integer,
    value: limitText(integer, nan ? finite : value),
    nan: nan ? 'true' : no,
    negativeZero: Object.is(value, -0) ? 'true' : no,
    range,
    constant: value,
  };
}

/** A double as text of sort Int or Real; infinities as they are embedded. */
export function limitText(integer: boolean, value: number): string {
  if (Number.isFinite(value)) return integer ? integerText(value) : realText(value);
  const size = integer ? `${infinity}` : `${infinity}.0`;
  return value > 0 ? size : `(- ${size})`;
}

export function realUnknown(range: Domain, script: Script): RealCode {
  const { integer, min, max } = range;
  const value = script.declare(integer ? 'Int' : 'Real');
  const nan = range.nan ? script.declare('Bool') : no;
  const negativeZero = range.negativeZero && min <= 0 && max >= 0 ? script.declare('Bool') : no;
  if (min > max) {
    script.assert(equal(value, limitText(integer, 0)));
    script.assert(nan);
  } else {
    const least = `(<= ${limitText(integer, min)} ${value})`;
    const most = `(<= ${value} ${limitText(integer, max)})`;
    script.assert(any(nan, all(least, most)));
  }
  script.assert(implies(nan, all(equal(value, limitText(integer, 0)), not(negativeZero))));
  script.assert(implies(negativeZero, equal(value, limitText(integer, 0))));
  return { form: 'real', integer, value, nan, negativeZero, range, constant: null };
}

/** A code from its parts; what the range rules out is left out. */
export function realCode(
  script: Script,
  range: Domain,
  parts: { readonly integer: boolean; readonly value: string; readonly nan: string; readonly negativeZero: string },
): RealCode {
  return {
    form: 'real',
    integer: parts.integer,
    value: script.define(parts.integer ? 'Int' : 'Real', parts.value),
    nan: range.nan ? script.define('Bool', parts.nan) : no,
    negativeZero: range.negativeZero ? script.define('Bool', parts.negativeZero) : no,
    range,
    constant: null,
  };
}

export function real(code: Code | undefined): RealCode {
  return formed('real', code);
}

/** The value with sort Real. */
export function asReal(code: RealCode): string {
  if (!code.integer) return code.value;
  return code.constant === null || Number.isNaN(code.constant)
    ? `(to_real ${code.value})`
    : limitText(false, code.constant);
}

/** Two values with one sort: Int when both have it. */
export function together(a: RealCode, b: RealCode): readonly [string, string, boolean] {
  return a.integer && b.integer ? [a.value, b.value, true] : [asReal(a), asReal(b), false];
}

export function isInfinite(code: RealCode, sign: 1 | -1): string {
  if (code.constant !== null) return code.constant === sign * Infinity ? 'true' : no;
  const possible = sign > 0 ? code.range.max === Infinity : code.range.min === -Infinity;
  return possible ? equal(code.value, limitText(code.integer, sign * Infinity)) : no;
}

export function isFinite(code: RealCode): string {
  return all(not(code.nan), not(isInfinite(code, 1)), not(isInfinite(code, -1)));
}

/** Whether the sign is set: negative or −0. NaN aside. */
export function isNegative(code: RealCode): string {
  if (code.range.min >= 0) return code.negativeZero;
  return any(`(< ${code.value} ${limitText(code.integer, 0)})`, code.negativeZero);
}

export function isZero(code: RealCode): string {
  if (code.constant !== null) return code.constant === 0 ? 'true' : no;
  if (code.range.min > 0 || code.range.max < 0) return no;
  return equal(code.value, limitText(code.integer, 0));
}

export function isSafe(code: RealCode): boolean {
  return code.integer && isSafeInteger({ ...code.range, integer: true, nan: false, negativeZero: false });
}

/** Largest absolute value that a code may have. */
export function magnitude({ range }: NumberCode): number {
  return range.min > range.max ? 0 : Math.max(Math.abs(range.min), Math.abs(range.max));
}

export function sumIsSafe(a: RealCode, b: RealCode): boolean {
  return a.integer && b.integer && magnitude(a) + magnitude(b) <= safeInteger;
}

export function sameReal(a: RealCode, b: RealCode): string {
  const [left, right] = together(a, b);
  const sameNumber = all(equal(left, right), agrees(a.negativeZero, b.negativeZero));
  return all(agrees(a.nan, b.nan), any(a.nan, sameNumber));
}

export function chosenReal(condition: string, a: RealCode, b: RealCode, script: Script, range: Domain): RealCode {
  const [left, right, integer] = together(a, b);
  return realCode(script, range, {
    integer,
    value: ite(condition, left, right),
    nan: ite(condition, a.nan, b.nan),
    negativeZero: ite(condition, a.negativeZero, b.negativeZero),
  });
}

export function readReal([value, nan, negativeZero]: readonly Printed[]): number | null {
  if (nan === 'true') return Number.NaN;
  if (negativeZero === 'true') return -0;
  if (value === undefined || (isList(value) && value.length === 0)) return null;
  const rational = readRational(value);
  return rational === null ? null : nearestDouble(rational);
}
