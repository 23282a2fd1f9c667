import { describe, expect, it } from 'vitest';
import type { Verdict } from '#result/verdict';
import { analyzeChange } from '../../src/pipeline';
import { TemporaryRepository } from '../project/temporary-repository';

/** What is said of the body of a CommonJS module, and of what it exports as `f`. */
async function verdicts(before: string, after: string): Promise<ReadonlyMap<string, Verdict>> {
  const repository = new TemporaryRepository();
  repository.commit({ 'package.json': '{}', 'a.js': before });
  repository.write({ 'a.js': after });
  const result = await analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 60_000 });
  return new Map(result.functions.map(({ id, verdict }) => [id, verdict]));
}

async function ofBody(before: string, after: string): Promise<Verdict | undefined> {
  const all = await verdicts(before, after);
  return all.get('a.js#<module>');
}

/** One run of a module shows what it does in one world. */
describe('what a module does depends on the world around it', () => {
  it.each([
    ["if (process.argv.includes('-x')) console.log('a');", "if (process.argv.includes('-x')) console.log('b');"],
    [
      "const level = process.argv[2] === '--loud' ? 2 : 1; if (level === 2) console.log('LOUD');",
      "const level = process.argv[2] === '--loud' ? 2 : 1; if (level === 2) console.log('LOUDER');",
    ],
    ["exports.n = process.argv.includes('-x');", "exports.n = process.argv.includes('-y');"],
    ['exports.n = process.env.ONE;', 'exports.n = process.env.OTHER;'],
    ['exports.n = process.env.ONE ? 1 : 2;', 'exports.n = process.env.ONE ? 3 : 2;'],
    ["if (process.platform === 'aix') console.log(1);", "if (process.platform === 'aix') console.log(2);"],
    [
      "if (process.version.startsWith('v8.')) console.log(1);",
      "if (process.version.startsWith('v8.')) console.log(2);",
    ],
    ['if (process.stdout.isTTY) console.log(1);', 'if (process.stdout.isTTY) console.log(2);'],
    ["if (typeof window !== 'undefined') console.log(1);", "if (typeof window !== 'undefined') console.log(2);"],
    ["if ('Deno' in globalThis) console.log(1);", "if ('Deno' in globalThis) console.log(2);"],
    ['if (globalThis.Deno) globalThis.q = 1;', 'if (globalThis.Deno) globalThis.q = 2;'],
    [
      "if (typeof define === 'function') define(1); else module.exports = 1;",
      "if (typeof define === 'function') define(2); else module.exports = 1;",
    ],
    ['if (require.main === module) console.log(1);', 'if (require.main === module) console.log(2);'],
    ['if (Date.now() % 1000 === 3) console.log(1);', 'if (Date.now() % 1000 === 3) console.log(2);'],
    ['if (Math.random() < 0.001) console.log(1);', 'if (Math.random() < 0.001) console.log(2);'],
    [
      "if (require('node:fs').existsSync('gone')) console.log(1);",
      "if (require('node:fs').existsSync('gone')) console.log(2);",
    ],
    ['console.log(process.uptime() > 9e9);', 'console.log(false);'],
  ])('%s → %s', async (before, after) => {
    expect(await ofBody(before, after)).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    ["const on = typeof window !== 'undefined'; exports.f = () => (on ? 1 : 2);", 'on ? 1', 'on ? 3'],
    ['const on = process.env.ON; exports.f = () => (on ? 1 : 2);', 'on ? 1', 'on ? 3'],
    ['exports.f = () => (require.main === module ? 1 : 2);', 'module ? 1', 'module ? 3'],
  ])('a function does, too: %s', async (before, was, is) => {
    const all = await verdicts(before, before.replace(was, is));
    expect([...all.values()]).toMatchObject([{ kind: 'unknown' }]);
  });
});

describe('what a module does not do with the world is the same', () => {
  it.each([
    ['exports.a = 1; exports.b = 3;', 'exports.a = 1; exports.b = 1 + 2;'],
    ['console.log(1 + 2);', 'console.log(3);'],
    [
      "require('node:fs').existsSync('gone'); console.log(1);",
      "require('node:fs').existsSync('go' + 'ne'); console.log(1);",
    ],
  ])('%s → %s', async (before, after) => {
    expect(await ofBody(before, after)).toEqual({ kind: 'same', bound: null });
  });

  it('and where only another module asks, that is stated', async () => {
    const repository = new TemporaryRepository();
    const files = {
      'package.json': '{}',
      'debug.js': 'module.exports = process.env.NOISE ? console.error : () => {};',
    };
    repository.commit({ ...files, 'a.js': "const debug = require('./debug'); exports.n = 3; exports.d = debug;" });
    repository.write({ 'a.js': "const debug = require('./debug'); exports.n = 1 + 2; exports.d = debug;" });
    const result = await analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 60_000 });
    expect(result.functions.map(({ verdict }) => verdict)).toEqual([
      { kind: 'same', bound: null, assumptions: ['process.env.NOISE is not set while modules load'] },
    ]);
  });
});

it.each([
  ["throw new Error('x');", "throw new Error('y');"],
  ["throw new Error('x');", "throw new TypeError('x');"],
  ['const { x } = null;', 'const { y } = null;'],
])('a module that fails to load in another way is not the same: %s → %s', async (before, after) => {
  expect(await ofBody(before, after)).toMatchObject({ kind: 'differs' });
});

it('a module that fails to load in the same way is the same', async () => {
  expect(await ofBody("throw new Error('xy');", "throw new Error('x' + 'y');")).toMatchObject({ kind: 'same' });
});

it.each([
  ['let n = 0; function put() { n = 1; } put(); export { n };', 'n = 1', 'n = 2'],
  ['let n = 0; function put() { n = 5; n = 1; } put(); export { n };', 'n = 1', 'n = 2'],
  ['export let n = 0; await (async function put() { n = 1; })();', 'n = 1', 'n = 2'],
  ['export let n = 0; function put() { n = 1; } put();', ' n = 1;', ''],
])(
  'a function that has put something else there while its module was loaded is not the same: %s',
  async (text, was, is) => {
    const all = await verdicts(text, text.replace(was, is));
    expect(all.get('a.js#put')).toMatchObject({ kind: 'differs' });
  },
);

it('a function that puts there what it has put there is the same', async () => {
  const all = await verdicts(
    'export let n = 0; function put() { n = 3; } put();',
    'export let n = 0; function put() { n = 1 + 2; } put();',
  );
  expect(all.get('a.js#put')).toMatchObject({ kind: 'same' });
});
