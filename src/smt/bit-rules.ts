import { numberOf, operandOf, operandsOf } from './match';
import type { OperationName } from './operations';
import { contains, int32, uint32, type Range } from './range';
import { binaryRule, orderedArguments, unaryRule, type Rule, type RuleTable, type TermFactory } from './rule';
import type { Term } from './term';

type Binary = 'num.bitAnd' | 'num.bitOr' | 'num.bitXor';

function conversionOfFitting(operation: 'num.toInt32' | 'num.toUint32', type: Range): Rule {
  return unaryRule(`${operation} of what fits`, (terms, a) => {
    const { integer, min, max, nan, negativeZero } = terms.rangeOf(a);
    return integer && !nan && !negativeZero && contains(type, min) && contains(type, max) ? a : null;
  });
}

/** The operand of an operation that converts to 32 bits, without conversions that do not change those. */
function bitsOf(term: Term): Term {
  return (
    operandOf(term, 'num.toInt32') ??
    operandOf(term, 'num.toUint32') ??
    operandOf(term, 'num.integer') ??
    operandOf(term, 'num.trunc') ??
    term
  );
}

function convertedOperands(operation: OperationName): Rule {
  return {
    name: `converted operands of ${operation}`,
    rewrite(terms, args) {
      const bits = args.map(bitsOf);
      return bits.every((arg, index) => arg === args[index]) ? null : terms.apply(operation, bits);
    },
  };
}

/** Constants are written as the 32-bit integers that they are taken for. */
function convertedConstants(operation: OperationName): Rule {
  return {
    name: `32-bit constants of ${operation}`,
    rewrite(terms, args) {
      const wrapped = args.map((arg) => {
        const value = numberOf(arg);
        return value === null || Object.is(value, value | 0) ? arg : terms.constant(value | 0);
      });
      return wrapped.every((arg, index) => arg === args[index]) ? null : terms.apply(operation, wrapped);
    },
  };
}

const andConstant = binaryRule('mask of all or no bits', (terms, a, b) => {
  const mask = numberOf(b);
  if (mask === -1) return terms.apply('num.toInt32', [a]);
  return mask === 0 ? terms.constant(0) : null;
});

/** A mask of the low bits leaves what has no others. */
const andFitting = binaryRule('mask of what fits', (terms, a, b) => {
  const mask = numberOf(b);
  if (mask === null || mask < 0 || mask !== (mask | 0) || (mask & (mask + 1)) !== 0) return null;
  const { min, max } = terms.rangeOf(a);
  return min > -1 && max < mask + 1 ? terms.apply('num.toInt32', [a]) : null;
});

const orConstant = binaryRule('union with all or no bits', (terms, a, b) => {
  const bits = numberOf(b);
  if (bits === 0) return terms.apply('num.toInt32', [a]);
  return bits === -1 ? terms.constant(-1) : null;
});

const xorConstant = binaryRule('inversion of all or no bits', (terms, a, b) => {
  const bits = numberOf(b);
  if (bits === 0) return terms.apply('num.toInt32', [a]);
  return bits === -1 ? terms.apply('num.bitNot', [a]) : null;
});

function withItself(operation: Binary): Rule {
  return binaryRule(`${operation} of equals`, (terms, a, b) => {
    if (a !== b) return null;
    return operation === 'num.bitXor' ? terms.constant(0) : terms.apply('num.toInt32', [a]);
  });
}

/** `(x & 12) & 10` is `x & 8`, and `(x & y) & y` is `x & y`. */
function nested(operation: Binary): Rule {
  return binaryRule(`nested ${operation}`, (terms, a, b) => {
    const inner = operandsOf(a, operation);
    if (inner !== null && inner[1].kind === 'constant' && b.kind === 'constant') {
      return terms.apply(operation, [inner[0], terms.apply(operation, [inner[1], b])]);
    }
    if (operation === 'num.bitXor') return null;
    if (inner?.includes(b) === true) return a;
    return operandsOf(b, operation)?.includes(a) === true ? b : null;
  });
}

/** `(x | c) & m` and `(x ^ c) & m` where no bit of `c` is under the mask. */
const maskedAway = binaryRule('bits that a mask removes', (terms, a, b) => {
  const mask = numberOf(b);
  const inner = operandsOf(a, 'num.bitOr') ?? operandsOf(a, 'num.bitXor');
  const set = inner === null ? null : numberOf(inner[1]);
  if (inner === null || mask === null || set === null || (set & mask) !== 0) return null;
  return terms.apply('num.bitAnd', [inner[0], b]);
});

