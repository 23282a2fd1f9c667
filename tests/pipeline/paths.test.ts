import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { WingbeatError } from '../../src/core/diagnostics';
import { buildGraph, explorePaths } from '../../src/pipeline';
import type { PathsOptions } from '../../src/options';
import type { PathsResult } from '../../src/result/paths-result';
import { TemporaryFolder } from '../project/temporary-repository';

async function pathsOf(text: string, name: string, options: Partial<PathsOptions> = {}): Promise<PathsResult> {
  const folder = new TemporaryFolder().write({ 'package.json': '{ "type": "module" }', 'a.ts': text });
  return explorePaths({ cwd: folder.root, target: `a.ts#${name}`, cache: false, ...options });
}

async function refusal(target: string): Promise<readonly [string, string]> {
  const folder = new TemporaryFolder().write({
    'a.ts': 'export const a = 1;\nexport function alpha() {\n  return a;\n}\nexport class C {\n  x = 1;\n}\n',
  });
  const error: unknown = await explorePaths({ cwd: folder.root, target, cache: false }).catch((e: unknown) => e);
  if (!(error instanceof WingbeatError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return [error.diagnostic.code, error.diagnostic.remedy ?? ''];
}

const brake = readFileSync(join(import.meta.dirname, '../../examples/wbs/after.ts'), 'utf8');

/** As in the document, whose numbers are integers. */
const integerBrake = brake.replace(
  'export function',
  '/**\n * @param {int} pedalPos\n * @param {int} bSwitch\n * @param {int} pedalCmd\n */\nexport function',
);

describe('every path of a function', () => {
  it('has a condition that holds for its input and for that of no other path', async () => {
    const { paths, complete } = await pathsOf(brake, 'update');
    expect(complete).toBe(true);
    expect(paths.map(({ replay }) => replay.kind)).toEqual(paths.map(() => 'as-predicted'));
    const names = ['pedalPos', 'bSwitch', 'pedalCmd'];
    for (const { condition } of paths) {
      const taken = paths.filter(({ call }) => {
        const values = /^update\((.*)\)$/.exec(call)?.[1]?.split(', ').map(Number) ?? [];
        return runInNewContext(condition, Object.fromEntries(names.map((name, i) => [name, values[i]]))) === true;
      });
      expect(taken.map((path) => path.condition)).toEqual([condition]);
    }
  });

  it('is told apart from those that integers cannot take', async () => {
    // 1.0000000000000002 + 1 is 2: with doubles three more paths are possible.
    expect((await pathsOf(brake, 'update', { replay: false })).paths).toHaveLength(27);
    expect((await pathsOf(integerBrake, 'update', { replay: false })).paths).toHaveLength(24);
  });

  it('says what is returned, thrown, changed and called, for all its inputs', async () => {
    const result = await pathsOf(
      `let count = 0;
       const seen = new Map<string, number>();
       export function add(cart: { total: number; name: string }, price: number, log: (text: string) => void): number {
         if (price < 0) throw new RangeError('negative');
         cart.total = cart.total + price;
         cart.name = 'x';
         count++;
         seen.set('k', price);
         console.log(price);
         return cart.total * 2;
       }`,
      'add',
    );
    const [thrown, returned] = result.paths;
    expect(result.paths).toHaveLength(2);
    expect(thrown).toMatchObject({
      condition: 'price < 0',
      outcome: { kind: 'throws', error: 'new RangeError("negative")' },
      result: { kind: 'throws', text: "new RangeError('negative')" },
      effects: [],
      replayed: true,
    });
    expect(returned).toMatchObject({
      condition: '!(price < 0)',
      result: { kind: 'returns', text: '(price + cart.total) * 2' },
      replayed: true,
      bounded: false,
    });
    expect(returned?.effects.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'argument: cart.total = price + cart.total',
      "argument: cart.name = 'x'",
      'module: count = 1',
      "module: seen.set('k', price)",
      'call: console.log(price)',
    ]);
    expect(returned?.conditions.filter(({ role }) => role === 'branch')).toEqual([
      { text: '!(price < 0)', role: 'branch', file: 'a.ts', line: 4, implied: false },
    ]);
  });

  it('also of methods, with their receiver', async () => {
    const { paths, signature } = await pathsOf(
      'export class Gate {\n  open = 0;\n  pass(n: number) {\n    if (n > 3) this.open = n;\n    return this.open;\n  }\n}\n',
      'Gate.pass',
    );
    expect(signature).toBe('Gate.pass(n)');
    expect(paths.map(({ effects }) => effects)).toEqual([
      [{ kind: 'receiver', text: 'this.open = n', place: 'this.open', value: 'n' }],
      [],
    ]);
    expect(paths.map(({ replayed }) => replayed)).toEqual([true, true]);
  });

  it('with stated preconditions', async () => {
    const { paths, assumptions } = await pathsOf(
      '/** @pre n > 3 */\nexport function f(n: number) {\n  if (n > 2) return 1;\n  return 2;\n}\n',
      'f',
    );
    expect(assumptions).toEqual([{ kind: 'precondition', text: 'n > 3' }]);
    expect(paths.map(({ condition, result }) => [condition, result?.text])).toEqual([['true', '1']]);
  });
});

describe('the configuration', () => {
  const text = 'export function f(n: number) {\n  if (n > 2) return 1;\n  return 2;\n}\n';

  it('states preconditions', async () => {
    const folder = new TemporaryFolder().write({
      'a.ts': text,
      'package.json': JSON.stringify({ wingbeat: { preconditions: { 'a.ts#f': ['n > 3'] } } }),
    });
    const { paths, assumptions } = await explorePaths({ cwd: folder.root, target: 'a.ts#f', cache: false });
    expect(assumptions).toEqual([{ kind: 'precondition', text: 'n > 3' }]);
    expect(paths.map(({ condition, result }) => [condition, result?.text])).toEqual([['true', '1']]);
  });

  it('that cannot be read is refused', async () => {
    const folder = new TemporaryFolder().write({ 'a.ts': text, 'wingbeat.config.json': '{', 'package.json': '{}' });
    await expect(explorePaths({ cwd: folder.root, target: 'a.ts#f', cache: false })).rejects.toThrow(
      'wingbeat.config.json cannot be used',
    );
  });
});

describe('what is missing is told', () => {
  const loop =
    'export function sum(n: number) {\n  let s = 0;\n  for (let i = 0; i < n; i++) s += i;\n  return s;\n}\n';

  it('beyond the bound on loops', async () => {
    const result = await pathsOf(loop, 'sum', { loops: 2 });
    expect(result.complete).toBe(false);
    expect(result.gaps).toEqual(['1 path is left after 2 open turns of a loop (--loops)']);
    const cut = result.paths.find(({ bounded }) => bounded);
    expect(cut).toMatchObject({ condition: 'n > 1', replay: { kind: 'ran' }, result: null, replayed: true });
    expect(cut?.cut).toBe('the bound of 2 turns was reached at a.ts:3');
    // What the engine made of that one input is known all the same.
    expect(cut?.outcome).toEqual({ kind: 'returns', value: '1' });
    expect(result.paths.filter(({ bounded }) => !bounded).map(({ result: end }) => end?.text)).toEqual(['0', '0']);
  });

  it('beyond the number of paths', async () => {
    const result = await pathsOf(brake, 'update', { maxPaths: 5 });
    expect(result.paths).toHaveLength(5);
    expect(result).toMatchObject({ complete: false, gaps: ['the search ended at 5 paths (--max-paths)'] });
    expect((await pathsOf(brake, 'update', { maxPaths: 27, replay: false })).complete).toBe(true);
  });

  it('when the search is interrupted', async () => {
    const interrupt = new AbortController();
    let found = 0;
    const result = await pathsOf(brake, 'update', {
      signal: interrupt.signal,
      onProgress: (stage) => {
        if (stage.startsWith('follow') && ++found === 3) interrupt.abort();
      },
    });
    expect(result).toMatchObject({ complete: false, gaps: ['the search was interrupted'] });
    expect(result.paths).toHaveLength(3);
    expect(result.paths.map(({ replay }) => replay)).toEqual(
      result.paths.map(() => ({ kind: 'unconfirmed', reason: 'it was interrupted' })),
    );
  });

  it('when the budget is used up', async () => {
    const many = Array.from({ length: 40 }, (_, i) => `if (text[${i}] === 'x') n++;`).join('\n');
    const text = `export function count(text: string) {\nlet n = 0;\n${many}\nreturn n;\n}\n`;
    const result = await pathsOf(text, 'count', { budgetMs: 1500, maxPaths: 1_000_000 });
    expect(result.complete).toBe(false);
    expect(result.gaps[0]).toBe('the budget ran out (--budget)');
  });

  it('when nothing is run', async () => {
    const result = await pathsOf(brake, 'update', { replay: false });
    expect(result.paths.every(({ replayed }) => !replayed)).toBe(true);
    expect(result.paths[0]?.outcome).toEqual({ kind: 'returns', value: 'undefined' });
    expect(result.paths[0]?.replay).toEqual({ kind: 'unconfirmed', reason: 'it was not asked for' });
  });

  it('when the solver is not there', async () => {
    const text = 'export function f(a: string, b: string) {\n  return a + b === b + a + "x" ? 1 : 2;\n}\n';
    const path = process.env['PATH'];
    process.env['PATH'] = '';
    try {
      const result = await pathsOf(text, 'f', { solver: 'cvc5', replay: false });
      expect(result.diagnostics.map(({ code }) => code)).toEqual(['solver-missing']);
    } finally {
      process.env['PATH'] = path;
    }
  });
});

describe('what cannot be answered is refused as by impact', () => {
  it.each([
    ['b.ts#alpha', 'file-not-found', ''],
    ['nonsense', 'invalid-location', 'file#function'],
    ['a.ts:99', 'line-out-of-range', 'between 1 and 8'],
    ['a.ts#alhpa', 'function-not-found', 'alpha'],
    ['a.ts', 'not-a-function', 'a.ts#alpha'],
    ['a.ts:1', 'not-a-function', 'a.ts#alpha'],
    ['a.ts#C.<fields>', 'not-a-function', 'a.ts#alpha'],
  ])('%s', async (target, code, remedy) => {
    const [foundCode, foundRemedy] = await refusal(target);
    expect(foundCode).toBe(code);
    expect(foundRemedy).toContain(remedy);
  });
});

describe('the symbolic tree', () => {
  // DiSE Fig. 1, with the field y as one of an object.
  const testX =
    'export class T {\n  y = 0;\n  testX(x: number) {\n    if (x > 0) this.y = this.y + x;\n    else this.y = this.y - x;\n  }\n}\n';

  it('is that of DiSE Fig. 1', async () => {
    const { tree } = await pathsOf(testX, 'T.testX', { tree: true, replay: false });
    expect(tree?.total).toBe(3);
    expect(
      tree?.nodes.map(({ parent, decision, condition, variables, at }) => ({
        parent,
        decision,
        condition,
        variables: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
        at: at.kind === 'fork' ? `${at.node.line}: ${at.node.text}` : at.kind,
      })),
    ).toEqual([
      { parent: null, decision: '', condition: 'true', variables: { x: 'x' }, at: '4: x > 0' },
      { parent: 0, decision: 'x > 0', condition: 'x > 0', variables: { x: 'x', 'this.y': 'x + this.y' }, at: 'end' },
      {
        parent: 0,
        decision: '!(x > 0)',
        condition: '!(x > 0)',
        variables: { x: 'x', 'this.y': 'this.y - x' },
        at: 'end',
      },
    ]);
  });

  it('has one end for each path, with the condition of the path', async () => {
    const { tree, paths } = await pathsOf(brake, 'update', { tree: true, replay: false });
    const ends =
      tree?.nodes.flatMap(({ at, condition }) => (at.kind === 'end' ? [{ path: at.path, condition }] : [])) ?? [];
    expect(ends.map(({ path }) => path)).toEqual(paths.map((_, i) => i));
    ends.forEach(({ condition }, i) => {
      expect(condition).toBe(paths[i]?.conditions.map(({ text }) => text).join(' && '));
    });
    expect(tree?.nodes[0]?.paths).toBe(27);
  });

  it('is cut with a count unless all of it is wanted', async () => {
    const many = Array.from({ length: 9 }, (_, i) => `if (x === ${i} || y > ${i}) n++;`).join('\n');
    const text = `export function f(x: number, y: number) {\nlet n = 0;\n${many}\nreturn n;\n}\n`;
    const cut = await pathsOf(text, 'f', { tree: true, replay: false });
    const whole = await pathsOf(text, 'f', { tree: true, replay: false, all: true });
    const { nodes = [], total = 0 } = cut.tree ?? {};
    if (total > 400) {
      const rest = nodes.filter(({ at }) => at.kind === 'rest').reduce((sum, { paths }) => sum + paths, 0);
      const ends = nodes.filter(({ at }) => at.kind === 'end').length;
      expect(rest + ends).toBe(cut.paths.length);
      expect(nodes.length - nodes.filter(({ at }) => at.kind === 'rest').length).toBe(400);
    }
    expect(whole.tree?.nodes).toHaveLength(total);
    expect(whole.tree?.nodes.filter(({ at }) => at.kind === 'rest')).toEqual([]);
  });

  it('is a picture through graph --kind tree', async () => {
    const folder = new TemporaryFolder().write({ 'a.ts': testX });
    const view = await buildGraph({ cwd: folder.root, target: 'a.ts#T.testX', kind: 'tree', cache: false });
    expect(view.nodes.map(({ label }) => label)).toEqual([
      '4: x > 0\nx: x\nPC: true',
      'path 1 returns undefined\nthis.y: x + this.y\nPC: x > 0',
      'path 2 returns undefined\nthis.y: this.y - x\nPC: !(x > 0)',
    ]);
    expect(view.edges.map(({ from, to, label }) => [from, to, label])).toEqual([
      ['0', '1', 'x > 0'],
      ['0', '2', '!(x > 0)'],
    ]);
  });
});
