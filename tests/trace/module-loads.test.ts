import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { ModuleLoads } from '#trace/register/module-loads';
import { mochaRunner } from '#trace/runners/mocha';
import { nodeTestRunner } from '#trace/runners/node-test';
import { recordProject } from './record-project';

describe('code may import', () => {
  test.each([
    ['module.exports = () => import("./a.mjs")', true],
    ['import /* of course */ ("./a.mjs")', true],
    ['import\n("./a.mjs")', true],
    ['import.defer("./a.mjs")', true],
    ['eval("import(\'./a.mjs\')")', true],
    ['/** @type {import("./a")} */ const a = await import("./a.mjs")', true],
    [' * @type {import("./a")} */ import("./a.mjs")', true],
    ['class A { *f() { yield import("./a.mjs") } }', true],
    ['/** @type {import("./a")} */ const a = 1;', false],
    ['/**\n * @typedef {import("./a").A} A\n */', false],
    ['// see import()', false],
    ['const important = (1)', false],
    ['require("./a")', false],
  ])('%j: %s', (code, may) => {
    const start = vi.fn();
    expect(new ModuleLoads(start).expectFrom(code, '/p/a.js')).toBe(code);
    expect(start).toHaveBeenCalledTimes(may ? 1 : 0);
  });

  test('through the one place where mocha does, it is asked what', () => {
    const start = vi.fn();
    const loads = new ModuleLoads(start);
    const file = '/p/node_modules/mocha/lib/nodejs/esm-utils.js';
    expect(loads.expectFrom('exports.doImport = async file => import(file);', file)).toBe(
      'exports.doImport = async file => import(__wingbeat__.imports(file));',
    );
    expect(start).not.toHaveBeenCalled();
    const more = 'a = file => import(file);\nb = () => import(url(x));';
    expect(loads.expectFrom(more, file)).toBe(more);
    expect(start).toHaveBeenCalledOnce();
  });
});

test('what the recorder loads for itself imports nothing of the project', () => {
  const start = vi.fn();
  const loads = new ModuleLoads(start);
  expect(loads.without(() => loads.expectFrom('import("./a.mjs")', '/p/a.js'))).toBe('import("./a.mjs")');
  expect(start).not.toHaveBeenCalled();
  loads.expect();
  loads.without(() => {});
  loads.expect();
  expect(start).toHaveBeenCalledOnce();
});

describe('files are modules', () => {
  const root = mkdtempSync(join(tmpdir(), 'wingbeat-module-loads-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  test.each([
    ['', 'a.js', 'exports.a = 1', false],
    ['', 'a.js', 'export const a = 1', true],
    ['', 'a.js', 'const { important } = exports.export', false],
    ['', 'a.js', "/**\n * import { b } from 'b'\n */\nexports.a = 1", false],
    ['', 'a.js', '// await it\nexports.a = 1', false],
    ['', 'a.js', '/**\n * text */ import "b"', true],
    ['', 'a.js', 'let b = 2\n* 3; export { b }', true],
    ['', 'a.cjs', 'export const a = 1', false],
    ['', 'a.mjs', '', true],
    ['', 'a.ts', '', true],
    ['"type":"commonjs"', 'a.js', 'export const a = 1', false],
    ['"type":"module"', 'a.js', 'exports.a = 1', true],
  ])('package %j, file %s, %j: %s', (fields, name, text, is) => {
    const folder = mkdtempSync(join(root, 'p-'));
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'package.json'), `{${fields}}`);
    const file = join(folder, 'src', name);
    writeFileSync(file, text);
    for (const specifier of [file, pathToFileURL(file), pathToFileURL(file).href]) {
      const start = vi.fn();
      expect(new ModuleLoads(start).expectFor(specifier)).toBe(specifier);
      expect(start).toHaveBeenCalledTimes(is ? 1 : 0);
    }
  });

  test.each(['a-package', join(root, 'missing.js')])('what is not found may be one: %s', (specifier) => {
    const start = vi.fn();
    new ModuleLoads(start).expectFor(specifier);
    expect(start).toHaveBeenCalledOnce();
  });
});

describe('modules that programs load late are recorded', () => {
  const files = {
    'package.json': '{}',
    'a.mjs': 'export function used() {}',
    'b.mjs': 'import { used } from "./a.mjs"; export function lead() { used() }',
  };
  const ways = {
    'by import()': 'await import("./b.mjs")',
    'by a text': 'await eval("import(\'./b.mjs\')")',
    'by a function of a text':
      'await new Function("p", "return import(p)")(require("url").pathToFileURL(require.resolve("./b.mjs")).href)',
    'by require()': 'require("./b.mjs")',
  };
  test.each(Object.entries(ways))('%s, with mocha', (_, way) => {
    const run = recordProject(
      mochaRunner,
      { ...files, 'test/a.test.js': `it('t', async () => { (${way.replaceAll('./b', '../b')}).lead() });` },
      { command: ['mocha', 'test'] },
    );
    expect(run.output).toContain('1 passing');
    expect(run.functionsOf('t')).toEqual(expect.arrayContaining(['a.mjs:used', 'b.mjs:lead']));
  });
  test.each(Object.entries(ways))('%s, with node:test', (_, way) => {
    const run = recordProject(
      nodeTestRunner,
      { ...files, 'a.test.js': `require('node:test')('t', async () => { (${way}).lead() });` },
      { command: ['node', '--test', 'a.test.js'] },
    );
    expect(run.output).toContain('# pass 1');
    expect(run.functionsOf('t')).toEqual(expect.arrayContaining(['a.mjs:used', 'b.mjs:lead']));
  });
});
