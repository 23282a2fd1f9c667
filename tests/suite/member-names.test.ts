import { expect, test } from 'vitest';
import { replace } from './select-written';
import { selectedWhenCompiled } from './written-job';

const asking = [
  ['replaced', `vi.spyOn(T.prototype, 'save')`],
  ['listed', `Object.getOwnPropertyNames(T.prototype)`],
  ['computed', `T.prototype[['sa', 've'].join('')]`],
  ['of an instance', `Object.getPrototypeOf(new T())`],
  ['another', `vi.spyOn(T.prototype, 'load')`],
  ['read', `T.prototype.load`],
  ['compared', `Number.prototype.isPrototypeOf(T)`],
] as const;

const sources: Readonly<Record<string, string>> = {
  'src/t.ts': `export class T { save() { return 1; } load() { return 2; } }\n`,
  'test/t.test.ts': `import { T } from '../src/t';\n${asking.map(([title, text]) => `test('${title}', () => { ${text}; });\n`).join('')}test('save', () => 1);\n`,
};

const runs = [...asking.map(([title]) => title), 'save'].map((title, i) => ({
  file: 'test/t.test.ts',
  titles: [title],
  runs: [`test/t.test.ts#<fn${i + 1}>`],
}));

function selected(from: string, to: string): (string | undefined)[] {
  return selectedWhenCompiled(replace('src/t.ts', from, to), sources, runs, { checksTypes: false, tellsTypes: false });
}

test.each([
  ['is gone', 'save() { return 1; } ', ''],
  ['has another name', 'save()', 'store()'],
  ['is static', 'save()', 'static save()'],
])('who asks for a method by a string, or looks through all, is selected when it %s', (_, from, to) => {
  expect(selected(from, to)).toEqual(['replaced', 'listed', 'computed', 'of an instance']);
});

test('who asks for a method and does not run it is not selected when it does something else', () => {
  expect(selected('return 1', 'return 3')).toEqual([]);
});
