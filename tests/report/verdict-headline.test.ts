import { describe, expect, test } from 'vitest';
import { headline, remarks } from '#report/headline';
import type { BugFound } from '#result/bug-found';
import type { PartialResult } from '#result/partial-result';
import type { EntryPointResult, Result } from '#result/result';
import { notAskedFor, type Verdict } from '#result/verdict';
import { changed, nothing, shop, span } from './sample-results';
import { behaviour, bugs, differs, entryPoint, sameForAll, sameUpTo, unknown, verdicts } from './sample-verdicts';

const { verdict: different } = differs(behaviour());
const bound = 'up to 4 loop iterations and call depth 256';

const assuming: Verdict = { kind: 'same', bound: null, assumptions: ['`fetch` returns a promise'] };

function resultOf(judged: readonly Verdict[], entryPoints: readonly EntryPointResult[] = []): Result {
  const functions = judged.map((verdict, i) => changed(`src/f${i}.ts#f${i}`, span(`src/f${i}.ts`, 1, 2), { verdict }));
  return { ...nothing, functions, entryPoints };
}

describe('headline', () => {
  test.each<[string, readonly Verdict[]]>([
    ['f0 behaves differently.', [different]],
    ['f0 behaves the same for all inputs.', [sameForAll]],
    [`f0 behaves the same ${bound}.`, [sameUpTo]],
    ['2 of 3 changed functions behave differently; 1 is the same for all inputs.', [different, sameForAll, different]],
    [`1 of 3 changed functions behaves differently; 2 are the same ${bound}.`, [sameUpTo, different, sameUpTo]],
    [
      `1 of 4 changed functions behaves differently; 1 is the same for all inputs, 1 is the same ${bound}, 1 is unknown.`,
      [unknown('x'), sameUpTo, sameForAll, different],
    ],
    ['Both changed functions behave differently.', [different, different]],
    ['All 3 changed functions behave differently.', [different, different, different]],
    ['Both changed functions behave the same for all inputs.', [sameForAll, sameForAll]],
    [`All 3 changed functions behave the same ${bound}.`, [sameUpTo, sameUpTo, sameUpTo]],
    [
      `None of 2 changed functions is known to behave differently: 1 is the same for all inputs, 1 is the same ${bound}.`,
      [sameUpTo, sameForAll],
    ],
    [
      'None of 2 changed functions is known to behave differently: 1 is the same for all inputs, 1 is unknown.',
      [unknown('x'), sameForAll],
    ],
  ])('%s', (sentence, judged) => {
    expect(headline(resultOf(judged))).toBe(sentence);
  });

  test.each<[string, readonly Verdict[], readonly Verdict[]]>([
    ['f0 behaves differently; the entry point shows it.', [different], [different]],
    ['f0 behaves differently; both entry points show it.', [different], [different, different]],
    ['f0 behaves differently; 1 of 2 entry points shows it.', [different], [different, sameForAll]],
    ['f0 behaves differently; no entry point shows it.', [different], [sameForAll]],
    [`f0 behaves differently; no entry point shows it ${bound}.`, [different], [sameForAll, sameUpTo]],
    ['f0 behaves differently; whether an entry point shows it is unknown.', [different], [unknown('x')]],
    [
      'f0 behaves differently; whether it shows is unknown for 1 of 2 entry points.',
      [different],
      [unknown('x'), sameForAll],
    ],
    ['f0 behaves the same for all inputs.', [sameForAll], [sameForAll]],
    [
      '1 of 2 entry points behaves differently; f0 behaves the same for all inputs.',
      [sameForAll],
      [different, sameUpTo],
    ],
    [
      '1 of 2 entry points behaves differently; whether f0 behaves differently is unknown.',
      [unknown('x')],
      [different, unknown('x')],
    ],
    [
      'Both entry points behave differently; none of 2 changed functions is known to behave differently: 2 are unknown.',
      [unknown('x'), unknown('y')],
      [different, different],
    ],
    [
      'src/e0.ts#e0 behaves differently; both changed functions behave the same for all inputs.',
      [sameForAll, sameForAll],
      [different],
    ],
    ['f0 behaves differently; no entry point shows it, under assumptions.', [different], [assuming]],
    [`f0 behaves differently; no entry point shows it ${bound}, under assumptions.`, [different], [assuming, sameUpTo]],
    ['1 of 2 entry points behaves differently; 1 is the same for all inputs.', [], [different, sameForAll]],
  ])('%s', (sentence, judged, atEntryPoints) => {
    const entryPoints = atEntryPoints.map((verdict, i) => entryPoint(`src/e${i}.ts#e${i}`, { verdict }));
    expect(headline(resultOf(judged, entryPoints))).toBe(sentence);
  });

  test('a changed function that is an entry point is counted once', () => {
    const itself = entryPoint('src/f0.ts#f0', { verdict: different, reaches: ['src/f0.ts#f0'] });
    expect(headline(resultOf([different], [itself]))).toBe('f0 behaves differently.');
  });

  test('what is inside of an entry point and shows the same calls is counted with it', () => {
    const ids = ['src/e.ts#parse', 'src/e.ts#parse.set', 'src/other.ts#read'];
    const entryPoints = ids.map((id) =>
      entryPoint(id, { ...(id.includes('parse') ? differs(behaviour()) : { verdict: unknown('x') }) }),
    );
    expect(headline(resultOf([different], entryPoints))).toBe('f0 behaves differently; 1 of 2 entry points shows it.');
  });

  test('what a verdict assumes is never left unsaid', () => {
    expect(headline(resultOf([assuming]))).toBe('f0 behaves the same for all inputs under assumptions.');
  });

  test('assertions that fail since the change', () => {
    expect(headline({ ...resultOf([different]), bugs })).toBe(
      'f0 behaves differently; 1 assertion fails that did not before.',
    );
  });

  test('errors that are thrown since the change', () => {
    const thrown = bugs.map((bug): BugFound => ({ ...bug, kind: 'throw', isNew: true }));
    expect(headline({ ...resultOf([different]), bugs: [...bugs, ...thrown] })).toBe(
      'f0 behaves differently; 1 assertion fails that did not before; 2 errors are thrown that were not before.',
    );
  });

  test('added and removed functions are not counted, as there is nothing to compare them with', () => {
    expect(headline(verdicts)).toMatch(/^2 of 6 changed functions behave differently; /);
    const added = { ...changed('src/a.ts#a', span('src/a.ts', 1, 2)), status: 'added' } as const;
    const result = {
      ...nothing,
      functions: [added],
      entryPoints: [entryPoint('src/a.ts#a', { verdict: unknown('x') })],
    };
    expect(headline(result)).toBe('1 function added; the change reaches no other statement.');
    expect(remarks(result)).toEqual([]);
  });

  test('one reason for all is part of the sentence', () => {
    const result = resultOf([unknown('the budget ran out'), unknown('the budget ran out')]);
    expect(headline(result)).toBe(
      'Whether any of 2 changed functions behaves differently is unknown: the budget ran out.',
    );
    expect(remarks(result)).toEqual(['2 functions changed; the change reaches no other statement.']);
  });

  test('the only reason has its place', () => {
    const place = span('src/run.ts', 3, 3);
    const result = resultOf([{ kind: 'unknown', reason: 'eval cannot be followed', place }]);
    expect(headline(result)).toBe(
      'Whether f0 behaves differently is unknown: eval cannot be followed at src/run.ts:3.',
    );
  });

  test('what was tried is shown below', () => {
    const result = resultOf([{ kind: 'unknown', reason: 'no input for it could be written', tried: 2 }]);
    expect(headline(result)).toBe('Whether f0 behaves differently is unknown.');
  });

  test('where nobody asked, the sentence is about the change', () => {
    expect(headline(shop)).toMatch(/^1 function changed, 1 added, 1 removed; /);
    expect(remarks(shop).at(-1)).toBe(`Whether the behaviour differs is unknown: ${notAskedFor}.`);
  });
});

