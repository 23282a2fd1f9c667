import { bigint, boolean, formed, type Code, type RealCode } from './smt-lib-code';
import { asReal, isFinite, real, realCode } from './smt-lib-real';
import { masked } from './smt-lib-real-bits';
import { whole } from './smt-lib-real-rounding';
import { doubleSum, rounded } from './smt-lib-real-rounded';
import type { Script } from './smt-lib-script';
import { all, ite, no, not } from './smt-lib-text';
import type { Target, Translate } from './theory';

/** Bigints as integers. */
export const bigintTranslation = {
  'big.add': binary((a, b) => `(+ ${a} ${b})`),
  'big.sub': binary((a, b) => `(- ${a} ${b})`),
  'big.mul': binary((a, b) => `(* ${a} ${b})`),
  'big.div': binary((a, b) => ite(`(= ${b} 0)`, '0', ite(`(>= ${a} 0)`, `(div ${a} ${b})`, `(- (div (- ${a}) ${b}))`))),
  // The sign of a remainder is that of the dividend.
  'big.rem': binary((a, b) => ite(`(= ${b} 0)`, '0', ite(`(>= ${a} 0)`, `(mod ${a} ${b})`, `(- (mod (- ${a}) ${b}))`))),
  'big.pow': ([a, b], target) => {
    const exponent = constantOf(b);
    if (exponent === null || exponent > 8n) return unknownInteger(target, 'powers of bigints');
    if (exponent < 0n) return bigint('0');
    if (exponent === 0n) return bigint('1');
    return define(target.script, product(Array.from({ length: Number(exponent) }, () => text(a))));
  },
  'big.neg': ([a], { script }) => define(script, `(- ${text(a)})`),
  'big.bitNot': ([a], { script }) => define(script, `(- (- 1) ${text(a)})`),
  'big.bitAnd': bitwise((_a, _b, and) => and),
  'big.bitOr': bitwise((a, b, and) => `(- (+ ${a} ${b}) ${and})`),
  'big.bitXor': bitwise((a, b, and) => `(- (+ ${a} ${b}) (* 2 ${and}))`),
  'big.shl': shifted(1n),
  'big.shr': shifted(-1n),
  'big.asIntN': ([bits, a], target) => wrapped(real(bits), text(a), target, true),
  'big.asUintN': ([bits, a], target) => wrapped(real(bits), text(a), target, false),
  'big.lt': ([a, b]) => boolean(`(< ${text(a)} ${text(b)})`),
  'big.eq': ([a, b]) => boolean(`(= ${text(a)} ${text(b)})`),
  'big.ltNum': ([a, b]) => compared('<', text(a), real(b)),
  'big.gtNum': ([a, b]) => compared('>', text(a), real(b)),
  'big.eqNum': ([a, b]) => compared('=', text(a), real(b)),
  'big.fromNum': ([number], { script }) => {
    const a = real(number);
    const integral = all(isFinite(a), a.integer ? 'true' : `(is_int ${a.value})`);
    return define(script, ite(integral, whole(a, script), '0'));
  },
  'big.fromBool': ([a]) => bigint(ite(formed('bool', a).text, '1', '0')),
  'num.fromBig': ([a], target) => {
    const { script, range } = target;
    const value = rounded(target, `(to_real ${text(a)})`, 'true', { ...doubleSum, integer: true });
    return realCode(script, range, { integer: true, value, nan: no, negativeZero: no });
  },
} satisfies Record<string, Translate>;

function text(code: Code | undefined): string {
  return formed('big', code).text;
}

function define(script: Script, expression: string): Code {
  return bigint(script.define('Int', expression));
}

function binary(combine: (a: string, b: string) => string): Translate {
  return ([a, b], { script }) => define(script, combine(text(a), text(b)));
}

function product(factors: readonly string[]): string {
  return factors.length === 1 ? factors.join('') : `(* ${factors.join(' ')})`;
}

/** A bigint that is written in the constraint. */
function constantOf(code: Code | undefined): bigint | null {
  const match = /^(?:(\d+)|\(- (\d+)\))$/.exec(text(code));
  if (match === null) return null;
  return match[1] === undefined ? -BigInt(match[2] ?? '0') : BigInt(match[1]);
}

function unknownInteger({ script, approximate }: Target, reason: string): Code {
  approximate(reason);
  return bigint(script.declare('Int'));
}

function bitwise(combine: (a: string, b: string, and: string) => string): Translate {
  return ([first, second], target) => {
    const a = text(first);
    const b = text(second);
    const mask = constantOf(second) ?? constantOf(first);
    const other = constantOf(second) === null ? b : a;
    if (mask === null) return unknownInteger(target, 'bits of two bigints');
    const and = target.script.define('Int', masked(other, mask));
    return define(target.script, combine(a, b, and));
  };
}

const mostShift = 4096n;

function shifted(direction: 1n | -1n): Translate {
  return ([a, b], target) => {
    const count = constantOf(b);
    if (count === null || count > mostShift || count < -mostShift) return unknownInteger(target, 'shifts of bigints');
    const left = count * direction;
    const expression = left >= 0n ? `(* ${text(a)} ${2n ** left})` : `(div ${text(a)} ${2n ** -left})`;
    return define(target.script, expression);
  };
}

function wrapped(bits: RealCode, a: string, target: Target, signed: boolean): Code {
  const width = bits.constant;
  if (width === null || !Number.isInteger(width) || width < 1 || width > Number(mostShift)) {
    return unknownInteger(target, 'bigints of a width that is not known');
  }
  const modulus = 2n ** BigInt(width);
  if (!signed) return define(target.script, `(mod ${a} ${modulus})`);
  const half = modulus / 2n;
  return define(target.script, `(- (mod (+ ${a} ${half}) ${modulus}) ${half})`);
}

/** The mathematical comparison of an integer with a double. */
function compared(operator: string, a: string, b: RealCode): Code {
  const comparison = b.integer ? `(${operator} ${a} ${b.value})` : `(${operator} (to_real ${a}) ${asReal(b)})`;
  return boolean(all(not(b.nan), comparison));
}
