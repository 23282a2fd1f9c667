import { describe, expect, test } from 'vitest';
import { replace, selectWritten, type Edit } from './select-written';
import type { WrittenTestRun } from './written-recording';

const sources = {
  'src/handlers.ts': `
export const first = (request: string) => request;
export function outer() { return function inner() { return 1; }; }
export class Implied { method() { return 2; } }
export const handlers: Record<string, unknown> = { first, outer, Implied };
`,
  'src/show.ts': `
import { handlers } from './handlers';
const seen: string[] = [];
export function show(name: string) { const text = '' + handlers[name]; seen.push(text); return text; }
export function shown() { return seen.join(); }
`,
  'test/a.test.ts': `
import { test } from 'vitest';
import { show, shown } from '../src/show';
test('first', () => { show('first'); });
test('outer', () => { show('outer'); });
test('class', () => { show('Implied'); });
test('other', () => { show('not there'); });
test('later', () => { shown(); });
`,
};

const ran = (index: number, title: string, runs: readonly string[], texts: readonly string[] = []): WrittenTestRun => ({
  file: 'test/a.test.ts',
  titles: [title],
  runs: [`test/a.test.ts#<fn${index}>`, ...runs],
  texts,
});

const tests = (): WrittenTestRun[] => [
  ran(1, 'first', ['src/show.ts#show'], ['src/handlers.ts#first']),
  ran(2, 'outer', ['src/show.ts#show'], ['src/handlers.ts#outer', 'src/handlers.ts#outer.inner']),
  ran(3, 'class', ['src/show.ts#show'], ['src/handlers.ts#Implied.method']),
  ran(4, 'other', ['src/show.ts#show'], []),
  ran(5, 'later', ['src/show.ts#shown'], []),
];

const edits: readonly [string, Edit, readonly string[]][] = [
  ['the function itself', replace('src/handlers.ts', '=> request', '=> request + 1'), ['first', 'later']],
  ['its layout', replace('src/handlers.ts', '=> request', '=>   request'), ['first', 'later']],
  ['a function inside', replace('src/handlers.ts', 'return 1', 'return 3'), ['outer', 'later']],
  [
    'what is around a function',
    replace('src/handlers.ts', '{ return function', '{ ; return function'),
    ['outer', 'later'],
  ],
  ['a method of a class', replace('src/handlers.ts', 'return 2', 'return 3'), ['class', 'later']],
];

describe('a text', () => {
  test.each(edits)('of %s matters to tests that were seen to ask for it', (_, edit, expected) => {
    expect(selectWritten(edit, tests(), sources).selected).toEqual(expected);
  });

  test('that is asked for while a module is loaded matters to who loads that', () => {
    const edit = replace('src/handlers.ts', '=> request', '=>   request');
    const runs = tests().map((run) => Object.assign(run, { texts: [] }));
    const select = (texts: Readonly<Record<string, readonly string[]>>): readonly unknown[] =>
      selectWritten(edit, runs, sources, {}, texts).selected;
    expect(select({})).toEqual([]);
    expect(select({ 'src/show.ts': ['src/handlers.ts#first'] })).toHaveLength(5);
  });

  test('says why', () => {
    const { reasons } = selectWritten(edits[1]![1], tests(), sources);
    expect(reasons[0]).toBe('src/handlers.ts#first: may ask for its text');
  });
});
