import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { compareSources } from './compare-sources';

function isSame({ behaviours, gaps, unconfirmed, problem, complete }: ComparedFunction): boolean {
  const isOpen = gaps.some(({ kind }) => kind === 'unknown') || !complete || problem !== null;
  return behaviours.length === 0 && unconfirmed.length === 0 && !isOpen;
}

/** Versions that differ for some input: what, before, now. */
const different: readonly (readonly [what: string, base: string, head: string])[] = [
  [
    'hours by local clocks',
    'export function f(d: Date) { return d.getHours(); }',
    'export function f(d: Date) { return d.getUTCHours(); }',
  ],
  [
    'minutes by local clocks, which are half an hour apart in places',
    'export function f(d: Date) { return d.getMinutes() < 30; }',
    'export function f(d: Date) { return d.getUTCMinutes() < 30; }',
  ],
  [
    'a date that is made of local time',
    'export function f(y: number) { return new Date(y, 0, 1).getTime(); }',
    'export function f(y: number) { return Date.UTC(y, 0, 1); }',
  ],
  [
    'a text that is read as local time',
    "export function f(d: '2024-01-01T00:00') { return new Date(d).getTime(); }",
    "export function f(d: '2024-01-01T00:00') { return new Date(d + 'Z').getTime(); }",
  ],
  [
    'a day that is longer than 24 hours',
    'export function f(d: Date) { const r = new Date(d); r.setDate(r.getDate() + 1); return r.getTime(); }',
    'export function f(d: Date) { return d.getTime() + 86_400_000; }',
  ],
  [
    'a constant that is another moment elsewhere',
    'const start = new Date(2024, 0, 1).getTime(); export function f(t: number) { return t < start; }',
    'const start = Date.UTC(2024, 0, 1); export function f(t: number) { return t < start; }',
  ],
  [
    'a view of bytes where anything may come',
    'export function f(o: unknown) { return ArrayBuffer.isView(o); }',
    'export function f(o: unknown) { return false; }',
  ],
  [
    'an array that has something under a number that is no index',
    'export function f(xs: string[], i: number) { const ys: Record<number, string> = xs.slice(); ys[-1] = "n"; return ys[i]; }',
    'export function f(xs: string[], i: number) { return xs[i]; }',
  ],
  [
    'an array that inherits something under the name of no number',
    'class L extends Array<number> { get NaN() { return 4; } } export function f(n: number) { return new L()[n]; }',
    'class L extends Array<number> { get NaN() { return 4; } } export function f(n: number) { return undefined; }',
  ],
  [
    'the text of a regular expression that finds what it did',
    'const r = /^(?:a|b)+$/; export function f(s: string) { return r.test(s) ? r.source : s; }',
    'const r = /^[ab]+$/; export function f(s: string) { return r.test(s) ? r.source : s; }',
  ],
  [
    'an alternative that hides a longer one',
    "export function f(s: string) { return s.replace(/(?:0|[1-9]\\d*|\\d*[a-z-][a-z0-9-]*)/, ''); }",
    "export function f(s: string) { return s.replace(/(?:\\d*[a-z-][a-z0-9-]*|0|[1-9]\\d*)/, ''); }",
  ],
  [
    'the tag of what may be anything',
    "export function f(o: unknown) { return Object.prototype.toString.call(o) === '[object Date]'; }",
    'export function f(o: unknown) { return false; }',
  ],
  [
    'the tag by a function that is bound',
    "const tag = Function.prototype.call.bind(Object.prototype.toString); export function f(o: object) { return tag(o) === '[object Map]'; }",
    'export function f(o: object) { return false; }',
  ],
  [
    'what can be iterated, of anything',
    "export function f(o: any) { return o != null && typeof o[Symbol.iterator] === 'function'; }",
    "export function f(o: any) { return typeof o === 'string' || Array.isArray(o); }",
  ],
  [
    'an object of a class by its prototype',
    'export function f(o: object) { return Object.getPrototypeOf(o) === Object.prototype || Array.isArray(o) || typeof o === "function"; }',
    'export function f(o: object) { return true; }',
  ],
  [
    'an object that inherits from another',
    'const made = { a: 1 }; export function f(o: { a: number }) { return made.isPrototypeOf(o); }',
    'export function f(o: { a: number }) { return false; }',
  ],
  [
    'an object of a class by its constructor',
    'export function f(o: { a: number }) { return o.constructor === Object; }',
    'export function f(o: { a: number }) { return true; }',
  ],
  [
    'an error of a class by its constructor',
    'export function f(e: Error) { return e.constructor === TypeError; }',
    'export function f(e: Error) { return false; }',
  ],
  [
    'an error of another class than the type names',
    'export function f(v: { message: string } | RangeError) { return v instanceof Error && !(v instanceof RangeError); }',
    'export function f(v: { message: string } | RangeError) { return false; }',
  ],
  [
    'a symbol that is registered',
    'export function f(s: symbol) { return Symbol.keyFor(s); }',
    'export function f(s: symbol) { return undefined; }',
  ],
  [
    'a promise that takes longer than another',
    'export function f(p: Promise<number>) { return Promise.race([p, new Promise<number>((ok) => setTimeout(() => ok(1), 9))]); }',
    'export function f(p: Promise<number>) { return Promise.race([p, new Promise<number>((ok) => setTimeout(() => ok(2), 9))]); }',
  ],
  [
    'a promise that takes longer than a timer',
    "export function f(p: Promise<number>, ms: number) { return new Promise<number>((ok, no) => { const t = setTimeout(() => no(new Error('timeout')), ms); p.then((v) => { clearTimeout(t); ok(v); }, no); }); }",
    "export function f(p: Promise<number>, ms: number) { return new Promise<number>((ok, no) => { const t = setTimeout(() => no(new Error('timed out')), ms); p.then((v) => { clearTimeout(t); ok(v); }, no); }); }",
  ],
  [
    'a promise that takes longer than a timer which is set later',
    'export function f(p: Promise<number>) { return new Promise<number>((ok, no) => { p.then(ok, no); setTimeout(() => ok(1), 9); }); }',
    'export function f(p: Promise<number>) { return new Promise<number>((ok, no) => { p.then(ok, no); setTimeout(() => ok(2), 9); }); }',
  ],
  [
    'a promise that is not waited for',
    "export async function f(save: () => Promise<void>) { await save().catch(() => {}); return 'done'; }",
    "export async function f(save: () => Promise<void>) { save().catch(() => {}); return 'done'; }",
  ],
  [
    'what is called while a promise is waited for',
    'export async function f(a: () => Promise<void>, b: () => void) { await a(); b(); }',
    'export async function f(a: () => Promise<void>, b: () => void) { const waits = a(); b(); await waits; }',
  ],
  [
    'a symbol that everybody gets by its text',
    "export function f() { return Symbol.for('k'); }",
    "export function f() { return Symbol('k'); }",
  ],
  [
    'a symbol that is one with another',
    "export function f() { const a = Symbol('k'); return [a, a]; }",
    "export function f() { const a = Symbol('k'); return [a, Symbol('k')]; }",
  ],
  [
    'such a symbol as a key',
    "const key = Symbol.for('k'); export function f(o: { [Symbol.toStringTag]?: string }) { return key in o ? 1 : Object.getOwnPropertySymbols({ [key]: 1 })[0]; }",
    "const key = Symbol('k'); export function f(o: { [Symbol.toStringTag]?: string }) { return key in o ? 1 : Object.getOwnPropertySymbols({ [key]: 1 })[0]; }",
  ],
  [
    'a string that has what an interface asks for',
    'export function f(x: { length: number }) { return x.length; }',
    "export function f(x: { length: number }) { return typeof x === 'string' ? 0 : x.length; }",
  ],
  [
    'flags that are set together',
    "enum E { Read = 1 << 0, Write = 1 << 1 } export function f(x: E) { return x & E.Write ? 'write' : 'read'; }",
    "enum E { Read = 1 << 0, Write = 1 << 1 } export function f(x: E) { return x === E.Write ? 'write' : 'read'; }",
  ],
  [
    'a decorator that looks at what it decorates',
    `function twice(fn: any, context: any) { return context.kind === 'method' ? function (this: any) { return fn.call(this) + 1; } : fn; }
     class C { @twice m() { return 1; } } export function f(x: number) { return x === 12345.678 ? new C().m() : 0; }`,
    `function twice(fn: any, context: any) { return context.kind === 'method' ? function (this: any) { return fn.call(this) + 2; } : fn; }
     class C { @twice m() { return 1; } } export function f(x: number) { return x === 12345.678 ? new C().m() : 0; }`,
  ],
  [
    'a class that is handed in, and extended',
    'export const f = (C: new () => object) => class extends C { m() { return 1; } };',
    'export const f = (C: new () => object) => class extends C { m() { return 2; } };',
  ],
  [
    'an instance of a class that is handed in',
    'export function f(x: object, C: new () => object) { return x instanceof C ? 1 : 2; }',
    'export function f(x: object, C: new () => object) { return x instanceof C ? 3 : 2; }',
  ],
  [
    'what a class that is handed in is given',
    'export function f(C: new () => object) { C.prototype.n = 1; }',
    'export function f(C: new () => object) { C.prototype.n = 2; }',
  ],
  [
    'a list that has what an interface asks for',
    'export function f(x: { length: number }) { return x.length; }',
    'export function f(x: { length: number }) { return Array.isArray(x) ? 0 : x.length; }',
  ],
  [
    'a number that has what an interface asks for',
    'export function f(x: { valueOf(): number }) { return x.valueOf(); }',
    "export function f(x: { valueOf(): number }) { return typeof x === 'number' ? 0 : x.valueOf(); }",
  ],
  [
    'a copy without properties that the type does not name',
    'export function f(o: { a: number; b: string }) { return { ...o }; }',
    'export function f(o: { a: number; b: string }) { return { a: o.a, b: o.b }; }',
  ],
  [
    'a rest without properties that the type does not name',
    'export function f(o: { a: number; b: string }) { const { a, ...rest } = o; return rest; }',
    'export function f(o: { a: number; b: string }) { return { b: o.b }; }',
  ],
  [
    'a number of properties that the type does not tell',
    'export function f(p: { o: { a: number } }) { return Object.keys(p.o).length; }',
    'export function f(p: { o: { a: number } }) { return p.o ? 1 : 0; }',
  ],
  [
    'a part of an object instead of the object',
    'export function f(o: { a: number }) { return o; }',
    'export function f(o: { a: number }) { return { a: o.a }; }',
  ],
  [
    'further arguments that were a list, and are one parameter now',
    'export function f(x: string, ...a: number[]) { return x + a.length; }',
    'export function f(x: string, a?: any) { return x + (Array.isArray(a) ? a.length : 0); }',
  ],
  [
    'further arguments that are a list now',
    'export function f(a?: number, b?: number) { return b === undefined ? (a === undefined ? 0 : 1) : 2; }',
    'export function f(...a: number[]) { return a.length; }',
  ],
  [
    'how many parameters a function handed in asks for',
    'export function f(g: (...xs: number[]) => number) { return g.length > 1 ? g(1, 2) : g(1); }',
    'export function f(g: (...xs: number[]) => number) { return g.length >= 1 ? g(1, 2) : g(1); }',
  ],
  [
    'the name of a function handed in',
    'export function f(g: () => void) { return g.name; }',
    "export function f(g: () => void) { return g.name || 'anonymous'; }",
  ],
  [
    'a property of a function handed in',
    'export function f(g: { (): number; tag?: string }) { return g.tag ?? g(); }',
    'export function f(g: { (): number; tag?: string }) { return g.tag || g(); }',
  ],
  [
    'a symbol without a description',
    'export function f(x: symbol) { return x.description; }',
    'export function f(x: symbol) { return String(x).slice(7, -1); }',
  ],
  [
    'an invalid date',
    'export function f(d: Date) { return d.toISOString(); }',
    'export function f(d: Date) { return d.toJSON(); }',
  ],
  [
    'an invalid date that is compared',
    'export function f(a: Date, b: Date) { return a <= b; }',
    'export function f(a: Date, b: Date) { return !(a > b); }',
  ],
  [
    'an invalid date inside of something',
    'export function f(o: { at?: Date }) { return o.at ? o.at.getTime() : NaN; }',
    'export function f(o: { at?: Date }) { return o.at ? o.at.getTime() || 0 : NaN; }',
  ],
  [
    'a copy of an invalid date',
    'export function f(d: Date) { return new Date(d).getTime() > 0 || false; }',
    'export function f(d: Date) { return !(new Date(d).getTime() <= 0); }',
  ],
  [
    'the this of a method that was handed in',
    'export function f(o: { n: number; g(): number }) { return o.g(); }',
    'export function f(o: { n: number; g(): number }) { const { g } = o; return g(); }',
  ],
  [
    'the this that a function is called with',
    'export function f(g: (this: { a: number }) => number) { return g.call({ a: 1 }); }',
    'export function f(g: (this: { a: number }) => number) { return g.call({ a: 2 }); }',
  ],
  [
    'the this that a method of arrays passes on',
    'export function f(a: number[], g: (n: number) => number, o: { x: number }) { return a.map(g, o); }',
    'export function f(a: number[], g: (n: number) => number, o: { x: number }) { return a.map(g); }',
  ],
  [
    'whether a function handed in is constructed',
    "export function f(g: any) { return typeof g === 'function' ? new g(1) : 0; }",
    "export function f(g: any) { return typeof g === 'function' ? g(1) : 0; }",
  ],
  [
    'a generator that is ended early',
    "export function* f(n: number) { try { yield n; yield n + 1; } finally { console.log('done'); } }",
    "export function* f(n: number) { yield n; yield n + 1; console.log('done'); }",
  ],
  [
    'a generator that is ended early by way of another',
    "function* g(n: number) { try { yield n; } finally { console.log('c'); } } export function* f(n: number) { yield* g(n); }",
    "function* g(n: number) { yield n; console.log('c'); } export function* f(n: number) { yield* g(n); }",
  ],
  [
    'a generator into which an error is thrown',
    'export function* f(n: number) { try { yield n; } catch { yield -1; } }',
    'export function* f(n: number) { yield n; }',
  ],
  [
    'an async generator that is ended early',
    'export async function* f(n: number) { try { yield n; } finally { console.log(1); } }',
    'export async function* f(n: number) { yield n; console.log(1); }',
  ],
  [
    'what a generator is sent',
    'export function* f(n: number) { const x: unknown = yield n; return x === undefined ? 0 : x; }',
    'export function* f(n: number) { yield n; return 0; }',
  ],
  [
    'what a method handed in finds in its this',
    'export function f(o: { n: number; g(): void }) { o.n = 1; o.g(); }',
    'export function f(o: { n: number; g(): void }) { o.g(); o.n = 1; }',
  ],
  [
    'an instance of a subclass',
    'export class A { x = 1; } export class B extends A {} export function f(a: A) { return a instanceof B ? 1 : 0; }',
    'export class A { x = 1; } export class B extends A {} export function f(a: A) { return a instanceof B ? 2 : 0; }',
  ],
  [
    'an error of another type',
    'export function f(e: Error) { return e instanceof TypeError ? 1 : 0; }',
    'export function f(e: Error) { return e instanceof TypeError ? 2 : 0; }',
  ],
  [
    'a class that implements an interface',
    'export interface S { a(): number } export class Q implements S { a() { return 1; } } export function f(s: S) { return s instanceof Q ? 1 : 0; }',
    'export interface S { a(): number } export class Q implements S { a() { return 1; } } export function f(s: S) { return s instanceof Q ? 2 : 0; }',
  ],
  [
    'an object of the language where anything may be given',
    "export function f(e: unknown) { return e instanceof RegExp ? 'r' : 'n'; }",
    "export function f(e: unknown) { return 'n'; }",
  ],
  [
    'a value that was not tried, on a path that leaves the change aside',
    "export function f(x: number) { if (x.toExponential(3).startsWith('1.237e+13')) return 1; return 0; }",
    "export function f(x: number) { if (x.toExponential(3).startsWith('1.237e+13')) return 2; return 0; }",
  ],
  [
    'the message of an error',
    'export function f(e: Error) { return e.message; }',
    "export function f(e: Error) { return ''; }",
  ],
  [
    'the name of an error',
    'export function f(e: Error) { return e.name; }',
    "export function f(e: Error) { return 'Error'; }",
  ],
  [
    'the text of an error',
    'export function f(e: RangeError) { return `${e}`; }',
    "export function f(e: RangeError) { return 'RangeError'; }",
  ],
  [
    'why a promise is rejected',
    'export function f(p: Promise<number>) { return p.catch((e: Error) => e.message); }',
    "export function f(p: Promise<number>) { return p.catch((e: Error) => ''); }",
  ],
  [
    'an error that has a name, and so a property to list',
    'export function f(e: Error) { return Object.keys(e).length; }',
    'export function f(e: Error) { return 0; }',
  ],
  [
    'what kind of value a function that is handed in throws',
    "export function f(g: () => void) { try { g(); } catch (e) { return e instanceof Error ? 'error' : 'none'; } }",
    "export function f(g: () => void) { try { g(); } catch (e) { return 'error'; } }",
  ],
  [
    'the message of an error that a function which is handed in throws',
    "export function f(g: () => void) { try { g(); } catch (e) { return e instanceof Error && e.message === 'quota'; } }",
    'export function f(g: () => void) { try { g(); } catch (e) { return false; } }',
  ],
  [
    'a rejection with what is no error',
    'export function f(p: Promise<number>) { return p.catch((e) => typeof e); }',
    "export function f(p: Promise<number>) { return p.catch(() => 'object'); }",
  ],
  [
    'what a namespace exports and others set',
    'namespace N { export let a = 1; export function inc() { return ++a; } } export function f(n: number) { N.a = n; return N.inc(); }',
    'namespace N { export let a = 1; export function inc() { return ++a; } } export function f(n: number) { return N.inc(); }',
  ],
  [
    'what a namespace exports and sets later',
    'namespace N { export let a = 1; export function inc() { a++; } } export function f() { N.inc(); return N.a; }',
    'namespace N { export let a = 1; export function inc() { a++; } } export function f() { N.inc(); return 1; }',
  ],
  [
    'what another block of a namespace reads',
    'namespace N { export let a = 1; } namespace N { export const get = () => a; } export function f(n: number) { N.a = n; return N.get(); }',
    'namespace N { export let a = 1; } namespace N { export const get = () => a; } export function f(n: number) { return N.get(); }',
  ],
  [
    'what another name stands for',
    'namespace N { export namespace M { export const a = 1; } } import a = N.M.a; export function f(n: number) { return n === a; }',
    'namespace N { export namespace M { export const a = 1; } } import a = N.M.a; export function f(n: number) { return n === a + 1; }',
  ],
  [
    'what comes after another name for a type',
    'namespace N { export interface I { n: number } } import I = N.I; const one = (i: I) => i.n; export function f(n: number) { return one({ n }); }',
    'namespace N { export interface I { n: number } } import I = N.I; const one = (i: I) => i.n; export function f(n: number) { return one({ n: 1 }); }',
  ],
  [
    'what blocks of a namespace inside of another export',
    'namespace N { export namespace M { export let a = 2; } } namespace N { export namespace M { export const get = () => a; } } export function f() { return N.M.get(); }',
    'namespace N { export namespace M { export let a = 2; } } namespace N { export namespace M { export const get = () => a; } } export function f() { return N.M.get() === 2 ? 3 : 2; }',
  ],
  [
    'the name of a function that a namespace exports in a variable',
    'namespace N { export const g = () => 1; } export function f() { return N.g.name; }',
    "namespace N { export const g = () => 1; } export function f() { return 'g'; }",
  ],
];

