import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import type { EntryPointResult } from '../../src/result/result';
import { TemporaryRepository } from '../project/temporary-repository';

type Verdict = EntryPointResult['verdict'];

type Files = Readonly<Record<string, string>>;

/** Verdicts by id, and which modules Node can import in each version. */
async function compared(
  before: Files,
  after: Files,
): Promise<{ verdicts: Map<string, Verdict>; loads: { before: string[]; now: string[] } }> {
  const repository = new TemporaryRepository();
  repository.commit({ 'package.json': '{ "name": "p" }', ...before });
  const paths = Object.keys(before);
  const loadable = (): string[] =>
    paths.filter((path) => {
      const code = `import(${JSON.stringify(`./${path}`)}).catch(() => process.exit(3))`;
      return spawnSync(process.execPath, ['-e', code], { cwd: repository.root }).status === 0;
    });
  const loadedBefore = loadable();
  repository.write(after);
  const loads = { before: loadedBefore, now: loadable() };
  const result = await analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 60_000 });
  const all = [...result.functions, ...result.entryPoints];
  const verdicts = new Map(all.flatMap(({ id, verdict }) => (verdict === undefined ? [] : [[id, verdict] as const])));
  return { verdicts, loads };
}

function callOf(verdict: Verdict | undefined): string | undefined {
  return verdict?.kind === 'differs' ? verdict.witness.call : verdict?.kind;
}

const index = ["import { b } from './b.mjs';", 'export const base = 10;', 'export function f(x) { return b(x); }'].join(
  '\n',
);

describe('a module of a cycle of imports', () => {
  it('reads too early what another one makes, where that one is asked for first', async () => {
    const b = "import { base } from './index.mjs';";
    const { verdicts, loads } = await compared(
      { 'index.mjs': index, 'b.mjs': `${b} export function b(x) { return x + base; }` },
      { 'b.mjs': `${b} const k = base; export function b(x) { return x + k; }` },
    );
    expect(loads).toEqual({ before: ['index.mjs', 'b.mjs'], now: ['b.mjs'] });
    for (const id of ['index.mjs#f', 'b.mjs#b', 'b.mjs#<module>']) {
      expect([id, callOf(verdicts.get(id))]).toEqual([id, 'import("./index.mjs")']);
    }
  });

  it('makes an instance too early, where a class below is asked for first', async () => {
    const sub = "import { Base } from './base.mjs'; export class Sub { hi() { return new Base().hi() + '!'; } }";
    const base = "import { Sub } from './sub.mjs'; export class Base { hi() { return 'hi'; } }";
    const { verdicts, loads } = await compared(
      { 'base.mjs': `${base} export function make() { return new Sub().hi(); }`, 'sub.mjs': sub },
      { 'base.mjs': `${base} const one = new Sub(); export function make() { return one.hi(); }` },
    );
    expect(loads).toEqual({ before: ['base.mjs', 'sub.mjs'], now: ['base.mjs'] });
    expect(callOf(verdicts.get('base.mjs#make'))).toBe('import("./sub.mjs")');
  });

  it('is in one by an import that is new', async () => {
    const { verdicts, loads } = await compared(
      {
        'helper.mjs': 'export function helper(x) { return x * 2; }',
        'shape.mjs': "import { helper } from './helper.mjs'; export class Shape { area() { return helper(2); } }",
        'square.mjs': "import { Shape } from './shape.mjs'; export class Square extends Shape {}",
      },
      { 'helper.mjs': "import './square.mjs'; export function helper(x) { return x + x; }" },
    );
    expect(loads.now).toEqual(['square.mjs', 'helper.mjs'].toSorted());
    expect(callOf(verdicts.get('helper.mjs#helper'))).toBe('import("./shape.mjs")');
  });

  it('runs something changed of another one too early', async () => {
    const use = "import { name } from './names.mjs'; export const reg = [name('a')]; export const one = 1;";
    const names = "import { one } from './use.mjs'; export function show() { return one; } ";
    const { verdicts, loads } = await compared(
      { 'use.mjs': use, 'names.mjs': `${names} const p = 'p:'; export function name(s) { return 'p:' + s; }` },
      { 'names.mjs': `${names} const p = 'p:'; export function name(s) { return p + s; }` },
    );
    expect(loads).toEqual({ before: ['use.mjs', 'names.mjs'], now: ['use.mjs'] });
    expect(callOf(verdicts.get('names.mjs#name'))).toBe('import("./names.mjs")');
  });

  it('is the same where every way to load it works', async () => {
    const b = "import { base } from './index.mjs';";
    const { verdicts, loads } = await compared(
      { 'index.mjs': index, 'b.mjs': `${b} export function b() { return base; }` },
      { 'b.mjs': `${b} const none = 0; export function b() { return base + none; }` },
    );
    expect(loads.now).toEqual(['index.mjs', 'b.mjs']);
    expect(verdicts.get('b.mjs#b')).toMatchObject({ kind: 'same', bound: null });
  });

  it('is the same as long as it is loaded first, where what is missing shows as undefined', async () => {
    const { verdicts } = await compared(
      {
        'index.cjs': "const { b } = require('./b.cjs'); exports.base = 10; exports.f = (x) => b(x);",
        'b.cjs': "const index = require('./index.cjs'); exports.b = (x) => index.base + 1;",
      },
      { 'b.cjs': "const { base } = require('./index.cjs'); exports.b = (x) => base + 1;" },
    );
    expect(verdicts.get('index.cjs#f')?.kind).toBe('differs');
    const assumptions = ['of the modules that import one another, b.cjs is loaded first'];
    expect(verdicts.get('b.cjs#b')).toMatchObject({ kind: 'same', assumptions: expect.arrayContaining(assumptions) });
  });
});

describe('a module that is loaded beside others', () => {
  const beside = {
    'log.mjs': 'export const log = [];',
    'b.mjs': "import { log } from './log.mjs'; log.push('b');",
    'main.mjs':
      "import './a.mjs'; import './b.mjs'; import { log } from './log.mjs'; export const order = () => log.join('');",
  };

  it.each([
    ['an await is gone', "await null; log.push('a');", "log.push('a');"],
    ['it waits in a loop', "for await (const x of [1]) log.push('a');", "for (const x of [1]) log.push('a');"],
    ['something comes later', "Promise.resolve().then(() => log.push('a'));", "log.push('a');"],
  ])('is not called the same where %s', async (_, before, now) => {
    const imported = "import { log } from './log.mjs';";
    const { verdicts } = await compared(
      { ...beside, 'a.mjs': `${imported} ${before}` },
      { 'a.mjs': `${imported} ${now}` },
    );
    expect(verdicts.get('a.mjs#<module>')?.kind).not.toBe('same');
  });
});
