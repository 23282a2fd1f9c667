import { asOperation, numberOf, operandOf, operandsOf, textOf } from './match';
import type { OperationName } from './operations';
import { isBlank } from './regexp-rules';
import { binaryRule, orderedArguments, type RuleTable, type TermFactory } from './rule';
import { concat, partsOfText } from './string-rules';
import type { Term } from './term';
import { withoutCommonEnd, withoutCommonStart } from './text-search-rules';

const equalToItself = binaryRule('text equal to itself', (terms, a, b) => (a === b ? terms.true : null));

/** What both texts start or end with is left out; constants that differ decide. */
const commonEnds = binaryRule('common start or end of texts', (terms, a, b) => {
  if (asOperation(a, 'str.concat') === null && asOperation(b, 'str.concat') === null) return null;
  const [left, right] = [partsOfText(a), partsOfText(b)];
  const rest = withoutCommonStart(terms, left, right) ?? withoutCommonEnd(terms, left, right);
  if (rest === null) return null;
  if (rest === 'differ') return terms.false;
  return terms.apply('str.eq', [concat(terms, rest[0]), concat(terms, rest[1])]);
});

const emptyConcat = binaryRule('concatenation that is empty', (terms, a, b) => {
  const parts = asOperation(a, 'str.concat')?.args;
  if (parts === undefined || textOf(b) !== '') return null;
  return terms.and(parts.map((part) => terms.apply('str.eq', [part, b])));
});

/** A number is written in one way, but for the zeros, which are written alike. */
const writtenNumber = binaryRule('number written as a constant', (terms, a, b) => {
  const [value, text] = [operandOf(a, 'str.fromNum'), textOf(b)];
  if (value === null || text === null) return null;
  const number = Number(text);
  if (String(number) !== text) return terms.false;
  if (Number.isNaN(number)) return terms.apply('num.isNaN', [value]);
  return terms.apply('num.eq', [value, terms.constant(number)]);
});

const writtenNumbers = binaryRule('numbers written alike', (terms, a, b) => {
  const [left, right] = [operandOf(a, 'str.fromNum'), operandOf(b, 'str.fromNum')];
  if (left === null || right === null) return null;
  const bothNaN = terms.and([terms.apply('num.isNaN', [left]), terms.apply('num.isNaN', [right])]);
  return terms.or([terms.apply('num.eq', [left, right]), bothNaN]);
});

const writtenBigint = binaryRule('bigint written as a text', (terms, a, b) => {
  const [left, right] = [operandOf(a, 'str.fromBig'), operandOf(b, 'str.fromBig')];
  if (left !== null && right !== null) return terms.apply('big.eq', [left, right]);
  const text = textOf(b);
  if (left === null || text === null) return null;
  if (!/^(?:0|-?[1-9]\d*)$/.test(text)) return terms.false;
  return terms.apply('big.eq', [left, terms.constant(BigInt(text))]);
});

/** Texts that differ are written in JSON in different ways. */
const writtenInJson = binaryRule('texts written in JSON', (terms, a, b) => {
  const [left, right] = [operandOf(a, 'str.toJson'), operandOf(b, 'str.toJson')];
  if (left === null) return null;
  if (right !== null) return terms.apply('str.eq', [left, right]);
  const json = textOf(b);
  if (json === null) return null;
  const text = readText(json);
  return text === null || JSON.stringify(text) !== json
    ? terms.false
    : terms.apply('str.eq', [left, terms.constant(text)]);
});

/** A text in JSON says itself where it ends. */
const beginningInJson = binaryRule('texts that begin with one in JSON', (terms, a, b) => {
  const [[left, ...leftRest], [right, ...rightRest]] = [partsOfText(a), partsOfText(b)];
  if (left === undefined || right === undefined || leftRest.length + rightRest.length === 0) return null;
  const [first, second] = [operandOf(left, 'str.toJson'), operandOf(right, 'str.toJson')];
  if (first === null || second === null) return null;
  const rest = terms.apply('str.eq', [concat(terms, leftRest), concat(terms, rightRest)]);
  return terms.and([terms.apply('str.eq', [first, second]), rest]);
});

function readText(json: string): string | null {
  try {
    const read: unknown = JSON.parse(json);
    return typeof read === 'string' ? read : null;
  } catch {
    return null;
  }
}

