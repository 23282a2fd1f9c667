import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capturesDigits } from '../../src/smt/captured-digits';
import { createSolver } from '../../src/smt/chain';
import { guessNear } from '../../src/smt/guess-near';
import { Propagation } from '../../src/smt/propagation';
import { Ranges } from '../../src/smt/ranges';
import { regExpData } from '../../src/smt/regexp-operations';
import { regExpSamples } from '../../src/smt/regexp-samples';
import { satisfies } from '../../src/smt/satisfies';
import type { Term } from '../../src/smt/term';
import { Terms } from '../../src/smt/terms';

const version = String.raw`^v?(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([a-z]+(?:\.[a-z]+)*))?(?:\+([a-z]+(?:\.[a-z]+)*))?$`;

describe('groups that capture digits', () => {
  test.each([
    [String.raw`(\d+)`, '', true],
    ['([0-9]{2,4})', '', true],
    ['(0|[1-9]\\d*)', 'u', true],
    ['((?:1|2)?3*)', 'i', true],
    ['(?<year>[0-7]+)', '', true],
    ['([0-9a])', '', false],
    [String.raw`(\D+)`, '', false],
    ['([^0-9])', '', false],
    ['(.)', '', false],
    ['(-?1)', '', false],
    [String.raw`(a)(\1)`, '', false],
    ['(\\p{Nd})', 'u', false],
  ])('%s with %j', (source, flags, expected) => {
    expect(capturesDigits(regExpData({ source, flags, group: 1 }))).toBe(expected);
  });

  test('are numbers from 0 on, whatever the text', () => {
    const pieces = [
      '0',
      '[1-9]',
      String.raw`\d`,
      '7',
      '[0-3]',
      '|',
      '?',
      '*',
      '+',
      '(?:',
      ')',
      'x',
      '-',
      '.',
      '[a-f0-9]',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('0', '7', '9', 'x', '-', ' ', 'a') }),
        (parts, text) => {
          const source = `x?(${parts.join('')})`;
          let expression: RegExp;
          try {
            expression = new RegExp(source);
          } catch {
            return;
          }
          if (!capturesDigits(regExpData({ source, flags: '', group: 1 }))) return;
          expect(expression.exec(text)?.[1] ?? '').toMatch(/^[0-9]*$/);
        },
      ),
      { numRuns: 3000, seed: 5 },
    );
  });

  test('are never below zero, without a solver', () => {
    const terms = new Terms();
    const text = terms.symbol('s', 'str');
    const part = terms.apply(
      'regexp.capture',
      [text, terms.constant(0)],
      regExpData({ source: version, flags: '', group: 1 }),
    );
    const negative = terms.apply('num.lt', [terms.apply('num.fromStr', [part]), terms.constant(0)]);
    expect(createSolver({ core: 'none' }).check({ constraints: [negative] }).kind).toBe('unsat');
  });
});

describe('strings that an expression matches', () => {
  test('have every group alone, short and repeated', () => {
    const found = regExpSamples(version, '').filter((sample) => new RegExp(version).test(sample));
    for (const wanted of ['0.0', '0.0-a', '0.0+a', '1.0', '0.1', '0.0+aa.aa', '0.0-aaa.aaa.aaa'])
      expect(found).toContain(wanted);
    expect(found.some((sample) => Number(new RegExp(version).exec(sample)?.[2]) > Number.MAX_SAFE_INTEGER)).toBe(true);
  });
});

describe('a model near another', () => {
  const terms = new Terms();
  const text = terms.symbol('s', 'str');
  const at = (operation: 'regexp.capture' | 'regexp.test', group: number): Term =>
    terms.apply(operation, [text, terms.constant(0)], regExpData({ source: version, flags: '', group }));

  test('changes one part of a text that was taken apart', () => {
    const isMatch = at('regexp.test', 0);
    const isBuild = terms.apply('str.eq', [at('regexp.capture', 4), terms.constant('odd')]);
    const isLarge = terms.apply('num.lt', [terms.constant(5), terms.apply('num.fromStr', [at('regexp.capture', 2)])]);
    const constraints = [isMatch, isBuild, isLarge];
    const near = new Map([[text as never, '3.0+odd']]);
    const ranges = new Ranges();
    const known = Propagation.of(constraints, (term) => ranges.of(term));
    expect(known.run()).toBe(true);
    const model = guessNear(constraints, near, known);
    expect(model).not.toBeNull();
    if (model !== null) expect(satisfies(constraints, model)).toBe(true);
  });

  test('is none where nothing fits', () => {
    const constraints = [at('regexp.test', 0), terms.apply('str.eq', [at('regexp.capture', 1), terms.constant('x')])];
    const ranges = new Ranges();
    const known = Propagation.of(constraints, (term) => ranges.of(term));
    expect(guessNear(constraints, new Map([[text as never, '1.0']]), known)).toBeNull();
  });
});
