import { asOperation, numberOf, operandOf, operandsOf, textOf } from './match';
import type { OperationName } from './operations';
import { isFiniteRange, pointOf } from './range';
import { binaryRule, ternaryRule, unaryRule, type Rule, type RuleTable, type TermFactory } from './rule';
import { longestString } from './string-operations';
import type { Term } from './term';

/** Longer concatenations stay nested in others: a long chain must not be copied at every step. */
const mostParts = 64;
/** Parts of a concatenation whose lengths are added. */
const mostSummed = 8;

/** Flattens, drops what is empty and joins constants. */
const canonicalConcat: Rule = {
  name: 'canonical concatenation',
  rewrite(terms, args) {
    const parts: Term[] = [];
    let room = mostParts - args.length;
    for (const arg of args) {
      const inner = asOperation(arg, 'str.concat');
      if (inner === null || inner.args.length > room) {
        addPart(terms, parts, arg);
      } else {
        room -= inner.args.length;
        for (const part of inner.args) addPart(terms, parts, part);
      }
    }
    if (parts.length === args.length && parts.every((part, index) => part === args[index])) return null;
    return concat(terms, parts);
  },
};

function addPart(terms: TermFactory, parts: Term[], part: Term): void {
  const text = textOf(part);
  if (text === '') return;
  const last = parts.at(-1);
  const before = last === undefined || text === null ? null : textOf(last);
  if (before === null || text === null) parts.push(part);
  else parts[parts.length - 1] = terms.constant(before + text);
}

export function concat(terms: TermFactory, parts: readonly Term[]): Term {
  const [first] = parts;
  if (first === undefined) return terms.constant('');
  return parts.length === 1 ? first : terms.apply('str.concat', parts);
}

/** The parts of a concatenation; of any other text, itself. */
export function partsOfText(term: Term): readonly Term[] {
  return asOperation(term, 'str.concat')?.args ?? [term];
}

const lengthOfConcat = unaryRule('length of a concatenation', (terms, a) => {
  const parts = asOperation(a, 'str.concat')?.args;
  if (parts === undefined || parts.length > mostSummed) return null;
  const lengths = parts.map((part) => terms.apply('str.length', [part]));
  return lengths.reduce((sum, length) => terms.apply('num.add', [sum, length]));
});

const lengthOfRest = unaryRule('length of the rest of a text', (terms, a) => {
  const slice = sliceOf(a);
  if (slice === null || slice.to !== Infinity) return null;
  if (terms.rangeOf(slice.text).min < slice.from) return null;
  return terms.apply('num.sub', [terms.apply('str.length', [slice.text]), terms.constant(slice.from)]);
});

interface Slice {
  readonly text: Term;
  readonly from: number;
  readonly to: number;
}

/** A slice between constant positions that are whole and not negative. */
function sliceOf(term: Term): Slice | null {
  const slice = asOperation(term, 'str.slice');
  const [text, from, to] = slice?.args ?? [];
  if (text === undefined || from === undefined || to === undefined) return null;
  return constantSlice(text, from, to);
}

function constantSlice(text: Term, fromTerm: Term, toTerm: Term): Slice | null {
  const [from, to] = [numberOf(fromTerm), numberOf(toTerm)];
  if (from === null || to === null || !isPosition(from) || !isPosition(to)) return null;
  return { text, from, to };
}

function isPosition(value: number): boolean {
  return value === Infinity || (Number.isSafeInteger(value) && !Object.is(value, -0) && value >= 0);
}

function makeSlice(terms: TermFactory, text: Term, from: number, to: number): Term {
  return terms.apply('str.slice', [text, terms.constant(from), terms.constant(to)]);
}

/** Positions before the start are 0, those behind the end ∞; fractions are dropped. */
const sliceBounds = ternaryRule('bounds of a slice', (terms, text, from, to) => {
  const start = sliceStart(terms, text, from);
  const end = sliceEnd(terms, text, to);
  return start === from && end === to ? null : terms.apply('str.slice', [text, start, end]);
});

function sliceStart(terms: TermFactory, text: Term, from: Term): Term {
  const unbounded = withoutBound(from, 'num.max', isZero) ?? withoutBound(from, 'num.min', isLengthOf(text));
  if (unbounded !== null) return unbounded;
  const { max, nan } = terms.rangeOf(from);
  if (max <= 0 && !nan) return terms.constant(0);
  const value = numberOf(from);
  return value === null ? from : terms.constant(Math.trunc(value));
}

