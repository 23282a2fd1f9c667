import { afterAll, describe, expect, it } from 'vitest';
import { verdictOf } from './verdict-of';
import { comparedBy, toldBy } from './told-of';
import { VersionComparer } from './version-comparer';

const comparer = new VersionComparer();
afterAll(() => comparer.dispose());

const compared = comparedBy.bind(null, comparer);
const told = toldBy.bind(null, comparer);

describe('functions that are handed on', () => {
  it.each([
    [
      'returned',
      'export function f(a: number) { return (b: number) => a □ b; }',
      ['+', '-'],
      'f(0)(1): result(b) returns a + b → result(b) returns a - b',
    ],
    [
      'returned by a function that is returned',
      'export function f(a: number) { return (b: number) => (c: number) => a * b □ c; }',
      ['+', '-'],
      'f(0)(1)(1): result(b)(c) returns a * b + c → result(b)(c) returns a * b - c',
    ],
    [
      'by a promise',
      'export async function f(a: number) { return () => a □ 1; }',
      ['+', '-'],
      '(await f(0))(): result() returns a + 1 → result() returns a - 1',
    ],
    [
      'in an object',
      'export function f(a: number) { return { add(b: number) { return a □ b; }, get: () => a }; }',
      ['+', '-'],
      'f(0).add(1): result.add(b) returns a + b → result.add(b) returns a - b',
    ],
    [
      'in an array, by a name that an input has',
      'export function f(a: number) { return [(a: number) => a □ 1]; }',
      ['+', '-'],
      'f(0)[0](0): result[0](a2) returns a2 + 1 → result[0](a2) returns a2 - 1',
    ],
    [
      'in an array, which is this',
      'export function f(a: number) { return [function (this: number[]) { return this.length □ a; }, a]; }',
      ['+', '-'],
      'f(1)[0](): result[0]() returns a + 2 → result[0]() returns 2 - a',
    ],
    [
      'as an accessor',
      'export function f(a: number) { return { get v() { return a □ 1; } }; }',
      ['+', '-'],
      'f(0).v: result.v returns a + 1 → result.v returns a - 1',
    ],
    [
      'as a method of a class inside',
      'export function f(a: number) { class C { get() { return a □ 1; } } return new C(); }',
      ['+', '-'],
      'f(0).get(): result.get() returns a + 1 → result.get() returns a - 1',
    ],
    [
      'as a class',
      'export function f(a: number) { return class { v: number; constructor(b: number) { this.v = a □ b; } }; }',
      ['+', '-'],
      'new (f(0))(1): new (result)(b) returns { v: a + b } → new (result)(b) returns { v: a - b }',
    ],
    [
      'as a method of instances of a class',
      'export function f(a: number) { return class { get(b: number) { return a □ b; } }; }',
      ['+', '-'],
      'new (f(0))().get(1): new (result)().get(b) returns a + b → new (result)().get(b) returns a - b',
    ],
    [
      'as an accessor that instances of a class inherit from another',
      'export function f(a: number) { class A { get v() { return a □ 1; } } return class extends A {}; }',
      ['+', '-'],
      'new (f(0))().v: new (result)(...args).v returns a + 1 → new (result)(...args).v returns a - 1',
    ],
    [
      'by a prototype',
      'export function f(a: number) { return Object.create({ get() { return a □ 1; } }); }',
      ['+', '-'],
      'f(0).get(): result.get() returns a + 1 → result.get() returns a - 1',
    ],
    [
      'by a variable of the module',
      'const hooks: (() => number)[] = []; export function f(a: number) { hooks.push(() => a □ 1); }',
      ['+', '-'],
      'f(0); hooks[0](): hooks[0]() returns a + 1 → hooks[0]() returns a - 1',
    ],
    [
      'in an argument',
      'export function f(o: { run?: () => number }, a: number) { o.run = () => a □ 1; }',
      ['+', '-'],
      'const argument1 = {}; f(argument1, 0); argument1.run(): o.run() returns a + 1 → o.run() returns a - 1',
    ],
  ])('are called: %s', async (_, text, [before, now], expected) => {
    expect(await told(text, before ?? '', now ?? '')).toBe(expected);
  });

  it.each([
    ['returned', 'export function f(a: number) { return (b: number) => □; }', ['a + b', 'b + a']],
    ['in an object', 'export function f(a: number) { return { get: () => □, a }; }', ['a + 1', '1 + a']],
    [
      'three deep',
      'export function f(a: number) { return (b: number) => (c: number) => (d: number) => □; }',
      ['a + d', 'd + a'],
    ],
    [
      'that make themselves anew',
      'export function f(a: number): any { return { a, with: (b: number) => □ }; }',
      ['f(b)', 'f(b * 1)'],
    ],
  ])('are the same when all calls are: %s', async (_, text, [before, now]) => {
    const { behaviours, unconfirmed, gaps } = await compared(text, before ?? '', now ?? '');
    expect(behaviours).toEqual([]);
    expect(unconfirmed).toEqual([]);
    expect(gaps.filter(({ kind }) => kind === 'unknown')).toEqual([]);
  });
});

