import { describe, expect, test } from 'vitest';
import { selectWritten } from './select-written';
import type { WrittenTestRun } from './written-recording';

const sources = {
  'src/util.js': `globalThis.started = 1;\nexport const join = (x) => x;\n`,
  'src/loud.js': `globalThis.loud = 1;\nexport const shout = (x) => x;\n`,
  'src/ar.js': `import { join } from './util.js';\nexport default () => join('ar');\n`,
  'src/fr.js': `import { join } from './util.js';\nexport default () => join('fr');\n`,
  'src/index.js': `export { default as ar } from './ar.js';\nexport { default as fr } from './fr.js';\n`,
  'test/a.test.js': `import { ar } from '../src/index.js';\ntest('ar', () => { ar(); });\n`,
};

const runs: readonly WrittenTestRun[] = [
  {
    file: 'test/a.test.js',
    titles: ['ar'],
    runs: ['test/a.test.js#<fn1>', 'src/ar.js#default', 'src/util.js#join'],
  },
];

function selected(added: string, index: (text: string) => string) {
  return selectWritten(
    (texts) => {
      texts['src/cy.js'] = added;
      texts['src/index.js'] = index(sources['src/index.js']);
    },
    runs,
    sources,
  ).selected;
}

const behind = (text: string): string => `${text}export { default as cy } from './cy.js';\n`;
const before = (text: string): string => `export { default as cy } from './cy.js';\n${text}`;
const quiet = `import { join } from './util.js';\nexport default () => join('cy');\n`;

describe('a file that comes to those that a module passes on', () => {
  test('affects nothing where all that it loads was loaded before it', () => {
    expect(selected(quiet, behind)).toEqual([]);
  });

  test('affects who loads the module where it loads something that runs', () => {
    expect(selected(`import './loud.js';\n${quiet}`, behind)).toEqual(['ar']);
    expect(selected(`globalThis.mine = 1;\n${quiet}`, behind)).toEqual(['ar']);
  });

  test('affects who loads the module where it makes something run earlier', () => {
    expect(selected(quiet, before)).toEqual(['ar']);
  });

  test('affects who loads the module where others lead to what is not loaded yet', () => {
    const circle = `import { ar } from './index.js';\nimport { shout } from './loud.js';\nexport default () => shout(ar);\n`;
    expect(selected(circle, behind)).toEqual(['ar']);
  });
});

describe('a file that passes on the same modules in another order', () => {
  const two = {
    'src/one.js': `export const one = () => 1;\nexport const first = { one };\n`,
    'src/two.js': `import data from './two.json';\nexport class Two { get x() { return data; } }\n`,
    'src/index.js': `export * from './one.js';\nexport { Two } from './two.js';\n`,
    'src/two.json': '{}',
    'test/a.test.js': `import { one } from '../src/index.js';\nimport * as all from '../src/index.js';
test('one', () => { one(); });\ntest('names', () => Object.keys(all));\n`,
  };
  const tests = [
    { file: 'test/a.test.js', titles: ['one'], runs: ['test/a.test.js#<fn1>', 'src/one.js#one'] },
    { file: 'test/a.test.js', titles: ['names'], runs: ['test/a.test.js#<fn2>'] },
  ];
  const reordered = (texts: Readonly<Record<string, string>>): readonly (string | undefined)[] =>
    selectWritten(
      (written) => {
        written['src/index.js'] = `export { Two } from './two.js';\nexport * from './one.js';\n`;
      },
      tests,
      { ...two, ...texts },
    ).selected;

  test('affects who looks at all names, where the modules only define things', () => {
    expect(reordered({})).toEqual(['names']);
  });

  test.each([
    ['one does something', { 'src/one.js': `globalThis.x = 1;\n${two['src/one.js']}` }],
    ['one loads a package', { 'src/two.js': `import 'polyfill';\n${two['src/two.js']}` }],
    [
      'one asks for the file itself',
      { 'src/two.js': `import { first } from './index.js';\nexport class Two { y = first; }\n` },
    ],
    [
      'they ask for one another',
      {
        'src/one.js': `import { Two } from './two.js';\nexport const one = () => Two;\n`,
        'src/two.js': `import { one } from './one.js';\nexport class Two { y = one; }\n`,
      },
    ],
  ])('affects who loads it where %s', (_, texts) => {
    expect(reordered(texts)).toEqual(['one', 'names']);
  });
});