describe('a difference that is easily missed', () => {
  it.each(different)('is not called the same: %s', async (_, base, head) => {
    expect(isSame(await compareSources(base, head, 'f'))).toBe(false);
    expect(isSame(await compareSources(head, base, 'f'))).toBe(false);
  });
});

/** A type and a value of one name; the edit is in what follows. */
const namedTwice: readonly (readonly [what: string, names: string])[] = [
  ['an interface and a variable', 'interface N { x: number } const N = { at: 1 };'],
  ['a type and a namespace', 'type N = string; namespace N { export const at = 1; }'],
  ['an imported type and a variable', "import { N } from './types'; const N = { at: 1 };"],
  ['an imported type, said to be one, and a variable', "import type { N } from './types'; const N = { at: 1 };"],
  ['an imported type and a namespace', "import { N } from './types'; namespace N { export const at = 1; }"],
  [
    'an imported type and a namespace that is exported',
    "import { N } from './types'; export namespace N { export const at = 1; }",
  ],
  ['an imported type and a function', "import { N } from './types'; function N() {} N.at = 1;"],
];

describe('a name of a type and of a value', () => {
  it.each(namedTwice)('means the value where code runs: %s', async (_, names) => {
    const version = (result: number): Record<string, string> => ({
      'a.ts': `${names} export function f(n: number, type?: N) { return n > N.at ? ${result} : 0; }`,
      'types.ts': 'export interface N { x: number }',
    });
    const { behaviours } = await compareSources(version(1), version(2), 'f');
    expect(behaviours.map(({ now }) => now)).toEqual(['returns 2']);
  });
});

