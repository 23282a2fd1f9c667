import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
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

/** What callers can get at: what, how it is kept, how it is read, the name of the variable. */
const exportedTo: readonly (readonly [what: string, kept: string, read: string, name: string])[] = [
  ['an object that is exported', 'export const config = { limit: 2 };', 'n === config.limit', 'config'],
  ['an object by default', 'const config = { limit: 2 }; export default config;', 'n === config.limit', 'config'],
  ['an object of CommonJS', 'const config = { limit: 2 }; exports.config = config;', 'n === config.limit', 'config'],
  ['what it holds', 'export const config = { a: { limit: 2 } };', 'n === config.a.limit', 'config'],
  ['a list', 'export const list = [2];', 'list.includes(n)', 'list'],
  ['a map', 'export const map = new Map([[2, true]]);', 'map.has(n)', 'map'],
  ['a property of a class', 'export class C { static limit = 2; }', 'n === C.limit', 'C'],
  ['a property of a function', 'export function g() {} g.limit = 2;', 'n === g.limit', 'g'],
  [
    'an instance',
    'class C { limit = 2; has(n: number) { return n === this.limit; } } export const c = new C();',
    'c.has(n)',
    'c',
  ],
  [
    'what a read-only object holds',
    'export const config: Readonly<{ a: { limit: number } }> = { a: { limit: 2 } };',
    'n === config.a.limit',
    'config',
  ],
  [
    'what a read-only list holds',
    'export const list: readonly { limit: number }[] = [{ limit: 2 }];',
    'list.some((each) => each.limit === n)',
    'list',
  ],
  [
    'what is named in a constant',
    'const a = { limit: 2 }; export const config = { a } as const;',
    'n === config.a.limit',
    'config',
  ],
  ['a variable of a namespace', 'export namespace N { export let limit = 2; }', 'n === N.limit', 'N'],
];