function sliceEnd(terms: TermFactory, text: Term, to: Term): Term {
  const unbounded = withoutBound(to, 'num.max', isZero) ?? withoutBound(to, 'num.min', isLengthOf(text));
  if (unbounded !== null) return unbounded;
  const beyond = withoutBound(to, 'num.max', isLengthOf(text));
  if (beyond !== null && !terms.rangeOf(beyond).nan) return terms.constant(Infinity);
  const { min, nan } = terms.rangeOf(to);
  if ((min >= terms.rangeOf(text).max && !nan) || operandOf(to, 'str.length') === text) return terms.constant(Infinity);
  const value = numberOf(to);
  return value === null || value < 0 ? to : terms.constant(Math.trunc(value) + 0);
}

/** What a position is kept from passing: the slice itself keeps to the text. */
function withoutBound(position: Term, operation: 'num.min' | 'num.max', isBound: (term: Term) => boolean): Term | null {
  const sides = operandsOf(position, operation);
  if (sides === null) return null;
  if (isBound(sides[1])) return sides[0];
  return isBound(sides[0]) ? sides[1] : null;
}

function isZero(term: Term): boolean {
  return numberOf(term) === 0;
}

function isLengthOf(text: Term): (term: Term) => boolean {
  return (term) => operandOf(term, 'str.length') === text;
}

const wholeSlice = ternaryRule('slice of all', (_terms, text, from, to) =>
  numberOf(from) === 0 && numberOf(to) === Infinity ? text : null,
);

const sliceOfSlice = ternaryRule('slice of a slice', (terms, text, from, to) => {
  const [inner, outer] = [sliceOf(text), constantSlice(text, from, to)];
  if (inner === null || outer === null) return null;
  return makeSlice(terms, inner.text, inner.from + outer.from, Math.min(inner.to, inner.from + outer.to));
});

/** Parts of known length at the start are cut one by one. */
const sliceOfConcat = ternaryRule('slice of a concatenation', (terms, text, from, to) => {
  const [first, ...rest] = asOperation(text, 'str.concat')?.args ?? [];
  const slice = constantSlice(text, from, to);
  const length = first === undefined ? null : pointOf(terms.rangeOf(first));
  if (first === undefined || slice === null || length === null) return null;
  if (slice.from >= length) return makeSlice(terms, concat(terms, rest), slice.from - length, slice.to - length);
  if (slice.to <= length) return makeSlice(terms, first, slice.from, slice.to);
  if (slice.from === 0 && slice.to === Infinity) return null;
  const tail = makeSlice(terms, concat(terms, rest), 0, slice.to - length);
  return terms.apply('str.concat', [makeSlice(terms, first, slice.from, Infinity), tail]);
});

/** `(a + b).slice(a.length)` and `(a + b).slice(0, a.length)`. */
const sliceAtPart = ternaryRule('slice at the end of a part', (terms, text, from, to) => {
  const [first, ...rest] = asOperation(text, 'str.concat')?.args ?? [];
  if (first === undefined) return null;
  if (operandOf(from, 'str.length') === first && numberOf(to) === Infinity) return concat(terms, rest);
  return operandOf(to, 'str.length') === first && numberOf(from) === 0 ? first : null;
});

const codePosition = binaryRule('position of a code unit', (terms, text, at) => {
  const value = numberOf(at);
  const whole = value === null || Number.isNaN(value) ? 0 : Math.trunc(value) + 0;
  return value === null || Object.is(value, whole) ? null : terms.apply('str.codeAt', [text, terms.constant(whole)]);
});

const codeInParts = binaryRule('code unit of a concatenation or slice', (terms, text, at) => {
  const position = numberOf(at);
  if (position === null || !isPosition(position)) return null;
  const slice = sliceOf(text);
  if (slice !== null) {
    if (position >= slice.to - slice.from) return terms.constant(Number.NaN);
    return terms.apply('str.codeAt', [slice.text, terms.constant(slice.from + position)]);
  }
  const [first, ...rest] = asOperation(text, 'str.concat')?.args ?? [];
  const length = first === undefined ? null : pointOf(terms.rangeOf(first));
  if (first === undefined || length === null) return null;
  if (position < length) return terms.apply('str.codeAt', [first, at]);
  return terms.apply('str.codeAt', [concat(terms, rest), terms.constant(position - length)]);
});

const codeOfCode = binaryRule('code of one code unit', (terms, text, at) => {
  const code = operandOf(text, 'str.fromCode');
  return code === null || numberOf(at) !== 0 ? null : terms.apply('num.bitAnd', [code, terms.constant(0xffff)]);
});

