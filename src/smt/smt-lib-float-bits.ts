import { bitsCode, bitsSort, binary, type BinaryCode } from './smt-lib-float';
import type { Code } from './smt-lib-code';
import { any, bitsText, floatText, ite } from './smt-lib-text';
import type { Target, Translate } from './theory';

/** Operations on 32-bit integers as bit vectors. */
export const floatBits = {
  'num.toInt32': unary((a) => signed(a)),
  'num.toUint32': unary((a) => unsigned(a)),
  'num.bitNot': unary((a) => signed(`(bvnot ${a})`)),
  'num.bitAnd': bitwise((a, b) => `(bvand ${a} ${b})`),
  'num.bitOr': bitwise((a, b) => `(bvor ${a} ${b})`),
  'num.bitXor': bitwise((a, b) => `(bvxor ${a} ${b})`),
  'num.imul': bitwise((a, b) => `(bvmul ${a} ${b})`),
  'num.shl': bitwise((a, b) => `(bvshl ${a} ${shiftCount(b)})`),
  'num.shr': bitwise((a, b) => `(bvashr ${a} ${shiftCount(b)})`),
  'num.ushr': ([a, b], target) => {
    const value = `(bvlshr ${low32(binary(a), target)} ${shiftCount(low32(binary(b), target))})`;
    return bitsCode(unsigned(value), target.range, target.script);
  },
  'num.clz32': unary((a) => {
    let text = bitsText(32, 64);
    for (let bit = 0; bit < 32; bit++) {
      text = ite(`(= ((_ extract ${bit} ${bit}) ${a}) #b1)`, bitsText(31 - bit, 64), text);
    }
    return text;
  }),
} satisfies Record<string, Translate>;

const width = '(_ BitVec 32)';

function unary(translate: (low: string) => string): Translate {
  return ([a], target) => bitsCode(translate(low32(binary(a), target)), target.range, target.script);
}

function bitwise(combine: (a: string, b: string) => string): Translate {
  return ([a, b], target): Code =>
    bitsCode(signed(combine(low32(binary(a), target), low32(binary(b), target))), target.range, target.script);
}

function signed(value: string): string {
  return `((_ sign_extend 32) ${value})`;
}

function unsigned(value: string): string {
  return `((_ zero_extend 32) ${value})`;
}

function shiftCount(value: string): string {
  return `(bvand ${value} ${bitsText(31, 32)})`;
}

/** The low 32 bits of a number without its fraction. Doubles of more than 63 bits are left open. */
function low32(code: BinaryCode, target: Target): string {
  const { script } = target;
  if (code.constant !== null) return bitsText(code.constant | 0, 32);
  if (code.form === 'bits') return script.define(width, `((_ extract 31 0) ${code.text})`);
  const limit = 2 ** 63;
  const small = `(fp.lt (fp.abs ${code.text}) ${floatText(limit)})`;
  const converted = `((_ fp.to_sbv 64) RTZ ${code.text})`;
  const open = code.range.min <= -limit || code.range.max >= limit;
  if (open) target.approximate('the low bits of large doubles');
  const finite = open ? ite(small, converted, script.declare(bitsSort)) : converted;
  const none = any(`(fp.isNaN ${code.text})`, `(fp.isInfinite ${code.text})`);
  return script.define(width, `((_ extract 31 0) ${ite(none, bitsText(0, 64), finite)})`);
}
