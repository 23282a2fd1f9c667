import { afterAll, describe, expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { openTexts } from '#project/text-snapshot';
import { observationLimits } from '#replay/observed';
import type { ReplayOutcome } from '#replay/outcome';
import { printObserved } from '#replay/print-observed';
import { Replayer } from '#replay/replay';
import type { ReplayInput } from '#replay/write-input';

const root = fileURLToPath(new URL('../..', import.meta.url));
const replayer = new Replayer({ timeoutMs: 20_000, memoryMb: 64 });
/** For what is meant to run into the limit. */
const hasty = new Replayer({ timeoutMs: 1500, memoryMb: 64, loadTimeoutMs: 5000 });
afterAll(async () => {
  await replayer.dispose();
  await hasty.dispose();
});

/** `run` calls what it is given with everything that a program can get hold of. */
const files = openTexts(root, {
  'src/absent/run.mjs': `
import fs from 'node:fs';
import { writeFile } from 'node:fs/promises';
import net from 'node:net';
import http from 'node:http';
import dns from 'node:dns';
import dgram from 'node:dgram';
import childProcess, { execSync } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import inspector from 'node:inspector';
import { createRequire } from 'node:module';
const modules = { fs, writeFile, net, http, dns, dgram, childProcess, execSync, Worker, inspector, require: createRequire(import.meta.url) };
let kept = 0;
export function run(action) { kept++; return action(modules); }
`,
  'src/absent/endless.mjs': `export function f() {} while (true);`,
  'src/absent/throwing.mjs': `export function f() {} throw new TypeError('not today');`,
  'src/absent/missing.mjs': `import './nowhere.js'; export function f() {}`,
  'src/absent/packageless.mjs': `import { createRequire } from 'node:module';\ncreateRequire(import.meta.url)('no-such-package'); export function f() {}`,
  'src/absent/broken.mjs': `export function f( {}`,
  'src/absent/exiting.mjs': `export function f() {} process.exit(1);`,
  'src/absent/polyfill.mjs': `Array.prototype.last ??= function () { return this.at(-1); }; export const f = (list) => list.last();`,
});

function inputs(actions: readonly string[]): ReplayInput[] {
  return actions.map((action) => ({ setup: [], receiver: null, args: [action] }));
}

const target = { files, path: 'src/absent/run.mjs', functionName: 'run' };

async function run(...actions: string[]): Promise<readonly ReplayOutcome[]> {
  return replayer.run(target, inputs(actions));
}

const load = (name: string): Promise<readonly ReplayOutcome[]> =>
  replayer.run({ files, path: `src/absent/${name}.mjs`, functionName: 'f' }, inputs(['1', '2']));

function shortly({ completion }: ReplayOutcome): string {
  if (completion.kind === 'returns') return printObserved(completion.value);
  return completion.kind === 'refused' ? `refused ${completion.what}` : completion.kind;
}

describe('a call that does not end', () => {
  test.each([
    ['an endless loop', '() => { while (true); }', 'times-out'],
    ['endless microtasks', 'async () => { while (true) await null; }', 'times-out'],
    ['microtasks left behind', '() => { (async () => { while (true) await null; })(); }', 'times-out'],
    ['endless recursion', '() => { const f = () => f() + 1; return f(); }', 'out-of-stack'],
    ['endless recursion in a promise', 'async () => { const f = () => f() + 1; return f(); }', 'out-of-stack'],
    ['a string that grows', "() => { let s = 'x'; while (true) s += s; }", 'out-of-memory'],
    ['an endless generator', '() => (function* () { while (true) yield 1; })()', 'cut'],
    ['a timer that repeats', '() => { setInterval(() => {}, 10); return 1; }', '1'],
  ])('%s', async (_, action, expected) => {
    const [first, second] = await hasty.run(target, inputs([action, '() => 2']));
    expect(second && shortly(second)).toBe('2');
    if (expected === 'cut') expect(first).toMatchObject({ complete: false, completion: { kind: 'returns' } });
    else expect(first && shortly(first)).toBe(expected);
  });

  test.each([
    ['a full heap', '() => { const all = []; while (true) all.push({ a: [all.length] }); }'],
    ['memory outside of the heap', '() => { const all = []; while (true) all.push(new Uint8Array(1e7).fill(1)); }'],
  ])('%s', async (_, fill) => {
    const [outcome] = await run(fill);
    expect(outcome && shortly(outcome)).toBe('out-of-memory');
  });
});

describe('what reaches out of the process is refused', () => {
  test.each([
    ["({ fs }) => fs.writeFileSync('x', '1')", 'fs.writeFileSync'],
    ["({ fs }) => { try { fs.mkdirSync('x'); } catch { return 'caught'; } }", 'fs.mkdirSync'],
    ["({ writeFile }) => writeFile('x', '1')", 'fs.writeFile'],
    ["({ fs }) => fs.promises.rm('x')", 'fs.rm'],
    ["({ fs }) => fs.openSync('x', 'w')", 'fs.openSync for writing'],
    ["({ fs }) => fs.createWriteStream('x')", 'fs.createWriteStream'],
    ["({ net }) => net.connect(80, 'localhost')", 'net.Socket.connect'],
    ['({ net }) => net.createServer().listen(0)', 'net.Server.listen'],
    ["({ http }) => http.get('http://localhost')", 'net.Socket.connect'],
    ["() => fetch('http://localhost')", 'globalThis.fetch'],
    ["({ dns }) => dns.lookup('localhost', () => {})", 'dns.lookup'],
    ["({ dgram }) => dgram.createSocket('udp4')", 'dgram.createSocket'],
    ["({ execSync }) => execSync('true')", 'child_process.execSync'],
    ["({ childProcess }) => childProcess.spawn('true')", 'child_process.spawn'],
    ["({ Worker }) => new Worker('1', { eval: true })", 'worker_threads.Worker'],
    ['({ inspector }) => inspector.open()', 'inspector.open'],
    ['() => process.kill(process.pid)', 'process.kill'],
    ['() => process.abort()', 'process.abort'],
    ["() => process.binding('fs')", 'process.binding'],
    ["() => process.dlopen({}, 'x.node')", 'process.dlopen'],
    ["() => process.chdir('/')", 'process.chdir'],
    ["({ fs }) => fs.readFileSync('/etc/passwd')", 'FileSystemRead /etc/passwd'],
  ])('%s', async (action, what) => {
    const [outcome] = await run(action);
    expect(outcome && shortly(outcome)).toBe(`refused ${what}`);
  });

  test('but the project can be read, and the engine agrees with our list', async () => {
    const [read, deep] = await run(
      "({ fs }) => JSON.parse(fs.readFileSync('package.json', 'utf8')).name",
      "() => [process.permission.has('fs.write'), process.permission.has('child')]",
    );
    expect(read && shortly(read)).toBe('"wingbeat"');
    expect(deep && shortly(deep)).toBe('[false, false]');
  });

  test('and native code is not loaded', async () => {
    const [outcome] = await run("({ require }) => require('oxc-parser')");
    expect(outcome?.completion.kind).toMatch(/^(?:refused|throws)$/);
  });
});

describe('inputs do not feel each other', () => {
  test('through the module, the built-ins, globals or the environment', async () => {
    const outcomes = await run(
      '() => { Array.prototype.first = 1; }',
      '() => [].first',
      '() => { globalThis.left = 1; }',
      '() => typeof left',
      "() => { process.env.LEFT = '1'; }",
      '() => process.env.LEFT',
      '() => { Map.prototype.get = () => 5; return new Map().get(1); }',
      '() => new Map().get(1)',
    );
    expect(outcomes.map(shortly)).toEqual([
      'undefined',
      'undefined',
      'undefined',
      '"undefined"',
      'undefined',
      'undefined',
      '5',
      'undefined',
    ]);
    for (const { moduleState } of outcomes)
      expect(moduleState).toContainEqual(['kept', { kind: 'primitive', value: 1 }]);
  });

  test('a module that completes the built-ins works for every input', async () => {
    const outcomes = await replayer.run(
      { files, path: 'src/absent/polyfill.mjs', functionName: 'f' },
      inputs(['[1, 2]', '[3]', '[]']),
    );
    expect(outcomes.map(shortly)).toEqual(['2', '3', 'undefined']);
  });

  test('each in its own process when asked for', async () => {
    const alone = new Replayer({ timeoutMs: 20_000, memoryMb: 64, isolation: 'process' });
    const count = "({ require }) => require('lodash').uniqueId()";
    const outcomes = await alone.run(target, inputs([count, count]));
    await alone.dispose();
    expect(outcomes.map(shortly)).toEqual(['"1"', '"1"']);
  });

  test('and see nothing of our environment', async () => {
    process.env['WINGBEAT_TEST_SECRET'] = 'secret';
    const fresh = new Replayer({ timeoutMs: 20_000, memoryMb: 64 });
    const [outcome] = await fresh.run(target, inputs(['() => Object.keys(process.env).sort()']));
    await fresh.dispose();
    expect(outcome && shortly(outcome)).toBe('["LANG", "PATH", "TZ"]');
  });
});

describe('what is too large', () => {
  test.each([
    [
      'a long string',
      "() => 'x'.repeat(1e6)",
      /^undefined \/\* cut: a string of 1000000 characters, [0-9a-f]{16} \*\/$/,
    ],
    ['a long array', '() => Array.from({ length: 1e6 }, (_, i) => i)', /cut: an array of 1000000 elements/],
    [
      'a deep object',
      '() => { let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return o; }',
      /cut: deeper objects/,
    ],
    [
      'many objects',
      '() => Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => [`k${i}`, {}]))',
      /cut: more values/,
    ],
  ])('%s is cut', async (_, action, text) => {
    const [outcome] = await run(action);
    expect(outcome?.complete).toBe(false);
    expect(outcome && shortly(outcome)).toMatch(text);
  });

  test('a long log is cut', async () => {
    const [outcome] = await run('() => { for (let i = 0; i < 1e5; i++) console.log(i); }');
    expect(outcome?.calls.length).toBe(observationLimits.calls);
    expect(outcome?.complete).toBe(false);
  });
});

describe('what cannot be called says why, for every input', () => {
  test.each([
    ['throwing', /failed to load: TypeError: not today/],
    ['missing', /failed to load: Error: Cannot find module '.\/nowhere.js'/],
    ['packageless', /failed to load: Error: Cannot find module 'no-such-package'$/],
    ['broken', /cannot be read|syntax error/],
    ['exiting', /failed to load/],
  ])('%s', async (name, reason) => {
    const outcomes = await load(name);
    expect(outcomes.map(({ completion }) => completion)).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'not-callable', reason: expect.stringMatching(reason) })),
    );
  });

  test('a module that does not finish loading', async () => {
    const outcomes = await hasty.run(
      { files, path: 'src/absent/endless.mjs', functionName: 'f' },
      inputs(['1', '2', '3']),
    );
    expect(outcomes.map(shortly)).toEqual(['not-callable', 'not-callable', 'not-callable']);
  });

  test('inputs that do not parse or throw', async () => {
    const outcomes = await run('1 +', 'unknownName', '() => 1');
    expect(outcomes.map(({ completion }) => completion)).toMatchObject([
      { kind: 'not-callable', reason: expect.stringMatching(/^the input could not be made: SyntaxError/) },
      { kind: 'not-callable', reason: 'the input could not be made: ReferenceError: unknownName is not defined' },
      { kind: 'returns' },
    ]);
  });
});

test('runs asked for at once are carried out one after the other', async () => {
  const actions = ['() => 1', '() => { while (true); }', '() => 3'];
  const results = await Promise.all(actions.map((action) => hasty.run(target, inputs([action]))));
  expect(results.map(([outcome]) => outcome && shortly(outcome))).toEqual(['1', 'times-out', '3']);
});
