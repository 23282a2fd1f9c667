import { expect, test } from 'vitest';
import { replace, selectWritten, type Edit } from './select-written';
import type { WrittenTestRun } from './written-recording';

const sources = {
  'src/handlers.ts': `
const first = (request: string, next: () => void) => request;
const helper = () => 1;
export const handlers = { first };
export function run() { return helper(); }
`,
  'src/registry.ts': `
import { handlers } from './handlers';
export function names() { return Object.values(handlers).map(nameOf); }
function nameOf(handler: Function) { return handler.name; }
export function arities() { return Object.values(handlers).map(lengthOf); }
function lengthOf(handler: Function) { return handler.length; }
export function texts() { return Object.values(handlers).map(textOf); }
function textOf(handler: Function) { return String(handler); }
`,
  'test/a.test.ts': `
import { test } from 'vitest';
import { run } from '../src/handlers';
import { arities, names, texts } from '../src/registry';
test('names', () => { names(); });
test('arities', () => { arities(); });
test('texts', () => { texts(); });
test('run', () => { run(); });
`,
};

const ran = (index: number, title: string, ...runs: readonly string[]): WrittenTestRun => ({
  file: 'test/a.test.ts',
  titles: [title],
  runs: [`test/a.test.ts#<fn${index}>`, ...runs],
});

const tests = [
  ran(1, 'names', 'src/registry.ts#names', 'src/registry.ts#nameOf'),
  ran(2, 'arities', 'src/registry.ts#arities', 'src/registry.ts#lengthOf'),
  ran(3, 'texts', 'src/registry.ts#texts', 'src/registry.ts#textOf'),
  ran(4, 'run', 'src/handlers.ts#run', 'src/handlers.ts#helper'),
];

const renamed: Edit = (texts) => {
  texts['src/handlers.ts'] = texts['src/handlers.ts']!.replace('const first', 'const other').replace(
    '{ first }',
    '{ first: other }',
  );
};

test.each<[string, Edit, readonly string[]]>([
  ['a name that is read', renamed, ['names']],
  [
    'a parameter with a default value',
    replace('src/handlers.ts', 'next: () => void)', 'next = () => {})'),
    ['arities', 'texts'],
  ],
  ['the layout', replace('src/handlers.ts', '=> request', '=>   request'), ['texts']],
  [
    'a name that nobody reads',
    (texts) => {
      texts['src/handlers.ts'] = texts['src/handlers.ts']!.replaceAll('helper', 'other');
    },
    [],
  ],
])('%s matters to the tests that look', (_, edit, expected) => {
  expect(selectWritten(edit, tests, sources).selected).toEqual(expected);
});
