import { boolean, formed, type Code } from './smt-lib-code';
import { chosenReal, readReal, realConstant, realUnknown, real, sameReal } from './smt-lib-real';
import { realArithmetic } from './smt-lib-real-arithmetic';
import { realBits } from './smt-lib-real-bits';
import { atMostReal, realCompare } from './smt-lib-real-compare';
import { realRounding } from './smt-lib-real-rounding';
import { bigintTranslation } from './smt-lib-bigint';
import { booleanTranslation } from './smt-lib-boolean';
import { localTimeTranslation } from './smt-lib-local-time';
import { regExpTranslation } from './smt-lib-regexp';
import { stringNumberTranslation } from './smt-lib-string-numbers';
import { stringTranslation } from './smt-lib-strings';
import { agrees, equal, integerText, ite, stringText } from './smt-lib-text';
import { readRational, readString } from './smt-lib-values';
import type { Theory } from './theory';

/** Doubles as integers and reals with the error of rounding, strings as sequences, bigints as integers. */
export const arithmeticTheory: Theory = {
  name: 'arithmetic',
  constant(value) {
    switch (typeof value) {
      case 'boolean':
        return boolean(String(value));
      case 'number':
        return realConstant(value);
      case 'string':
        return { form: 'str', text: stringText(value) };
      case 'bigint':
        return { form: 'big', text: integerText(value) };
    }
  },
  unknown(sort, range, script) {
    switch (sort) {
      case 'bool':
        return boolean(script.declare('Bool'));
      case 'num':
        return realUnknown(range, script);
      case 'str':
        return { form: 'str', text: script.declare('String') };
      case 'big':
        return { form: 'big', text: script.declare('Int') };
    }
  },
  plain(code) {
    // Few bits before and behind the point, so that sums and products have them all.
    if (code.form !== 'real' || code.integer) return null;
    return `(and (is_int (* 256.0 ${code.value})) (<= (- ${plainLimit}) ${code.value}) (<= ${code.value} ${plainLimit}))`;
  },
  operations: {
    ...booleanTranslation,
    ...realArithmetic,
    ...realRounding,
    ...realCompare,
    ...realBits,
    ...localTimeTranslation,
    ...stringTranslation,
    ...stringNumberTranslation,
    ...bigintTranslation,
    ...regExpTranslation,
  },
  choice(condition, yes, no, script, range) {
    if (yes.form === 'real') return chosenReal(condition, yes, real(no), script, range);
    const sort = sortNames[yes.form];
    return { ...yes, text: script.define(sort, ite(condition, yes.text, textOf(no))) };
  },
  same(left, right) {
    if (left.form === 'real') return sameReal(left, real(right));
    if (left.form === 'bool') return agrees(left.text, textOf(right));
    return equal(textOf(left), textOf(right));
  },
  atMost(left, right) {
    return left.form === 'real' && right.form === 'real' ? atMostReal(left, right) : null;
  },
  parts(code) {
    return code.form === 'real' ? [code.value, code.nan, code.negativeZero] : [code.text];
  },
  read(code, parts) {
    const [first] = parts;
    if (first === undefined) return null;
    switch (code.form) {
      case 'bool':
        return first === 'true';
      case 'str':
        return readString(first);
      case 'big': {
        const value = readRational(first);
        return value === null || value.denominator !== 1n ? null : value.numerator;
      }
      default:
        return readReal(parts);
    }
  },
};

const plainLimit = `${2n ** 40n}.0`;

const sortNames = {
  bool: 'Bool',
  str: 'String',
  big: 'Int',
  bits: '(_ BitVec 64)',
  float: '(_ FloatingPoint 11 53)',
} as const;

function textOf(code: Code): string {
  return code.form === 'real' ? formed('real', code).value : code.text;
}