describe('how many functions changed', () => {
  const own = changed('src/a.ts#f', span('src/a.ts', 1, 2), { verdict: different });
  const tests = [1, 2].map((n) => changed(`test/a.js#t${n}`, span('test/a.js', n, n)));
  const settings = changed('eslint.config.js#<module>', span('eslint.config.js', 1, 2), { role: 'settings' });
  test.each<[string, Result['functions']]>([
    ['1 function changed, and 2 in tests', [own, ...tests]],
    ['1 function changed, and 2 in tests, and 1 beside the program', [own, ...tests, settings]],
    ['1 function changed', [own]],
  ])('%s', (counts, functions) => {
    expect(remarks({ ...nothing, functions })).toEqual([`${counts}; the change reaches no other statement.`]);
  });

  test('of tests alone', () => {
    expect(headline({ ...nothing, functions: tests })).toBe(
      '2 functions changed, all in tests; the change reaches no other statement.',
    );
  });
});

describe('a partial result', () => {
  test.each<[string, PartialResult]>([
    [
      'The result is partial for want of time (--budget gives more): 1 function has more paths than there was time for, 2 functions were not compared.',
      {
        cause: 'time',
        missing: ['1 function has more paths than there was time for', '2 functions were not compared'],
      },
    ],
    [
      'The result is partial, as it was interrupted: 2 functions were not compared.',
      { cause: 'interrupted', missing: ['2 functions were not compared'] },
    ],
    ['The result is partial, as it was interrupted.', { cause: 'interrupted', missing: [] }],
  ])('%s', (sentence, partial) => {
    expect(remarks({ ...resultOf([different]), complete: false, partial })).toContain(sentence);
  });

  test('is not called one where all was looked at', () => {
    expect(remarks(resultOf([different])).join(' ')).not.toContain('partial');
  });
});
