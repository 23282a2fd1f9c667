import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { NotRegular } from './not-regular';
import { elementCharacters } from './regexp-characters';
import { characters } from './smt-lib-characters';
import { stringText } from './smt-lib-text';

/**
 * What a regular expression matches, as regular expressions of SMT-LIB. Each piece is one way to match: its text, and
 * whether it must begin where the string begins or end where it ends.
 */
export interface Piece {
  readonly text: string;
  readonly nullable: boolean;
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

export interface RegExpLanguage {
  readonly pieces: readonly Piece[];
  readonly sticky: boolean;
  readonly pattern: AST.Pattern;
  readonly flags: AST.Flags;
}

const parser = new RegExpParser({ ecmaVersion: 2025 });
const known = new Map<string, RegExpLanguage | string>();
const mostRepetitions = 200;

/** The language, or what keeps the expression from having one. */
export function regExpLanguage(source: string, flagText: string): RegExpLanguage | string {
  const key = `${flagText}/${source}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = translate(source, flagText);
  known.set(key, made);
  return made;
}

function translate(source: string, flagText: string): RegExpLanguage | string {
  try {
    const flags = parser.parseFlags(flagText);
    const pattern = parser.parsePattern(source, 0, source.length, {
      unicode: flags.unicode,
      unicodeSets: flags.unicodeSets,
    });
    if (flags.unicodeSets) throw new NotRegular('the flag v');
    return { pieces: alternatives(pattern.alternatives, flags), sticky: flags.sticky, pattern, flags };
  } catch (error) {
    return error instanceof NotRegular ? error.message : 'a regular expression that cannot be read';
  }
}

const empty: Piece = { text: '(str.to_re "")', nullable: true, atStart: false, atEnd: false };

export function alternatives(nodes: readonly AST.Alternative[], flags: AST.Flags): readonly Piece[] {
  return merged(nodes.flatMap(({ elements }) => sequence(elements, flags)));
}

export function sequence(elements: readonly AST.Element[], flags: AST.Flags): readonly Piece[] {
  return elements.reduce<readonly Piece[]>(
    (left, element) => {
      const right = pieces(element, flags);
      return merged(left.flatMap((a) => right.flatMap((b) => follow(a, b) ?? [])));
    },
    [empty],
  );
}

/** One piece behind another. What must begin the string can follow only nothing, and the other way round. */
function follow(a: Piece, b: Piece): Piece | null {
  if ((b.atStart && !a.nullable) || (a.atEnd && !b.nullable)) return null;
  const before = b.atStart ? empty : a;
  const behind = a.atEnd ? empty : b;
  return {
    text: joined(before, behind),
    nullable: before.nullable && behind.nullable,
    atStart: a.atStart || b.atStart,
    atEnd: a.atEnd || b.atEnd,
  };
}

function joined(a: Piece, b: Piece): string {
  if (a.text === empty.text) return b.text;
  return b.text === empty.text ? a.text : `(re.++ ${a.text} ${b.text})`;
}

/** One piece for each way to be bound to the ends. */
function merged(all: readonly Piece[]): readonly Piece[] {
  const byEnds = new Map<string, Piece>();
  for (const piece of all) {
    const key = `${piece.atStart} ${piece.atEnd}`;
    const other = byEnds.get(key);
    byEnds.set(key, other === undefined ? piece : union(other, piece));
  }
  return [...byEnds.values()];
}

function union(a: Piece, b: Piece): Piece {
  if (a.text === b.text) return a;
  return { ...a, text: `(re.union ${a.text} ${b.text})`, nullable: a.nullable || b.nullable };
}

function pieces(element: AST.Element, flags: AST.Flags): readonly Piece[] {
  switch (element.type) {
    case 'Character':
      if (!flags.ignoreCase && element.value <= 0xffff) {
        return [{ ...empty, text: `(str.to_re ${stringText(String.fromCharCode(element.value))})`, nullable: false }];
      }
      return [{ ...empty, text: characters(elementCharacters(element, flags)), nullable: false }];
    case 'CharacterSet':
    case 'CharacterClass':
      return [{ ...empty, text: characters(elementCharacters(element, flags)), nullable: false }];
    case 'Group':
      if (element.modifiers !== null) throw new NotRegular('flags inside of a regular expression');
      return alternatives(element.alternatives, flags);
    case 'CapturingGroup':
      return alternatives(element.alternatives, flags);
    case 'Quantifier':
      return repeated(element, pieces(element.element, flags));
    case 'Assertion':
      return assertion(element, flags);
    case 'Backreference':
      throw new NotRegular('a back reference');
    case 'ExpressionCharacterClass':
      throw new NotRegular('the flag v');
  }
}

function assertion(element: AST.Assertion, { multiline }: AST.Flags): readonly Piece[] {
  if (element.kind !== 'start' && element.kind !== 'end') {
    throw new NotRegular(element.kind === 'word' ? 'a word boundary' : `a ${element.kind}`);
  }
  if (multiline) throw new NotRegular('ends of lines');
  return [{ ...empty, atStart: element.kind === 'start', atEnd: element.kind === 'end' }];
}

function repeated({ min, max }: AST.Quantifier, of: readonly Piece[]): readonly Piece[] {
  if (min === 1 && max === 1) return of;
  if (min === 0 && max === 1) return merged([empty, ...of]);
  const [only] = of;
  if (of.length > 1 || only === undefined || only.atStart || only.atEnd) {
    throw new NotRegular('a repetition of what is bound to an end');
  }
  if (min > mostRepetitions || (max > mostRepetitions && max !== Infinity)) throw new NotRegular('long repetitions');
  return [{ ...only, text: repetition(only.text, min, max), nullable: only.nullable || min === 0 }];
}

function repetition(text: string, min: number, max: number): string {
  if (max === Infinity) {
    if (min === 0) return `(re.* ${text})`;
    return min === 1 ? `(re.+ ${text})` : `(re.++ ((_ re.loop ${min} ${min}) ${text}) (re.* ${text}))`;
  }
  return max === 0 ? empty.text : `((_ re.loop ${min} ${max}) ${text})`;
}
