import { expect, it } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import type { Result } from '../../src/result/result';
import { TemporaryRepository } from '../project/temporary-repository';

type Files = Readonly<Record<string, string>>;

async function change(before: Files, after: Files, type = 'commonjs'): Promise<Result> {
  const repository = new TemporaryRepository();
  repository.commit({ 'package.json': JSON.stringify({ type }), ...before });
  repository.write(after);
  return analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 60_000 });
}

function table(words: string): Files {
  return { 'table.js': `module.exports = { size: 3, words: ${words} };` };
}

function verdictOf(result: Result, id: string): string {
  const found = [...result.functions, ...result.entryPoints].find((each) => each.id === id);
  if (found === undefined) return 'not mentioned';
  const { verdict, behaviours } = found;
  const seen = behaviours.map(({ before, now }) => `${before} → ${now}`);
  return verdict.kind === 'unknown' ? verdict.reason : [verdict.kind, ...seen].join(': ');
}

it('what a module of CommonJS exports without naming it is part of what loading it gives', async () => {
  const looked = { 'look.js': "const { words } = require('./table'); exports.look = (name) => words[name];" };
  const result = await change(
    { ...table("{ a: 'b' }"), ...looked },
    table("Object.assign(Object.create(null), { a: 'b' })"),
  );
  expect(verdictOf(result, 'table.js#<module>')).toContain('differs: module.exports.words = ');
  expect(verdictOf(result, 'look.js#look')).toContain('differs');
});

it('an export that is gone differs, and one that is new has nothing to be compared with', async () => {
  const result = await change(
    { 'gone.js': 'exports.a = 1; exports.b = 2;', 'more.js': 'exports.a = 1;' },
    { 'gone.js': 'exports.a = 1;', 'more.js': 'exports.z = { c: 3 }; exports.a = 1;' },
  );
  expect(verdictOf(result, 'gone.js#<module>')).toBe('differs: module.exports.b = 2 → module.exports.b is not there');
  expect(verdictOf(result, 'more.js#<module>')).toBe('same');
});

it('a new export hides no other one where no module that is passed on has the name', async () => {
  const files = {
    'deep.js': 'export const deep = 1;',
    'passed.js': "export * from './deep.js'; export const near = 1;",
    'some.js': "export * from './passed.js';",
    'near.js': "export * from './passed.js';",
    'deeper.js': "export * from './passed.js';",
    'any.js': "export * from 'a-package';",
  };
  const result = await change(
    files,
    {
      'some.js': `${files['some.js']} export const fresh = 2;`,
      'near.js': `${files['near.js']} export const near = 2;`,
      'deeper.js': `${files['deeper.js']} export const deep = 2;`,
      'any.js': `${files['any.js']} export const fresh = 2;`,
    },
    'module',
  );
  expect(verdictOf(result, 'some.js#<module>')).toBe('same');
  expect(verdictOf(result, 'near.js#<module>')).toBe('it now exports near');
  expect(verdictOf(result, 'deeper.js#<module>')).toBe('it now exports deep');
  expect(verdictOf(result, 'any.js#<module>')).not.toBe('same');
});

it('a default export that is computed is part of what loading gives', async () => {
  const result = await change({ 'a.js': 'export default 1 + 1;' }, { 'a.js': 'export default 1 + 2;' }, 'module');
  expect(verdictOf(result, 'a.js#<module>')).toBe('differs: the default export = 2 → the default export = 3');
});

it('a module that exports another function than before is not the same, whatever its name', async () => {
  const files = {
    'one.js': 'module.exports = function run(n) { return n; };',
    'two.js': 'module.exports = function run(n) { return n === 123456 ? 0 : n; };',
    'index.js': "module.exports = require('./one');",
    'user.js': "const run = require('./index'); exports.use = (n) => run(n);",
  };
  const result = await change(files, { 'index.js': "module.exports = require('./two');" });
  expect(verdictOf(result, 'index.js#<module>')).toBe(
    'module.exports is another function now, and what it does is not compared',
  );
  expect(verdictOf(result, 'user.js#use')).not.toBe('same');
});

