import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { loadableModules } from '#behaviour/loadable-modules';
import { Triggers } from '#behaviour/triggers';
import { buildDependenceGraph } from '#dependence/dependence-graph';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { Keys } from '#symbolic/keys';

const files: Readonly<Record<string, string>> = {
  'lib.js': "const { far } = require('./far'); exports.clean = (s) => s.replace(/a/g, ''); exports.near = () => far();",
  'far.js': 'exports.far = () => 1;',
  'typed.ts': "import type { Other } from './other'; export const typed = (other: Other) => other.get();",
  'other.ts': "import { deep } from './deep'; export class Other { get() { return deep; } }",
  'deep.ts': 'export const deep = 1;',
  'lib.test.js':
    "const { near } = require('./lib'); Object.defineProperty(String.prototype, 'replace', { value: () => near() });",
};

function loadableFrom(root: string, more: Readonly<Record<string, string>> = {}): readonly string[] | null {
  const found = loadableModules(loadProgram(openTexts(tmpdir(), { ...files, ...more })), [root]);
  return found === null ? null : [...found].toSorted();
}

it('a function loads what its module imports, for values or types, be it through others', () => {
  expect(loadableFrom('lib.js')).toEqual(['far.js', 'lib.js']);
  expect(loadableFrom('typed.ts')).toEqual(['deep.ts', 'other.ts', 'typed.ts']);
  expect(loadableFrom('lib.test.js')).toEqual(['far.js', 'lib.js', 'lib.test.js']);
});

it('what is named by what is computed, or declared for all, may be anything', () => {
  expect(loadableFrom('a.js', { 'a.js': 'exports.a = (name) => require(name);' })).toBeNull();
  expect(loadableFrom('a.js', { 'a.js': "require('./b');", 'b.js': 'exports.b = (name) => import(name);' })).toBeNull();
  expect(loadableFrom('lib.js', { 'all.ts': 'class All { get() { return 1; } }' })).toBeNull();
});

it('what code does that is never loaded leads nowhere', () => {
  const loaded = loadProgram(openTexts(tmpdir(), files));
  const { program, snapshot } = loaded;
  const graph = buildDependenceGraph(program, (from, specifier) => {
    const target = snapshot.resolve(from, specifier);
    const index = target.kind === 'file' ? program.moduleIndex(target.path) : undefined;
    return index === undefined ? { kind: 'external', name: specifier } : { kind: 'module', index };
  });
  const functionIn = (path: string, name: string): number =>
    loaded.module(path)?.functions.findIndex((fn) => fn.qualifiedName.endsWith(name)) ?? -1;
  const far = program.functionAt(program.moduleIndex('far.js') ?? -1, functionIn('far.js', 'far'));
  const everywhere = new Triggers(graph, new Set([program.entryOf(far)]));
  const mayRun = (triggers: Triggers): readonly boolean[] =>
    ['clean', 'near'].map((name) => triggers.mayRun('lib.js', functionIn('lib.js', name), new Keys()));
  expect(mayRun(everywhere)).toEqual([true, true]);
  expect(mayRun(everywhere.whereLoadable(new Set(['lib.js', 'far.js']), () => false))).toEqual([false, true]);
});
