import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { compareSources, type CompareSourcesOptions } from './compare-sources';

function isSame({ behaviours, gaps, unconfirmed, problem, complete }: ComparedFunction): boolean {
  const isOpen = gaps.some(({ kind }) => kind !== 'assumed') || !complete || problem !== null;
  return behaviours.length === 0 && unconfirmed.length === 0 && !isOpen;
}

function functionOf(body: string): string {
  return `export function f(a, b) { ${body} }\n`;
}

function joining(sign: string): string {
  return `Array.prototype.join = function () { return '${sign}'; };\nexport function f(a) { return String(a); }\n`;
}

async function compare(base: string, head: string, options: CompareSourcesOptions = {}): Promise<ComparedFunction> {
  return compareSources({ 'a.js': base }, { 'a.js': head }, 'f', { path: 'a.js', ...options });
}

/** Conditions are told apart as far as their terms do, which takes no time. */
const briefly: CompareSourcesOptions = { limits: { paths: 300 }, solver: 'none' };

/** Most code of JavaScript says nothing of its inputs. */
describe('what is rewritten of inputs without types is the same', () => {
  it.each([
    ['return a > 5;', 'return 5 < a;'],
    ['return a + b;', 'const sum = a + b; return sum;'],
    ['return a < b ? a : b;', 'return b > a ? a : b;'],
    ['return String(a).trim();', 'const text = String(a); return text.trim();'],
    ['return parseInt(a, 10);', 'return Number.parseInt(a, 10);'],
    ['return isNaN(a) ? 0 : a;', 'if (isNaN(a)) return 0; return a;'],
    ['return a == b;', 'return b == a;'],
    ['return a > (a == b);', 'return a > (b == a);'],
    ['return Math.max(a, b);', 'const all = [a, b]; return Math.max(...all);'],
  ])('%s → %s', async (base, head) => {
    expect(isSame(await compare(functionOf(base), functionOf(head)))).toBe(true);
  });
});

describe('what is not the same is not said to be', () => {
  it.each([
    ["return [a].join('-') + 1;", "return String(a ?? '') + 1;"],
    ['a.push(1); return String(a);', 'const text = String(a); a.push(1); return text;'],
    ["a[0].push('z'); return String(a);", "const text = String(a); a[0].push('z'); return text;"],
    ["return String(a) === 'x,y';", "return a.length === 2 && String(a) === 'x,y';"],
    ["return a.join('-');", "return a.join('+');"],
    ["if (Array.isArray(a)) return a + '' === 'x'; return 0;", "if (Array.isArray(a)) return a[0] === 'x'; return 0;"],
    ['a.toString = () => 1; return a + 1;', 'const r = a + 1; a.toString = () => 1; return r;'],
    [
      'if (Array.isArray(a)) { b[0] = 1; return String(a); } return 0;',
      'if (Array.isArray(a)) { const r = String(a); b[0] = 1; return r; } return 0;',
    ],
    ["return String(a) === 'Symbol(x)';", 'return false;'],
    ["return String(a).startsWith('()');", 'return false;'],
    ['return 1n == a ? 1 : 2;', 'return a === 1n ? 1 : 2;'],
  ])('%s → %s', async (base, head) => {
    expect(isSame(await compare(functionOf(base), functionOf(head), briefly))).toBe(false);
  });

  it('where the program has its own way to make texts of arrays', async () => {
    const compared = await compare(joining('1'), joining('2'));
    expect(isSame(compared)).toBe(false);
  });
});

describe('where there are too many paths for all turns of a loop', () => {
  const few: CompareSourcesOptions = { limits: { paths: 1000 } };
  const sum = 'let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; return s;';

  it('fewer turns are compared, and that is said', async () => {
    const rewritten = 'let s = 0; let i = 0; while (i < a.length) { s += a[i]; i++; } return s;';
    const { loops, gaps, problem, complete, behaviours } = await compare(functionOf(sum), functionOf(rewritten), few);
    expect({ loops, problem, complete, behaviours }).toEqual({
      loops: 2,
      problem: null,
      complete: true,
      behaviours: [],
    });
    expect(gaps.map(({ kind }) => kind)).toEqual(['bound']);
  });

  it('nothing is said of versions that differ in these', async () => {
    const other = 'let s = 0; for (let i = 1; i < a.length; i++) s += a[i]; return s;';
    const compared = await compare(functionOf(sum), functionOf(other), few);
    expect(compared.loops).toBeUndefined();
    expect(compared.behaviours.length).toBeGreaterThan(0);
  });
});

