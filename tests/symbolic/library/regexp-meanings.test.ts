import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneByOne, plainTextOf, trimBy } from '#symbolic/library/regexp-meanings';

const trims = {
  'str.trim': (text: string) => text.trim(),
  'str.trimStart': (text: string) => text.trimStart(),
  'str.trimEnd': (text: string) => text.trimEnd(),
};

const unit = fc.oneof(
  fc.constantFrom(' ', '\n', '\t', '\u00a0', '\ufeff', '\u2029', '\u180e', '\u200b', '\u3000'),
  fc.constantFrom('a', 'B', '0', '-', '.', '$', '\ud83d', '\ude00', 'ß', '\u212a'),
);
const text = fc.array(unit, { maxLength: 8 }).map((units) => units.join(''));
const flags = fc.subarray(['g', 'i', 'm', 's', 'y']).map((all) => all.join(''));
const unicode = fc.constantFrom('', 'u', 'v');
const classes = fc.constantFrom(
  String.raw`\s`,
  String.raw`\S`,
  String.raw`\D`,
  String.raw`\w`,
  '[^a]',
  '[aB.]',
  String.raw`[\s_]`,
);

describe('what removing all matches comes to', () => {
  const ends = fc.constantFrom(
    '^S+|S+$',
    '^S*|S*$',
    '^S+',
    '^S*',
    'S+$',
    'S*$',
    'S+',
    '(?:^S+|S+$)',
    '^S|S$',
    '^S+?|S+$',
  );
  const spaces = fc.constantFrom(String.raw`\s`, String.raw`[\s]`, String.raw`[\s\uFEFF\xA0]`, String.raw`[^\S]`, ' ');
  const expression = fc
    .tuple(ends, spaces, flags, unicode)
    .map(([end, space, more, kind]) => ({ source: end.replaceAll('S', () => space), flags: more + kind }));

  test('is a trim in the engine, too', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(expression, fc.array(text, { minLength: 5, maxLength: 20 }), (written, texts) => {
        const trim = trimBy(written);
        if (trim === null) return;
        seen.add(trim);
        const regExp = new RegExp(written.source, written.flags);
        for (const each of texts) expect(each.replace(regExp, '')).toBe(trims[trim as keyof typeof trims](each));
      }),
      { numRuns: 1000 },
    );
    expect([...seen].toSorted()).toEqual(Object.keys(trims).toSorted());
  });

  test('is the same one by one', () => {
    let changed = 0;
    fc.assert(
      fc.property(classes, flags, unicode, text, (one, more, kind, each) => {
        const written = { source: `${one}+`, flags: `g${more.replace('g', '')}${kind}` };
        const simple = oneByOne(written);
        if (simple.source !== written.source) changed++;
        const removed = ({ source, flags: all }: typeof written): string => each.replace(new RegExp(source, all), '');
        expect(removed(simple)).toBe(removed(written));
      }),
      { numRuns: 1000 },
    );
    expect(changed).toBeGreaterThan(50);
  });
});

test('a plain text is all that an expression finds', () => {
  const sign = fc.constantFrom(
    'a',
    'B',
    ' ',
    '-',
    '0',
    'ß',
    '\u212a',
    String.raw`\.`,
    String.raw`\$`,
    String.raw`\/`,
    '.',
    '+',
    '^',
    '\ud83d\ude00',
  );
  let plain = 0;
  fc.assert(
    fc.property(fc.array(sign, { minLength: 1, maxLength: 3 }), flags, unicode, text, (signs, more, kind, around) => {
      const source = signs.join('');
      if (source.startsWith('+') || /[+^]\+/.test(source)) return;
      const found = plainTextOf({ source, flags: more + kind });
      if (found === null) return;
      plain++;
      const subject = `${around}${found}${around.toLowerCase()}`;
      const regExp = new RegExp(source, `g${more.replace('g', '')}${kind}`);
      expect(subject.replace(regExp, '|')).toBe(subject.replaceAll(found, '|'));
      expect(subject.split(regExp)).toEqual(subject.split(found));
    }),
    { numRuns: 1000 },
  );
  expect(plain).toBeGreaterThan(50);
});
