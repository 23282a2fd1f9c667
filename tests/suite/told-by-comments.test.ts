import { expect, test } from 'vitest';
import { replace } from './select-written';
import { selectedWhenCompiled } from './written-job';

/** In pieces: vitest, too, looks for these names in the text of a file of tests. */
const [ofJest, ofVitest] = ['jest', 'vitest'].map((runner) => `@${runner}-environment`);

const sources: Readonly<Record<string, string>> = {
  'src/view.jsx': `/** @jsx h */\nexport const view = () => <b />; // of all\n`,
  'test/view.test.js': `/**\n * ${ofJest} jsdom\n * @author nobody\n */\nimport { view } from '../src/view';\ntest('view', () => view());\n`,
  'test/plain.test.js': `// ${ofVitest} node\ntest('plain', () => 1);\n`,
  'test/other.test.js': `test('other', () => 1);\n`,
};

const runs = ['view', 'plain', 'other'].map((title) => ({
  file: `test/${title}.test.js`,
  titles: [title],
  runs: [`test/${title}.test.js#<fn1>`],
}));

function selected(path: string, from: string, to: string): (string | undefined)[] {
  return selectedWhenCompiled(replace(path, from, to), sources, runs, { checksTypes: false, tellsTypes: false });
}

test.each([
  ['test/view.test.js', 'jsdom', 'node', ['view']],
  ['test/view.test.js', ` * ${ofJest} jsdom\n`, '', ['view']],
  ['test/plain.test.js', `// ${ofVitest} node\n`, '', ['plain']],
  ['test/other.test.js', 'test(', `/** ${ofJest}-options {"url": "http://a/"} */\ntest(`, ['other']],
  ['src/view.jsx', '@jsx h', '@jsx g', ['view']],
])('a comment of %s that tells how to run it: %j → %j', (path, from, to, expected) => {
  expect(selected(path, from, to)).toEqual(expected);
});

test.each([
  ['test/view.test.js', '@author nobody', '@author somebody'],
  ['test/view.test.js', `${ofJest} jsdom`, `${ofJest}   jsdom `],
  ['src/view.jsx', '/** @jsx h */', '/* @jsx h  */'],
  ['src/view.jsx', '// of all', '// of none'],
])('other comments of %s tell nothing: %j → %j', (path, from, to) => {
  expect(selected(path, from, to)).toEqual([]);
});
