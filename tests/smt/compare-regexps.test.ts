import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRegExps, relateRegExps, type RegExpText } from '#smt/compare-regexps';

const most = 200_000;
const runs = Number(process.env['GENERATED_RUNS'] ?? 400);

/** What an expression makes of a text from a position on, and nowhere else. */
function matchAt({ source, flags }: RegExpText, text: string, from: number): string {
  const expression = new RegExp(source, `${flags.replaceAll('y', '')}yd`);
  expression.lastIndex = from;
  const match = expression.exec(text);
  return match === null
    ? 'none'
    : JSON.stringify([...match].map((part, group) => [part ?? null, match.indices?.[group]]));
}

function foundBy(expression: RegExp, text: string): string | null {
  const match = expression.exec(text);
  return match === null ? null : JSON.stringify([...match, match.indices]);
}

function textsUpTo(length: number, alphabet: readonly string[]): string[] {
  let last = [''];
  const all = [''];
  for (let each = 0; each < length; each++) {
    last = last.flatMap((text) => alphabet.map((character) => text + character));
    all.push(...last);
  }
  return all;
}

const texts = textsUpTo(5, ['a', 'b', '-']);

/** Two expressions that are alike, or nearly so: parts of one are put in another order, or written in another way. */
const pairs = fc.letrec<{ pair: readonly [string, string] }>((tie) => ({
  pair: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<readonly [string, string]>(
      ['a', 'a'],
      ['b', '[b]'],
      ['a', 'b'],
      ['[ab]', 'a|b'],
      ['[^a]', '[^a]'],
      ['-', '\\-'],
      ['^', '^'],
      ['$', '$'],
      ['\\w', '[a-zA-Z0-9_]'],
      ['a+', 'aa*'],
      ['a*', 'a*?'],
      ['(?:a|ab)', '(?:ab|a)'],
      ['(?:a|b-)', '(?:b-|a)'],
      ['', ''],
    ),
    fc.tuple(tie('pair'), tie('pair')).map(([a, b]) => [`(?:${a[0]})(?:${b[0]})`, `(?:${a[1]})(?:${b[1]})`] as const),
    fc.tuple(tie('pair'), tie('pair')).map(([a, b]) => [`(?:${a[0]}|${b[0]})`, `(?:${a[1]}|${b[1]})`] as const),
    fc.tuple(tie('pair'), tie('pair')).map(([a, b]) => [`(?:${a[0]}|${b[0]})`, `(?:${b[1]}|${a[1]})`] as const),
    tie('pair').map(([a, b]) => [`(${a})`, `(${b})`] as const),
    fc
      .tuple(tie('pair'), fc.constantFrom('?', '*', '+', '{2}', '{1,2}', '*?', '??'))
      .map(([[a, b], times]) => [`(?:${a})${times}`, `(?:${b})${times}`] as const),
    fc
      .tuple(tie('pair'), fc.constantFrom(['?', '??'], ['{0,1}', '?'], ['+', '{1,}'], ['{2,3}', '{2,3}?']))
      .map(([[a, b], times]) => [`(?:${a})${times[0]}`, `(?:${b})${times[1]}`] as const),
    tie('pair').map(([a, b]) => [`^(?:${a})$`, `^(?:${b})$`] as const),
  ),
})).pair;

