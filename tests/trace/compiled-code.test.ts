import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findCode, keepCode, nameFor } from '#trace/register/kept-code';
import { nodeTestRunner } from '#trace/runners/node-test';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-compiled-')));
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('kept code', () => {
  const cache = join(place, 'cache');
  const made = (code: string) => ({ name: nameFor(cache, 'k', code), key: 'k', code, text: `made of ${code}` });

  test('is found for the same code and key only', () => {
    const entry = made('a = "ä€😀"');
    expect(findCode(cache, 'k', entry.code)).toBeNull();
    keepCode(cache, entry, Buffer.from([0, 10, 255]));
    expect(findCode(cache, 'k', entry.code)).toEqual({ ...entry, compiled: Buffer.from([0, 10, 255]) });
    expect(findCode(cache, 'k', entry.code.replace('a', 'b'))).toBeNull();
    expect(findCode(cache, 'l', entry.code)).toBeNull();
    keepCode(cache, entry, null);
    expect(findCode(cache, 'k', entry.code)?.compiled).toBeNull();
  });

  test('of equal length is kept side by side, and then in the place of another', () => {
    const codes = [...'0123456789'].map((digit) => `exports.digit = ${digit}`);
    for (const code of codes) {
      keepCode(cache, made(code), Buffer.from(code));
      expect(findCode(cache, 'k', code)).toMatchObject({ text: `made of ${code}`, compiled: Buffer.from(code) });
    }
    for (const code of codes) {
      const found = findCode(cache, 'k', code);
      if (found !== null) expect(found).toMatchObject({ text: `made of ${code}`, compiled: Buffer.from(code) });
    }
    expect(codes.filter((code) => findCode(cache, 'k', code) !== null)).toHaveLength(4);
  });

  test('that is the same as the code is written once', () => {
    const code = 'x'.repeat(1000);
    const name = nameFor(cache, 'k', code);
    keepCode(cache, { name, key: 'k', code, text: code }, Buffer.from('c'));
    expect(findCode(cache, 'k', code)).toEqual({ name, key: 'k', code, text: code, compiled: Buffer.from('c') });
    expect(readFileSync(name).length).toBeLessThan(1100);
  });
});

/** More than is compiled sooner than looked for. */
const padding = `\n// ${'-'.repeat(3000)}\n`;

/** Prints what a module can see of how it is run; lines of stacks, since columns are those of the code with probes. */
const files = {
  'package.json': '{}',
  'lib.js': `'use strict';
exports.self = function self(a) { return self.toString().length > 0 && typeof a; };
exports.where = () => new Error('here').stack.split('\\n')[1].replace(/:\\d+\\)?$/, '');
exports.strict = (function () { return this === undefined; })();
exports.seen = [this === exports, module.exports === exports, arguments.length, require.main === module, module.children.length];
exports.paths = [__filename, __dirname, require.resolve('./other'), module.id, module.parent.id, typeof require.cache[__filename]];
exports.later = () => require('./other').value;
exports.made = () => new Function('a', 'return a + 1')(1);${padding}`,
  'other.js': `module.exports = { value: 1 }; return; ${padding}throw new Error('never');`,
  'fails.js': `exports.a = 1;\n\nthrow new TypeError('as written');${padding}`,
  'hash.js': `#!/usr/bin/env node\nmodule.exports = 'hash';${padding}`,
  'late.mjs': 'export const late = 1;',
  'imports.js': `exports.load = () => import('./late.mjs');${padding}`,
  'main.js': `const lib = require('./lib');
const told = [lib.self(1), lib.where(), lib.strict, lib.seen, lib.paths, lib.later(), lib.made(), require('./hash')];
try { require('./fails'); } catch (error) { told.push(error.message, error.stack.split('\\n')[1].replace(/:\\d+\\)?$/, '')); }
told.push(require.main === module, module.children.map(({ id }) => id), arguments.length);
(async () => {
  told.push((await require('./imports').load()).late);
  console.log(JSON.stringify(told, null, 1));
})();${padding}`,
};

describe('modules that were compiled before', () => {
  const root = join(place, 'project');
  mkdirSync(root);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const cache = join(place, 'compiled');
  const plan = nodeTestRunner.plan({ root, folder: join(place, 'j'), command: null, only: null, mode: 'after' });
  const settings = JSON.parse(plan.env['WINGBEAT_TRACE'] ?? '{}') as object;
  const { NODE_TEST_CONTEXT: _, NODE_V8_COVERAGE: __, ...inherited } = process.env;
  const run = (env: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env: { ...inherited, ...env } });
  const recorded = (more: Record<string, string> = {}, ...args: string[]) =>
    run({ ...plan.env, WINGBEAT_TRACE: JSON.stringify({ ...settings, cache }), ...more }, ...args, 'main.js');
  const compiled = (): string[] =>
    readdirSync(cache).filter((name) => {
      if (name.endsWith('.map')) return false;
      const entry = readFileSync(join(cache, name));
      const start = entry.indexOf(10) + 1;
      const lengths = entry.toString('latin1', 0, start).split(' ').slice(1).map(Number);
      return entry.length > start + lengths.reduce((a, b) => a + b, 0);
    });

  test('run as they do without', () => {
    const plain = run({}, 'main.js');
    expect(plain.status).toBe(0);
    const first = recorded();
    expect(first.stderr).toBe(plain.stderr);
    expect(first.stdout).toBe(plain.stdout);
    // All but those that Node has to compile itself, and the program that records, which comes through here, too.
    expect(compiled().length).toBeGreaterThanOrEqual(4);
    for (const again of [recorded(), recorded()]) {
      expect(again.stderr).toBe(plain.stderr);
      expect(again.stdout).toBe(plain.stdout);
    }
  });

  test('are not taken where blocks are counted, maps are wanted, or somebody debugs', () => {
    const before = compiled();
    for (const name of before) rmSync(join(cache, name));
    const plain = run({}, 'main.js');
    for (const more of [{ NODE_V8_COVERAGE: join(place, 'v8') }, {}]) {
      const args = 'NODE_V8_COVERAGE' in more ? [] : ['--inspect=0'];
      const { stdout } = recorded(more, ...args);
      expect(stdout).toBe(plain.stdout);
      expect(compiled()).toEqual([]);
    }
    recorded({}, '--enable-source-maps');
    expect(compiled().length).toBeLessThanOrEqual(1);
  });

  test('are not taken for another text of the same length', () => {
    const before = recorded();
    writeFileSync(join(root, 'other.js'), files['other.js'].replace('value: 1', 'value: 2'));
    const changed = run({}, 'main.js');
    expect(changed.stdout).not.toBe(before.stdout);
    for (const again of [recorded(), recorded()]) expect(again.stdout).toBe(changed.stdout);
    writeFileSync(join(root, 'other.js'), files['other.js']);
    expect(recorded().stdout).toBe(before.stdout);
  });
});
