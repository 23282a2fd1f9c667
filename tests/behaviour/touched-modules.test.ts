import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { TouchedModules } from '#behaviour/touched-modules';
import { compareModules } from '#change/compare-modules';
import { loadProgram, type LoadedProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';

const files: Readonly<Record<string, string>> = {
  'leaf.ts': 'export class Leaf { get() { return 1; } }',
  'other.ts': 'export const other = 2;',
  'uses.ts': "import { Leaf } from './leaf'; export const uses = () => new Leaf().get();",
  'far.ts': "export * from './uses'; export const far = () => 3;",
  'typed.ts': "import type { Leaf } from './leaf'; export const typed = (leaf: Leaf) => leaf.get();",
  'required.cjs': "const { uses } = require('./uses'); exports.required = () => uses();",
  'lazy.ts': "export const lazy = async () => (await import('./leaf')).Leaf;",
  'computed.cjs': 'exports.computed = (name) => require(name);',
  'passed.cjs': 'const load = require; exports.passed = () => load("./leaf");',
  'made.ts':
    "import { createRequire } from 'node:module'; export const made = () => createRequire(import.meta.url)('./leaf');",
  'member.cjs': "exports.member = () => module.require('./leaf');",
  'doc.js': "/** @param {import('./leaf').Leaf} leaf */ export function doc(leaf) { return leaf.get(); }",
  'free.ts': "import { other } from './other'; export const free = (v: { get(): number }) => v.get() + other;",
};

function touchedBy(changed: string, text: string | null): string[] {
  const base = loadProgram(openTexts(tmpdir(), files));
  const headFiles = Object.fromEntries(
    Object.entries({ ...files, [changed]: text }).filter(([, each]) => each !== null),
  );
  const head = loadProgram(openTexts(tmpdir(), headFiles as Record<string, string>));
  const moduleIn = (loaded: LoadedProgram) => loaded.module(changed) ?? [];
  const changes = compareModules([moduleIn(base)].flat(), [moduleIn(head)].flat());
  const touched = new TouchedModules(base, head, changes);
  return Object.keys(files).filter((path) => {
    return touched.has({ base: { loaded: base, path, index: 0 }, head: { loaded: head, path, index: 0 } });
  });
}

const wary = ['computed.cjs', 'doc.js', 'lazy.ts', 'made.ts', 'member.cjs', 'passed.cjs'];

it('a module is touched by what it imports, for its values or its types, be it through others', () => {
  const found = touchedBy('leaf.ts', 'export class Leaf { get() { return 2; } }');
  expect(found.toSorted()).toEqual([...wary, 'far.ts', 'leaf.ts', 'required.cjs', 'typed.ts', 'uses.ts'].toSorted());
  expect(touchedBy('other.ts', 'export const other = 3;').toSorted()).toEqual(
    [...wary, 'free.ts', 'other.ts'].toSorted(),
  );
});

it('a module that is gone touches those that imported it', () => {
  expect(touchedBy('other.ts', null)).toContain('free.ts');
  expect(touchedBy('other.ts', null)).not.toContain('uses.ts');
});

it('global declarations touch everything', () => {
  expect(touchedBy('other.ts', 'export const other = 3; declare global { interface Leaf {} }')).toEqual(
    Object.keys(files),
  );
  expect(touchedBy('script.ts', 'class Everywhere { get() { return 2; } }')).toEqual(Object.keys(files));
  expect(touchedBy('script.js', 'class Own { get() { return 2; } }')).not.toContain('free.ts');
});