describe('two regular expressions', () => {
  test('are told apart, or not, as the engine does', () => {
    const seen = { alike: 0, apart: 0, unknown: 0 };
    fc.assert(
      fc.property(pairs, fc.constantFrom('', 'i'), ([first, second], flags) => {
        const [a, b] = [first, second].map((source) => ({ source, flags })) as [RegExpText, RegExpText];
        const compared = compareRegExps(a, b, most);
        seen[compared.kind]++;
        if (compared.kind === 'unknown') return;
        if (compared.kind === 'apart') {
          const { text, from } = compared;
          expect(matchAt(a, text, from)).not.toBe(matchAt(b, text, from));
          return;
        }
        const other = texts.find((text) => [0, 1].some((from) => matchAt(a, text, from) !== matchAt(b, text, from)));
        expect(other).toBeUndefined();
      }),
      { numRuns: runs },
    );
    expect(seen.alike).toBeGreaterThan(runs / 20);
    expect(seen.apart).toBeGreaterThan(runs / 20);
  });

  test('say of each other what is true of every text', () => {
    const seen = { implies: 0, agrees: 0 };
    fc.assert(
      fc.property(pairs, ([first, second]) => {
        const [a, b] = [first, second].map((source) => ({ source, flags: '' })) as [RegExpText, RegExpText];
        const related = relateRegExps(a, b, most);
        if (related === null) return;
        const [one, other] = [first, second].map((source) => new RegExp(source, 'd')) as [RegExp, RegExp];
        for (const text of texts) {
          const [before, now] = [foundBy(one, text), foundBy(other, text)];
          if (related.implies && before !== null && now === null) expect(text).toBeNull();
          if (related.isImplied && now !== null && before === null) expect(text).toBeNull();
          if (related.agrees && before !== null && now !== null && before !== now) expect(text).toBeNull();
        }
        if (related.implies) seen.implies++;
        if (related.agrees && !(related.implies && related.isImplied)) seen.agrees++;
      }),
      { numRuns: runs },
    );
    expect(seen.implies).toBeGreaterThan(runs / 20);
    expect(seen.agrees).toBeGreaterThan(0);
  });

  const numeric = '0|[1-9]\\d{0,256}';
  const other = '\\d{0,256}[a-zA-Z-][a-zA-Z0-9-]{0,250}';
  const version = (identifier: string): string =>
    `^v?(${numeric})\\.(${numeric})\\.(${numeric})(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+([0-9A-Za-z-]+))?$`;

  test.each<readonly [first: string, second: string, flags?: 'i']>([
    ['^\\d+$', '^[0-9]+$'],
    ['(?:<|>)?=?', '[<>]?=?'],
    ['[\\w-]', '[-0-9_a-zA-Z]'],
    ['[a-z]', '[A-Z]', 'i'],
    ['a{1,}', 'aa*'],
    ['^(?:a|ab)$', '^(?:ab|a)$'],
    ['(a)|(?:b)', '(a)|b'],
    ['^(a+?)$', '^(a+)$'],
    [version(`(?:${numeric}|${other})`), version(`(?:${other}|${numeric})`)],
  ])('are alike: %s and %s', (first, second, flags) => {
    const both = [first, second].map((source) => ({ source, flags: flags ?? '' })) as [RegExpText, RegExpText];
    expect(compareRegExps(...both, most)).toEqual({ kind: 'alike' });
  });

  test.each([
    ['a|ab', 'ab|a', 'ab', 0],
    ['(a)|b', '(b)|a', 'a', 0],
    ['^a', 'a', ' a', 1],
    ['(?:(a)b?|b)*', '(?:(a)|b)*', 'ab', 0],
    ['a$', 'a', 'aa', 0],
    ['(a*)(a*)', '(a*?)(a*)', 'a', 0],
    ['.', '[^]', '\n', 0],
    ['(a)b', 'a', 'a', 0],
  ])('are told apart: %s and %s', (first, second, text, from) => {
    const compared = compareRegExps({ source: first, flags: '' }, { source: second, flags: '' }, most);
    expect(compared).toEqual({ kind: 'apart', text, from });
  });

  test('are related where they differ', () => {
    const related = relateRegExps({ source: '^#(\\w)$', flags: '' }, { source: '^#?([a-z])$', flags: 'i' }, most);
    expect(related).toEqual({ implies: false, isImplied: false, agrees: true });
    const unbound = relateRegExps({ source: 'a(b)', flags: '' }, { source: 'a(b|c)', flags: '' }, most);
    expect(unbound).toEqual({ implies: true, isImplied: false, agrees: false });
  });

  test.each([
    ['(a)\\1', '(a)a'],
    ['\\bа', 'а'],
    ['(?=a)a', 'a'],
    ['(?:a?)*', 'a*'],
    ['(a)', 'a'],
  ])('are left open: %s and %s', (first, second) => {
    const compared = compareRegExps({ source: first, flags: '' }, { source: second, flags: '' }, most);
    expect(compared).toEqual({ kind: 'unknown' });
  });
});
