import { expect, test } from 'vitest';
import { filesKnownAsWhole } from '#suite/known-as-whole';
import { writtenRecording } from './written-recording';

const sources = {
  'src/f.ts': 'export function f() { return 1; }\n',
  'src/constants.ts': 'export const one = 1;\nexport class Empty {}\n',
};

test('files with functions that no probe was told of are known as a whole', () => {
  const { recording, texts } = writtenRecording(sources, []);
  expect(filesKnownAsWhole(recording, texts)).toEqual([]);
  const bodies = recording.modules.map((module) => ({ ...module, functions: module.functions.slice(0, 1) }));
  expect(filesKnownAsWhole({ ...recording, modules: bodies }, texts)).toEqual(['src/f.ts']);
});
