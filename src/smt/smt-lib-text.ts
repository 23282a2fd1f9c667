/** SMT-LIB expressions as text. Boolean ones are folded where a part is a constant, since many of them are. */

export const yes = 'true';
export const no = 'false';

export function all(...parts: readonly string[]): string {
  return junction('and', parts, yes, no);
}

export function any(...parts: readonly string[]): string {
  return junction('or', parts, no, yes);
}

export function not(part: string): string {
  if (part === yes) return no;
  if (part === no) return yes;
  return `(not ${part})`;
}

export function implies(condition: string, consequence: string): string {
  if (condition === yes) return consequence;
  if (condition === no || consequence === yes) return yes;
  return `(=> ${condition} ${consequence})`;
}

export function ite(condition: string, then: string, otherwise: string): string {
  if (condition === yes || then === otherwise) return then;
  if (condition === no) return otherwise;
  if (then === yes && otherwise === no) return condition;
  if (then === no && otherwise === yes) return not(condition);
  return `(ite ${condition} ${then} ${otherwise})`;
}

export function differs(left: string, right: string): string {
  if (left === no) return right;
  if (right === no) return left;
  if (left === yes) return not(right);
  if (right === yes) return not(left);
  return `(xor ${left} ${right})`;
}

/** Whether two booleans are the same. */
export function agrees(left: string, right: string): string {
  return left === right ? yes : not(differs(left, right));
}

export function equal(left: string, right: string): string {
  return left === right ? yes : `(= ${left} ${right})`;
}

function junction(name: string, parts: readonly string[], neutral: string, deciding: string): string {
  const rest = new Set<string>();
  for (const part of parts) {
    if (part === deciding) return deciding;
    if (part !== neutral) rest.add(part);
  }
  const [first] = rest;
  if (first === undefined) return neutral;
  return rest.size === 1 ? first : `(${name} ${[...rest].join(' ')})`;
}

export function integerText(value: bigint | number): string {
  const whole = BigInt(value);
  return whole < 0n ? `(- ${-whole})` : `${whole}`;
}

/** A double as the rational number that it is. */
export function realText(value: number): string {
  const { numerator, denominator } = rationalOf(value);
  const size = numerator < 0n ? -numerator : numerator;
  const text = denominator === 1n ? `${size}.0` : `(/ ${size}.0 ${denominator}.0)`;
  return numerator < 0n ? `(- ${text})` : text;
}

export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The exact value of a finite double. */
export function rationalOf(value: number): Rational {
  if (Number.isInteger(value)) return { numerator: BigInt(value), denominator: 1n };
  let scaled = value;
  let denominator = 1n;
  // Doubling is exact until the fraction is gone: at most 1074 bits behind the point, in steps that cannot overflow.
  while (!Number.isInteger(scaled)) {
    const step = Math.abs(scaled) < 1 ? 512 : 53;
    scaled *= 2 ** step;
    denominator <<= BigInt(step);
  }
  let numerator = BigInt(scaled);
  while (numerator % 2n === 0n && denominator > 1n) {
    numerator /= 2n;
    denominator /= 2n;
  }
  return { numerator, denominator };
}

/** A string of UTF-16 units as a literal of characters with the same numbers. */
export function stringText(value: string): string {
  let text = '';
  for (let index = 0; index < value.length; index++) {
    const unit = value.charCodeAt(index);
    if (unit === 0x22) text += '""';
    else if (unit >= 0x20 && unit < 0x7f && unit !== 0x5c) text += value[index];
    else text += `\\u{${unit.toString(16)}}`;
  }
  return `"${text}"`;
}

/** A double as bits of the floating-point theory. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return '(_ NaN 11 53)';
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0).toString(2).padStart(64, '0');
  return `(fp #b${bits.slice(0, 1)} #b${bits.slice(1, 12)} #b${bits.slice(12)})`;
}

export function bitsText(value: bigint | number, width: number): string {
  return `(_ bv${BigInt.asUintN(width, BigInt(value))} ${width})`;
}
