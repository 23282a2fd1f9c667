import { formed, isSafeInteger, type BitsCode, type Code, type FloatCode } from './smt-lib-code';
import type { Script } from './smt-lib-script';
import { all, any, bitsText, floatText, implies, ite, no, not } from './smt-lib-text';
import { readBits, readDouble, type Printed } from './smt-lib-values';
import type { Domain } from './term';

/** Doubles of the floating-point theory, and integers of 53 bits as bit vectors: values, symbols and equality. */

export type BinaryCode = BitsCode | FloatCode;

export const floatSort = '(_ FloatingPoint 11 53)';
export const bitsSort = '(_ BitVec 64)';

export function binaryConstant(value: number): BinaryCode {
  const nan = Number.isNaN(value);
  const negativeZero = Object.is(value, -0);
  const integer = !Number.isFinite(value) || Number.isInteger(value);
  const [min, max] = nan ? [Infinity, -Infinity] : [value + 0, value + 0];
  const range: Domain = { integer, min, max, nan, negativeZero };
  return isSafeInteger(range)
    ? { form: 'bits', text: bitsText(value, 64), range, constant: value }
    : { form: 'float', text: floatText(value), range, constant: value };
}

export function binaryUnknown(range: Domain, script: Script): BinaryCode {
  if (isSafeInteger(range)) {
    const text = script.declare(bitsSort);
    script.assert(all(`(bvsle ${bitsText(range.min, 64)} ${text})`, `(bvsle ${text} ${bitsText(range.max, 64)})`));
    return { form: 'bits', text, range, constant: null };
  }
  const text = script.declare(floatSort);
  const numbers = range.min <= range.max;
  const bounded = numbers
    ? all(`(fp.leq ${floatText(range.min)} ${text})`, `(fp.leq ${text} ${floatText(range.max)})`)
    : no;
  script.assert(any(range.nan ? `(fp.isNaN ${text})` : no, bounded));
  if (!range.negativeZero) script.assert(not(all(`(fp.isZero ${text})`, `(fp.isNegative ${text})`)));
  if (range.integer && numbers) {
    script.assert(implies(not(`(fp.isNaN ${text})`), `(fp.eq (fp.roundToIntegral RTZ ${text}) ${text})`));
  }
  return { form: 'float', text, range, constant: null };
}

export function binary(code: Code | undefined): BinaryCode {
  return code?.form === 'bits' ? code : formed('float', code);
}

export function asFloat(code: BinaryCode): string {
  if (code.constant !== null) return floatText(code.constant);
  return code.form === 'float' ? code.text : `((_ to_fp 11 53) RNE ${code.text})`;
}

export function floatCode(text: string, range: Domain, script: Script): FloatCode {
  return { form: 'float', text: script.define(floatSort, text), range, constant: null };
}

export function bitsCode(text: string, range: Domain, script: Script): BitsCode {
  return { form: 'bits', text: script.define(bitsSort, text), range, constant: null };
}

export function sameBinary(a: BinaryCode, b: BinaryCode): string {
  if (a.form === 'bits' && b.form === 'bits') return `(= ${a.text} ${b.text})`;
  // The theory has one NaN and tells the zeros apart, as `Object.is` does.
  return `(= ${asFloat(a)} ${asFloat(b)})`;
}

export function chosenBinary(
  condition: string,
  a: BinaryCode,
  b: BinaryCode,
  script: Script,
  range: Domain,
): BinaryCode {
  if (a.form === 'bits' && b.form === 'bits') return bitsCode(ite(condition, a.text, b.text), range, script);
  return floatCode(ite(condition, asFloat(a), asFloat(b)), range, script);
}

export function readBinary({ form }: BinaryCode, printed: Printed): number | null {
  if (form === 'float') return readDouble(printed);
  const bits = readBits(printed);
  return bits === null ? null : Number(BigInt.asIntN(64, bits));
}
