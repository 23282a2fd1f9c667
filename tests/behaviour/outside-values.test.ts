import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { compareSources } from './compare-sources';

async function compare(base: string, head: string): Promise<ComparedFunction> {
  return compareSources(
    `export function f(x?: unknown) { ${base} }`,
    `export function f(x?: unknown) { ${head} }`,
    'f',
    {},
  );
}

function isSame({ behaviours, gaps, unconfirmed, problem, complete }: ComparedFunction): boolean {
  return behaviours.length === 0 && gaps.length === 0 && unconfirmed.length === 0 && problem === null && complete;
}

describe('what the world outside has under a name', () => {
  it.each([
    ['return process.env.A ? 1 : 2;', 'return 1;', 'delete process.env.A; f()'],
    ["return process.env.A ?? 'x';", "return process.env.A || 'x';", 'process.env.A = ""; f()'],
    ["return typeof process.env.A === 'string';", 'return false;', 'process.env.A = ""; f()'],
    [
      "const { A = 'a' } = process.env; return A;",
      "const { A = 'b' } = process.env; return A;",
      'delete process.env.A; f()',
    ],
    ["return typeof process === 'object';", 'return false;', 'f()'],
    ["return typeof setTimeout === 'function';", 'return false;', 'f()'],
    ["return typeof btoa === 'function';", 'return false;', 'f()'],
    [
      "return typeof window !== 'undefined' ? 1 : 2;",
      "return typeof window !== 'undefined' ? 3 : 2;",
      'globalThis.window = null; f()',
    ],
    [
      "return typeof define === 'function' ? 1 : 2;",
      "return typeof define === 'function' ? 3 : 2;",
      'globalThis.define = () => undefined; f()',
    ],
    ['return __DEV__ ? 1 : 2;', 'return __DEV__ ? 3 : 2;', 'globalThis.__DEV__ = true; f()'],
    ['return globalThis.Deno ? 1 : 2;', 'return globalThis.Deno ? 3 : 2;', 'globalThis.Deno = true; f()'],
    ["return 'Deno' in globalThis;", 'return false;', 'globalThis.Deno = null; f()'],
    ["return Object.hasOwn(globalThis, 'Deno');", 'return false;', 'globalThis.Deno = null; f()'],
    ["return Reflect.has(globalThis, 'Deno');", 'return false;', 'globalThis.Deno = null; f()'],
    ["return 'process' in globalThis;", 'return false;', 'f()'],
    ['return globalThis.process ? 1 : 2;', 'return globalThis.process ? 3 : 2;', 'f()'],
    [
      'try { return theirs; } catch { return 1; }',
      'try { return theirs; } catch { return 2; }',
      'delete globalThis.theirs; f()',
    ],
  ])('%s → %s', async (base, head, call) => {
    const { behaviours } = await compare(base, head);
    expect(behaviours.map(({ witness }) => witness.call)).toEqual([call]);
  });

  it.each([
    ["return process.platform === 'win32' ? 1 : 2;", 'return 2;'],
    ['return process.argv.length > 2;', 'return false;'],
    ['process.exitCode = 1;', 'process.exitCode = 2;'],
    ['process.exitCode = 1; return process.exitCode === 1;', 'process.exitCode = 1; return false;'],
    ['return process.stdout.isTTY ? 1 : 2;', 'return 1;'],
    ['return x instanceof Buffer ? 1 : 2;', 'return x instanceof Buffer ? 3 : 2;'],
    ["return 'A' in process.env ? 1 : 2;", 'return 1;'],
    ["return Object.keys(globalThis).includes('Deno');", 'return false;'],
    ["return Object.getOwnPropertyDescriptor(globalThis, 'Deno') === undefined;", 'return true;'],
    ['delete globalThis.Deno; return 1;', 'return 1;'],
    ['let n = 0; for (const each of process.argv) n++; return n;', 'return 0;'],
  ])('is not known before it runs: %s → %s', async (base, head) => {
    expect(isSame(await compare(base, head))).toBe(false);
  });

  it.each([
    ["return process.env.A === 'x' ? 1 : 2;", "if (process.env.A !== 'x') return 2; return 1;"],
    ['process.exitCode = 1;', 'const code = 1; process.exitCode = code;'],
    ["return 'Deno' in globalThis;", 'return globalThis.Deno !== undefined;'],
    ["return 'toString' in globalThis;", 'return true;'],
    ["return Object.hasOwn(globalThis, 'toString');", 'return false;'],
    ["return process.platform === 'win32' ? 1 : 2;", "return 'win32' !== process.platform ? 2 : 1;"],
  ])('is the same for both: %s → %s', async (base, head) => {
    expect(isSame(await compare(base, head))).toBe(true);
  });
});

it.each(['', 'globalThis.Deno = 1; '])('a global that is deleted is gone: %s', async (before) => {
  const deleting = `${before}delete globalThis.Deno;`;
  const compared = await compare(`${deleting} return typeof Deno;`, `${deleting} return 'undefined';`);
  expect(compared).toMatchObject({ behaviours: [], unconfirmed: [], problem: null });
  const other = await compare(`${deleting} return typeof Deno;`, `${deleting} return 'object';`);
  expect(other.behaviours).toHaveLength(1);
});

const givingAway = (last: string): string =>
  `export function f(run: (g: () => unknown) => void, n: number): unknown {\n  let x: unknown = { n };\n  run(() => x);\n  x = ${last};\n  return x;\n}\n`;

it('a variable around a function that was given away may hold what was made since', async () => {
  const { behaviours } = await compareSources(givingAway('[n]'), givingAway('[n, 1]'), 'f');
  expect(behaviours).toHaveLength(1);
});

function emitter(given: string): string {
  return `import { EventEmitter } from 'node:events';
    export class C extends EventEmitter { constructor(n) { super(); this.f = (x) => ${given}; } }`;
}

it('what the constructor of a class that extends one of the outside puts into instances is compared', async () => {
  const found = await compareSources(emitter('x'), emitter('String(x)'), 'C.constructor', { path: 'a.js' });
  expect(found.behaviours.map(({ witness }) => witness.call)).toContainEqual(
    expect.stringMatching(/^new C\(.*\)\.f\(/),
  );
});