it.each([
  ['one of the language', 'export const run = Math.max;', 'export const run = Math.min;'],
  ['one of the language in an object', 'export default { run: toString };', 'export default { run: (n) => n };'],
  ['one of a package', ...passedOn('join', 'resolve')],
  ['one that was made with another value', ...madeWith(1, 2)],
])('a function that a module exports and that is another one is not the same: %s', async (_, before, after) => {
  const result = await change({ 'a.js': before }, { 'a.js': after }, 'module');
  expect(verdictOf(result, 'a.js#<module>')).toMatch(/^a\.js#\w+(\.run)? is a function/);
});

function passedOn(before: string, after: string): [string, string] {
  return [passing(before), passing(after)];
}

function passing(name: string): string {
  return `import { join, resolve } from 'node:path'; export const run = ${name};`;
}

function madeWith(before: number, after: number): [string, string] {
  return [making(before), making(after)];
}

function making(value: number): string {
  return `const adds = (a) => (b) => a + b; export const run = adds(${value});`;
}

it.each([
  [
    'a flag that is hidden',
    "Object.defineProperty(exports, '__esModule', { value: true });",
    '',
    '__esModule is not there',
  ],
  [
    'a getter',
    "let n = 0; exports.add = () => { n++; }; Object.defineProperty(exports, 'n', { get: () => n, enumerable: true });",
    'let n = 0; exports.add = () => { n++; }; exports.n = n;',
    'module.exports.n is a value',
  ],
  ['all of it', 'module.exports = { a: 1 };', 'module.exports = Object.freeze({ a: 1 });', 'module.exports is frozen'],
])('how properties of exports are there is part of what loading a module gives: %s', async (_, before, after, now) => {
  const result = await change({ 'a.js': before }, { 'a.js': after });
  expect(verdictOf(result, 'a.js#<module>')).toMatch(/^differs/);
  expect(verdictOf(result, 'a.js#<module>')).toContain(now);
});

it.each(['commonjs', 'module'])(
  'what `export =` gives is followed by whoever imports it, in packages of type %s',
  async (type) => {
    const step = { 'step.ts': 'export const step = 1;' };
    const users = {
      'required.ts': "import legacy = require('./legacy'); export const required = (n: number) => legacy(n);",
      'default.ts': "import legacy from './legacy'; export const byDefault = (n: number) => legacy(n);",
      'script.cjs': "const legacy = require('./legacy');\nexports.script = (n) => legacy(n);",
      'parted.ts': `import parts = require('./parts'); import { stay } from './parts';
      export const go = (n: number) => parts.go(n); export const left = (n: number) => stay(n);`,
      'runs.ts': "import Runner = require('./runner'); export const runs = (n: number) => new Runner().run() + n;",
      'merges.ts': "import merged from './merged'; export const merges = (n: number) => merged(n);",
    };
    const changed = await change({ ...step, ...users, ...assigned('1') }, assigned('2'), type);
    const verdicts = [
      'required.ts#required',
      'default.ts#byDefault',
      'script.cjs#script',
      'parted.ts#go',
      'runs.ts#runs',
      'merges.ts#merges',
    ];
    expect(verdicts.map((id) => verdictOf(changed, id))).toEqual([
      'differs: returns n + 1 → returns n + 2',
      'differs: returns n + 1 → returns n + 2',
      expect.stringContaining('differs'),
      'differs: returns n + 1 → returns n * 2 + 1',
      'differs: returns n + 1 → returns n + 2',
      'differs: returns n - 1 → returns n - 2',
    ]);
    expect(verdictOf(changed, 'parted.ts#left')).toBe('not mentioned');
    const rewritten = await change({ ...step, ...users, ...assigned('1') }, assigned('(3 - 2)'), type);
    expect(verdicts.map((id) => verdictOf(rewritten, id))).toEqual(verdicts.map(() => 'same'));
  },
);

/** Modules with `export =`. */
function assigned(by: string): Files {
  return {
    'legacy.ts': `function legacy(n: number) { return n + ${by}; }\nexport = legacy;`,
    'parts.ts': `import { step } from './step';\nexport = { go: (n: number) => n * ${by} + step, stay: (n: number) => n };`,
    'runner.ts': `class Runner { run() { return ${by}; } }\nexport = Runner;`,
    'merged.ts': `function merged(n: number) { return merged.by(n); }
  namespace merged { export const by = (n: number) => n - ${by}; }\nexport = merged;`,
  };
}
