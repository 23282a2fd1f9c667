import { boolean, isSafeInteger, type Code } from './smt-lib-code';
import {
  asFloat,
  binary,
  binaryUnknown,
  bitsCode,
  bitsSort,
  floatCode,
  floatSort,
  sameBinary,
  type BinaryCode,
} from './smt-lib-float';
import { all, any, bitsText, floatText, implies, ite, not } from './smt-lib-text';
import type { Target, Translate } from './theory';

/** Arithmetic of doubles, as the floating-point theory has it; of integers that stay small, as bit vectors. */
export const floatArithmetic = {
  'num.add': arithmetic('bvadd', 'fp.add RNE'),
  'num.sub': arithmetic('bvsub', 'fp.sub RNE'),
  'num.mul': arithmetic('bvmul', 'fp.mul RNE'),
  'num.div': ([a, b], { script, range }) =>
    floatCode(`(fp.div RNE ${asFloat(binary(a))} ${asFloat(binary(b))})`, range, script),
  'num.rem': ([a, b], target) => remainder(binary(a), binary(b), target),
  'num.neg': arithmetic('bvneg', 'fp.neg'),
  'num.abs': unary((a, { script, range }) => {
    if (a.form === 'float') return floatCode(`(fp.abs ${a.text})`, range, script);
    return bitsCode(ite(`(bvslt ${a.text} ${bitsText(0, 64)})`, `(bvneg ${a.text})`, a.text), range, script);
  }),
  'num.floor': rounding('RTN'),
  'num.ceil': rounding('RTP'),
  'num.trunc': rounding('RTZ'),
  'num.round': unary((a, { script, range }) => {
    if (a.form === 'bits') return a;
    // Halves go up: to the next integer where at least a half is missing from it.
    const below = script.define(floatSort, `(fp.roundToIntegral RTN ${a.text})`);
    const up = `(fp.geq (fp.sub RNE ${a.text} ${below}) ${floatText(0.5)})`;
    return floatCode(ite(up, `(fp.roundToIntegral RTP ${a.text})`, below), range, script);
  }),
  'num.integer': unary((a, { script, range }) => {
    if (a.form === 'bits') return a;
    const whole = script.define(floatSort, `(fp.roundToIntegral RTZ ${a.text})`);
    const zero = any(`(fp.isNaN ${a.text})`, `(fp.isZero ${whole})`);
    return floatCode(ite(zero, floatText(0), whole), range, script);
  }),
  'num.sign': unary((a, { script, range }) => {
    const value = script.define(floatSort, asFloat(a));
    const kept = any(`(fp.isNaN ${value})`, `(fp.isZero ${value})`);
    const sign = ite(`(fp.isPositive ${value})`, floatText(1), floatText(-1));
    return floatCode(ite(kept, value, sign), range, script);
  }),
  'num.sqrt': unary((a, { script, range }) => floatCode(`(fp.sqrt RNE ${asFloat(a)})`, range, script)),
  'num.fround': unary((a, { script, range }) =>
    floatCode(`((_ to_fp 11 53) RNE ((_ to_fp 8 24) RNE ${asFloat(a)}))`, range, script),
  ),
  'num.min': extremum('bvslt', 'fp.lt', 'fp.isNegative'),
  'num.max': extremum('bvsgt', 'fp.gt', 'fp.isPositive'),
  'num.fromBool': ([a], { script, range }) => {
    const condition = a?.form === 'bool' ? a.text : 'false';
    return bitsCode(ite(condition, bitsText(1, 64), bitsText(0, 64)), range, script);
  },
  'num.lt': comparison('bvslt', 'fp.lt'),
  'num.le': comparison('bvsle', 'fp.leq'),
  'num.eq': comparison('=', 'fp.eq'),
  'num.same': ([a, b]) => boolean(sameBinary(binary(a), binary(b))),
  'num.isNaN': ([a]) => boolean(binary(a).form === 'bits' ? 'false' : `(fp.isNaN ${asFloat(binary(a))})`),
  'num.isInteger': ([first]) => {
    const a = binary(first);
    if (a.form === 'bits') return boolean('true');
    const whole = `(fp.eq (fp.roundToIntegral RTZ ${a.text}) ${a.text})`;
    return boolean(all(not(`(fp.isInfinite ${a.text})`), whole));
  },
} satisfies Record<string, Translate>;

