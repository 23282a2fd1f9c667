import type { RegExpText } from '#smt/compare-regexps';

/**
 * The first short text of which two regular expressions make something else, when the engine is asked: of characters that they
 * name, and of those by which flags differ. Null where there is none, or one of them is no regular expression.
 */
export function textByTrial(a: RegExpText, b: RegExpText): string | null {
  const [first, second] = [compiled(a), compiled(b)];
  if (first === null || second === null) return null;
  let texts = [''];
  const characters = charactersFor(a, b);
  for (let length = 0; length <= longest; length++) {
    const found = texts.find((text) => whatIsFound(first, text) !== whatIsFound(second, text));
    if (found !== undefined) return found;
    texts = texts.flatMap((text) => characters.map((character) => text + character));
  }
  return null;
}

const longest = 3;
const mostCharacters = 14;

/** The end of a line, letters that are `k` and `s` in another case, and a character of two units. */
const telling = ['\n', '\u212a', '\u017f', '\u{1f600}', 'a', 'A', '0', '_', ' '];

function charactersFor(a: RegExpText, b: RegExpText): string[] {
  const named = new Set(`${a.source}${b.source}`.replaceAll(/[\\^$.*+?()[\]{}|]/g, ''));
  return [...new Set([...telling.slice(0, 4), ...[...named].slice(0, 5), ...telling])].slice(0, mostCharacters);
}

function compiled({ source, flags }: RegExpText): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}

/** Where it finds what, from the start. */
function whatIsFound(expression: RegExp, text: string): string {
  expression.lastIndex = 0;
  const found: unknown[] = [];
  for (
    let match = expression.exec(text);
    match !== null && found.length <= text.length;
    match = expression.exec(text)
  ) {
    found.push([match.index, ...match]);
    if (!expression.global) break;
    if (match[0] === '') expression.lastIndex++;
  }
  return JSON.stringify(found);
}