/** Of JavaScript that is no module, and not strict. */
const sloppy: readonly (readonly [what: string, base: string, head: string])[] = [
  [
    'a name that an object has, inside of with',
    'function f(o) { with (o) { return a; } } var a = 1; exports.f = f;',
    'function f(o) { with (o) { return 1; } } var a = 1; exports.f = f;',
  ],
  [
    'a name in a function inside of with',
    'function f(o) { with (o) { return [0].map(() => a); } } var a = 1; exports.f = f;',
    'function f(o) { with (o) { return [0].map(() => 1); } } var a = 1; exports.f = f;',
  ],
  [
    'a variable that cannot be deleted',
    'function f(o) { return delete o; } exports.f = f;',
    'function f(o) { return delete o.a; } exports.f = f;',
  ],
  [
    'a global variable that can',
    'function f() { made = 1; return delete made && typeof made; } exports.f = f;',
    "function f() { made = 1; return delete made && 'number'; } exports.f = f;",
  ],
];

describe('sloppy code', () => {
  it.each(sloppy)('is not called the same: %s', async (_, base, head) => {
    expect(isSame(await compareSources(base, head, 'f', { path: 'a.js' }))).toBe(false);
    expect(isSame(await compareSources(head, base, 'f', { path: 'a.js' }))).toBe(false);
  });
});

