import { asOperation, numberOf, textOf } from './match';
import type { OperationName } from './operations';
import { binaryRule, ternaryRule, type Rule, type RuleTable, type TermFactory } from './rule';
import { concat, partsOfText } from './string-rules';
import type { Term } from './term';

type Search = 'str.includes' | 'str.startsWith' | 'str.endsWith';

function searchForItself(operation: Search): Rule {
  return binaryRule(`${operation} of itself`, (terms, text, part) => (text === part ? terms.true : null));
}

/** A part of a concatenation is in it, and so is what is in a constant part. */
const includedInPart = binaryRule('text in a part of a concatenation', (terms, text, part) => {
  const parts = asOperation(text, 'str.concat')?.args;
  const sought = textOf(part);
  const found = parts?.some((each) => each === part || (sought !== null && textOf(each)?.includes(sought) === true));
  return found === true ? terms.true : null;
});

/** What starts both texts is left out; constants that differ decide. */
const commonStart = binaryRule('common start in startsWith', (terms, text, part) => {
  const rest = withoutCommonStart(terms, partsOfText(text), partsOfText(part));
  if (rest === null) return null;
  if (rest === 'differ') return terms.false;
  return terms.apply('str.startsWith', [concat(terms, rest[0]), concat(terms, rest[1])]);
});

const commonEnd = binaryRule('common end in endsWith', (terms, text, part) => {
  const rest = withoutCommonEnd(terms, partsOfText(text), partsOfText(part));
  if (rest === null) return null;
  if (rest === 'differ') return terms.false;
  return terms.apply('str.endsWith', [concat(terms, rest[0]), concat(terms, rest[1])]);
});

type Parts = readonly Term[];

/** Null when nothing is common; 'differ' when no text starts with both. One of the two may be left empty. */
export function withoutCommonStart(
  terms: TermFactory,
  left: Parts,
  right: Parts,
): readonly [Parts, Parts] | 'differ' | null {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const [a, b] = [left[at], right[at]];
  const [x, y] = [a === undefined ? null : textOf(a), b === undefined ? null : textOf(b)];
  if (x !== null && y !== null) {
    const length = Math.min(x.length, y.length);
    if (x.slice(0, length) !== y.slice(0, length)) return 'differ';
    const rest = (text: string, parts: Parts): Parts => [terms.constant(text.slice(length)), ...parts.slice(at + 1)];
    return [nonEmpty(rest(x, left)), nonEmpty(rest(y, right))];
  }
  return at === 0 ? null : [left.slice(at), right.slice(at)];
}

export function withoutCommonEnd(
  terms: TermFactory,
  left: Parts,
  right: Parts,
): readonly [Parts, Parts] | 'differ' | null {
  let at = 1;
  while (at <= left.length && at <= right.length && left.at(-at) === right.at(-at)) at += 1;
  const [a, b] = [left.at(-at), right.at(-at)];
  const [x, y] = [a === undefined ? null : textOf(a), b === undefined ? null : textOf(b)];
  if (x !== null && y !== null) {
    const length = Math.min(x.length, y.length);
    if (!x.endsWith(y.slice(y.length - length))) return 'differ';
    const rest = (text: string, parts: Parts): Parts => [
      ...parts.slice(0, parts.length - at),
      terms.constant(text.slice(0, text.length - length)),
    ];
    return [nonEmpty(rest(x, left)), nonEmpty(rest(y, right))];
  }
  return at === 1 ? null : [left.slice(0, left.length - at + 1), right.slice(0, right.length - at + 1)];
}

function nonEmpty(parts: Parts): Parts {
  return parts.filter((part) => textOf(part) !== '');
}

/** Positions before the start are 0; fractions are dropped. */
const startOfSearch = ternaryRule('start of a search', (terms, text, part, from) => {
  const value = numberOf(from);
  const start = value === null ? null : Math.max(0, Number.isNaN(value) ? 0 : Math.trunc(value)) + 0;
  if (start === null || Object.is(start, value)) return null;
  return terms.apply('str.indexOf', [text, part, terms.constant(start)]);
});

const foundAtStart = ternaryRule('text found in the first part', (terms, text, part, from) => {
  if (numberOf(from) !== 0) return null;
  const [first] = partsOfText(text);
  const [before, sought] = [first === undefined ? null : textOf(first), textOf(part)];
  if (sought === '' || text === part || first === part) return terms.constant(0);
  const at = before === null || sought === null ? -1 : before.indexOf(sought);
  return at < 0 ? null : terms.constant(at);
});

/** Comparisons of a position with −1 and 0 ask whether there is an occurrence. */
const foundByOrder = binaryRule('position against the bounds', (terms, a, b) => {
  if (numberOf(a) === -1) return occurrence(terms, b);
  const found = numberOf(b) === 0 ? occurrence(terms, a) : null;
  return found === null ? null : terms.not(found);
});

const foundByEquality = binaryRule('position that is −1 or 0', (terms, a, b) => {
  if (numberOf(b) === -1) {
    const found = occurrence(terms, a);
    return found === null ? null : terms.not(found);
  }
  const search = asOperation(a, 'str.indexOf');
  const [text, part, from] = search?.args ?? [];
  if (text === undefined || part === undefined || from === undefined) return null;
  return numberOf(b) === 0 && numberOf(from) === 0 ? terms.apply('str.startsWith', [text, part]) : null;
});

/** Whether a position is one. */
function occurrence(terms: TermFactory, position: Term): Term | null {
  if (position.kind !== 'operation') return null;
  const [text, part, from] = position.args;
  if (position.operation === 'regexp.index') return terms.apply('regexp.test', position.args, position.data);
  if (text === undefined || part === undefined || from === undefined) return null;
  const all: Partial<Record<OperationName, number>> = { 'str.indexOf': 0, 'str.lastIndexOf': Infinity };
  const everywhere = all[position.operation];
  return everywhere !== undefined && numberOf(from) === everywhere ? terms.apply('str.includes', [text, part]) : null;
}

/** `text.length === 0` and the like ask for the empty text. */
const emptyByOrder = binaryRule('length against one', (terms, a, b) => {
  const [shorter, longer] = [lengthArgument(a), lengthArgument(b)];
  if (shorter !== null && numberOf(b) === 1) return isEmpty(terms, shorter);
  return longer !== null && numberOf(a) === 0 ? terms.not(isEmpty(terms, longer)) : null;
});

const emptyByEquality = binaryRule('length zero', (terms, a, b) => {
  const text = lengthArgument(a);
  return text !== null && numberOf(b) === 0 ? isEmpty(terms, text) : null;
});

function lengthArgument(term: Term): Term | null {
  return asOperation(term, 'str.length')?.args[0] ?? null;
}

function isEmpty(terms: TermFactory, text: Term): Term {
  return terms.apply('str.eq', [text, terms.constant('')]);
}

export const textSearchRules: RuleTable = {
  'str.includes': [searchForItself('str.includes'), includedInPart],
  'str.startsWith': [searchForItself('str.startsWith'), commonStart],
  'str.endsWith': [searchForItself('str.endsWith'), commonEnd],
  'str.indexOf': [startOfSearch, foundAtStart],
  'num.lt': [foundByOrder, emptyByOrder],
  'num.eq': [foundByEquality, emptyByEquality],
};
