import { expect, test } from 'vitest';
import { selectWritten, type Edit } from './select-written';
import type { WrittenTestRun } from './written-recording';

const sources = {
  'src/api.js': 'export function api() { return 1; }\n',
  'src/uses-api.js': `import { api } from './api.js';\nexport const call = () => api();\n`,
  'src/uses-package.js': `import { one } from '@scope/pkg';\nexport const package_ = () => one();\n`,
  'src/plain.js': 'export const plain = () => 1;\n',
  'test/__mocks__/known.js': 'export const known = 1;\n',
  'test/known.js': 'export const known = 2;\n',
  'test/api.test.js': `import { call } from '../src/uses-api.js';\ntest('api', () => call());\n`,
  'test/package.test.js': `import { package_ } from '../src/uses-package.js';\ntest('package', () => package_());\n`,
  'test/plain.test.js': `import { plain } from '../src/plain.js';\ntest('plain', () => plain());\n`,
  'test/known.test.js': `import { known } from './known.js';\ntest('known', () => known);\n`,
};

const runs: readonly WrittenTestRun[] = ['api', 'package', 'plain', 'known'].map((title) => ({
  file: `test/${title}.test.js`,
  titles: [title],
  runs: [`test/${title}.test.js#<fn1>`],
}));

const add =
  (path: string): Edit =>
  (texts) => {
    texts[path] = 'export const mocked = 1;\n';
  };

test.each([
  ['a mock of a module that is new', add('src/__mocks__/api.ts'), ['api']],
  ['a mock of a package that is new', add('__mocks__/@scope/pkg.js'), ['package']],
  ['a mock of what nobody uses', add('__mocks__/other.js'), []],
  ['a file that is called as a module, and lies elsewhere', add('src/mocks/api.js'), []],
  [
    'a mock that is gone',
    (texts: Record<string, string>) => {
      delete texts['test/__mocks__/known.js'];
    },
    ['known'],
  ],
])('%s', (_, edit, expected) => {
  expect(selectWritten(edit, runs, sources).selected).toEqual(expected);
});
