import { numberOf, operandOf } from './match';
import type { OperationName } from './operations';
import { isSafeInteger, magnitude } from './range';
import { binaryRule, unaryRule, type Rule, type RuleTable, type TermFactory } from './rule';
import type { Scalar } from './sorts';
import type { Term } from './term';

/** Conversions of booleans are choices, so that rules for those see through them. */
function ofBoolean(operation: OperationName, yes: Scalar, no: Scalar): Rule {
  return unaryRule(operation, (terms, a) => terms.choice(a, terms.constant(yes), terms.constant(no)));
}

/** A number that was written and read is itself, but for −0, which is written as 0. */
function readNumber(operation: 'num.fromStr' | 'num.parseFloat'): Rule {
  return unaryRule(`${operation} of a written number`, (terms, a) => {
    const value = operandOf(a, 'str.fromNum');
    return value === null ? null : withoutNegativeZero(terms, value);
  });
}

function withoutNegativeZero(terms: TermFactory, term: Term): Term {
  return terms.apply('num.add', [term, terms.constant(0)]);
}

const readBigint = unaryRule('number of a written bigint', (terms, a) => {
  const value = operandOf(a, 'str.fromBig');
  return value === null ? null : terms.apply('num.fromBig', [value]);
});

/** Reading skips spaces itself. */
const trims = ['str.trim', 'str.trimStart', 'str.trimEnd'] as const;

function ofTrimmed(operation: 'num.fromStr' | 'num.parseFloat' | 'num.parseInt'): Rule {
  return {
    name: `${operation} of a trimmed text`,
    rewrite(terms, [text, ...rest]) {
      if (text === undefined) return null;
      for (const trim of trims) {
        const inner = operandOf(text, trim);
        if (inner !== null) return terms.apply(operation, [inner, ...rest]);
      }
      return null;
    },
  };
}

const readInteger = binaryRule('whole number that is read', (terms, text, radix) => {
  const value = operandOf(text, 'str.fromNum');
  const base = numberOf(radix);
  if (value === null || base === null || ((base | 0) !== 10 && (base | 0) !== 0)) return null;
  const known = terms.rangeOf(value);
  if (!known.integer || known.nan || magnitude(known) >= 1e21) return null;
  return withoutNegativeZero(terms, value);
});

const writtenDecimal = binaryRule('number written in base ten', (terms, value, radix) =>
  Math.trunc(numberOf(radix) ?? 0) === 10 ? terms.apply('str.fromNum', [value]) : null,
);

/** Both zeros are written alike. */
const writtenZero = unaryRule('number written without its sign of zero', (terms, a) => {
  if (a.kind !== 'operation' || a.operation !== 'num.add') return null;
  const [value, zero] = a.args;
  return value !== undefined && zero !== undefined && numberOf(zero) === 0 ? terms.apply('str.fromNum', [value]) : null;
});

const writtenWhole = unaryRule('whole number written as a bigint', (terms, a) => {
  const value = operandOf(a, 'big.fromNum');
  return value !== null && isSafeInteger(terms.rangeOf(value)) ? terms.apply('str.fromNum', [value]) : null;
});

export const conversionRules: RuleTable = {
  'num.fromBool': [ofBoolean('num.fromBool', 1, 0)],
  'str.fromBool': [ofBoolean('str.fromBool', 'true', 'false')],
  'big.fromBool': [ofBoolean('big.fromBool', 1n, 0n)],
  'num.fromStr': [readNumber('num.fromStr'), readBigint, ofTrimmed('num.fromStr')],
  'num.parseFloat': [readNumber('num.parseFloat'), ofTrimmed('num.parseFloat')],
  'num.parseInt': [readInteger, ofTrimmed('num.parseInt')],
  'str.fromNumRadix': [writtenDecimal],
  'str.fromNum': [writtenZero],
  'str.fromBig': [writtenWhole],
};