/** Of JavaScript, where a function that reads `arguments` takes more, or fewer, than it names. */
const givenMore: readonly (readonly [what: string, base: string, head: string])[] = [
  [
    'an argument where none is named',
    'export function f() { return arguments.length > 0 ? 1 : 0; }',
    'export function f() { return arguments.length > 0 ? 2 : 0; }',
  ],
  [
    'an argument more than is named',
    'export function f(a) { return arguments[1] === 7 ? 1 : a; }',
    'export function f(a) { return arguments[1] === 7 ? 2 : a; }',
  ],
  [
    'an argument fewer than are named',
    'export function f(a) { return arguments.length === 0 ? 1 : 0; }',
    'export function f(a) { return arguments.length === 0 ? 2 : 0; }',
  ],
  [
    'an argument that an arrow function within reads',
    'export function f() { return [0].map(() => arguments.length > 1)[0]; }',
    'export function f() { return [0].map(() => arguments.length > 2)[0]; }',
  ],
  [
    'an argument that is handed on',
    'function g(a, b) { return b === 1; } export function f() { return g.apply(null, arguments); }',
    'function g(a, b) { return b === 2; } export function f() { return g.apply(null, arguments); }',
  ],
  [
    'an argument that only one version looks at',
    "export function f(a) { return arguments.length > 1 ? 'more' : 'one'; }",
    "export function f(a) { return 'one'; }",
  ],
  [
    'an argument that one version names',
    'export function f(a) { return arguments[1] === 7; }',
    'export function f(a, b) { return b === 8; }',
  ],
  [
    'an argument of a function that is handed back',
    'export function f() { return function (a) { return arguments.length > 1; }; }',
    'export function f() { return function (a) { return false; }; }',
  ],
];