describe('functions that keep something between calls', () => {
  it('differ in the second call', async () => {
    const text = 'export function f() { let n = 0; return () => { const was = n; n += □; return was; }; }';
    expect(await told(text, 1, 2)).toBe(
      'const result = f(); result(); result(): result() returns 1 → result() returns 2',
    );
  });

  it('differ in later calls for inputs for which the first one is alike', async () => {
    const text = `export function f(most: number) { let n = 0;
      return { hit() { n += 1; return n □ most; }, left: () => most - n }; }`;
    const { behaviours, remarks } = await compared(text, '<=', '<');
    expect(behaviours.map(({ witness }) => witness.call)).toEqual(['f(1).hit()']);
    expect(behaviours[0]?.when.map((conditions) => conditions.map((each) => each.text).join(' && '))).toEqual([
      '!(most > 1) && most >= 1',
      '!(most > 2) && most >= 2',
    ]);
    expect(remarks).toEqual(['there are at most 2 further calls, one after the other']);
  });

  it('differ after another function was called', async () => {
    const text = `function make() { let n = 0; return { inc() { n++; }, get() { return n; } }; }
      export function f() { □ }`;
    const [before, now] = ['return make();', 'return { inc: make().inc, get: make().get };'];
    expect(await told(text, before, now)).toBe(
      'const result = f(); result.inc(); result.get(): result.get() returns 1 → result.get() returns 0',
    );
  });

  it('differ in what an earlier result holds then', async () => {
    const text =
      'export function f() { const list: number[] = []; return { list: □, add(x: number) { list.push(x); } }; }';
    const found = await compared(text, 'list', '[...list]');
    expect(found.behaviours[0]?.witness.call).toBe('f().add(0)');
  });

  it.each([
    ['a number', 'let n = 0; return () => □;', ['{ n = n + 1; return n; }', '++n']],
    ['a switch', 'let on = false; return () => □;', ['{ on = !on; return on; }', '(on = !on)']],
    [
      'one or the other',
      'let last: number | null = null; return (x: number) => { const r = □; last = x; return r; };',
      ['last === null ? x : x - last', 'last !== null ? x - last : x'],
    ],
    [
      'several functions',
      'let n = 0; return { add(x: number) { □; }, get: () => n, clear() { n = 0; } };',
      ['n += x', 'n = n + x'],
    ],
    [
      'an object',
      'const s = { n: 0, on: false }; return { tick() { s.n++; s.on = !s.on; return □; }, isOn: () => s.on };',
      ['s.n', 's.n * 1'],
    ],
    ['this', 'return { n: 0, inc() { □; return this.n; } };', ['this.n += 1', 'this.n = this.n + 1']],
  ])('are the same however often they are called: %s', async (_, body, [before, now]) => {
    const found = await compared(`export function f() { ${body} }`, before ?? '', now ?? '');
    expect(verdictOf(found)).toBe('same');
  });

  it('are the same up to a number of calls where what they keep is no plain value', async () => {
    const text = 'export function f() { const xs: number[] = []; return (x: number) => { □; return xs.length; }; }';
    const { behaviours, gaps, remarks } = await compared(text, 'xs.push(x)', 'xs[xs.length] = x');
    expect(behaviours).toEqual([]);
    expect(gaps.map(({ kind, why }) => `${kind} ${why.kind}`)).toEqual(['bound later-calls']);
    expect(remarks).toEqual(['there are at most 3 further calls, one after the other']);
  });

  it('are not called the same where more calls may show a difference', async () => {
    const text = 'export function f() { let n = 0; return () => { n++; return n > 5 ? □ : 0; }; }';
    const found = await compared(text, 1, 2);
    expect(found.behaviours).toEqual([]);
    expect(found.gaps.some(({ kind }) => kind === 'unknown')).toBe(true);
  });

  it('differ where an error leaves something else behind', async () => {
    const text = `export function f(g: () => number) {
      let done = false; let v: number | undefined; return () => { if (!done) { □ } return v; }; }`;
    const found = await compared(text, 'done = true; v = g();', 'v = g(); done = true;');
    expect(found.behaviours[0]?.witness.call).toMatch(/try \{ result\(\); \} catch \{\} result\(\)$/);
  });
});

