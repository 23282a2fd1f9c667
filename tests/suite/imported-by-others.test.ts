import { expect, test } from 'vitest';
import { openTexts } from '#project/text-snapshot';
import { selectFromRecording } from '#suite-job';
import { writtenJob } from './written-job';
import { writtenRecording } from './written-recording';

const sources = {
  'src/given.js': `module.exports = 1;\n`,
  'test/t.test.js': `
const { execFileSync } = require('node:child_process');
test('gives a text', () => { execFileSync('node', ['-p', 'require("./src/given.js")']); });
test('does not', () => {});
`,
};

test.each([
  { isImportedByOthers: true, expected: ['gives a text'] },
  { isImportedByOthers: undefined, expected: [] },
])(
  'what a module exports reaches code that is not recorded: $isImportedByOthers',
  ({ isImportedByOthers, expected }) => {
    const kept = writtenRecording(sources, [
      { file: 'test/t.test.js', titles: ['gives a text'], runs: ['test/t.test.js#<fn1>', 'src/given.js#<module>'] },
      { file: 'test/t.test.js', titles: ['does not'], runs: ['test/t.test.js#<fn2>'] },
    ]);
    const modules = kept.recording.modules.map((module) =>
      module.path === 'src/given.js' && isImportedByOthers ? { ...module, isImportedByOthers } : module,
    );
    const now = openTexts('/project', { ...sources, 'src/given.js': `module.exports = 2;\n` });
    const { selection } = selectFromRecording(
      '/project',
      { ...kept, recording: { ...kept.recording, modules } },
      null,
      now,
      writtenJob,
    );
    expect(selection.selected.map(({ test: t }) => kept.recording.executions[t]?.test.titles[0])).toEqual(expected);
  },
);
