import type { BinaryOp, UnaryOp } from '#ir/expression';

type Operand = never;

/** The engine's own operators, by the IR's names for them. */
export function applyUnary(op: UnaryOp, operand: unknown): unknown {
  return unaryOperators[op](operand as Operand);
}

export function applyBinary(op: BinaryOp, left: unknown, right: unknown): unknown {
  return binaryOperators[op](left as Operand, right as Operand);
}

const unaryOperators: Record<UnaryOp, (x: Operand) => unknown> = {
  '+': (x) => +x,
  '-': (x) => -x,
  '!': (x) => !x,
  '~': (x) => ~x,
  typeof: (x) => typeof x,
  void: () => undefined,
  numeric: (x: bigint) => toNumeric(x),
  increment: (x: number) => ++x,
  decrement: (x: number) => --x,
  'property-key': (x) => toPropertyKey(x),
  'is-nullish': (x) => x === null || x === undefined,
  'is-undefined': (x) => x === undefined,
  'require-object': (x) => requireObject(x),
};

const binaryOperators: Record<BinaryOp, (a: Operand, b: Operand) => unknown> = {
  // eslint-disable-next-line eqeqeq
  '==': (a, b) => a == b,
  // eslint-disable-next-line eqeqeq
  '!=': (a, b) => a != b,
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '+': (a: string, b: string) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '&': (a, b) => a & b,
  in: (a, b) => a in b,
  instanceof: (a: object, b: () => void) => a instanceof b,
};

/** What `x++` gives: the number or bigint that `x` converts to. */
function toNumeric(value: unknown): unknown {
  let converted = value as number;
  return converted++;
}

export function toPropertyKey(value: unknown): PropertyKey {
  if (typeof value === 'symbol') return value;
  // An object literal converts its computed key exactly once and does nothing else.
  const [key] = Reflect.ownKeys({ [value as string]: 0 });
  return key ?? '';
}

function requireObject(value: unknown): unknown {
  if (value === null || value === undefined) throw new TypeError(`Cannot destructure '${value}'`);
  return value;
}
