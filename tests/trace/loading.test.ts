import { expect, test } from 'vitest';
import { nodeTestRunner } from '#trace/runners/node-test';
import { recordProject } from './record-project';

test('TypeScript through tsx, as a module and as CommonJS', () => {
  const lib = `
interface Shape { area(): number }
export class Square implements Shape {
  side: number = start();
  constructor(public name: string) {}
  area(): number { return this.side ** 2; }
}
function start(): number { return 3; }
export const unused = (x: string): string => x;
`;
  const testFile = `
import test from 'node:test';
import assert from 'node:assert';
import { Square } from './lib';
test('area', () => { assert.equal(new Square('a').area(), 9); });
test('fails here', () => {
  throw   new Error('so');
});
`;
  for (const type of ['module', 'commonjs']) {
    const run = recordProject(
      nodeTestRunner,
      { 'package.json': JSON.stringify({ type }), 'lib.ts': lib, 'a.test.ts': testFile },
      { command: ['node', '--import', 'tsx', '--enable-source-maps', '--test', 'a.test.ts'] },
    );
    const { modules } = run.recording;
    const recorded = modules.find(({ path }) => path === 'lib.ts');
    expect(recorded?.functions, type).toEqual([
      { start: 0, kind: 'module' },
      { start: lib.indexOf('{\n  side'), kind: 'fields' },
      { start: lib.indexOf('(public'), kind: 'constructor' },
      { start: lib.indexOf('(): number { return this'), kind: 'method' },
      { start: lib.indexOf('function start'), kind: 'function' },
      { start: lib.indexOf('(x: string)'), kind: 'arrow' },
    ]);
    expect(
      run.functionsOf('area').filter((name) => name.startsWith('lib.ts') && !name.endsWith('<module>')),
      type,
    ).toHaveLength(4);
    expect(run.output, type).toMatch(/a\.test\.ts:7:11/);
    expect(run.recording.notes).toEqual([]);
  }
});

test('functions that are called before the body of their module', () => {
  const run = recordProject(nodeTestRunner, {
    'a.js': `import { late } from './b.js'; export function early(x) { return inner(x).map((y) => y + 1); } function inner(x = twice(1)) { return [x]; } function twice(x) { return 2 * x; } export const value = late;`,
    'b.js': `import { early } from './a.js'; export const late = early()[0];`,
    'a.test.js': `import test from 'node:test'; import assert from 'node:assert'; import { value } from './a.js'; test('cycle', () => { assert.equal(value, 3); });`,
  });
  expect(run.test('cycle').outcome, run.output).toBe('passed');
  expect(run.loadedFunctionsOf('b.js')).toEqual(
    expect.arrayContaining(['a.js:early', 'a.js:inner', 'a.js:twice', 'b.js:<module>']),
  );
});

test('modules that CommonJS requires, with what they import', () => {
  const run = recordProject(nodeTestRunner, {
    'package.json': '{}',
    'a.mjs': `import { b } from './b.mjs'; export function a() { return b(); }`,
    'b.mjs': `export function b() { return 1; }`,
    'detected.js': `import { b } from './b.mjs'; export function detected() { return b(); }`,
    'a.test.cjs': `const test = require('node:test'); const assert = require('node:assert');
test('required', () => { assert.equal(require('./a.mjs').a(), 1); });
test('detected', () => { assert.equal(require('./detected.js').detected(), 1); });`,
  });
  expect(run.functionsOf('required'), run.output).toEqual(expect.arrayContaining(['a.mjs:a', 'b.mjs:b']));
  expect(run.functionsOf('detected'), run.output).toEqual(expect.arrayContaining(['detected.js:detected', 'b.mjs:b']));
});

test('threads of a test belong to it', () => {
  const run = recordProject(nodeTestRunner, {
    'work.js': `import { parentPort } from 'node:worker_threads'; export function work() { return 1; } parentPort.postMessage(work());`,
    'a.test.js': `import test from 'node:test'; import { once } from 'node:events'; import { Worker } from 'node:worker_threads';
test('thread', async () => { const worker = new Worker(new URL('./work.js', import.meta.url)); await once(worker, 'message'); await worker.terminate(); });
test('none', () => {});`,
  });
  expect(run.functionsOf('thread'), run.output).toContain('work.js:work');
  expect(run.functionsOf('none')).not.toContain('work.js:work');
});

test('modules that cannot be loaded, or wait, do not take the code of others', () => {
  const run = recordProject(nodeTestRunner, {
    'throws.js': `export function before() {} before(); throw new Error('not loaded');`,
    'waits.js': `export function begun() {} begun(); await new Promise((done) => setTimeout(done, 20)); export function done() {} done();`,
    'lib.js': `export function f() {}`,
    'a.test.js': `import test from 'node:test'; import { f } from './lib.js';
test('loads', async () => { await import('./throws.js').catch(() => {}); f(); await import('./waits.js'); });
test('after', () => { f(); });`,
    'b.test.cjs': `const test = require('node:test'); const { createRequire } = require('node:module');
test('sync', () => { try { require('./throws.cjs'); } catch {} later(); });
function later() {}`,
    'throws.cjs': `function before() {} before(); throw new Error('not loaded');`,
  });
  expect(run.functionsOf('loads')).toContain('lib.js:f');
  expect(run.functionsOf('sync')).toContain('b.test.cjs:later');
  expect(run.loadedFunctionsOf('throws.cjs')).toEqual(['throws.cjs:<module>', 'throws.cjs:before']);
  expect(run.loadedFunctionsOf('waits.js'), run.output).toEqual(
    expect.arrayContaining(['waits.js:<module>', 'waits.js:begun', 'waits.js:done']),
  );
  expect(run.loadedFunctionsOf('waits.js')).not.toContain('lib.js:f');
  expect(run.loadedFunctionsOf('throws.js')).toEqual(['throws.js:<module>', 'throws.js:before']);
  expect(run.functionsOf('after')).toContain('lib.js:f');
});

test('a file that cannot be instrumented runs as it is, and is named', () => {
  const run = recordProject(nodeTestRunner, {
    'package.json': '{}',
    'odd.js': `exports.f = function () { return 010; }; with ({ x: 1 }) { exports.x = x; }`,
    'a.test.js': `const test = require('node:test'); const assert = require('node:assert'); const odd = require('./odd'); test('odd', () => { assert.equal(odd.f() + odd.x, 9); });`,
  });
  expect(run.test('odd').outcome, run.output).toBe('passed');
  const known = run.recording.modules.some(({ path }) => path === 'odd.js');
  expect(run.recording.notes).toEqual(known ? [] : [{ kind: 'not-instrumented', message: 'odd.js' }]);
});
