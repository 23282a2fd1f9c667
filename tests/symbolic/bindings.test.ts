import { afterAll, describe, expect, it } from 'vitest';
import { agreesOn } from './library/explored-model';
import { PathReplayer } from './replayed-paths';

const replayer = new PathReplayer();
afterAll(() => replayer.dispose());

describe('parameters', () => {
  it.each([
    'function f(x?: number) { const g = (a = b, b?: unknown) => [a, b]; return g(x as never, 2); }',
    'function f(x?: number) { const g = (a: unknown = a) => a; return g(x); }',
    'function f(x?: number) { const g = (a = () => b, b = a()) => b; return g(undefined, x as never); }',
    'function f(x?: number) { const g = (a = () => b, b = 4) => a(); return g(undefined, x); }',
    'function f(x?: number) { const g = ({ a = c, b }: any, c: unknown) => [a, b, c]; return g({ a: x, b: 2 }, 3); }',
    'function f(x?: number) { const g = (a: unknown = list, ...list: unknown[]) => [a, list]; return g(x, 3); }',
  ])('have no value before their turn: %s', (source) => {
    agreesOn(source, [], [1], [undefined]);
  });

  it('of the function itself', () => {
    agreesOn('function f(a: number = b, b?: number) { return [a, b]; }', [1, 2], [undefined, 2], [1]);
    agreesOn('function f(a: number, b: number = a + 1) { return [a, b]; }', [1, 2], [1]);
  });
});

describe('names that the engine gives', () => {
  it.each([
    'o.A = class {}; return o.A.name;',
    'o.a = () => 1; return o.a.name;',
    'o["a"] = function () {}; return o["a"].name;',
    'const g = n ? () => 1 : class {}; return g.name;',
    'const g = n && (() => 1); return g.name;',
    'const g = (0, () => 1); return g.name;',
    'const g = (() => 1); return g.name;',
    'let g; g = class {}; return g.name;',
    'let g: any; g ??= () => 1; return g.name;',
    'const { g = () => 1 } = {} as any; return g.name;',
    'const [g = class {}] = [] as any; return g.name;',
    'return ((g = () => 1) => g.name)();',
    'return [{ a: class {} }.a.name, { ["b" + 1]: () => n }.b1.name];',
    'return [[() => 1][0].name, (function () {}).name, (class {}).name, ((x: any) => x.name)(() => 1)];',
    'class C { static m = class {}; p = () => 1; } return [C.m.name, new C().p.name];',
    'o.A = class B {}; return [o.A.name, (() => { const c = class {}; return c; })().name];',
    'o.A = class { x = 1; constructor() {} }; return [o.A.name, new o.A()];',
  ])('%s', (body) => agreesOn(`function f(n: number) { const o: any = {}; ${body} }`, [1]));
});

describe('arguments', () => {
  it.each([
    ['export function f(a: 1, b?: 2) { return arguments.length; }', ['returns 1', 'returns 2']],
    ['export function f(a?: 1, b?: 2) { return arguments.length; }', ['returns 0', 'returns 1', 'returns 2']],
    ['export function f(a: 1, b?: 2) { return [...arguments]; }', ['returns [1, 2]', 'returns [1]']],
    ['export function f(a: 1, ...b: [2, 3]) { return [...arguments, b.length]; }', ['returns [1, 2, 3, 2]']],
    [
      'export function f(a?: 1) { return g(a); }\nfunction g(...x: unknown[]) { return arguments.length; }',
      ['returns 1'],
    ],
    ['export async function f(a?: 1) { await null; return arguments.length; }', ['returns 0', 'returns 1']],
    [
      'export function* f(a?: 1) { yield arguments.length; }',
      ['returns (function* () { yield 0; })()', 'returns (function* () { yield 1; })()'],
    ],
  ])('are those that the caller wrote: %s', async (source, expected) => {
    const { outcomes, cuts } = await replayer.paths(source);
    expect(cuts).toEqual([]);
    expect(outcomes.toSorted()).toEqual(expected);
  });

  it('of a constructor, with its rest parameter', async () => {
    const source =
      'export class C { n: number; constructor(a?: 1, ...b: [2, 3]) { this.n = arguments.length + b.length; } }';
    const { outcomes } = await replayer.paths(source, 'C.constructor');
    expect(new Set(outcomes)).toEqual(new Set(['returns Object.assign(Object.create(C.prototype), { n: 5 })']));
  });
});
