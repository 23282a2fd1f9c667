import { operation } from './operation';

const binary = ['big', 'big'] as const;

/** Largest exponent or shift that is computed; callers check before. */
const mostBits = 1n << 16n;

/** Operations on bigints, made total: their callers rule out what the language throws on. */
export const bigintOperations = {
  'big.add': operation(binary, 'big', (a, b) => a + b),
  'big.sub': operation(binary, 'big', (a, b) => a - b),
  'big.mul': operation(binary, 'big', (a, b) => a * b),
  'big.div': operation(binary, 'big', (a, b) => (b === 0n ? 0n : a / b)),
  'big.rem': operation(binary, 'big', (a, b) => (b === 0n ? 0n : a % b)),
  'big.pow': operation(binary, 'big', (a, b) => (b < 0n || b > mostBits ? 0n : a ** b)),
  'big.neg': operation(['big'], 'big', (a) => -a),
  'big.bitAnd': operation(binary, 'big', (a, b) => a & b),
  'big.bitOr': operation(binary, 'big', (a, b) => a | b),
  'big.bitXor': operation(binary, 'big', (a, b) => a ^ b),
  'big.bitNot': operation(['big'], 'big', (a) => ~a),
  'big.shl': operation(binary, 'big', (a, b) => (b > mostBits ? 0n : a << b)),
  'big.shr': operation(binary, 'big', (a, b) => (b < -mostBits ? 0n : a >> b)),
  'big.asIntN': operation(['num', 'big'], 'big', (bits, a) => BigInt.asIntN(bits, a)),
  'big.asUintN': operation(['num', 'big'], 'big', (bits, a) => BigInt.asUintN(bits, a)),
  'big.lt': operation(binary, 'bool', (a, b) => a < b),
  'big.eq': operation(binary, 'bool', (a, b) => a === b),
  /** Mixed comparisons, which the language makes mathematically. */
  'big.ltNum': operation(['big', 'num'], 'bool', (a, b) => a < b),
  'big.gtNum': operation(['big', 'num'], 'bool', (a, b) => a > b),
  // oxlint-disable-next-line eqeqeq -- the loose comparison is the one that compares a bigint with a number
  'big.eqNum': operation(['big', 'num'], 'bool', (a, b) => a == (b as unknown)),
  'big.fromNum': operation(['num'], 'big', (a) => (Number.isInteger(a) ? BigInt(a) : 0n)),
  'big.fromBool': operation(['bool'], 'big', BigInt),
};