function unary(translate: (a: BinaryCode, target: Target) => Code): Translate {
  return ([a], target) => translate(binary(a), target);
}

/** Integers of 53 bits give one again where the range says so; the product has no more than that either. */
function arithmetic(onBits: string, onFloats: string): Translate {
  return (args, { script, range }) => {
    const codes = args.map(binary);
    if (isSafeInteger(range) && codes.every(({ form }) => form === 'bits')) {
      return bitsCode(`(${onBits} ${codes.map(({ text }) => text).join(' ')})`, range, script);
    }
    return floatCode(`(${onFloats} ${codes.map(asFloat).join(' ')})`, range, script);
  };
}

function rounding(mode: 'RTN' | 'RTP' | 'RTZ'): Translate {
  return unary((a, { script, range }) =>
    a.form === 'bits' ? a : floatCode(`(fp.roundToIntegral ${mode} ${a.text})`, range, script),
  );
}

function comparison(onBits: string, onFloats: string): Translate {
  return ([first, second]) => {
    const a = binary(first);
    const b = binary(second);
    if (a.form === 'bits' && b.form === 'bits') return boolean(`(${onBits} ${a.text} ${b.text})`);
    return boolean(`(${onFloats} ${asFloat(a)} ${asFloat(b)})`);
  };
}

function extremum(onBits: string, onFloats: string, preferred: string): Translate {
  return ([first, second], { script, range }) => {
    const a = binary(first);
    const b = binary(second);
    if (a.form === 'bits' && b.form === 'bits') {
      return bitsCode(ite(`(${onBits} ${a.text} ${b.text})`, a.text, b.text), range, script);
    }
    const left = script.define(floatSort, asFloat(a));
    const right = script.define(floatSort, asFloat(b));
    const zeros = ite(`(${preferred} ${left})`, left, right);
    const ordered = ite(`(${onFloats} ${left} ${right})`, left, ite(`(${onFloats} ${right} ${left})`, right, zeros));
    const value = ite(`(fp.isNaN ${left})`, left, ite(`(fp.isNaN ${right})`, right, ordered));
    return floatCode(value, range, script);
  };
}

/** The theory's own remainder is another one; that of doubles is said by its bounds. */
function remainder(a: BinaryCode, b: BinaryCode, target: Target): Code {
  const { script, range } = target;
  if (a.form === 'bits' && b.form === 'bits') {
    const rest = script.define(bitsSort, `(bvsrem ${a.text} ${b.text})`);
    if (isSafeInteger(range)) return bitsCode(rest, range, script);
    const zero = bitsText(0, 64);
    const negative = all(`(= ${rest} ${zero})`, `(bvslt ${a.text} ${zero})`);
    const value = ite(negative, floatText(-0), `((_ to_fp 11 53) RNE ${rest})`);
    return floatCode(ite(`(= ${b.text} ${zero})`, floatText(Number.NaN), value), range, script);
  }
  target.approximate('the remainder of doubles');
  const result = binaryUnknown(
    { ...range, integer: false, nan: true, negativeZero: true, min: -Infinity, max: Infinity },
    script,
  );
  const left = script.define(floatSort, asFloat(a));
  const right = script.define(floatSort, asFloat(b));
  const none = any(`(fp.isNaN ${left})`, `(fp.isNaN ${right})`, `(fp.isInfinite ${left})`, `(fp.isZero ${right})`);
  const size = all(
    `(fp.lt (fp.abs ${result.text}) (fp.abs ${right}))`,
    `(fp.leq (fp.abs ${result.text}) (fp.abs ${left}))`,
    `(= (fp.isNegative ${result.text}) (fp.isNegative ${left}))`,
  );
  const small = `(fp.lt (fp.abs ${left}) (fp.abs ${right}))`;
  script.assert(ite(none, `(fp.isNaN ${result.text})`, all(size, implies(small, `(= ${result.text} ${left})`))));
  return { ...result, range };
}