it('two of which nothing is known are told apart in some cases, not in all', async () => {
  const compared = await compare(functionOf('return a;'), functionOf('return b;'), briefly);
  const cases = compared.behaviours.reduce((sum, { differences }) => sum + differences.length, 0);
  expect(cases).toBeGreaterThan(0);
  expect(cases).toBeLessThan(300);
  expect(compared.gaps.some(({ kind }) => kind === 'unknown')).toBe(true);
});

const values: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => true,
  () => 0,
  () => -0,
  () => 7,
  () => NaN,
  () => '',
  () => '7',
  () => 'x,y',
  () => 3n,
  () => Symbol('s'),
  () => ({}),
  () => ({ length: 2 }),
  () => [],
  () => [7],
  () => ['7', 'x'],
  () => ['x', 'y'],
  () => [undefined, null],
  () => [[1], [2]],
  () => [Symbol('t')],
  () => () => 1,
];

const atoms = fc.constantFrom('a', 'b', '1', "'7'", 'a?.length', 'a?.[0]', '[a, b]');
const expressions = fc.letrec<{ all: string }>((tie) => ({
  all: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    atoms,
    fc
      .tuple(tie('all'), fc.constantFrom('+', '-', '<', '>', '===', '==', '&&', '||', '??'), tie('all'))
      .map(([left, operator, right]) => `((${left}) ${operator} (${right}))`),
    tie('all').map((of) => `String(${of})`),
    tie('all').map((of) => `\`\${${of}}!\``),
    tie('all').map((of) => `(Array.isArray(a) ? a.push(${of}) : ${of})`),
    tie('all').map((of) => `(Array.isArray(a) ? a.join(';') : ${of})`),
  ),
})).all;

/** An expression, and what comes of one place in it that is written otherwise: in a way that is the same, or nearly so. */
const versions = fc
  .tuple(
    expressions,
    fc.constantFrom(
      ['String(E)', '`${E}`'],
      ['`${E}`', "('' + (E))"],
      ['(E) + 1', '1 + (E)'],
      ['(E) > 5', '5 < (E)'],
      ['(E) > 5', '!((E) <= 5)'],
      ['(E) == b', 'b == (E)'],
      ['(E) === a', 'Object.is(a, (E))'],
      ['String(E).length', '`${E}`.length'],
      ['(Array.isArray(a) ? [a.push(1), String(a)] : E)', '(Array.isArray(a) ? [a.push(1), `${a}`] : E)'],
      ['(Array.isArray(a) ? [a.push(1), String(a)] : E)', '(Array.isArray(a) ? [String(a), a.push(1)].reverse() : E)'],
      ['(Array.isArray(a) ? a.join() : E)', '(Array.isArray(a) ? String(a) : E)'],
      ['[E, String(a)]', '[E, String(a), String(b)].slice(0, 2)'],
      ['[String(a), E]', '[E, String(a)].reverse()'],
      ['Number(E)', '+(E)'],
      ['parseInt(E)', 'parseInt(String(E))'],
    ),
    fc.constantFrom('□', '[□, b]', 'String(□)', '(□) + a', 'a > (□)'),
  )
  .map(([inner, [was, is], outer]) => ({
    base: outer.replace('□', was.replaceAll('E', inner)),
    head: outer.replace('□', is.replaceAll('E', inner)),
  }));

function runOf(text: string, a: unknown, b: unknown): string {
  try {
    const result = (new Function('a', 'b', `return ${text};`) as (...args: unknown[]) => unknown)(a, b);
    return inspect([result, a, b], { depth: 9 });
  } catch (error) {
    return inspect([String(error), a, b], { depth: 9 });
  }
}

describe('generated expressions of inputs without types', () => {
  const { GENERATED_RUNS: runs = '25' } = process.env;

  it('are not said to be the same where the engine tells them apart', { timeout: 1_200_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(versions, async ({ base, head }) => {
        const compared = await compare(functionOf(`return ${base};`), functionOf(`return ${head};`), briefly);
        if (!isSame(compared)) return;
        for (const a of values) {
          for (const b of values) {
            expect(runOf(head, a(), b()), `${base}\n${head}`).toBe(runOf(base, a(), b()));
          }
        }
      }),
      { numRuns: Number(runs) },
    );
  });
});
