import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LabelledFiles } from '../dependence/labelled-files';

describe('static slices of Arr, as in Change-Effects Table 1', () => {
  const text = readFileSync(new URL('../fixtures/papers/arr-after.ts', import.meta.url), 'utf8');
  const arr = new LabelledFiles({ 'arr.ts': text.replaceAll(/\/\/ (\d+)$/gm, '// [$1]') });

  test.each([
    ['2', ['2', '8', '10']],
    ['5', ['5', '8', '9', '10']],
    ['10', ['10']],
  ])('from statement %s', (statement, expected) => {
    expect(arr.slicedLabels([statement])).toEqual(expected);
  });

  test('backwards from the result', () => {
    expect(arr.slicedLabels(['10'], 'backward')).toEqual(['2', '3', '4', '5', '7', '8', '10']);
    expect(arr.slicedLabels(['9'], 'backward')).toEqual(['1', '3', '4', '5', '7', '9']);
  });

  test('are explained step by step', () => {
    const [seed] = arr.nodesAt('5');
    const [goal] = arr.nodesAt('10');
    if (seed === undefined || goal === undefined) throw new Error('Arr has both statements');
    const steps = arr.slice(['5'], 'forward').explain(goal);
    expect(steps.map(({ from, to, kind, label }) => [arr.labelOf(from), kind, label, arr.labelOf(to)])).toEqual([
      ['5', 'data', 'j', '8'],
      ['8', 'data', 'v', '10'],
    ]);
  });
});

describe('hits', () => {
  const files = new LabelledFiles({
    'a.js': `
      const base = source(); // [base]
      const near = base + 1; // [near]
      const far = near + 1; // [far]
      const both = base + far; // [both]
      function read(o) {
        return o.field; // [read]
      }
      export const reader = read;
      const object = { field: far }; // [object]
      sink(object.field); // [field]`,
  });
  const hits = new Map(files.slice(['base'], 'forward').hits.map((hit) => [hit.node, hit]));
  const least = (label: string, of: 'distance' | 'vague'): number =>
    Math.min(...files.nodesAt(label).map((n) => hits.get(n)?.[of] ?? NaN));
  const distance = (label: string): number => least(label, 'distance');
  const guesses = (label: string): number => least(label, 'vague');

  test('are counted in dependences between nodes, along the shortest way', () => {
    expect(['base', 'near', 'far', 'both'].map(distance)).toEqual([0, 1, 2, 1]);
  });

  test('of a property of some object are guesses, those of a known one are not', () => {
    expect(guesses('field')).toBe(0);
    expect(guesses('read')).toBe(1);
  });

  test('behind a method of some object are guesses, behind one of a known object they are not', () => {
    const methods = new LabelledFiles({
      'b.js': `
        class Known {
          run(x) {
            return x; // [known]
          }
        }
        class Other {
          run(x) {
            return x; // [other]
          }
        }
        function start(it, x) {
          new Known().run(x); // [certain]
          return it.run(x); // [some]
        }
        export { start, Other };`,
    });
    const guessesFrom = (seed: string, label: string): number => {
      const found = new Map(methods.slice([seed], 'forward').hits.map((hit) => [hit.node, hit.vague]));
      return Math.min(...methods.nodesAt(label).map((node) => found.get(node) ?? Infinity));
    };
    expect(guessesFrom('certain', 'known')).toBe(0);
    expect(guessesFrom('some', 'other')).toBe(1);
    expect(guessesFrom('other', 'some')).toBe(1);
  });

  test('are the seeds alone where nothing depends on them', () => {
    expect(files.slicedLabels(['both'])).toEqual(['both']);
  });

  test('of several seeds are those of each', () => {
    expect(files.slicedLabels(['both', 'field'])).toEqual(['both', 'field']);
  });
});