describe('an argument that has no name', () => {
  it.each(givenMore)('is given: %s', async (_, base, head) => {
    const found = await compareSources(base, head, 'f', { path: 'a.js' });
    expect(found.behaviours.length).toBeGreaterThan(0);
    expect((await compareSources(head, base, 'f', { path: 'a.js' })).behaviours.length).toBeGreaterThan(0);
  });
});

describe('what is known of inputs that no behaviour is about', () => {
  it('is nothing where the difference was found for a value that was fixed', async () => {
    const [base, head] = [
      'export function f(d: Date) { return d.toDateString(); }',
      "export function f(d: Date) { return d.toUTCString().slice(0, 16).replace(',', ''); }",
    ];
    const { behaviours, gaps } = await compareSources(base, head, 'f');
    expect(behaviours.length).toBeGreaterThan(0);
    expect(gaps.some(({ kind }) => kind === 'unknown')).toBe(true);
  });
});

function withErrors(result: string): string {
  return `export function f(e: Error) { return ${result}; } export function g(h: () => void) { try { h(); } catch (e) { return e instanceof Error ? ${result} : 0; } }`;
}

describe('errors of subclasses, and with more than a message', () => {
  it.each([
    ['e instanceof TypeError', 'false'],
    ["(e as { code?: string }).code ?? 'none'", "'none'"],
    ['(e as Error).cause', 'undefined'],
  ])('are not called the same: %s, %s', async (base, head) => {
    expect(isSame(await compareSources(withErrors(base), withErrors(head), 'f'))).toBe(false);
    expect(isSame(await compareSources(withErrors(base), withErrors(head), 'g'))).toBe(false);
  });
});