/** Errors that are told apart by more than their type and message: what, before, now, the assumption. */
const errorsCarrying: readonly (readonly [what: string, base: string, head: string, assumption: string])[] = [
  [
    'another number',
    'throw Object.assign(new Error(m), { code: 1 });',
    'throw Object.assign(new Error(m), { code: 2 });',
    'nobody looks at code of error',
  ],
  [
    'a property that one version has',
    'throw new Error(m);',
    'throw Object.assign(new Error(m), { code: 2 });',
    'nobody looks at code of error',
  ],
  [
    'a field of its class',
    'return new E(m);',
    'const e = new E(m); e.code++; return e;',
    'nobody looks at code of result',
  ],
  ['a cause', 'throw new Error(m);', 'throw new Error(m, { cause: m });', 'nobody looks at cause of error'],
  [
    'what is inside',
    'throw Object.assign(new Error(m), { info: { list: [m] } });',
    "throw Object.assign(new Error(m), { info: { list: [m + ''] , n: 1 } });",
    'nobody looks at info of error',
  ],
];

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
    'what is declared under a symbol, and may be absent',
    'const S = Symbol(); interface P { x: number; [S]?: string } export function f(p: P) { return { ...p }; }',
    'const S = Symbol(); interface P { x: number; [S]?: string } export function f(p: P) { return Object.fromEntries(Object.entries(p)); }',
    '[S]?: string: members under symbols are left out',
  ],
  [
    'a field under a symbol',
    'const S = Symbol(); export class N { x = 1; [S] = 2; } export function f(n: N) { return { ...n }; }',
    'const S = Symbol(); export class N { x = 1; [S] = 2; } export function f(n: N) { return { x: n.x }; }',
    'S: a field whose key is computed is left out',
  ],
  [
    'what a constructor puts under a symbol',
    'const S = Symbol(); export class N { x = 1; constructor() { (this as any)[S] = 1; } } export function f(n: N) { return { ...n }; }',
    'const S = Symbol(); export class N { x = 1; constructor() { (this as any)[S] = 1; } } export function f(n: N) { return { x: n.x }; }',
    '(this as any)[S]: what instances get this way is left out',
  ],
  [
    'what a constructor copies',
    'export class N { x = 1; constructor(o: object) { Object.assign(this, o); } } export function f(n: N) { return Object.keys(n).join(); }',
    "export class N { x = 1; constructor(o: object) { Object.assign(this, o); } } export function f(n: N) { return 'x'; }",
    'Object.assign(this, o): what instances get this way is left out',
  ],
  [
    'something else than a pattern asks for',
    'export function f(o) { return o.id; }',
    'export function f({ id }) { return id; }',
    'what is handed in for { id } is an object',
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
  [
    'what inherits from Array and is no array, or the other way round',
    'export function f(x: unknown) { return Array.isArray(x); }',
    'export function f(x: unknown) { return x instanceof Array; }',
    'x is an array where it inherits from Array, and nowhere else',
  ],
  [
    'what inherits from Function and is no function, or the other way round',
    "export function f(x: unknown) { return typeof x === 'function'; }",
    'export function f(x: unknown) { return x instanceof Function; }',
    'x is a function where it inherits from Function, and nowhere else',
  ],
  [
    'an object that inherits nothing',
    'export function f(x: object) { return true; }',
    'export function f(x: object) { return x instanceof Object; }',
    'x inherits from Object',
  ],
  [
    'what others do to an object while a call waits',
    'export async function f(o: { n: number }, p: Promise<number>) { o.n += await p; return o.n; }',
    'export async function f(o: { n: number }, p: Promise<number>) { const by = await p; o.n += by; return o.n; }',
    'nobody else changes what was handed in while it waits',
  ],
  [
    'what others see of an object while a call waits',
    'export function f(o: { n: number }) { o.n = 1; }',
    'export function f(o: { n: number }) { void Promise.resolve().then(() => { o.n = 1; }); }',
    'nobody looks at what it has done before all that it waits for is settled',
  ],
  [
    'a call of what was handed in that comes later',
    'export async function f(o: { done(): void }) { o.done(); await Promise.resolve(); }',
    'export async function f(o: { done(): void }) { await Promise.resolve(); o.done(); }',
    'nobody looks at what it has done before all that it waits for is settled',
  ],
  [
    'a flag that is set while it waits',
    'export async function f(o: { busy: boolean }) { o.busy = true; await Promise.resolve(); o.busy = false; }',
    'export async function f(o: { busy: boolean }) { await Promise.resolve(); o.busy = false; }',
    'nobody looks at what it has done before all that it waits for is settled',
  ],
  [
    'what a generator does for those who stop early',
    'export function* f(o: { n: number }) { o.n++; yield 1; }',
    'export function* f(o: { n: number }) { yield 1; o.n++; }',
    'whoever calls it takes all values that it gives',
  ],
  [
    'what a cast finds in an instance',
    'export class A { n = 1; } export function f(a: A) { return (a as any).now; }',
    'export class A { n = 1; } export function f(a: A) { return (a as any).now && undefined; }',
    'a has no now, which its type does not name',
  ],
  [
    'a list that a generator goes through, or a copy of it',
    'export function* f(all: number[]) { for (const each of all) yield each; }',
    'export function* f(all: number[]) { for (const each of [...all]) yield each; }',
    'nobody changes what it looks at, or looks at what it has done, before all values that it gives are taken',
  ],
  [
    'what is looked at before a generator is given, or when it is asked',
    'export function f(o: { n: number }) { const { n } = o; return (function* () { yield n; })(); }',
    'export function f(o: { n: number }) { return (function* () { yield o.n; })(); }',
    'nobody changes what it looks at, or looks at what it has done, before all values that it gives are taken',
  ],
  [
    'two parts of a result that become one object',
    'export function f() { return { a: { n: 0 }, b: { n: 0 } }; }',
    'export function f() { const a = { n: 0 }; return { a, b: a }; }',
    'nobody changes result.a, which is one object with another in one version only',
  ],
  [
    'what a module keeps and hands out',
    'const none: string[] = []; export function f(): string[] { return []; }',
    'const none: string[] = []; export function f(): string[] { return none; }',
    'nobody changes result, which is one object with another in one version only',
  ],
  [
    'what a variable keeps of what was handed in',
    'let kept: { n: number } | null = null; export function f(o: { n: number }) { kept = { ...o }; } export const g = () => kept;',
    'let kept: { n: number } | null = null; export function f(o: { n: number }) { kept = o; } export const g = () => kept;',
    'nobody changes kept of a.ts, which is one object with another in one version only',
  ],
  [
    'a list that was handed in, which a variable keeps',
    'let kept: string[] = []; export function f(list: string[]) { kept = list.slice(); } export const g = () => kept.length;',
    'let kept: string[] = []; export function f(list: string[]) { kept = list; } export const g = () => kept.length;',
    'nobody changes kept of a.ts, which is one object with another in one version only',
  ],
  [
    'a callback that gives something though its result is void',
    'export function f(each: (n: number) => void) { each(1); return 0; }',
    'export function f(each: (n: number) => void) { return (each(1) as unknown) === false ? 1 : 0; }',
    'functions handed in whose result is void give nothing',
  ],
  [
    'a property that a type does not name',
    "export function f(c: { id: number }) { return (c as { user?: string }).user ?? 'anon'; }",
    "export function f(c: { id: number }) { return (c as { user?: string }).user || 'anon'; }",
    'c has no user, which its type does not name',
  ],
  [
    'what is under a symbol of the program',
    "const brand = Symbol('brand'); export function f(o: object) { return brand in o ? 1 : 0; }",
    "const brand = Symbol('brand'); export function f(o: object) { return brand in o ? 2 : 0; }",
    'o has nothing under symbols of the program',
  ],
  [
    'what only instances of a class have',
    'class D { #n = 1; static has(o: object) { return #n in o; } } export function f(o: object) { return D.has(o) ? 1 : 0; }',
    'class D { #n = 1; static has(o: object) { return #n in o; } } export function f(o: object) { return D.has(o) ? 2 : 0; }',
    'o has no #n',
  ],
  [
    'a function that the outside is given twice',
    'export function f(on: (g: () => number) => number, off: (g: () => number) => number) { const g = () => 1; on(g); off(g); }',
    'export function f(on: (g: () => number) => number, off: (g: () => number) => number) { on(() => 1); off(() => 1); }',
    'nobody outside compares functions that it is given with each other',
  ],
  [
    'what is set off before a function is called that is handed on',
    'export function f() { let v = 0; return { set(n: number) { v = n; }, get: () => v }; }',
    'export function f() { let v = 0; return { set(n: number) { queueMicrotask(() => { v = n; }); }, get: () => v }; }',
    'nobody calls what it gives before all that it has set off is done',
  ],
  [
    'what is waited for before a function is called that is handed on',
    'export function f() { let v = 0; return { async set(n: number) { v = n; }, get: () => v }; }',
    'export function f() { let v = 0; return { async set(n: number) { await null; v = n; }, get: () => v }; }',
    'nobody calls what it gives before all that it has set off is done',
  ],
  [
    'what is handed in, and looked at later',
    'export function f(xs: number[]) { return () => xs.length; }',
    'export function f(xs: number[]) { const n = xs.length; return () => n; }',
    'nobody changes what was handed in before the next call',
  ],
  [
    'promises that settle in another order',
    'export async function f(a: Promise<number>, b: Promise<number>) { const out: number[] = []; await Promise.all([a.then((v) => { out[0] = v; }), b.then((v) => { out[1] = v; })]); return out; }',
    'export async function f(a: Promise<number>, b: Promise<number>) { const out: number[] = []; await Promise.all([a.then((v) => { out.push(v); }), b.then((v) => { out.push(v); })]); return out; }',
    'promises handed in are settled from the beginning',
  ],
  [
    'a property that is not enumerable',
    'export function f(o: { a: number }) { return Reflect.ownKeys(o).length; }',
    'export function f(o: { a: number }) { return Object.keys(o).length; }',
    'no property of o is hidden, or a symbol',
  ],
  [
    'a property under a symbol',
    'export function f(o: { a: number }) { return Object.getOwnPropertySymbols(o).length; }',
    'export function f(o: { a: number }) { return 0; }',
    'no property of o is hidden, or a symbol',
  ],
  [
    'views of the same bytes',
    'export function f(a: Uint8Array, b: DataView) { const n = b.getUint8(0); a[0] = 5; return n; }',
    'export function f(a: Uint8Array, b: DataView) { const n = b.getUint8(0); a[0] = 5; return b.getUint8(0); }',
    'a and b share no bytes',
  ],
  [
    'a view that is looked at after its bytes were written',
    'export function f(a: Float32Array, b: Int8Array) { a[0] = 5; return b.length; }',
    'export function f(a: Float32Array, b: Int8Array) { a[0] = 5; return b.length + 0; }',
    'a and b share no bytes',
  ],
  ...exportedTo.map(
    ([what, kept, read, name]) =>
      [
        `what callers do to ${what}`,
        `${kept} export function f(n: number) { return ${read}; }`,
        `${kept} export function f(n: number) { return n === 2; }`,
        `no other code changes ${name} of a.ts`,
      ] as const,
  ),
  ...errorsCarrying.map(
    ([what, before, now, assumption]) =>
      [
        `what an error carries: ${what}`,
        `class E extends Error { code = 1; } export function f(m: string) { ${before} }`,
        `class E extends Error { code = 1; } export function f(m: string) { ${now} }`,
        assumption,
      ] as const,
  ),
  ...[
    'Object.keys(o)[0]',
    'Object.entries(o)[0]![0]',
    'Reflect.ownKeys(o)[0]',
    'JSON.stringify(o)[2]',
    '(() => { for (const key in o) return key; })()',
    'Object.keys({ ...o })[0]',
    'Object.entries({ c: 1, ...o })[1]![0]',
    'Object.keys(Object.assign({}, o))[0]',
    'JSON.stringify([{ ...{ ...o }, c: 1 }])[3]',
    '(({ c, ...rest }: Record<string, number>) => Object.keys(rest)[0])({ c: 1, ...o })',
    '(() => { for (const key in { ...o }) return key; })()',
    'Object.keys(Object.fromEntries(Object.entries(o)))[0]',
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

describe('a method that is the same whatever its instance holds', () => {
  const assumption = 'what other members of Bag leave in an instance is alike in both versions';

  it('rests on what the constructor leaves there, where that has changed', async () => {
    const compared = await compareSources(bag('[...list]', 'this.#list[0]'), bag('list', 'this.#list[0]'), 'Bag.f');
    expect([isSame(compared), assumed(compared)]).toEqual([true, expect.arrayContaining([assumption])]);
  });

  it('rests on what other methods leave there', async () => {
    const [base, head] = [putting('[...list]', 'this.#list.length + 1'), putting('list', '1 + this.#list.length')];
    const compared = await compareSources(base, head, 'Bag.f');
    expect([isSame(compared), assumed(compared)]).toEqual([true, expect.arrayContaining([assumption])]);
  });

  it('does not where nothing else has changed', async () => {
    const [base, head] = [bag('[...list]', 'this.#list.length + 1'), bag('[...list]', '1 + this.#list.length')];
    const compared = await compareSources(base, head, 'Bag.f');
    expect([isSame(compared), assumed(compared)]).toEqual([true, expect.not.arrayContaining([assumption])]);
  });
});

describe('a difference is said to rest on', () => {
  it('texts that a template type does not admit', async () => {
    const compared = await compareSources(
      'export function f(id: `user_${number}`) { return id.slice(5); }',
      "export function f(id: `user_${number}`) { return id.split('_')[1]; }",
      'f',
    );
    expect(compared.behaviours).not.toEqual([]);
    expect(assumed(compared)).toContain('`user_${number}`: taken for any string');
  });
});

function lookingFirst(sum: string): string {
  return `export async function f(o: { n: number }, p: Promise<number>) { const sum = ${sum}; await p; return sum; }`;
}

describe('nothing is stated that does not matter', () => {
  it('an object that is looked at before the call waits', async () => {
    expect(assumed(await compareSources(lookingFirst('o.n + 1'), lookingFirst('1 + o.n'), 'f'))).toEqual([]);
  });

  it.each([
    ['parts of a date in UTC', 'd.getUTCHours() + 1', '1 + d.getUTCHours()'],
    ['a text with a zone', "new Date('2020-01-01T00:00Z').getTime() + 1", "1 + new Date('2020-01-01').getTime()"],
    ['an enum of texts', "(e === E.A ? 'a' : 'b')", "(e !== E.A ? 'b' : 'a')"],
    ['a list that is not exported', 'own.indexOf(1) + 1', '1 + own.indexOf(1)'],
    ['a table that the compiler lets nobody change', 'table.a + 1', '1 + table.a'],
    ['a list that the compiler lets nobody change', 'list.length + 1', '1 + list.length'],
    ['an object that is frozen', 'frozen.a + 1', '1 + frozen.a'],
    ['a constant of a class', 'K.a + 1', '1 + K.a'],
    ['functions that are kept together', 'util.one() + 1', '1 + util.one()'],
    ['a function that is exported', 'one() + 1', '1 + one()'],
    [
      'what an error carries that is the same',
      "(() => { throw Object.assign(new Error('x' + 1), { code: 1, at: { p, list: [d] } }); })()",
      "(() => { throw Object.assign(new Error('x1'), { code: 3 - 2, at: { p, list: [d] } }); })()",
    ],
    ['the order of what is copied, which nobody lists', '{ ...p, c: 1 }.a + 1', '1 + { ...p, c: 1 }.a'],
    ['the order of what is copied to where it was', 'Object.keys({ b: 1, a: 1, ...p })[0] + 1', "'b' + 1"],
    ['what is read-only to its ends', 'deep.a.b[0] + 1', '1 + deep.a.b[0]'],
    ['a list of lists that are read-only, too', 'rows[0]![0]! + 1', '1 + rows[0]![0]!'],
    ['a read-only record of numbers', "sizes['a']! + 1", "1 + sizes['a']!"],
    ['a read-only object that holds no other', 'named.n + 1', '1 + named.n'],
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

const kept = `enum E { A = 'a', B = 'b' } const own = [1];
export const table = { a: 1 } as const; export const list: readonly number[] = [1]; export const frozen = Object.freeze({ a: 1 });
export const deep = { a: { b: [1] } } as const; export const rows: readonly (readonly number[])[] = [[1]];
export const sizes: Readonly<Record<string, number>> = { a: 1 }; interface Named { n: number } export const named: Readonly<Named> = { n: 1 };
export class K { static readonly a = 1; } export const util = { one() { return 1; } }; export function one() { return 1; }`;

function source(result: string): string {
  return `${kept} export function f(d: Date, e: E, p: { a: number; b: number }) { return ${result}; }`;
}

it.each(errorsCarrying.filter(([what]) => what !== 'a cause'))(
  'what errors carry makes a difference where it counts: %s',
  async (_, before, now) => {
    const [base, head] = [before, now].map(
      (body) => `class E extends Error { code = 1; } export function f(m: string) { ${body} }`,
    );
    const { behaviours } = await compareSources(base ?? '', head ?? '', 'f', { strict: true });
    expect(behaviours).not.toEqual([]);
  },
);

it.each([
  ['of the base', '{ ...o }', '{ a: o.a, ...o }'],
  ['of the head', '{ a: o.a, ...o }', '{ ...o }'],
])('where order counts, it is stated for a copy that is given back: %s', async (_, before, now) => {
  const [base, head] = [copying(before), copying(now)];
  const order = 'the properties of o are in the order of their declaration';
  expect(assumed(await compareSources(base, head, 'f', { strict: true }))).toContain(order);
  expect(assumed(await compareSources(base, head, 'f'))).not.toContain(order);
});

function copying(copy: string): string {
  return `export function f(o: { a: number; b: number }) { return ${copy}; }`;
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

function bag(list: string, given: string): string {
  return `export class Bag {
    #list: number[];
    constructor(list: number[]) { this.#list = ${list}; }
    f() { return ${given}; }
  }`;
}

function putting(list: string, given: string): string {
  return bag('[...list]', given).replace('f()', `put(list: number[]) { this.#list = ${list}; }\n    f()`);
}