describe('functions that are read from somewhere', () => {
  const table = 'const table = { a: (x: number) => x □ 1 };';
  it.each([
    ['a map', "const m = new Map([['a', (x: number) => x □ 1]]);", 'm.get(key)'],
    ['an element', 'const list = [(x: number) => x □ 1];', 'list.at(0)'],
    [
      'an object that is found',
      "const list = [{ key: 'a', run: (x: number) => x □ 1 }];",
      'list.find((e) => e.key === key)',
    ],
    ['a computed key', table, "table[key as 'a']"],
    [
      'a computed key of what a function gives',
      `${table} function all() { return { t: table }; }`,
      "all()[`t`][key as 'a']",
    ],
    ['a parameter', `${table} function get(t: any, k: string) { return t[k]; }`, "get(get({ q: table }, 'q'), 'a')"],
    ['a loop', 'const list = [(x: number) => x □ 1];', '(() => { for (const g of list) return g; })()'],
    ['what is left of an object', table, '(() => { const { ...rest } = table; return rest; })()'],
    [
      'a variable around a function',
      'const api = (() => { const g = (x: number) => x □ 1; return { get: () => g }; })();',
      'api.get()',
    ],
    ['this', "const api = { a: (x: number) => x □ 1, get(k: 'a') { return this[k]; } };", "api.get('a')"],
  ])('are not taken for the same: %s', async (_, module, read) => {
    const text = (sign: string, two: string): string => `${module.replaceAll('□', sign)}
      export function f(key: string, n: number) { if (n > 3) return ${two}; return ${read}; }`;
    const found = await comparer.open(text('+', '1 + 1'), text('-', '2')).directed(20_000);
    expect(verdictOf(found)).toBe('differs');
  });

  it('may be methods, of which it is not known what they are called on', async () => {
    const text = `class C { n = 1; get() { return this.n □ 1; } }
      const c = new C(); export function f(n: number) { return c.get; }`;
    expect(verdictOf(await compared(text, '+', '-'))).toBe('unknown');
  });

  it('may be bound, which is not compared', async () => {
    const text = `function g(a: number, x: number) { return x □ a; }
      export function f(n: number) { if (n > 3) return g(1, 2); return g.bind(null, 1); }`;
    expect(verdictOf(await compared(text, '+', '- 0 +'))).toBe('unknown');
  });
});

describe('static methods that keep something in their class', () => {
  const ofClass = new VersionComparer('C.f');
  afterAll(() => ofClass.dispose());

  it.each([
    [
      'by its name',
      'export class C { static n = 0; static f() { C.n = □; return C.n; } }',
      ['C.n + 1', 'C.n > 0 ? 0 : C.n + 1'],
      'C.f(); C.f(): C.f() returns 2 → C.f() returns 0',
    ],
    [
      'by this, with arguments',
      'export class C { static seen: number[] = []; static f(n: number) { this.seen.push(n); return this.seen.length □ 0; } }',
      ['+', '> 1 ? 0 : 1 +'],
      'C.f(0); C.f(0): C.f(n2) returns 2 → C.f(n2) returns 0',
    ],
    [
      'where another one changes it',
      'export class C { static n = 0; static set(n: number) { C.n = n; } static f() { C.n = C.n + 0; return C.n □ 3; } }',
      ['<', '<='],
      'C.f(); C.set(3); C.f(): C.f() returns false → C.f() returns true',
    ],
  ])('are called again: %s', async (_, text, [before = '', now = ''], expected) => {
    const [base, head] = [text.replace('□', before), text.replace('□', now)];
    const found = await ofClass.open(base, head).directed(20_000);
    const [first] = found.behaviours;
    expect(`${first?.witness.call}: ${first?.before} → ${first?.now}`).toBe(expected);
  });
});
