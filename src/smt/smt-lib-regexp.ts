import type { AST } from '@eslint-community/regexpp';
import { NotRegular } from './not-regular';
import { alternatives, regExpLanguage, sequence, type Piece, type RegExpLanguage } from './regexp-language';
import { parseRegExpData } from './regexp-operations';
import { boolean, string, type Code } from './smt-lib-code';
import { clampedBelow, integer, position, text } from './smt-lib-strings';
import { all, any, implies, ite, no, not, yes } from './smt-lib-text';
import type { Target, Translate } from './theory';

/** Matching of regular expressions: whether there is a match exactly, where and what it is by what must be so. */
export const regExpTranslation = {
  'regexp.test': matching((match) => boolean(match.test)),
  'regexp.index': matching((match, target) => {
    const { start } = located(match, target);
    return integer(target, ite(match.test, start, '(- 1)'));
  }),
  'regexp.capture': matching((match, target) => {
    const { group } = parseRegExpData(target.term.data);
    const captured = group === 0 ? wholeMatch(match, target) : capture(match, group, target);
    return string(target.script.define('String', ite(match.test, captured, '""')));
  }),
  'regexp.participates': matching((match, target) => {
    const { group } = parseRegExpData(target.term.data);
    if (group === 0 || placeOf(match.language.pattern, group)?.always === true) return boolean(match.test);
    target.approximate('which group of a regular expression takes part');
    return boolean(all(match.test, target.script.declare('Bool')));
  }),
} satisfies Record<string, Translate>;

interface Match {
  readonly language: RegExpLanguage;
  readonly subject: string;
  readonly from: string;
  readonly test: string;
}

function matching(translate: (match: Match, target: Target) => Code): Translate {
  return ([s, at], target) => {
    const { script, term, range } = target;
    const { source, flags } = parseRegExpData(term.data);
    const language = regExpLanguage(source, flags);
    if (typeof language === 'string') {
      target.approximate(`${language} in /${source}/${flags}`);
      if (term.sort === 'bool') return boolean(script.declare('Bool'));
      if (term.sort === 'str') return string(script.declare('String'));
      const index = script.declare('Int');
      script.assert(all(`(<= (- 1) ${index})`, `(<= ${index} (str.len ${text(s)}))`));
      return integer({ ...target, range }, index);
    }
    const subject = text(s);
    const from = script.define('Int', clampedBelow(position(at, script)));
    const test = script.define('Bool', tested(language, subject, from));
    return translate({ language, subject, from, test }, target);
  };
}

function tested({ pieces, sticky }: RegExpLanguage, subject: string, from: string): string {
  const atBeginning = isIn(subject, somewhere(pieces, sticky));
  if (from === '0') return atBeginning;
  const rest = `(str.substr ${subject} ${from} (str.len ${subject}))`;
  const later = isIn(
    rest,
    somewhere(
      pieces.filter(({ atStart }) => !atStart),
      sticky,
    ),
  );
  return ite(`(= ${from} 0)`, atBeginning, all(`(<= ${from} (str.len ${subject}))`, later));
}

/** Strings that have a match in them. */
function somewhere(pieces: readonly Piece[], sticky: boolean): string {
  return union(pieces.map((piece) => surrounded(piece, piece.atStart || sticky)));
}

function surrounded({ text: body, atEnd }: Piece, fromStart: boolean): string {
  const parts = [...(fromStart ? [] : ['re.all']), body, ...(atEnd ? [] : ['re.all'])];
  return parts.length === 1 ? body : `(re.++ ${parts.join(' ')})`;
}

function union(expressions: readonly string[]): string {
  const [first] = expressions;
  if (first === undefined) return 're.none';
  return expressions.length === 1 ? first : `(re.union ${expressions.join(' ')})`;
}

function isIn(subject: string, expression: string): string {
  return expression === 're.none' ? no : `(str.in_re ${subject} ${expression})`;
}

/** Where the match starts: something matches there, and nothing ends before. */
function located({ language, subject, from, test }: Match, target: Target): { readonly start: string } {
  const { pieces, sticky } = language;
  if (sticky) return { start: from };
  if (pieces.every(({ atStart }) => atStart)) return { start: '0' };
  const { script } = target;
  target.approximate('the first of several matches');
  const start = script.declare('Int');
  const rest = script.define('String', `(str.substr ${subject} ${start} (str.len ${subject}))`);
  const matches = pieces.map((piece) =>
    all(piece.atStart ? `(= ${start} 0)` : yes, isIn(rest, surrounded(piece, true))),
  );
  const before = `(str.substr ${subject} ${from} (- ${start} ${from}))`;
  const inside = pieces.filter(({ atStart, atEnd, nullable }) => !atStart && !atEnd && !nullable);
  const none = not(isIn(before, somewhere(inside, false)));
  const bounds = all(`(<= ${from} ${start})`, `(<= ${start} (str.len ${subject}))`);
  script.assert(implies(test, all(bounds, any(...matches), inside.length === 0 ? yes : none)));
  return { start };
}

