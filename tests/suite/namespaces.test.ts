import { describe, expect, test } from 'vitest';
import { replace, selectWritten } from './select-written';
import type { WrittenTestRun } from './written-recording';

const sources = {
  'src/one.js': `export function one() { return 1; }\nexport function two() { return 2; }\n`,
  'src/other.js': `export function one() { return 10; }\n`,
  'src/all.js': `export { one } from './one.js';\nexport * from './own.js';\n`,
  'src/own.js': `export const own = 1;\n`,
  'src/again.js': `export * as all from './all.js';\n`,
  'test/all.test.js': `
import * as all from '../src/all.js';
import { all as again } from '../src/again.js';
test('keys', () => Object.keys(all));
test('in', () => 'two' in all);
test('for', () => { for (const key in all) key.length; });
test('spread', () => ({ ...all }));
test('key', (name) => all[name]);
test('absent', () => all.two);
test('passed on', () => Object.keys(again));
test('call', () => all.one());
test('member', () => all.own);
test('imported', async () => Object.keys(await import('../src/all.js')));
test('required', () => require('../src/all.js').own);
test('nothing', () => 1);
`,
};

const titles = [...sources['test/all.test.js'].matchAll(/^test\('([^']+)'/gm)].map(([, title = '']) => title);
const looking = ['keys', 'in', 'for', 'spread', 'key', 'absent', 'passed on', 'imported', 'required'];

const runs = titles.map((title, i): WrittenTestRun => {
  const called = title === 'call' ? ['src/one.js#one'] : [];
  return { file: 'test/all.test.js', titles: [title], runs: [`test/all.test.js#<fn${i + 1}>`, ...called] };
});

function selected(path: keyof typeof sources, from: string, to: string) {
  return selectWritten(replace(path, from, to), runs, sources).selected;
}

describe('a test that looks at all that a file exports', () => {
  test('is affected by a name that is passed on as well', () => {
    expect(selected('src/all.js', '{ one }', '{ one, two }')).toEqual(looking);
  });

  test('is affected by a name that comes through a file which passes on all', () => {
    expect(selected('src/own.js', 'own = 1;', 'own = 1;\nexport const two = 2;')).toEqual(looking);
  });

  test('is affected by a name that is gone', () => {
    expect(selected('src/all.js', `export * from './own.js';\n`, '')).toEqual(
      [...looking.filter((title) => title !== 'absent'), 'member'].toSorted(
        (a, b) => titles.indexOf(a) - titles.indexOf(b),
      ),
    );
  });

  test('is affected by a name that means something else, as is who takes it by name', () => {
    expect(selected('src/all.js', './one.js', './other.js')).toEqual(
      [...looking.filter((title) => title !== 'absent'), 'call'].toSorted(
        (a, b) => titles.indexOf(a) - titles.indexOf(b),
      ),
    );
  });

  test('is not affected by a function that the file passes on', () => {
    expect(selected('src/one.js', 'return 2', 'return 3')).toEqual([]);
  });
});
