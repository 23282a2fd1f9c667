import { compareRegExps, type RegExpComparison, type RegExpText } from '#smt/compare-regexps';
import { regExpSamples } from '#smt/regexp-samples';
import type { Terms } from '#smt/terms';

/**
 * Of expressions that find the same in every text, the one that these terms have seen first: what they find is then the same
 * term, and nobody has to ask a solver about an expression that was put in other words.
 */
export function representativeOf(terms: Terms, expression: RegExpText): RegExpText {
  const all = seenBy(terms);
  const { byText, byAnswers } = all;
  const key = textOf(expression);
  const known = byText.get(key);
  if (known !== undefined) return known;
  const answers = answersOf(expression, probes);
  const similar = byAnswers.get(answers) ?? [];
  const found = alikeAmong(similar, expression, all) ?? expression;
  byText.set(key, found);
  if (found === expression) byAnswers.set(answers, [...similar, expression]);
  return found;
}

interface Seen {
  readonly byText: Map<string, RegExpText>;
  /** Those that stand for themselves, by what they find in some texts. */
  readonly byAnswers: Map<string, readonly RegExpText[]>;
  /** How many may still be compared in vain. */
  left: number;
}

const seen = new WeakMap<Terms, Seen>();

function seenBy(terms: Terms): Seen {
  const known = seen.get(terms);
  if (known !== undefined) return known;
  const made: Seen = { byText: new Map(), byAnswers: new Map(), left: mostInVain };
  seen.set(terms, made);
  return made;
}

function alikeAmong(candidates: readonly RegExpText[], expression: RegExpText, all: Seen): RegExpText | undefined {
  if (candidates.length === 0) return undefined;
  const samples = regExpSamples(expression.source, expression.flags).filter((text) => text.length <= longestSample);
  const answers = answersOf(expression, samples);
  return candidates
    .filter((candidate) => answersOf(candidate, samples) === answers)
    .slice(0, mostCompared)
    .find((candidate) => areAlike(candidate, expression, all));
}

/** It is asked again wherever terms begin anew. */
const compared = new Map<string, RegExpComparison['kind']>();

function areAlike(a: RegExpText, b: RegExpText, all: Seen): boolean {
  const key = `${textOf(a)}\n${textOf(b)}`;
  const known = compared.get(key);
  if (known !== undefined) return known === 'alike';
  if (all.left <= 0) return false;
  if (compared.size >= mostKept) compared.clear();
  const { kind } = compareRegExps(a, b, mostWork);
  if (kind === 'unknown') all.left--;
  compared.set(key, kind);
  return kind === 'alike';
}

/** Takes a second or two. */
const mostWork = 1_000_000;
const mostInVain = 4;
const mostCompared = 6;
/** An expression that goes back over what it took is slow on texts that another one gives. */
const longestSample = 24;
const mostKept = 1_000;

/** Short, so that no expression is slow on them. */
const probes = [
  '',
  'a',
  'A',
  '0',
  '1.2.3',
  'a-b',
  ' a ',
  'é',
  '\n',
  '-1',
  '{}',
  '"a"',
  '/a/b.c',
  'a=b&c',
  '<a>',
  '$_',
  '[0]',
];

function answersOf({ source, flags }: RegExpText, texts: readonly string[]): string {
  const expression = new RegExp(source, flags);
  return JSON.stringify(
    texts.map((text) => {
      expression.lastIndex = 0;
      const match = expression.exec(text);
      return match === null ? null : [match.index, ...match];
    }),
  );
}

function textOf({ source, flags }: RegExpText): string {
  return `/${source}/${flags}`;
}
