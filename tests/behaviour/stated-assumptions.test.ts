import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compare-function';
import { compareSources } from './compare-sources';

/** All that a verdict says it rests on. */
function assumed({ remarks, gaps }: ComparedFunction): string[] {
  const notes = gaps.flatMap(({ why }) => (why.kind === 'note' ? [why.note.what] : []));
  return [...new Set([...remarks, ...notes])];
}

function isSame({ behaviours, gaps, unconfirmed, problem, complete }: ComparedFunction): boolean {
  const isOpen = gaps.some(({ kind }) => kind === 'unknown') || !complete || problem !== null;
  return behaviours.length === 0 && unconfirmed.length === 0 && !isOpen;
}

/** Versions that are the same only under an assumption: what, before, now, the assumption. */
const resting: readonly (readonly [what: string, base: string, head: string, assumption: string])[] = [
  [
    'a number that is no member of an enum',
    'enum E { A = 1, B = 2 } export function f(e: E) { return e === E.A ? 1 : e === E.B ? 2 : 3; }',
    'enum E { A = 1, B = 2 } export function f(e: E) { return e === E.A ? 1 : e === E.B ? 2 : 4; }',
    'E: taken for its members, no other number',
  ],
  [
    'a number that is made of no flags',
    'enum E { A = 1 << 0, B = 1 << 1 } export function f(e: E) { return e < 4; }',
    'enum E { A = 1 << 0, B = 1 << 1 } export function f(e: E) { return true; }',
    'E: taken for what its flags make, no other number',
  ],
  [
    'another locale than English',
    'export function f(s: string) { return s.toLocaleUpperCase(); }',
    'export function f(s: string) { return s.toUpperCase(); }',
    'the locale is English',
  ],
  [
    'a variable of the environment that is read at load',
    "const isOn = process.env.SOME_FLAG === '1'; export function f() { return isOn ? 1 : 2; }",
    "const isOn = process.env.SOME_FLAG === '1'; export function f() { return isOn ? 3 : 2; }",
    'process.env.SOME_FLAG is not set while modules load',
  ],
  ...[
    'Object.keys(o)[0]',
    'Object.entries(o)[0]![0]',
    'Reflect.ownKeys(o)[0]',
    'JSON.stringify(o)[2]',
    '(() => { for (const key in o) return key; })()',
  ].map(
    (first) =>
      [
        `properties in another order, by ${first}`,
        `export function f(o: { a: number; b: number }) { return o.a === 777 && ${first} === 'b'; }`,
        'export function f(o: { a: number; b: number }) { return false; }',
        'the properties of o are in the order of their declaration',
      ] as const,
  ),
];

describe('same under an assumption that is stated', () => {
  it.each(resting)('%s', async (_, base, head, assumption) => {
    const compared = await compareSources(base, head, 'f');
    expect(assumed(compared)).toContain(assumption);
  });

  it.each(resting)('and still the same: %s', async (_, base, head) => {
    expect(isSame(await compareSources(base, head, 'f'))).toBe(true);
  });
});

describe('nothing is stated that does not matter', () => {
  it.each([
    ['parts of a date in UTC', 'd.getUTCHours() + 1', '1 + d.getUTCHours()'],
    ['a text with a zone', "new Date('2020-01-01T00:00Z').getTime() + 1", "1 + new Date('2020-01-01').getTime()"],
    ['an enum of texts', "(e === E.A ? 'a' : 'b')", "(e !== E.A ? 'b' : 'a')"],
    [
      'the order of what was made here',
      'Object.keys({ a: 1, b: 2 }).length + 1',
      '1 + Object.keys({ a: 1, b: 2 }).length',
    ],
  ])('%s', async (_, was, is) => {
    const compared = await compareSources(source(was), source(is), 'f');
    expect(assumed(compared)).toEqual([]);
    expect(isSame(compared)).toBe(true);
  });
});

function source(result: string): string {
  return `enum E { A = 'a', B = 'b' } export function f(d: Date, e: E) { return ${result}; }`;
}

describe('what instances of a class hold that extends one of the language', () => {
  it.each([
    ['Map', "this.get('a')", "this.get('b')"],
    ['Array', 'this[this.length - 1]', 'this[3]'],
    ['Set', 'this.size > 2', 'this.size > 3'],
  ])('is left open: %s', async (kind, before, now) => {
    expect(isSame(await compareMethods(kind, before, now))).toBe(false);
  });

  it('does not matter to methods that do not ask for it', async () => {
    expect(isSame(await compareMethods('Map', '1 + 1', '2'))).toBe(true);
  });
});

function compareMethods(kind: string, before: string, now: string): Promise<ComparedFunction> {
  return compareSources(method(kind, before), method(kind, now), 'L.f', { path: 'a.js' });
}

function method(kind: string, given: string): string {
  return `export class L extends ${kind} { f() { return ${given}; } }`;
}
