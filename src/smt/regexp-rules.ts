import { numberOf } from './match';
import type { OperationName } from './operations';
import { parseRegExpData, regExpData } from './regexp-operations';
import { binaryRule, type Rule, type RuleTable, type TermFactory } from './rule';
import type { Term } from './term';

type Match = 'regexp.test' | 'regexp.index' | 'regexp.capture' | 'regexp.participates';

/** The flags `g` and `d` are without effect here, and so is the group where only the match counts. */
function canonicalExpression(operation: Match): Rule {
  return binaryRule(`expression of ${operation}`, (terms, text, from, data) => {
    const { source, flags, group } = parseRegExpData(data);
    const counts = operation === 'regexp.capture' || operation === 'regexp.participates';
    const canonical = regExpData({
      source,
      flags: [...flags]
        .filter((flag) => flag !== 'g' && flag !== 'd')
        .toSorted()
        .join(''),
      group: counts ? group : 0,
    });
    return canonical === data ? null : terms.apply(operation, [text, from], canonical);
  });
}

/** Positions before the start are 0; fractions are dropped. */
function startOfMatch(operation: Match): Rule {
  return binaryRule(`start of ${operation}`, (terms, text, from, data) => {
    const value = numberOf(from);
    const start = value === null ? null : Math.max(0, Number.isNaN(value) ? 0 : Math.trunc(value)) + 0;
    if (start === null || Object.is(start, value)) return null;
    return terms.apply(operation, [text, terms.constant(start)], data);
  });
}

const wholeMatch = binaryRule('participation of the whole match', (terms, text, from, data) =>
  parseRegExpData(data).group === 0 ? terms.apply('regexp.test', [text, from], data) : null,
);

/** Letters, digits and signs that mean themselves, between optional anchors. */
const plainPattern = /^(\^?)([\w ,:;<>=@#%&~"'`!-]+)(\$?)$/;

/** `/^abc/.test(s)` is `s.startsWith('abc')`, and so on. */
const plainText = binaryRule('expression that is a plain text', (terms, text, from, data) => {
  if (numberOf(from) !== 0) return null;
  const { source, flags } = parseRegExpData(data);
  const [, start, plain, end] = plainPattern.exec(source) ?? [];
  if (plain === undefined || /[imvy]/.test(flags)) return null;
  return terms.apply(searches[`${start === '^'} ${end === '$'}`], [text, terms.constant(plain)]);
});

const searches = {
  'true true': 'str.eq',
  'true false': 'str.startsWith',
  'false true': 'str.endsWith',
  'false false': 'str.includes',
} as const satisfies Record<string, OperationName>;

/** `/^\s*$/.test(s)`: there is nothing but spaces. */
const onlySpaces = binaryRule('expression of spaces alone', (terms, text, from, data) => {
  const { source, flags } = parseRegExpData(data);
  return source === String.raw`^\s*$` && !/[my]/.test(flags) && numberOf(from) === 0 ? isBlank(terms, text) : null;
});

/** What `trim` leaves nothing of. */
export function isBlank(terms: TermFactory, text: Term): Term {
  const solid = regExpData({ source: String.raw`\S`, flags: '', group: 0 });
  return terms.not(terms.apply('regexp.test', [text, terms.constant(0)], solid));
}

function common(operation: Match): readonly Rule[] {
  return [canonicalExpression(operation), startOfMatch(operation)];
}

export const regExpRules: RuleTable = {
  'regexp.test': [...common('regexp.test'), plainText, onlySpaces],
  'regexp.index': common('regexp.index'),
  'regexp.capture': common('regexp.capture'),
  'regexp.participates': [...common('regexp.participates'), wholeMatch],
};