const doubleInversion = unaryRule('bits inverted twice', (terms, a) => {
  const inner = operandOf(a, 'num.bitNot');
  return inner === null ? null : terms.apply('num.toInt32', [inner]);
});

type Shift = 'num.shl' | 'num.shr' | 'num.ushr';

/** Shifts count modulo 32; by none they convert. */
function shiftCount(operation: Shift): Rule {
  return binaryRule(`count of ${operation}`, (terms, a, b) => {
    const count = numberOf(b);
    if (count === null) return null;
    if ((count & 31) === 0) return terms.apply(operation === 'num.ushr' ? 'num.toUint32' : 'num.toInt32', [a]);
    return Object.is(count, count & 31) ? null : terms.apply(operation, [a, terms.constant(count & 31)]);
  });
}

function nestedShift(operation: Shift): Rule {
  return binaryRule(`nested ${operation}`, (terms, a, b) => {
    const inner = operandsOf(a, operation);
    const [first, second] = [inner === null ? null : numberOf(inner[1]), numberOf(b)];
    if (inner === null || first === null || second === null) return null;
    return shiftBy(terms, operation, inner[0], (first & 31) + (second & 31));
  });
}

function shiftBy(terms: TermFactory, operation: Shift, term: Term, count: number): Term {
  if (count < 32) return terms.apply(operation, [term, terms.constant(count)]);
  return operation === 'num.shr' ? terms.apply(operation, [term, terms.constant(31)]) : terms.constant(0);
}

/** Of what is not negative both right shifts are one. */
const unsignedShift = binaryRule('unsigned shift of what is not negative', (terms, a, b) => {
  const { min, max, nan } = terms.rangeOf(a);
  return !nan && min > -1 && max < 2 ** 31 ? terms.apply('num.shr', [a, b]) : null;
});

const productByConstant = binaryRule('32-bit factor zero or one', (terms, a, b) => {
  const factor = numberOf(b);
  if (factor === 0) return terms.constant(0);
  return factor === 1 ? terms.apply('num.toInt32', [a]) : null;
});

/** Whole numbers whose product is small are multiplied exactly. */
const exactProduct = binaryRule('32-bit product that fits', (terms, a, b) => {
  const [left, right] = [terms.rangeOf(a), terms.rangeOf(b)];
  for (const { integer, nan } of [left, right]) if (!integer || nan) return null;
  for (const x of [left.min, left.max]) {
    for (const y of [right.min, right.max])
      if (!contains(int32, x) || !contains(int32, y) || !contains(int32, x * y)) return null;
  }
  return terms.apply('num.toInt32', [terms.apply('num.mul', [a, b])]);
});

function bitwise(operation: Binary): readonly Rule[] {
  return [
    orderedArguments(operation),
    convertedOperands(operation),
    convertedConstants(operation),
    withItself(operation),
    nested(operation),
  ];
}

function shift(operation: Shift): readonly Rule[] {
  return [convertedOperands(operation), shiftCount(operation), nestedShift(operation)];
}

export const bitRules: RuleTable = {
  'num.toInt32': [conversionOfFitting('num.toInt32', int32), convertedOperands('num.toInt32')],
  'num.toUint32': [conversionOfFitting('num.toUint32', uint32), convertedOperands('num.toUint32')],
  'num.bitAnd': [...bitwise('num.bitAnd'), andConstant, andFitting, maskedAway],
  'num.bitOr': [...bitwise('num.bitOr'), orConstant],
  'num.bitXor': [...bitwise('num.bitXor'), xorConstant],
  'num.bitNot': [convertedOperands('num.bitNot'), doubleInversion],
  'num.shl': shift('num.shl'),
  'num.shr': shift('num.shr'),
  'num.ushr': [...shift('num.ushr'), unsignedShift],
  'num.imul': [
    orderedArguments('num.imul'),
    convertedOperands('num.imul'),
    convertedConstants('num.imul'),
    productByConstant,
    exactProduct,
  ],
  'num.clz32': [convertedOperands('num.clz32')],
};
