import { describe, expect, it } from 'vitest';
import { sourceOf, wbsVersions } from '../fixtures/wbs/versions';
import { compareSources } from './compare-sources';
import { versionsOf } from './versions-of';

/** One line for each behaviour: when, before and now. */
async function told(base: string, head: string, name = 'f'): Promise<string[]> {
  const { behaviours } = await compareSources(base, head, name);
  return behaviours.map(({ when, before, now }) => {
    const cases = when.map((conditions) => conditions.map(({ text }) => text).join(' && '));
    return `${cases.join(' | ')}: ${before} → ${now}`;
  });
}

describe('what versions leave behind', () => {
  it('is told of the places where they differ, with what a version did not write', async () => {
    const version = wbsVersions.find(({ id }) => id === 'v7');
    if (version === undefined) throw new Error('the wheel brake system has a version 7');
    expect(await told(sourceOf({ edits: [] }), sourceOf(version), 'update')).toEqual([
      'supply < 120 && supply > 99: horn = 0 → horn = 1',
    ]);
  });

  it('is what the version itself began with', async () => {
    expect(
      await told(
        'let lamp = 1; export function f(isOn: boolean) { } export const read = () => lamp;',
        'let lamp = 0; export function f(isOn: boolean) { if (isOn) lamp = 2; } export const read = () => lamp;',
      ),
    ).toEqual(['isOn: lamp = 1 → lamp = 2']);
  });

  it('is told of arguments, which are as they came where nothing was written', async () => {
    expect(
      await told(
        'export function f(a: { x: number; y: number }) { a.x = 1; }',
        'export function f(a: { x: number; y: number }) { a.x = 1; a.y = 2; }',
      ),
    ).toEqual(['a.y !== 2: leaves a.y as it is → a.y = 2']);
  });

  it('leaves out what the conditions make equal', async () => {
    const source = `let a = 0; let b = 0; export function f(n: 1 | 2) { if (n === 1) { □ } } export const read = () => [a, b];`;
    expect(await told(...versionsOf(source, 'a = n; b = 1;', 'a = 1; b = 2;'))).toEqual(['n === 1: b = 1 → b = 2']);
  });

  it('is told of what is in collections', async () => {
    expect(
      await told(
        'const seen = new Set<string>(); export function f(x: string) { seen.add(x); } export const read = () => seen;',
        'const seen = new Set<string>(); export function f(x: string) { } export const read = () => seen;',
      ),
    ).toEqual([': seen.add(x) → leaves seen as it is']);
  });
});

describe('a result', () => {
  it('reads as it is where the behaviour shows', async () => {
    const source = `export function f(layer: 1 | 3, up: number) { const bound = layer === 3 ? 740 : 500; const isUp = up □ bound; return isUp ? bound : 0; }`;
    expect(await told(...versionsOf(source, '>=', '>'))).toEqual([
      expect.stringMatching(/^layer === 3 .*: returns 740 → returns 0$/),
      expect.stringMatching(/^layer !== 3 .*: returns 500 → returns 0$/),
    ]);
  });
});

describe('calls', () => {
  it('are told where they differ, with what they were given then', async () => {
    expect(
      await told(
        'export function f(x: number) { const o = { x }; console.log(o); o.x = 0; }',
        'export function f(x: number) { const o = { x }; o.x = 1; console.log(o); }',
      ),
    ).toEqual([expect.stringContaining('console.log({ x: x }) → console.log({ x: 1 })')]);
    expect(
      await told(
        `export function f(x: number) { console.log('a'); }`,
        `export function f(x: number) { console.log('a'); console.log('a'); }`,
      ),
    ).toEqual([": console.log('a') → console.log('a'), console.log('a')"]);
  });
});

describe('versions that read the same', () => {
  it.each([
    [
      'objects that were handed in and on',
      'export function f(o: { n: number }, g: (o: object) => void) { o.n = □; g(o); }',
      [1, 2],
      ['g({ ...o, n: 1 })', 'g({ ...o, n: 2 })'],
    ],
    [
      'maps',
      'export function f(a: number) { return new Map([["k", □]]); }',
      [1, 2],
      ['returns new Map([["k", 1]])', 'returns new Map([["k", 2]])'],
    ],
    [
      'sets',
      'export function f(a: number) { return new Set([□]); }',
      [1, 2],
      ['returns new Set([1])', 'returns new Set([2])'],
    ],
    [
      'dates',
      'export function f(a: number) { return new Date(□); }',
      [1, 2],
      ['returns new Date(1)', 'returns new Date(2)'],
    ],
    [
      'classes',
      'class A { x = 1; } class B { x = 1; } export function f() { return new □(); }',
      ['A', 'B'],
      ['returns A { x: 1 }', 'returns B { x: 1 }'],
    ],
    [
      'promises',
      'export function f(a: number) { return { p: Promise.resolve(□) }; }',
      [1, 2],
      ['returns { p: Promise.resolve(1) }', 'returns { p: Promise.resolve(2) }'],
    ],
    [
      'deep objects',
      'export function f() { return { a: { b: { c: { d: { e: □ } } } } }; }',
      [1, 2],
      ['returns { a: { b: { c: { d: { e: 1 } } } } }', 'returns { a: { b: { c: { d: { e: 2 } } } } }'],
    ],
    [
      'errors',
      "export function f() { throw Object.assign(new Error('x'), { name: □ }); }",
      ["'A'", "'B'"],
      ["throws Object.assign(new Error('x'), { name: 'A' })", "throws Object.assign(new Error('x'), { name: 'B' })"],
    ],
    [
      'prototypes',
      'export function f() { return □; }',
      ['Object.create(null)', '{}'],
      ['returns Object.create(null)', 'returns {}'],
    ],
    [
      'maps that were handed in',
      "export function f(m: Map<string, number>) { m.set('a', □); }",
      [1, 2],
      ['argument 1 is new Map([["a", 1]])', 'argument 1 is new Map([["a", 2]])'],
    ],
    [
      'results that change later',
      'export function f() { const list: number[] = []; return { list, add() { list.push(□); } }; }',
      [1, 2],
      ['result is { list: [1], add: function add }', 'result is { list: [2], add: function add }'],
    ],
  ])('are told apart: %s', async (_, text, [one, other], [before, now]) => {
    const { behaviours } = await compareSources(...versionsOf(text, one ?? '', other ?? ''), 'f');
    expect([behaviours[0]?.before, behaviours[0]?.now].map((said) => said?.replaceAll("'k'", '"k"'))).toEqual([
      before,
      now,
    ]);
  });
});
