import { describe, expect, test } from 'vitest';
import { checksTypes } from '#suite/checked-types';
import { replace } from './select-written';
import { selectedWhenCompiled } from './written-job';
import type { WrittenTestRun } from './written-recording';

const sources: Readonly<Record<string, string>> = {
  'src/types.ts': `export interface Shape { size: number } // of things\n`,
  'src/again.ts': `export type { Shape } from './types';\n`,
  'src/area.ts': `import type { Shape } from './types';\nexport const area = (s: Shape) => s.size;\nexport const unused = () => 1;\n`,
  'src/other.ts': `export const other = () => 1;\n`,
  'test/area.test.ts': `import { area } from '../src/area';\ntest('first', () => area({ size: 1 }));\ntest('second', () => area({ size: 2 }));\n`,
  'test/own.test.ts': `import type { Shape } from '../src/again';\ntest('own', () => ({ size: 1 }) satisfies Shape);\n`,
  'test/other.test.ts': `import { other } from '../src/other';\ntest('other', () => other());\n`,
};

const runs: readonly WrittenTestRun[] = [
  {
    file: 'test/area.test.ts',
    titles: ['first'],
    runs: ['test/area.test.ts#<fn1>', 'src/area.ts#area'],
  },
  { file: 'test/area.test.ts', titles: ['second'], runs: ['test/area.test.ts#<fn2>', 'src/area.ts#area'] },
  { file: 'test/own.test.ts', titles: ['own'], runs: ['test/own.test.ts#<fn1>'] },
  { file: 'test/other.test.ts', titles: ['other'], runs: ['test/other.test.ts#<fn1>', 'src/other.ts#other'] },
];

function selected(path: string, from: string, to: string, checks = true): (string | undefined)[] {
  const compiler = { checksTypes: checks, tellsTypes: false };
  return selectedWhenCompiled(replace(path, from, to), sources, runs, compiler);
}

describe('where types are checked as tests are compiled', () => {
  test('one test of each file that leads to a changed type is selected', () => {
    expect(selected('src/types.ts', 'size: number', 'size: string')).toEqual(['first', 'own']);
    expect(selected('src/types.ts', 'size: number', 'size: string', false)).toEqual([]);
  });

  test('code that no test runs may still not fit', () => {
    expect(selected('src/area.ts', '() => 1', `(): string => 1`)).toEqual(['first']);
  });

  test('no further test is selected of a file with one that is', () => {
    expect(selected('src/other.ts', '() => 1', '() => 2')).toEqual(['other']);
    expect(selected('test/area.test.ts', 'area({ size: 2 })', 'area({ size: 3 })')).toEqual(['second']);
  });

  test('comments that excuse what does not fit count', () => {
    const excused = '// @ts-expect-error of things\nexport interface Shape';
    expect(selected('src/types.ts', 'export interface Shape', excused)).toEqual(['first', 'own']);
    expect(selected('src/types.ts', 'export interface Shape', excused, false)).toEqual([]);
  });

  test('comments and formatting select nothing', () => {
    expect(selected('src/types.ts', '{ size: number } // of things', '{\n  size: number;\n}')).toEqual([]);
  });
});

test.each([
  ['ts-jest', 'jest', [`module.exports = { preset: 'ts-jest' };`], true],
  ['ts-jest that only compiles', 'jest', [`{"transform":{".ts":["ts-jest",{"isolatedModules":true}]}}`], false],
  ['ts-jest without its checks', 'jest', [`'ts-jest', { diagnostics: false }`], false],
  ['ts-jest of another runner', 'vitest', [`preset: 'ts-jest'`], false],
  ['ts-node', 'mocha', ['mocha -r ts-node/register test/*.ts'], true],
  ['ts-node that only compiles', 'mocha', ['mocha -r ts-node/register/transpile-only'], false],
  ['ts-node with swc', 'mocha', ['ts-node --swc'], false],
  ['another compiler', 'mocha', ['mocha --import tsx'], false],
] as const)('%s', (_, runner, texts, expected) => {
  expect(checksTypes(new Set([runner]), texts)).toBe(expected);
});