const oneCodeUnit = binaryRule('one code unit as a constant', (terms, a, b) => {
  const [code, text] = [operandOf(a, 'str.fromCode'), textOf(b)];
  if (code === null || text?.length !== 1) return null;
  const unit = terms.apply('num.bitAnd', [code, terms.constant(0xffff)]);
  return terms.apply('num.eq', [unit, terms.constant(text.charCodeAt(0))]);
});

/** Texts that an operation never makes: what it would change itself. */
const normalizers: Readonly<Partial<Record<OperationName, (text: string) => string>>> = {
  'str.toLowerCase': (text) => text.toLowerCase(),
  'str.toUpperCase': (text) => text.toUpperCase(),
  'str.trim': (text) => text.trim(),
  'str.trimStart': (text) => text.trimStart(),
  'str.trimEnd': (text) => text.trimEnd(),
};

const neverMade = binaryRule('text that is never made', (terms, a, b) => {
  const text = textOf(b);
  const normalize = a.kind === 'operation' ? normalizers[a.operation] : undefined;
  return text !== null && normalize !== undefined && normalize(text) !== text ? terms.false : null;
});

/** `s.slice(0, 3) === 'abc'` is `s.startsWith('abc')`. */
const startAsSlice = binaryRule('start of a text as a slice', (terms, a, b) => {
  const [text, from, to] = asOperation(a, 'str.slice')?.args ?? [];
  const expected = textOf(b);
  if (text === undefined || from === undefined || to === undefined || expected === null) return null;
  if (numberOf(from) !== 0 || numberOf(to) !== expected.length) return null;
  return terms.apply('str.startsWith', [text, b]);
});

/** `s.slice(-3) === '.ts'` is `s.endsWith('.ts')`. */
const endAsSlice = binaryRule('end of a text as a slice', (terms, a, b) => {
  const [text, from, to] = asOperation(a, 'str.slice')?.args ?? [];
  const expected = textOf(b);
  if (text === undefined || from === undefined || to === undefined || !expected) return null;
  const start = operandsOf(from, 'num.add');
  if (start === null || numberOf(to) !== Infinity || operandOf(start[0], 'str.length') !== text) return null;
  return numberOf(start[1]) === -expected.length ? terms.apply('str.endsWith', [text, b]) : null;
});

/** A text of nothing but spaces is asked for in one way. */
const blank = binaryRule('text that is empty once it is trimmed', (terms, a, b) => {
  if (textOf(b) !== '') return null;
  const text = operandOf(a, 'str.trim') ?? operandOf(a, 'str.trimStart') ?? operandOf(a, 'str.trimEnd');
  return text === null ? null : isBlank(terms, text);
});

const lessThanItself = binaryRule('text before itself', (terms, a, b) => (a === b ? terms.false : null));

const emptyIsFirst = binaryRule('text after the empty one', (terms, a, b) =>
  textOf(a) === '' ? terms.not(terms.apply('str.eq', [b, a])) : null,
);

/** The order of texts is that of the first code units that differ. */
const orderAfterCommonStart = binaryRule('order after a common start', (terms, a, b) => {
  if (asOperation(a, 'str.concat') === null && asOperation(b, 'str.concat') === null) return null;
  const [left, right] = [partsOfText(a), partsOfText(b)];
  const rest = withoutCommonStart(terms, left, right);
  if (rest === 'differ') return orderWhereConstantsDiffer(terms, left, right);
  return rest === null ? null : terms.apply('str.lt', [concat(terms, rest[0]), concat(terms, rest[1])]);
});

function orderWhereConstantsDiffer(terms: TermFactory, left: readonly Term[], right: readonly Term[]): Term | null {
  const at = left.findIndex((part, index) => part !== right[index]);
  const [a, b] = [left[at], right[at]];
  const [x, y] = [a === undefined ? null : textOf(a), b === undefined ? null : textOf(b)];
  if (x === null || y === null) return null;
  return x < y ? terms.true : terms.false;
}

const compareWithItself = binaryRule('locale order of equals', (terms, a, b) => (a === b ? terms.constant(0) : null));

export const textEqualityRules: RuleTable = {
  'str.eq': [
    orderedArguments('str.eq'),
    equalToItself,
    commonEnds,
    emptyConcat,
    writtenNumber,
    writtenNumbers,
    writtenBigint,
    writtenInJson,
    beginningInJson,
    oneCodeUnit,
    neverMade,
    startAsSlice,
    endAsSlice,
    blank,
  ],
  'str.lt': [lessThanItself, emptyIsFirst, orderAfterCommonStart],
  'str.localeCompare': [compareWithItself],
};
