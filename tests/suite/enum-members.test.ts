import { describe, expect, test } from 'vitest';
import { replace } from './select-written';
import { selectedWhenCompiled } from './written-job';

const reading = [
  ['low', 'Level.Low'],
  ['high', 'Level.High'],
  ['name', `Level[1]`],
  ['all', 'Object.keys(Level)'],
  ['text', 'Text.A'],
  ['other', '1'],
] as const;

const sources: Readonly<Record<string, string>> = {
  'src/level.ts': `export enum Level { Low = 1, High = 2 }
export enum Text { A = 'a', B = 'b' }
export enum Computed { A = 1, B = A << 1 }
`,
  'src/index.ts': `export * from './level';\n`,
  'src/use.ts': `import { Level, Text } from './index';\n${reading.map(([name, text]) => `export const ${name}_ = () => ${text};\n`).join('')}`,
  'test/a.test.ts': `import * as use from '../src/use';\n${reading.map(([name]) => `test('${name}', () => { use.${name}_(); });\n`).join('')}`,
};

const runs = reading.map(([title], i) => ({
  file: 'test/a.test.ts',
  titles: [title],
  runs: [`test/a.test.ts#<fn${i + 1}>`, `src/use.ts#${title}_`],
}));

function selected(from: string, to: string): (string | undefined)[] {
  return selectedWhenCompiled(replace('src/level.ts', from, to), sources, runs, {
    checksTypes: false,
    tellsTypes: false,
  });
}

describe('who reads the member of an enum is selected', () => {
  test.each([
    ['that is another', 'High = 2', 'High = 3', ['high', 'all']],
    ['that is found by its value', 'Low = 1', 'Low = 5', ['low', 'name', 'all']],
    ['that has the value of another', 'High = 2', 'High = 1', ['high', 'name', 'all']],
    ['that is a text', `A = 'a'`, `A = 'z'`, ['text']],
    ['that is new', `High = 2`, `High = 2, More = 9`, ['all']],
    ['that is gone', `, High = 2`, '', ['high', 'all']],
    ['that nobody reads', `B = 'b'`, `B = 'c'`, []],
  ])('%s', (_, from, to, expected) => {
    expect(selected(from, to)).toEqual(expected);
  });
});

test.each([
  ['High = 2', 'High = Math.random()'],
  ['A = 1,', 'A = 2,'],
  ['A << 1', 'A << 2'],
])('what is computed runs when the module is loaded: %s → %s', (from, to) => {
  expect(selected(from, to)).toHaveLength(reading.length);
});