describe('a bound', () => {
  it('is none where values below it were not tried', async () => {
    const endless = 'export function* f(n: number) { for (;;) { yield n; n++; } }';
    const sent = 'export function* f(n: number) { while (!(yield n)) n++; }';
    expect(isSame(await compareSources(endless, sent, 'f'))).toBe(false);
  });
});

describe('what is the same', () => {
  it.each([
    [
      'arguments by position and as a list',
      'export function f(a: number, b?: number) { return a + (b ?? 2); }',
      'export function f(...a: number[]) { return a[0]! + (a[1] ?? 2); }',
    ],
    [
      'two copies of all properties',
      'export function f(o: { a: number; b?: string }) { return { ...o }; }',
      'export function f(o: { a: number; b?: string }) { return Object.assign({}, o); }',
    ],
    [
      'a date read in two ways',
      'export function f(d: Date) { return d.getTime() + 0; }',
      'export function f(d: Date) { return 0 + d.valueOf(); }',
    ],
    [
      'a date that is not asked for its time',
      'export function f(d: Date, n: number) { return n > 1 ? d : null; }',
      'export function f(d: Date, n: number) { return !(n > 1) ? null : d; }',
    ],
    [
      'a method that is called on its object',
      'export function f(o: { n: number; g(): number }) { return o.g(); }',
      "export function f(o: { n: number; g(): number }) { return o['g'].call(o); }",
    ],
    [
      'a generator that only gives values',
      'export function* f(n: number) { for (const x of [n, 2]) yield x; }',
      'export function* f(n: number) { yield n; yield 2; }',
    ],
    [
      'an error that is passed on',
      'export function f(g: () => number) { try { return g(); } catch (e) { throw e; } }',
      'export function f(g: () => number) { return g(); }',
    ],
    [
      'what is made of all that can be thrown',
      'export function f(g: () => void) { try { g(); } catch (e) { return e instanceof Error ? e.message : String(e); } }',
      'export function f(g: () => void) { try { g(); } catch (e) { if (!(e instanceof Error)) return `${e}`; return e.message; } }',
    ],
    [
      'a text that is made of an object',
      'export function f(o: { a: number }) { return String(o); }',
      'export function f(o: { a: number }) { return `${o}`; }',
    ],
    [
      'a regular expression of a page that is put in another order',
      'const r = /^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][a-zA-Z0-9-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][a-zA-Z0-9-]*))*))?$/; export function f(s: string) { const m = r.exec(s); return m && { major: m[1], rest: m[3] }; }',
      'const r = /^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:\\d*[a-zA-Z-][a-zA-Z0-9-]*|0|[1-9]\\d*)(?:\\.(?:\\d*[a-zA-Z-][a-zA-Z0-9-]*|0|[1-9]\\d*))*))?$/; export function f(s: string) { const m = r.exec(s); return m && { major: m[1], rest: m[3] }; }',
    ],
    [
      'the last element, or none',
      'export function f(xs: number[]) { return xs[xs.length - 1]; }',
      'export function f(xs: number[]) { return xs.at(-1); }',
    ],
    [
      'an element under whatever number',
      'export function f(xs: string[], i: number) { return i >= 0 && i < xs.length ? xs[i] : undefined; }',
      'export function f(xs: string[], i: number) { return xs[i]; }',
    ],
    [
      'a class that no instance of the type can be',
      'export class A { x = 1; } export function f(a: A) { return a instanceof A ? a.x : 0; }',
      'export class A { x = 1; } export function f(a: A) { return a.x; }',
    ],
  ])('is called the same: %s', async (_, base, head) => {
    expect(isSame(await compareSources(base, head, 'f'))).toBe(true);
  });
});
