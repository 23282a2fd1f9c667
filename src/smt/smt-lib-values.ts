import type { Rational } from './smt-lib-text';

/** What a solver printed: an atom as written, a string literal without its quotes, or a list. */
export type Printed = string | { readonly string: string } | readonly Printed[];

/** Reads everything that a solver printed; null when the brackets do not match. */
export function readPrinted(text: string): readonly Printed[] | null {
  const open: Printed[][] = [[]];
  const tokens = /\s+|;[^\n]*|[()]|"((?:[^"]|"")*)"|\|[^|]*\||[^\s()"|;]+|./gsu;
  for (const { 0: token, 1: literal } of text.matchAll(tokens)) {
    const innermost = open.at(-1);
    if (innermost === undefined) return null;
    if (token === '(') {
      open.push([]);
    } else if (token === ')') {
      open.pop();
      open.at(-1)?.push(innermost);
    } else if (literal !== undefined) {
      innermost.push({ string: literal.replaceAll('""', '"') });
    } else if (!/^[\s;]/.test(token)) {
      innermost.push(token);
    }
  }
  const [whole] = open;
  return open.length === 1 && whole !== undefined ? whole : null;
}

export function readString(printed: Printed): string | null {
  if (typeof printed !== 'object' || !('string' in printed)) return null;
  let tooLarge = false;
  const value = printed.string.replaceAll(
    /\\u\{([0-9a-fA-F]+)\}|\\u([0-9a-fA-F]{4})/g,
    (_, braced: string | undefined, plain: string | undefined) => {
      const unit = Number.parseInt(braced ?? plain ?? '', 16);
      tooLarge ||= unit > 0xffff;
      return String.fromCharCode(unit);
    },
  );
  return tooLarge ? null : value;
}

/** An integer or a rational; null for what is neither, such as a root of a polynomial. */
export function readRational(printed: Printed): Rational | null {
  if (typeof printed === 'string') return readDecimal(printed);
  if (!isList(printed)) return null;
  const [operator, first, second] = printed;
  const left = first === undefined ? null : readRational(first);
  if (left === null) return null;
  if (operator === '-' && second === undefined) return { ...left, numerator: -left.numerator };
  if (operator === 'to_real') return left;
  const right = second === undefined ? null : readRational(second);
  if (operator !== '/' || right === null || right.numerator === 0n) return null;
  const sign = right.numerator < 0n ? -1n : 1n;
  return {
    numerator: sign * left.numerator * right.denominator,
    denominator: sign * left.denominator * right.numerator,
  };
}

function readDecimal(text: string): Rational | null {
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}

/** The double nearest to a rational, ties to even. */
export function nearestDouble({ numerator, denominator }: Rational): number {
  if (numerator < 0n) return -nearestDouble({ numerator: -numerator, denominator });
  if (numerator === 0n) return 0;
  const digits = numerator.toString(2).length - denominator.toString(2).length;
  // With 53 bits before the point, or fewer where the double is subnormal, the rest decides the rounding.
  const shift = Math.min(54 - digits, 1074);
  const scaled = shift >= 0 ? numerator << BigInt(shift) : numerator;
  const divisor = shift >= 0 ? denominator : denominator << BigInt(-shift);
  let quotient = scaled / divisor;
  const rest = scaled % divisor;
  const surplus = Math.max(0, quotient.toString(2).length - 53);
  if (surplus === 0) {
    const twice = rest * 2n;
    if (twice > divisor || (twice === divisor && quotient % 2n === 1n)) quotient += 1n;
    return scale(Number(quotient), -shift);
  }
  const unit = 1n << BigInt(surplus);
  const half = unit / 2n;
  const low = quotient % unit;
  const kept = quotient / unit;
  const up = low > half || (low === half && (rest > 0n || kept % 2n === 1n));
  return scale(Number(up ? kept + 1n : kept), surplus - shift);
}

/** Multiplies by a power of two in steps that are themselves doubles. */
function scale(value: number, exponent: number): number {
  let scaled = value;
  let left = exponent;
  while (left > 1000) {
    scaled *= 2 ** 1000;
    left -= 1000;
  }
  while (left < -1000) {
    scaled *= 2 ** -1000;
    left += 1000;
  }
  return scaled * 2 ** left;
}

export function readDouble(printed: Printed): number | null {
  if (!isList(printed)) return null;
  const [head, first, second, third] = printed;
  if (head === '_') {
    const special: Record<string, number> = {
      NaN: Number.NaN,
      '+oo': Infinity,
      '-oo': -Infinity,
      '+zero': 0,
      '-zero': -0,
    };
    return typeof first === 'string' ? (special[first] ?? null) : null;
  }
  if (head !== 'fp') return null;
  const parts = [first, second, third].map((part) => (part === undefined ? null : readBits(part)));
  const [sign, exponent, fraction] = parts;
  if (typeof sign !== 'bigint' || typeof exponent !== 'bigint' || typeof fraction !== 'bigint') return null;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, (sign << 63n) | (exponent << 52n) | fraction);
  return view.getFloat64(0);
}

/** Bits as the unsigned number that they write. */
export function readBits(printed: Printed): bigint | null {
  if (typeof printed === 'string') {
    if (/^#b[01]+$/.test(printed) || /^#x[0-9a-fA-F]+$/.test(printed)) return BigInt(`0${printed.slice(1)}`);
    return null;
  }
  if (!isList(printed)) return null;
  const [head, name] = printed;
  return head === '_' && typeof name === 'string' && /^bv\d+$/.test(name) ? BigInt(name.slice(2)) : null;
}

export function isList(printed: Printed): printed is readonly Printed[] {
  return Array.isArray(printed);
}
