import { describe, expect, it } from 'vitest';
import type { FoundBug } from '#behaviour/bugs-found';
import { compareSources } from './compare-sources';
import { versionsOf } from './versions-of';

/** One line for each: what, where it is written, and the call that gets there. */
async function bugsOf(base: string, head: string): Promise<string[]> {
  const { bugs } = await compareSources(base, head, 'f');
  return bugs.map((bug) => told(bug));
}

function told({ kind, call, isNew }: FoundBug): string {
  return `${isNew ? 'new' : 'old'} ${kind} by ${call}`;
}

describe('an assertion that fails on an affected path', () => {
  it('is new when the change makes it fail', async () => {
    const source = `import assert from 'node:assert'; export function f(x: number) { const y = □; assert(y > 0, 'y is positive'); return y; }`;
    expect(await bugsOf(...versionsOf(source, 'Math.max(x, 1)', 'Math.max(x, 0)'))).toEqual(['new assert by f(0)']);
  });

  it('is not new when it failed before', async () => {
    const source = `import { ok } from 'node:assert'; export function f(x: number) { const y = □; ok(x > 0); return y; }`;
    expect(await bugsOf(...versionsOf(source, 'x + 1', 'x + 2'))).toEqual(['old assert by f(0)']);
  });

  it('is nothing to tell where the change was not executed', async () => {
    const source = `export function f(x: number) { if (x < 0) throw new RangeError('x'); return □; }`;
    expect(await bugsOf(...versionsOf(source, 1, 2))).toEqual([]);
  });

  it('is found in what is compared', async () => {
    const source = `import { strict as assert } from 'assert'; export function f(x: boolean) { assert.equal(x ? 1 : □, 1); }`;
    expect(await bugsOf(...versionsOf(source, 1, 2))).toEqual(['new assert by f(false)']);
  });
});

describe('console.assert', () => {
  const source = `export function f(x: number) { const y = x + □; console.assert(y === x + 1, 'off by', bound); return 1; } const bound = 1;`;

  it('is found though it does not throw', async () => {
    expect(await bugsOf(...versionsOf(source, 1, 2))).toEqual(['new console.assert by f(0)']);
  });

  it('is not new when the base complains in the same way', async () => {
    const complaining = `export function f(x: number) { const y = □; console.assert(x > 0, 'x'); return y; }`;
    expect(await bugsOf(...versionsOf(complaining, 1, 2))).toEqual(['old console.assert by f(0)']);
  });
});

describe('a statement that throws', () => {
  it('is new where the base returned', async () => {
    expect(
      await bugsOf(
        'export function f(x: number) { return x; }',
        `export function f(x: number) { if (x > 10) throw new RangeError('too much'); return x; }`,
      ),
    ).toEqual(['new throw by f(11)']);
  });

  it('is told by a call that did not get there before', async () => {
    const source = `export function f(x: number) { if (□) throw new RangeError('too much'); return x; }`;
    expect(await bugsOf(...versionsOf(source, 'x > 10', 'x > 10 || x === 5'))).toEqual(['new throw by f(5)']);
    expect(await bugsOf(...versionsOf(source, 'x > 10', '10 < x'))).toEqual(['old throw by f(11)']);
  });

  it('is where the error was thrown first, however it got out', async () => {
    const source = `function check(x: number) { if (x > □) throw new Error('much'); }
      export async function f(x: number) { try { check(x); } catch (e) { console.log('failed'); throw e; } }`;
    const { bugs } = await compareSources(...versionsOf(source, 10, 5), 'f');
    expect(bugs.map(({ site, ...bug }) => [told({ site, ...bug }), site.fn])).toEqual([['new throw by f(6)', 1]]);
  });

  it('is nothing to tell when it is caught', async () => {
    const source = `export function f(x: number) { try { if (x > □) throw new Error('much'); return 1; } catch { return 2; } }`;
    expect(await bugsOf(...versionsOf(source, 10, 5))).toEqual([]);
  });

  it('is found where code was removed that stood before it', async () => {
    expect(
      await bugsOf(
        `export function f(x: number) { if (x > 10) return 10; if (x > 5) throw new Error('much'); return x; }`,
        `export function f(x: number) { if (x > 5) throw new Error('much'); return x; }`,
      ),
    ).toEqual([expect.stringMatching(/^new throw by f\(1\d\)$/)]);
  });
});
