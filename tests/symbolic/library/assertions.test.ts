import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { findPaths, type FoundPath } from '#behaviour/find-paths';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { printObserved } from '#replay/print-observed';
import { assertionName } from '#symbolic/assertion-name';
import { matches } from '#symbolic/describe-path';

/** Every path of `f`, each of which the engine takes as it is told: one line of what it does. */
async function pathsOf(source: string): Promise<string[]> {
  const loaded = loadProgram(openTexts(tmpdir(), { 'a.ts': source }));
  const index = loaded.module('a.ts')?.functions.findIndex((fn) => fn.qualifiedName === 'f') ?? -1;
  const { paths, stopped } = await findPaths(loaded, 'a.ts', index, {
    limits: { loops: 3, depth: 20, paths: 100 },
    preconditions: {},
    solver: 'none',
    store: null,
    replay: true,
    searchExpired: () => false,
    expired: () => false,
    isInterrupted: () => false,
  });
  expect(stopped).toBeNull();
  return paths.map(toldByEngine);
}

function toldByEngine({ described: { predicted, call, outcome }, replay }: FoundPath): string {
  if (outcome.kind === 'cut') return `left: ${JSON.stringify(outcome.reason)}`;
  if (replay.kind !== 'run' || predicted === null) throw new Error(`${call} was not run`);
  const { completion } = replay.outcome;
  const value =
    completion.kind === 'returns' ? completion.value : completion.kind === 'throws' ? completion.error : null;
  const seen = `${call} ${completion.kind} ${value === null ? '' : printObserved(value)}`;
  expect(matches(predicted, replay.outcome), `${seen}, but a path ${outcome.kind} ${outcome.text}`).toBe(true);
  return seen;
}

describe('an assertion that may fail', () => {
  it.each([
    ['a condition', `assert(x > 0)`],
    ['a condition with a message', `assert(x > 0, 'x is ' + x)`],
    ['ok', `assert.ok(x > 0, 'positive')`],
    ['a number', `assert(x)`],
    ['an error as the message', `assert.ok(x > 0, new RangeError('x'))`],
    ['no message', `assert.ok(x > 0, undefined)`],
    ['equal with a message', `assert.equal(x, 1, 'one')`],
    ['equal of what is known', `assert.equal(x > 0 ? 1 : 2, 1)`],
    ['strictEqual of what is known', `assert.strictEqual(x > 0 ? 'a' : 'b', 'a')`],
    ['strictEqual of longer texts', `assert.strictEqual(x > 0 ? 'abcdefghijkl' : 'abcdefghikl', 'abcdefghijkl')`],
    ['notStrictEqual', `assert.notStrictEqual(x > 0 ? 1 : 2, 2)`],
    ['notEqual', `assert.notEqual(x > 0 ? 1 : NaN, NaN)`],
    ['deepStrictEqual of what is known', `assert.deepStrictEqual({ a: [x > 0 ? 1 : 2] }, { a: [1] })`],
    ['strictEqual with a message', `assert.strictEqual(x > 0 ? 1 : 2, 1, 'as one')`],
    ['notStrictEqual with a message', `assert.notStrictEqual(x, 1, 'not ' + x)`],
    ['deepStrictEqual with a message', `assert.deepStrictEqual({ a: [x > 0 ? 1 : 2] }, { a: [1] }, 'as one')`],
    [
      'deepStrictEqual of something open',
      `assert.deepStrictEqual({ a: [x, { b: 1 }] }, { a: [1, { b: 1 }] }, new Error('as one'))`,
    ],
    ['deepStrictEqual of other keys', `assert.deepStrictEqual(x > 0 ? { a: 1 } : { a: 1, b: undefined }, { a: 1 })`],
    ['notDeepStrictEqual', `assert.notDeepStrictEqual([x > 0 ? 1 : 2], [2])`],
    ['fail', `if (!(x > 0)) assert.fail()`],
    ['fail with a message', `if (!(x > 0)) assert.fail('x ' + x)`],
    ['throws', `assert.throws(() => { if (x > 0) throw new Error('x'); })`],
  ])('is a path that throws: %s', async (_, statement) => {
    const found = await pathsOf(`import assert from 'node:assert'; export function f(x: number) { ${statement}; }`);
    expect(found.some((line) => line.includes(' throws '))).toBe(true);
    expect(found.some((line) => line.includes(' returns undefined'))).toBe(true);
  });

  it.each([
    ['undefined', 'assert(x ?? undefined)', 'x: null | undefined'],
    ['a text', 'assert(x)', 'x: string'],
    ['a big integer', 'assert(x)', 'x: bigint'],
    ['nothing', 'assert.ok()', ''],
  ])('shows what is not true: %s', async (_, statement, parameters) => {
    const found = await pathsOf(`import assert from 'assert'; export function f(${parameters}) { ${statement}; }`);
    expect(found.some((line) => line.includes('AssertionError'))).toBe(true);
  });

  it('can be caught', async () => {
    const found = await pathsOf(`import { ok } from 'node:assert/strict';
      export function f(x: number) { try { ok(x > 0); return 1; } catch (e: any) { return [e.name, e.code, e.message, e.actual]; } }`);
    expect(found).toEqual([
      'f(1) returns 1',
      'f(0) returns ["AssertionError", "ERR_ASSERTION", "false == true", false]',
    ]);
  });

  it('tells what it cannot follow', async () => {
    const found = await pathsOf(`import assert from 'node:assert';
      export function f(x: number) { assert.deepStrictEqual(new Map([[x, 1]]), new Map()); }`);
    expect(found).toEqual([expect.stringContaining('objects other than plain ones')]);
  });
});

describe('console.assert', () => {
  it('complains on a path of its own', async () => {
    const found = await pathsOf(`export function f(x: number) { console.assert(x > 0, 'x', x); return 1; }`);
    expect(found).toEqual(['f(1) returns 1', 'f(0) returns 1']);
  });
});

it.each([
  ['node:assert', 'assert'],
  ['assert.default', 'assert'],
  ['node:assert.strict', 'assert'],
  ['node:assert.default.equal', 'assert.equal'],
  ['node:assert.strict.equal', 'assert.strictEqual'],
  ['node:assert/strict.deepEqual', 'assert.deepStrictEqual'],
  ['assert/strict.default.ok', 'assert.ok'],
  ['asserting', null],
  ['chai.assert', null],
])('%s means %s', (outside, name) => {
  expect(assertionName(outside)).toBe(name);
});