function wholeMatch(match: Match, target: Target): string {
  const { language, subject, test } = match;
  if (language.pieces.every(({ atStart, atEnd }) => atStart && atEnd)) return subject;
  const { script } = target;
  const { start } = located(match, target);
  target.approximate('the longest of several matches');
  const matched = script.declare('String');
  const found = any(
    ...language.pieces.map((piece) =>
      all(
        isIn(matched, piece.text),
        piece.atStart ? `(= ${start} 0)` : yes,
        piece.atEnd ? `(= (+ ${start} (str.len ${matched})) (str.len ${subject}))` : yes,
      ),
    ),
  );
  const there = `(= (str.substr ${subject} ${start} (str.len ${matched})) ${matched})`;
  script.assert(implies(test, all(there, found)));
  return matched;
}

/** The text of a group: between what must come before and after, where it stands alone in the pattern. */
function capture(match: Match, group: number, target: Target): string {
  const { language, subject, from, test } = match;
  const { script } = target;
  const place = placeOf(language.pattern, group);
  target.approximate('the text of a group');
  const captured = script.declare('String');
  script.assert(implies(test, `(str.contains ${subject} ${captured})`));
  if (place === null) return captured;
  const own = wordsOf(() => alternatives(place.group.alternatives, language.flags));
  const before = wordsOf(() => sequence(place.before, language.flags));
  const behind = wordsOf(() => sequence(place.behind, language.flags));
  if (own === null || before === null || behind === null || own.atStart || own.atEnd) return captured;
  const exists = isIn(captured, own.text);
  const head = script.declare('String');
  const tail = script.declare('String');
  const heads = before.atStart || (language.sticky && from === '0') ? before.text : `(re.++ re.all ${before.text})`;
  const tails = behind.atEnd ? behind.text : `(re.++ ${behind.text} re.all)`;
  const around = all(
    `(= ${subject} (str.++ ${head} ${captured} ${tail}))`,
    isIn(head, heads),
    isIn(tail, tails),
    exists,
  );
  script.assert(implies(test, place.always ? around : any(`(= ${captured} "")`, around)));
  return captured;
}

/** The one way to match; null when there are several, or none that a language says. */
function wordsOf(make: () => readonly Piece[]): Piece | null {
  try {
    const pieces = make();
    return pieces.length === 1 ? (pieces[0] ?? null) : null;
  } catch (error) {
    if (error instanceof NotRegular) return null;
    throw error;
  }
}

interface Place {
  readonly group: AST.CapturingGroup;
  readonly before: readonly AST.Element[];
  readonly behind: readonly AST.Element[];
  /** Whether the group takes part in every match. */
  readonly always: boolean;
}

/** Where a group stands, when it is an element of the only alternative of a pattern, perhaps an optional one. */
function placeOf({ alternatives: ways }: AST.Pattern, number: number): Place | null {
  const [only] = ways;
  if (only === undefined || ways.length > 1) return null;
  let seen = 0;
  for (const [index, element] of only.elements.entries()) {
    const inner = element.type === 'Quantifier' ? element.element : element;
    if (inner.type === 'CapturingGroup' && seen + 1 === number) {
      const single = element.type !== 'Quantifier' || (element.min === 1 && element.max === 1);
      if (!single && !(element.min === 0 && element.max === 1)) return null;
      const before = only.elements.slice(0, index);
      return { group: inner, before, behind: only.elements.slice(index + 1), always: single };
    }
    seen += capturesIn(element);
  }
  return null;
}

function capturesIn(element: AST.Element): number {
  switch (element.type) {
    case 'Quantifier':
      return capturesIn(element.element);
    case 'CapturingGroup':
      return 1 + inAlternatives(element.alternatives);
    case 'Group':
      return inAlternatives(element.alternatives);
    case 'Assertion':
      return 'alternatives' in element ? inAlternatives(element.alternatives) : 0;
    default:
      return 0;
  }
}

function inAlternatives(nodes: readonly AST.Alternative[]): number {
  return nodes.flatMap(({ elements }) => elements).reduce((total, element) => total + capturesIn(element), 0);
}
