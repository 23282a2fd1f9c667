import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { regExpLanguage } from '../../src/smt/regexp-language';
import { regExpSamples } from '../../src/smt/regexp-samples';
import { complement, united } from '../../src/smt/smt-lib-characters';
import { floatText, rationalOf, realText, stringText } from '../../src/smt/smt-lib-text';
import {
  nearestDouble,
  readBits,
  readDouble,
  readPrinted,
  readRational,
  readString,
  type Printed,
} from '../../src/smt/smt-lib-values';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

function only(text: string): Printed {
  const [first] = readPrinted(text) ?? [];
  if (first === undefined) throw new Error(`nothing in ${text}`);
  return first;
}

describe('numbers', () => {
  test('a double is the nearest one to its own rational', () => {
    fc.assert(fc.property(finite, (value) => nearestDouble(rationalOf(value)) === value + 0));
  });

  test('a quotient of integers is rounded as the engine rounds it', () => {
    const integer = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(integer, integer, (numerator, denominator) => {
        return (
          nearestDouble({ numerator: BigInt(numerator), denominator: BigInt(denominator) }) === numerator / denominator
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('large integers are rounded as the engine rounds them', () => {
    const large = fc.bigInt({ min: -(2n ** 1030n), max: 2n ** 1030n });
    fc.assert(
      fc.property(large, (value) => Object.is(nearestDouble({ numerator: value, denominator: 1n }), Number(value))),
    );
  });

  test('what is written is read', () => {
    fc.assert(
      fc.property(finite, (value) => {
        const rational = readRational(only(realText(value)));
        return rational !== null && nearestDouble(rational) === value + 0;
      }),
    );
    fc.assert(fc.property(fc.double(), (value) => Object.is(readDouble(only(floatText(value))), value)));
  });

  test.each<[string, number | null]>([
    ['(- (/ 1.0 3.0))', -1 / 3],
    ['(/ (- 1) 3)', -1 / 3],
    ['1.50', 1.5],
    ['(root-obj (+ (^ x 2) (- 2)) 2)', null],
    ['(/ 1 0)', null],
  ])('%s is %s', (text, expected) => {
    const rational = readRational(only(text));
    expect(rational === null ? null : nearestDouble(rational)).toBe(expected);
  });

  test.each<[string, number]>([
    ['(_ +oo 11 53)', Infinity],
    ['(_ -zero 11 53)', -0],
    ['(_ NaN 11 53)', Number.NaN],
    ['(fp #b0 #b01111111111 #x8000000000000)', 1.5],
  ])('%s is %s', (text, expected) => expect(readDouble(only(text))).toBe(expected));

  test.each([['#x0f'], ['#b1111'], ['(_ bv15 8)']])('%s is 15', (text) => expect(readBits(only(text))).toBe(15n));
});

describe('strings', () => {
  test('what is written is read, unit by unit', () => {
    const units = fc.array(fc.oneof(fc.nat(0xffff), fc.constantFrom(0x22, 0x5c, 0x75, 0x7b, 0x7d, 0xd800, 0)));
    fc.assert(
      fc.property(units, (codes) => {
        const text = String.fromCharCode(...codes);
        return readString(only(stringText(text))) === text;
      }),
    );
  });

  test('a character beyond 16 bits is none of ours', () => {
    expect(readString(only(String.raw`"a\u{1f600}"`))).toBeNull();
  });
});

describe('what is printed', () => {
  test('comments, quoted names and nesting', () => {
    expect(readPrinted('sat ; fine\n((|a b| "x ""y"" ("))')).toEqual(['sat', [['|a b|', { string: 'x "y" (' }]]]);
  });

  test.each([['(a'], ['a)'], ['(']])('%s is unreadable', (text) => expect(readPrinted(text)).toBeNull());
});

function has(ranges: readonly (readonly [number, number])[], unit: number): boolean {
  return ranges.some(([first, last]) => first <= unit && unit <= last);
}

describe('sets of characters', () => {
  const set = fc.array(
    fc.tuple(fc.nat(0xffff), fc.nat(300)).map(([first, more]) => [first, Math.min(0xffff, first + more)] as const),
    { maxLength: 6 },
  );
  test('union and complement', () => {
    fc.assert(
      fc.property(set, set, fc.nat(0xffff), (a, b, unit) => {
        expect(has(united(a, b), unit)).toBe(has(a, unit) || has(b, unit));
        expect(has(complement(a), unit)).toBe(!has(a, unit));
      }),
    );
  });
});

describe('regular expressions', () => {
  test.each([
    ['(?=a)', '', 'a lookahead'],
    ['(?<=a)b', '', 'a lookbehind'],
    [String.raw`(a)\1`, '', 'a back reference'],
    [String.raw`\bword`, '', 'a word boundary'],
    ['^a', 'm', 'ends of lines'],
    ['.', 'u', 'characters of two units, with the flag u'],
    [String.raw`\p{L}`, 'u', 'properties of characters'],
    ['(^a)*', '', 'a repetition of what is bound to an end'],
    ['[a--b]', 'v', 'the flag v'],
  ])('/%s/%s is not regular: %s', (source, flags, reason) => {
    expect(regExpLanguage(source, flags)).toBe(reason);
  });

  test.each([['^abc$'], ['a|b|'], ['(?:^|,)x(?:,|$)'], ['[^,]*?,'], [String.raw`^\d{3}-\w+\s?$`], ['']])(
    '/%s/ is',
    (source) => {
      expect(regExpLanguage(source, '')).toBeTypeOf('object');
    },
  );

  test.each([
    ['^[a-z]+[0-9]{2,}$', ''],
    [String.raw`^(\d+)-(\d+)$`, ''],
    [String.raw`^(['"])x\1$`, ''],
    ['a|bc', ''],
    [String.raw`^\p{Lu}\w*$`, 'u'],
  ])('a sample of /%s/%s matches', (source, flags) => {
    const samples = regExpSamples(source, flags);
    expect(samples.some((sample) => new RegExp(source, flags).test(sample))).toBe(true);
  });
});
