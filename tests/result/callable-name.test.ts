import { expect, it } from 'vitest';
import { withCallableName } from '#result/callable-name';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';

function shown(source: string, name: string, call: string): string {
  const module = loadProgram(openTexts('/project', { 'a.ts': source })).module('a.ts');
  const fn = module?.functions.find(({ qualifiedName }) => qualifiedName === name);
  if (module === null || fn === undefined) throw new Error(`there is no ${name}`);
  return withCallableName(call, { module, fn });
}

it.each([
  ['const table = { del: (n: number) => n };', 'del', 'del(0)', 'table.del(0)'],
  [
    'const table = { users: { del(n: number) { return n; } } };',
    'del',
    'del(0); del(1)',
    'table.users.del(0); table.users.del(1)',
  ],
  ['const steps = [(n: number) => n, (n: number) => n] as const;', '<fn2>', '<fn2>(1)', 'steps[1](1)'],
  ['module.exports = { a: { go() {} } };', 'go', 'const result = go(); go()', 'const result = a.go(); a.go()'],
  ['const f = (n: number) => n;', 'f', 'f(0)', 'f(0)'],
  ['function f() { return { go() {} }; }', 'f.go', 'f.go("f.go(1)")', 'f.go("f.go(1)")'],
  ['const table = { del: (s: string) => s };', 'del', 'del("; del(1)")', 'table.del("; del(1)")'],
])('calls of what is kept in an object name the object: %s', (source, name, call, expected) => {
  expect(shown(source, name, call)).toBe(expected);
});
