import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { compareSources } from './compare-sources';

type Verdict = 'same' | 'differs' | 'unknown';
/** Where no call on trial is made, not all differences are found. */
type Expected = Verdict | 'not same';

function verdictOf({ behaviours, gaps, unconfirmed, problem, complete }: ComparedFunction): Verdict {
  if (behaviours.length > 0) return 'differs';
  const isOpen = gaps.some(({ kind }) => kind === 'unknown') || unconfirmed.length > 0 || problem !== null;
  return isOpen || !complete ? 'unknown' : 'same';
}

const raw = String.raw;

/** What people write in another way, and near misses of it: of `f` with some parameters, the body before and now. */
const bodies: readonly (readonly [verdict: Expected, params: string, base: string, head: string])[] = [
  ['same', 'r: number', 'return r ** 2', 'return r * r'],
  ['same', 'x: number, y: number', 'return Math.sqrt(x ** 2 + y ** 2)', 'return Math.sqrt(y * y + x * x)'],
  ['differs', 'r: number', 'return r ** 3', 'return r * r * r'],
  ['same', 'x: number', 'return Number.isInteger(x)', 'return x % 1 === 0'],
  ['differs', 'x: number', 'return Number.isInteger(x)', 'return Math.floor(x) === x'],
  ['same', 'a: number, b: number', 'return Math.abs(a - b)', 'return Math.abs(b - a)'],
  ['same', 'a: number, b: number', 'return a === b ? a * a + 1 : 0', 'return a === b ? b * b + 1 : 0'],
  ['differs', 'a: number, b: number', 'return a === b ? 1 / a : 0', 'return a === b ? 1 / b : 0'],
  ['not same', 'a: number, b: number, c: number', 'return a + b + c', 'return a + (b + c)'],
  ['differs', 'a: number, b: number', 'return Math.max(a, b)', 'return a > b ? a : b'],
  ['same', 's: string', 'return s.substr(2)', 'return s.slice(2)'],
  ['same', 's: string', 'return s.substr(2, 4)', 'return s.substring(2, 6)'],
  ['same', 's: string', 'return s.substr(-2)', 'return s.slice(-2)'],
  ['same', 's: string', 'return s[0] + s.slice(1)', 'return s[0] + s.substring(1)'],
  ['differs', 's: string', 'return s.substr(2, 4)', 'return s.slice(2, 4)'],
  ['not same', 's: string, i: number', 'return s.substring(i)', 'return s.slice(i)'],
  ['same', 's: string', "return s.slice(-3) === '.ts'", "return s.endsWith('.ts')"],
  ['differs', 's: string', "return s.slice(-3) === '.ts'", "return s.endsWith('ts')"],
  [
    'same',
    's: string',
    'return JSON.stringify({ s })',
    'const o: { s?: string } = {}; o.s = s; return JSON.stringify(o)',
  ],
  ['same', 's: string', 'return JSON.stringify(s) === \'""\'', "return s === ''"],
  ['same', 's: string, n: number', 'return JSON.parse(JSON.stringify({ s, n })).s', 'return s'],
  ['differs', 's: string', "return '\"' + s + '\"'", 'return JSON.stringify(s)'],
  ['differs', 's: string', 'return s.length', 'return JSON.stringify(s).length - 2'],
  [
    'same',
    'a: string, b: string, c: string',
    'return JSON.stringify([a, b]) === JSON.stringify([c, a])',
    'return a === c && b === a',
  ],
  ['same', 's: string', "return s.split(' ').join('-')", "return s.replaceAll(' ', '-')"],
  ['same', 's: string', "return s.replace(/ /g, '-')", "return s.replaceAll(' ', '-')"],
  ['same', 's: string', "return s.split('_').join('-').toLowerCase()", "return s.replace(/_/g, '-').toLowerCase()"],
  ['differs', 's: string', "return s.split(' ').join('-')", "return s.replace(' ', '-')"],
  ['differs', 's: string', "return s.split('USD').join('$$')", "return s.replaceAll('USD', '$$')"],
  ['same', 's: string', "return s.split(',')", 'return s.split(/,/)'],
  ['same', 's: string', raw`return s.replace(/^\s+|\s+$/g, '')`, 'return s.trim()'],
  ['same', 's: string', raw`return s.replace(/^\s*/, '').replace(/\s*$/, '')`, 'return s.trim()'],
  ['not same', 's: string', raw`return s.replace(/^\s+|\s+$/, '')`, 'return s.trim()'],
  ['not same', 's: string', "return s.replace(/^ +| +$/g, '')", 'return s.trim()'],
  ['same', 's: string', "return s.trim() === ''", raw`return /^\s*$/.test(s)`],
  ['same', 's: string', 'return !s.trim()', raw`return !/\S/.test(s)`],
  ['same', 'a: string, b: string', 'return a < b ? -1 : a > b ? 1 : 0', 'return a === b ? 0 : a < b ? -1 : 1'],
  ['differs', 'a: string, b: string', 'return a < b ? -1 : a > b ? 1 : 0', 'return a <= b ? -1 : 1'],
];

