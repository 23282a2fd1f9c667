import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { revert } from '#change/revert';
import { parseModule } from '#syntax/parse';
import { compare, isUnchanged, statusOf } from './compare';
import { mutate, mutationsOf } from './mutations';

const require = createRequire(import.meta.url);

const files = [
  'picomatch/lib/parse.js',
  'picomatch/lib/scan.js',
  'semver/classes/range.js',
  'semver/classes/semver.js',
  'express/lib/response.js',
  'rxjs/src/internal/operators/groupBy.ts',
  'zod/src/v4/core/errors.ts',
];

function textOf(file: string): string {
  const [name = '', ...rest] = file.split('/');
  const folder = require.resolve(`${name}/package.json`).replace(/package\.json$/, '');
  return readFileSync(folder + rest.join('/'), 'utf8');
}

test.each(files)('%s is unchanged when another hand lays it out', async (file) => {
  const text = textOf(file);
  const laidOut = await format(text, {
    filepath: file,
    printWidth: 50,
    semi: false,
    singleQuote: true,
    tabWidth: 4,
    trailingComma: 'none',
    arrowParens: 'avoid',
  });
  const changes = compare({ [file]: text }, { [file]: laidOut });
  expect(statusOf(changes)).toEqual({});
  expect(changes.edits).toEqual([]);
});

test.each(files)('%s is changed by mutations from all over it, in few functions', (file) => {
  const text = textOf(file);
  const all = mutationsOf(file, text);
  const step = Math.max(1, Math.floor(all.length / 6));
  for (let i = 0; i < all.length; i += step) {
    const mutation = all[i];
    const mutant = mutation === undefined ? text : mutate(text, mutation);
    if (mutation === undefined || parseModule(file, mutant).tree === null) continue;
    const changes = compare({ [file]: text }, { [file]: mutant });
    expect(isUnchanged(changes), mutation.what).toBe(false);
    expect(Object.keys(statusOf(changes)).length).toBeLessThan(4);
    const restored = revert(
      changes,
      changes.edits.map(({ id }) => id),
    ).files[0]?.text;
    expect(isUnchanged(compare({ [file]: text }, { [file]: restored ?? '' }))).toBe(true);
  }
});
