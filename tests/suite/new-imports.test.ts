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