/** Codes are taken modulo 2¹⁶. */
const codeOperand = unaryRule('operand of a code unit', (terms, a) => {
  const masked = operandsOf(a, 'num.bitAnd');
  const inner =
    operandOf(a, 'num.toInt32') ??
    operandOf(a, 'num.toUint32') ??
    (masked !== null && numberOf(masked[1]) === 0xffff ? masked[0] : null);
  return inner === null ? null : terms.apply('str.fromCode', [inner]);
});

const unitOfText = unaryRule('code unit of a text', (terms, a) => {
  const source = operandsOf(a, 'str.codeAt');
  if (source === null || terms.rangeOf(a).nan) return null;
  const [text, at] = source;
  const { integer, nan } = terms.rangeOf(at);
  if (!integer || nan) return null;
  return terms.apply('str.slice', [text, at, terms.apply('num.add', [at, terms.constant(1)])]);
});

function idempotent(operation: OperationName): Rule {
  return unaryRule(`${operation} twice`, (_terms, a) => (operandOf(a, operation) === null ? null : a));
}

/** Numbers are written without spaces and letters that have another case, but for NaN and Infinity. */
function ofWrittenNumber(operation: OperationName, alsoUnusual: boolean): Rule {
  return unaryRule(`${operation} of a number`, (terms, a) => {
    if (operandOf(a, 'str.fromBig') !== null) return a;
    const value = operandOf(a, 'str.fromNum');
    return value !== null && (alsoUnusual || isFiniteRange(terms.rangeOf(value))) ? a : null;
  });
}

const trimmed = unaryRule('trim of a trimmed text', (terms, a) => {
  const inner = operandOf(a, 'str.trimStart') ?? operandOf(a, 'str.trimEnd');
  return inner === null ? null : terms.apply('str.trim', [inner]);
});

function trimmedOnOneSide(operation: 'str.trimStart' | 'str.trimEnd'): Rule {
  const opposite = operation === 'str.trimStart' ? 'str.trimEnd' : 'str.trimStart';
  return unaryRule(`${operation} of a trimmed text`, (terms, a) => {
    if (operandOf(a, 'str.trim') !== null) return a;
    const inner = operandOf(a, opposite);
    return inner === null ? null : terms.apply('str.trim', [inner]);
  });
}

function replaceBySame(operation: 'str.replace' | 'str.replaceAll'): Rule {
  return ternaryRule(`${operation} by the same`, (_terms, text, part, by) => (part === by ? text : null));
}

const replaceNothing = ternaryRule('replacement of the empty text', (terms, text, part, by) =>
  textOf(part) === '' ? terms.apply('str.concat', [by, text]) : null,
);

const repeatOnce = binaryRule('repetition once', (terms, text, count) =>
  pointOf(terms.rangeOf(count)) === 1 && terms.rangeOf(text).max <= longestString ? text : null,
);

function padding(operation: 'str.padStart' | 'str.padEnd'): Rule {
  return ternaryRule(`${operation} of what is long enough`, (terms, text, length, fill) => {
    const least = terms.rangeOf(text).min;
    return textOf(fill) === '' || Math.trunc(terms.rangeOf(length).max) <= least ? text : null;
  });
}

export const stringRules: RuleTable = {
  'str.concat': [canonicalConcat],
  'str.length': [lengthOfConcat, lengthOfRest],
  'str.slice': [sliceBounds, wholeSlice, sliceOfSlice, sliceOfConcat, sliceAtPart],
  'str.codeAt': [codePosition, codeInParts, codeOfCode],
  'str.fromCode': [codeOperand, unitOfText],
  'str.toLowerCase': [idempotent('str.toLowerCase'), ofWrittenNumber('str.toLowerCase', false)],
  'str.toUpperCase': [idempotent('str.toUpperCase')],
  'str.trim': [idempotent('str.trim'), trimmed, ofWrittenNumber('str.trim', true)],
  'str.trimStart': [
    idempotent('str.trimStart'),
    trimmedOnOneSide('str.trimStart'),
    ofWrittenNumber('str.trimStart', true),
  ],
  'str.trimEnd': [idempotent('str.trimEnd'), trimmedOnOneSide('str.trimEnd'), ofWrittenNumber('str.trimEnd', true)],
  'str.replace': [replaceBySame('str.replace'), replaceNothing],
  'str.replaceAll': [replaceBySame('str.replaceAll')],
  'str.repeat': [repeatOnce],
  'str.padStart': [padding('str.padStart')],
  'str.padEnd': [padding('str.padEnd')],
};
