import { operation, operationWithData } from './operation';

/** Functions of `Math` that no theory knows: the solver sees an unknown result, the engine the true one. */
const mathFunctions: Readonly<Record<string, (x: number) => number>> = {
  acos: Math.acos,
  acosh: Math.acosh,
  asin: Math.asin,
  asinh: Math.asinh,
  atan: Math.atan,
  atanh: Math.atanh,
  cbrt: Math.cbrt,
  cos: Math.cos,
  cosh: Math.cosh,
  exp: Math.exp,
  expm1: Math.expm1,
  log: Math.log,
  log10: Math.log10,
  log1p: Math.log1p,
  log2: Math.log2,
  sin: Math.sin,
  sinh: Math.sinh,
  tan: Math.tan,
  tanh: Math.tanh,
};

const binary = ['num', 'num'] as const;
const unary = ['num'] as const;

/** Operations on doubles. Those on 32-bit integers convert their operands as the language does. */
export const numberOperations = {
  'num.add': operation(binary, 'num', (a, b) => a + b),
  'num.sub': operation(binary, 'num', (a, b) => a - b),
  'num.mul': operation(binary, 'num', (a, b) => a * b),
  'num.div': operation(binary, 'num', (a, b) => a / b),
  'num.rem': operation(binary, 'num', (a, b) => a % b),
  'num.pow': operation(binary, 'num', (a, b) => a ** b),
  'num.neg': operation(unary, 'num', (a) => -a),
  'num.abs': operation(unary, 'num', Math.abs),
  'num.floor': operation(unary, 'num', Math.floor),
  'num.ceil': operation(unary, 'num', Math.ceil),
  'num.round': operation(unary, 'num', Math.round),
  'num.trunc': operation(unary, 'num', Math.trunc),
  'num.sign': operation(unary, 'num', Math.sign),
  'num.sqrt': operation(unary, 'num', Math.sqrt),
  'num.fround': operation(unary, 'num', Math.fround),
  'num.min': operation(binary, 'num', (a, b) => Math.min(a, b)),
  'num.max': operation(binary, 'num', (a, b) => Math.max(a, b)),
  'num.atan2': operation(binary, 'num', Math.atan2),
  /** Any other function of `Math` with one argument; `data` is its name. */
  'num.math': operationWithData(unary, 'num', (name, a) => mathFunctions[name]?.(a) ?? Number.NaN),
  /** ToIntegerOrInfinity: NaN and −0 become 0. */
  'num.integer': operation(unary, 'num', (a) => (Number.isNaN(a) ? 0 : Math.trunc(a) + 0)),
  'num.toInt32': operation(unary, 'num', (a) => a | 0),
  'num.toUint32': operation(unary, 'num', (a) => a >>> 0),
  'num.bitAnd': operation(binary, 'num', (a, b) => a & b),
  'num.bitOr': operation(binary, 'num', (a, b) => a | b),
  'num.bitXor': operation(binary, 'num', (a, b) => a ^ b),
  'num.bitNot': operation(unary, 'num', (a) => ~a),
  'num.shl': operation(binary, 'num', (a, b) => a << b),
  'num.shr': operation(binary, 'num', (a, b) => a >> b),
  'num.ushr': operation(binary, 'num', (a, b) => a >>> b),
  'num.imul': operation(binary, 'num', Math.imul),
  'num.clz32': operation(unary, 'num', Math.clz32),
  'num.lt': operation(binary, 'bool', (a, b) => a < b),
  'num.le': operation(binary, 'bool', (a, b) => a <= b),
  /** `===`: NaN equals nothing, −0 equals 0. */
  'num.eq': operation(binary, 'bool', (a, b) => a === b),
  /** `Object.is`. */
  'num.same': operation(binary, 'bool', (a, b) => Object.is(a, b)),
  'num.isNaN': operation(unary, 'bool', Number.isNaN),
  'num.isInteger': operation(unary, 'bool', Number.isInteger),
  'num.fromBool': operation(['bool'], 'num', Number),
  'num.fromBig': operation(['big'], 'num', Number),
  /** `Number(text)`. */
  'num.fromStr': operation(['str'], 'num', Number),
  'num.parseInt': operation(['str', 'num'], 'num', (text, radix) => Number.parseInt(text, radix)),
  'num.parseFloat': operation(['str'], 'num', Number.parseFloat),
};
