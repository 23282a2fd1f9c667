import type { RealCode } from './smt-lib-code';
import { real, realCode } from './smt-lib-real';
import { whole } from './smt-lib-real-rounding';
import type { Script } from './smt-lib-script';
import { integerText, ite, no } from './smt-lib-text';
import type { Target, Translate } from './theory';

/** Operations on 32-bit integers as arithmetic of integers where one side is constant, else through bit vectors. */
export const realBits = {
  'num.toInt32': ([a], target) => integer(target, int32(real(a), target.script)),
  'num.toUint32': ([a], target) => integer(target, uint32(real(a), target.script)),
  'num.bitNot': ([a], target) => integer(target, `(- (- 1) ${int32(real(a), target.script)})`),
  'num.bitAnd': bitwise((_a, _b, and) => and),
  // In two's complement of any width, a + b = (a | b) + (a & b) and a + b = (a ^ b) + 2 (a & b).
  'num.bitOr': bitwise((a, b, and) => `(- (+ ${a} ${b}) ${and})`),
  'num.bitXor': bitwise((a, b, and) => `(- (+ ${a} ${b}) (* 2 ${and}))`),
  'num.shl': shift((a, count, script) => wrapped(`(* ${int32(a, script)} ${2n ** count})`, script), 'bvshl', true),
  'num.shr': shift((a, count, script) => `(div ${int32(a, script)} ${2n ** count})`, 'bvashr', true),
  'num.ushr': shift((a, count, script) => `(div ${uint32(a, script)} ${2n ** count})`, 'bvlshr', false),
  'num.imul': ([a, b], target) => {
    const { script } = target;
    return integer(target, wrapped(`(* ${int32(real(a), script)} ${int32(real(b), script)})`, script));
  },
  'num.clz32': ([a], target) => {
    const value = uint32(real(a), target.script);
    let text = '32';
    for (let zeros = 31; zeros >= 0; zeros--)
      text = ite(`(>= ${value} ${2n ** BigInt(31 - zeros)})`, String(zeros), text);
    return integer(target, text);
  },
} satisfies Record<string, Translate>;

function integer({ script, range }: Target, value: string): RealCode {
  return realCode(script, range, { integer: true, value, nan: no, negativeZero: no });
}

/** Infinities, being multiples of 2^32 as embedded, become 0 by themselves. */
function int32(code: RealCode, script: Script): string {
  const value = whole(code, script);
  const { min, max } = code.range;
  return min >= -(2 ** 31) && max < 2 ** 31 ? value : wrapped(value, script);
}

function uint32(code: RealCode, script: Script): string {
  const value = whole(code, script);
  const { min, max } = code.range;
  return min >= 0 && max < 2 ** 32 ? value : script.define('Int', `(mod ${value} ${2n ** 32n})`);
}

function wrapped(value: string, script: Script): string {
  return script.define('Int', `(- (mod (+ ${value} ${2n ** 31n}) ${2n ** 32n}) ${2n ** 31n})`);
}

function signed(bits: string, script: Script): string {
  const value = script.define('Int', `(bv2nat ${bits})`);
  return script.define('Int', ite(`(>= ${value} ${2n ** 31n})`, `(- ${value} ${2n ** 32n})`, value));
}

function vector(value: string): string {
  return `((_ int2bv 32) ${value})`;
}

function bitwise(combine: (a: string, b: string, and: string) => string): Translate {
  return ([first, second], target) => {
    const { script } = target;
    const a = real(first);
    const b = real(second);
    const left = int32(a, script);
    const right = int32(b, script);
    const and = script.define('Int', conjunction(a, b, left, right, script));
    return integer(target, combine(left, right, and));
  };
}

function conjunction(a: RealCode, b: RealCode, left: string, right: string, script: Script): string {
  if (b.constant !== null) return masked(left, b.constant | 0);
  if (a.constant !== null) return masked(right, a.constant | 0);
  return signed(`(bvand ${vector(left)} ${vector(right)})`, script);
}

/** An integer of any sign and a constant mask, as a sum over the runs of ones in the mask. */
export function masked(value: string, mask: number | bigint): string {
  const bits = BigInt(mask);
  if (bits < 0n) {
    const rest = masked(value, ~bits);
    return rest === '0' ? value : `(- ${value} ${rest})`;
  }
  const parts: string[] = [];
  for (let low = 0n; bits >> low !== 0n;) {
    if (((bits >> low) & 1n) === 0n) {
      low += 1n;
      continue;
    }
    let high = low;
    while (((bits >> high) & 1n) === 1n) high += 1n;
    const shifted = low === 0n ? value : `(div ${value} ${2n ** low})`;
    const part = `(mod ${shifted} ${2n ** (high - low)})`;
    parts.push(low === 0n ? part : `(* ${2n ** low} ${part})`);
    low = high;
  }
  const [first] = parts;
  if (first === undefined) return integerText(0);
  return parts.length === 1 ? first : `(+ ${parts.join(' ')})`;
}

function shift(
  byConstant: (a: RealCode, count: bigint, script: Script) => string,
  operator: string,
  isSigned: boolean,
): Translate {
  return ([first, second], target) => {
    const { script } = target;
    const a = real(first);
    const b = real(second);
    if (b.constant !== null) return integer(target, byConstant(a, BigInt(b.constant & 31), script));
    const count = `((_ int2bv 32) (mod ${int32(b, script)} 32))`;
    const result = `(${operator} ${vector(int32(a, script))} ${count})`;
    return integer(target, isSigned ? signed(result, script) : `(bv2nat ${result})`);
  };
}
