import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { renderPathsText } from '#report/render-paths-text';
import { displayWidth } from '#report/source-text';
import type { PathsResult } from '#result/paths-result';
import { affectedPaths, costPaths, path, treeOf, troubledPaths } from './sample-paths';

const plain = { colour: false, width: 80, all: false };

describe('renderPathsText', () => {
  test('says when, what, and with which call', () => {
    expect(renderPathsText(costPaths, plain)).toMatchInlineSnapshot(`
      "cost(weight)   src/cost.ts:2   2 paths, complete, all ran as predicted

       1  weight > 20
          throws new RangeError('too heavy')
          cost(21)                                            ran as predicted

       2  !(weight > 20)
          returns weight * 2; sets parcels = 1; does seen.add(weight); calls
          console.log(weight)
          cost(0) → 0                                         ran as predicted
      "
    `);
  });

  test('says what a change affects, and what finding that took', () => {
    expect(renderPathsText(affectedPaths, plain).split('\n').slice(0, 4)).toEqual([
      'cost(weight)   src/cost.ts:2   2 affected paths, complete, all ran as predicted',
      '  since main, 3 statements are affected: one path for every sequence of them',
      '  14 states visited, 2 not gone on with',
      '',
    ]);
    const { against } = affectedPaths;
    const none: PathsResult = {
      ...affectedPaths,
      paths: [],
      ...(against === undefined ? {} : { against: { ...against, affectedNodes: 0 } }),
    };
    expect(renderPathsText(none, plain)).toBe(
      'cost(weight)   src/cost.ts:2   0 affected paths, complete\n  since main, nothing that it executes is affected\n',
    );
  });

  test('a path that is not confirmed never looks like one that is', () => {
    expect(renderPathsText(troubledPaths, plain)).toMatchInlineSnapshot(`
      "cost(weight)   src/cost.ts:2   5 paths, not complete, 1 ran as predicted, 2 did not, 1 not confirmed
        not all: 1 path is left after 4 open turns of a loop (--loops)
        given weight !== 7
        type of an input: Parcel: a name that is not declared

       1  weight === 1
          returns 1
          cost(1)             WRONG: predicted was that it returns 1, but it returns 2

       2  weight === 2
          returns 1
          cost(1)                                WRONG: other arguments than predicted

       3  weight === 3
          returns 1
          cost(…)                                     not confirmed: no input is known
          note: the solver could not tell whether this path is possible at src/cost.t…

       4  weight > 3
          goes on: the bound of 4 turns was reached at src/cost.ts:5
          cost(4) → 9                                         ran

       5  weight < 0
          never settles
          cost(-1)                                            ran as predicted
      "
    `);
  });

  test('cuts a long list with a count, and nothing with --all', () => {
    const many: PathsResult = {
      ...costPaths,
      paths: Array.from({ length: 1234 }, (_, i) => path({ condition: `weight === ${i}`, call: `cost(${i})` })),
    };
    const text = renderPathsText(many, plain);
    expect(text).toContain('1,234 paths, complete, all ran as predicted');
    expect(text).toContain('cost(19)');
    expect(text).not.toContain('cost(20)');
    expect(text.trimEnd().endsWith('… 1,214 more paths (--all shows everything)')).toBe(true);
    expect(renderPathsText(many, { ...plain, all: true })).toContain('cost(1233)');
  });

  test('keeps to the width, whatever the paths hold, and shows nothing invisible', () => {
    const long = Array.from({ length: 40 }, (_, i) => `name.charCodeAt(${i}) !== ${i}`).join(' && ');
    const hostile: PathsResult = {
      ...costPaths,
      paths: [
        path({
          condition: `${long} && text === '\u001b[31m\u202e\n'`,
          call: `f("${'x'.repeat(300)}", { a: 1 })`,
          result: { kind: 'returns', text: `'${'漢'.repeat(200)}'` },
          notes: ['y'.repeat(200)],
        }),
      ],
      gaps: ['z'.repeat(200)],
    };
    const lines = renderPathsText(hostile, plain).trimEnd().split('\n').slice(1);
    expect(lines.filter((line) => displayWidth(line) > 80)).toEqual([]);
    expect(lines.join('')).not.toContain('\u001b');
    expect(lines.join('')).not.toContain('\u202e');
    const all = renderPathsText(hostile, { ...plain, all: true });
    expect(all).toContain('name.charCodeAt(39) !== 39');
  });

  test('colour changes nothing but the colour', () => {
    const coloured = renderPathsText(troubledPaths, { ...plain, colour: true });
    expect(coloured).not.toBe(renderPathsText(troubledPaths, plain));
    expect(stripVTControlCharacters(coloured)).toBe(renderPathsText(troubledPaths, plain));
  });
});

describe('the tree', () => {
  test('has what is decided on the way from state to state, and what has changed', () => {
    expect(renderPathsText(treeOf(2), plain)).toMatchInlineSnapshot(`
      "cost(weight)   src/cost.ts:2   3 paths, complete, all ran as predicted

      1: x > 0   x: x + 0
      ├─ !(x > 0)
      │  path 1 returns 0   x: x + 1   f(0) → 1
      └─ x > 0
         2: x > 1   x: x + 1
         ├─ !(x > 1)
         │  path 2 returns 1   x: x + 2   f(1)
         └─ x > 1
            path 3 returns 2   x: x + 2   f(2) → 1
      "
    `);
  });

  test('of many paths is cut with a count; every path is counted once', () => {
    const text = renderPathsText(treeOf(5000), plain);
    expect(text.split('\n').length).toBeLessThan(140);
    const shown = [...text.matchAll(/path \d+ returns/g)].length;
    const hidden = [...text.matchAll(/… ([\d,]+) more paths?/g)].map(([, number]) =>
      Number(number?.replaceAll(',', '')),
    );
    expect(shown).toBeGreaterThan(20);
    expect(hidden.reduce((sum, number) => sum + number, shown)).toBe(5001);
  });
});