const memo = (read: string, key: string, made: string): string =>
  `const cache = new Map(); export function f(${read}) { const known = cache.get(${key}); if (known !== undefined) return known; const made = ${made}; cache.set(${key}, made); return made; }`;

/** The same of whole modules. */
const modules: readonly (readonly [verdict: Expected, what: string, base: string, head: string])[] = [
  [
    'differs',
    'a cache by numbers that tells no zeros apart',
    'export function f(n: number) { return 1 / n; }',
    memo('n: number', 'n', '1 / n'),
  ],
  [
    'same',
    'a cache by texts',
    'export function f(s: string) { return s.toLowerCase(); }',
    memo('s: string', 's', 's.toLowerCase()'),
  ],
  [
    'differs',
    'a cache by a key that is not enough',
    'export function f(a: string, b: string) { return a + b; }',
    memo('a: string, b: string', 'a', 'a + b'),
  ],
  [
    'differs',
    'a weak cache that gives something else the second time',
    'export function f(p: { readonly x: number }) { return p.x; }',
    'const seen = new WeakSet(); export function f(p: { readonly x: number }) { if (seen.has(p)) return 0; seen.add(p); return p.x; }',
  ],
  [
    'unknown',
    'a counter that shows after more calls than are made',
    'export function f() { return 1; }',
    'let n = 0; export function f() { n++; return n > 9 ? 2 : 1; }',
  ],
  [
    'same',
    'a function that is an arrow function now',
    'export function f(a: number) { return function (b: number) { return a + b; }; }',
    'export function f(a: number) { return (b: number) => b + a; }',
  ],
  [
    'differs',
    'a function that uses this and is an arrow function now',
    'export function f(a: number) { return { a, get: function () { return this.a; } }; }',
    'export function f(a: number) { return { a, get: () => this?.a }; }',
  ],
];

function expectVerdict(found: Verdict, expected: Expected): void {
  if (expected === 'not same') expect(found).not.toBe('same');
  else expect(found).toBe(expected);
}

describe('refactorings', () => {
  it.each(bodies)('%s: (%s) %s / %s', async (expected, params, base, head) => {
    const version = (body: string): string => `export function f(${params}) { ${body}; }`;
    expectVerdict(verdictOf(await compareSources(version(base), version(head), 'f')), expected);
  });

  it.each(modules)('%s: %s', async (expected, _what, base, head) => {
    expectVerdict(verdictOf(await compareSources(base, head, 'f')), expected);
  });

  it('a method that keeps something for all instances is not called the same', async () => {
    const base = 'export class A { f(s: string) { return s; } }';
    const head =
      'const seen = new Set(); export class A { f(s: string) { if (seen.has(s)) return ""; seen.add(s); return s; } }';
    expect(verdictOf(await compareSources(base, head, 'A.f'))).not.toBe('same');
  });

  it('a function that became an arrow function is another one where that counts', async () => {
    const base = 'export function f() { return function () {}; }';
    const head = 'export function f() { return () => {}; }';
    expect(verdictOf(await compareSources(base, head, 'f'))).toBe('same');
    expect(verdictOf(await compareSources(base, head, 'f', { strict: true }))).toBe('unknown');
  });
});
