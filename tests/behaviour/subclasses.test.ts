import { describe, expect, it } from 'vitest';
import { compareSources } from './compare-sources';
import { verdictOf } from './verdict-of';

/** Versions that only instances of a class below tell apart: what, the classes, before, now, the call that shows it. */
const toldBySubclass: readonly (readonly [what: string, classes: string, base: string, head: string, call: string])[] =
  [
    [
      'a method that is overridden',
      'export class A { x() { return 1; } } export class B extends A { override x() { return 2; } }',
      'export function f(a: A) { return a.x(); }',
      'export function f(a: A) { return 1; }',
      'f(Object.assign(Object.create(B.prototype), {}))',
    ],
    [
      'an accessor in the place of another',
      'export class A { get x() { return 1; } } export class B extends A { override get x() { return 2; } }',
      'export function f(a: A) { return a.x; }',
      'export function f(a: A) { return 1; }',
      'f(Object.assign(Object.create(B.prototype), {}))',
    ],
    [
      'a field in the place of a method',
      'export class A { x(): number { return 1; } } export class B extends A { override x: () => number = () => 2; }',
      'export function f(a: A) { return typeof a.x; }',
      "export function f(a: A) { return Object.hasOwn(a, 'x') ? '' : 'function'; }",
      'f(Object.assign(Object.create(B.prototype), { x: () => undefined }))',
    ],
    [
      'a method under a symbol',
      'export class A { *[Symbol.iterator]() { yield 1; } } export class B extends A { override *[Symbol.iterator]() { yield 2; } }',
      'export function f(a: A) { return [...a]; }',
      'export function f(a: A) { return [1]; }',
      'f(Object.assign(Object.create(B.prototype), {}))',
    ],
    [
      'a method that only the class below has',
      'export class A { n = 1; } export class B extends A { toJSON() { return 2; } }',
      'export function f(a: A) { return JSON.stringify(a); }',
      'export function f(a: A) { return JSON.stringify({ n: a.n }); }',
      'f(Object.assign(Object.create(B.prototype), { n: 0 }))',
    ],
    [
      'an element of a list',
      'export class A { x() { return 1; } } export class B extends A { override x() { return 2; } }',
      'export function f(list: A[]) { return list[0]?.x(); }',
      'export function f(list: A[]) { return list.length > 0 ? 1 : undefined; }',
      'f([Object.assign(Object.create(B.prototype), {})])',
    ],
    [
      'what a function that is handed in gives',
      'export class A { x() { return 1; } } export class B extends A { override x() { return 2; } }',
      'export function f(get: () => A) { return get().x(); }',
      'export function f(get: () => A) { get(); return 1; }',
      'f(() => (Object.assign(Object.create(B.prototype), {})))',
    ],
    [
      'an instance that its constructor makes',
      'export class A { #n = 1; x() { return this.#n; } } export class B extends A { override x() { return 2; } }',
      'export function f(a: A) { return a.x(); }',
      'export function f(a: A) { return 1; }',
      'f(new B())',
    ],
    [
      'what a function that is handed on is given',
      'export class A { x() { return 1; } } export class B extends A { override x() { return 2; } }',
      'export function f() { return (a: A) => a.x(); }',
      'export function f() { return (a: A) => 1; }',
      'f()(Object.assign(Object.create(B.prototype), {}))',
    ],
    [
      'a class below one below',
      'export class A { x() { return this.y(); } y() { return 1; } } export class B extends A { override x() { return super.x() + 1; } } export class C extends B { override y() { return 5; } }',
      'export function f(a: A) { return a.x(); }',
      'export function f(a: A) { return a instanceof B ? 2 : 1; }',
      'f(Object.assign(Object.create(C.prototype), {}))',
    ],
    [
      'what an abstract method does to this',
      'export abstract class A { n = 0; abstract x(): void; } export class B extends A { x() { this.n++; } }',
      'export function f(a: A) { const { n } = a; a.x(); return n; }',
      'export function f(a: A) { a.x(); return a.n; }',
      'f(Object.assign(Object.create(B.prototype), { n: 0 }))',
    ],
    [
      'the class that is asked for',
      'export class A { n = 1; } export class B extends A {}',
      'export function f(a: A) { return a instanceof B ? 1 : 0; }',
      'export function f(a: A) { return a instanceof B ? 2 : 0; }',
      'f(Object.assign(Object.create(B.prototype), { n: 0 }))',
    ],
    [
      'what is listed',
      'export class A { n = 1; } export class B extends A { m = 1; }',
      'export function f(a: A) { return { ...a }; }',
      'export function f(a: A) { return { n: a.n }; }',
      'f(Object.assign(Object.create(B.prototype), { n: 0, m: 0 }))',
    ],
    [
      'a property of its class',
      'export class A { static k = 1; } export class B extends A { static override k = 2; }',
      'export function f(a: A) { return (a.constructor as typeof A).k; }',
      'export function f(a: A) { return A.k; }',
      'f(Object.assign(Object.create(B.prototype), {}))',
    ],
    [
      'a class of the same type parameters',
      'export class A<T> { constructor(readonly v: T) {} x() { return this.v; } } export class B<T> extends A<T> { override x() { console.log(1); return this.v; } }',
      'export function f(a: A<number>) { return a.x(); }',
      'export function f(a: A<number>) { return a.v; }',
      'f(Object.assign(Object.create(B.prototype), { v: 0 }))',
    ],
  ];

/** Versions that are the same for instances of all classes: what, the classes, before, now. */
const sameForAll: readonly (readonly [what: string, classes: string, base: string, head: string])[] = [
  [
    'a method that is overridden',
    'export class A { x() { return 1; } } export class B extends A { override x() { return 2; } }',
    'export function f(a: A) { return `${a.x()}`; }',
    'export function f(a: A) { return String(a.x()); }',
  ],
  [
    'a method that is not',
    'export class A { x() { return 1; } } export class B extends A { y() { return 2; } }',
    'export function f(a: A) { return a.x(); }',
    'export function f(a: A) { return 1; }',
  ],
  [
    'an instance that its constructor makes, and counts',
    'export class A { static made = 0; constructor() { A.made++; } x() { return 1; } } export class B extends A { readonly #n = 2; override x() { return this.#n; } }',
    'export function f(a: A) { return a.x(); }',
    'export function f(a: A) { return +a.x(); }',
  ],
  [
    'a class with other type arguments',
    'export class A<T> { constructor(readonly v: T) {} x() { return this.v; } } export class B extends A<string> { override x() { return this.v + 1; } }',
    'export function f(a: A<number>) { return a.x(); }',
    'export function f(a: A<number>) { return a.v; }',
  ],
  [
    'the class that is asked for',
    'export class A { n = 1; } export class B extends A { m = 2; }',
    'export function f(a: A) { return a instanceof B ? a.m : a.n; }',
    "export function f(a: A) { return 'm' in a ? a.m : a.n; }",
  ],
];

describe('instances of classes below that of a declared type', () => {
  it.each(toldBySubclass)('are handed in: %s', async (_, classes, before, now, call) => {
    const compared = await compareSources(`${classes} ${before}`, `${classes} ${now}`, 'f');
    expect(compared.behaviours.map(({ witness }) => witness.call)).toContain(call);
  });

  it.each(sameForAll)('leave what is the same the same: %s', async (_, classes, before, now) => {
    const compared = await compareSources(`${classes} ${before}`, `${classes} ${now}`, 'f');
    expect(verdictOf(compared)).toBe('same');
  });

  it('are handed in for `this`', async () => {
    const classes = 'export class B extends A { override x() { return 2; } }';
    const compared = await compareSources(
      `export class A { x() { return 1; } f() { return this.x(); } } ${classes}`,
      `export class A { x() { return 1; } f() { return 1; } } ${classes}`,
      'A.f',
    );
    expect(compared.behaviours.map(({ witness }) => witness.call)).toEqual([
      '(Object.assign(Object.create(B.prototype), {})).f()',
    ]);
  });

  it('are of modules that the function does not load', async () => {
    const others = {
      'a.ts': 'export class A { x() { return 1; } }',
      'deep/b.ts': "import { A } from '../a'; export default class B extends A { override x() { return 2; } }",
    };
    const compared = await compareSources(
      { ...others, 'f.ts': "import { A } from './a'; export function f(a: A) { return a.x(); }" },
      { ...others, 'f.ts': "import { A } from './a'; export function f(a: A) { return 1; }" },
      'f',
      { path: 'f.ts' },
    );
    expect(compared.behaviours.map(({ when }) => when.map((conditions) => conditions.map(({ text }) => text)))).toEqual(
      [[['a instanceof B']]],
    );
    expect(compared.behaviours.map(({ witness }) => [witness.call, witness.base.completion])).toEqual([
      ['f(Object.assign(Object.create(B.prototype), {}))', { kind: 'returns', value: { kind: 'primitive', value: 2 } }],
    ]);
  });

  it('are those that both versions have', async () => {
    const compared = await compareSources(
      'export class A { x() { return 1; } } export function f(a: A) { return a.x(); }',
      'export class A { x() { return 1; } } export class B extends A { override x() { return 2; } } export function f(a: A) { return 1; }',
      'f',
    );
    expect(verdictOf(compared)).toBe('same');
  });

  it('are left open where there are too many', async () => {
    const below = Array.from({ length: 20 }, (_, i) => `class B${i} extends A { override x() { return ${i}; } }`);
    const classes = `export class A { x() { return 1; } } ${below.join(' ')}`;
    const compared = await compareSources(
      `${classes} export function f(a: A) { return a.x(); }`,
      `${classes} export function f(a: A) { return +a.x(); }`,
      'f',
    );
    expect(verdictOf(compared)).toBe('unknown');
    expect(compared.problem).toMatch(/^instances of B\d+, B\d+, B\d+ and 17 more classes may be handed in/);
  });

  it('are left open where type parameters are not handed on as they are', async () => {
    const classes =
      'export class A<T> { constructor(readonly v: T) {} x() { return this.v; } } export class B<T> extends A<T[]> { override x() { return []; } }';
    const compared = await compareSources(
      `${classes} export function f(a: A<number[]>) { return a.x(); }`,
      `${classes} export function f(a: A<number[]>) { return a.v; }`,
      'f',
    );
    expect(verdictOf(compared)).toBe('unknown');
  });

  it('are said to be left out where other inputs are spoken of', async () => {
    const classes =
      'export class A { n = 1; x() { return 1; } } export class B extends A { override x() { return 2; } }';
    const compared = await compareSources(
      `${classes} export function f(a: A) { return a.n === 1 ? 0 : a.x(); }`,
      `${classes} export function f(a: A) { return a.n === 1 ? 9 : 1; }`,
      'f',
    );
    expect(verdictOf(compared)).toBe('differs');
    expect(compared.remarks).toEqual(['no instance of B is handed in']);
  });

  it.each([
    ['of the head', 'return A.k;', 'return this.k;'],
    ['of the base', 'return this.k;', 'return A.k;'],
    ['by super', 'return super.toString() + this.k;', 'return A.toString() + A.k;'],
    ['what it makes', 'return new this();', 'return new A();'],
  ])('are not those that static methods are called on, which is said: %s', async (_, before, now) => {
    const below = 'export class B extends A {} export class C extends B { static override k = 10; }';
    const compared = await compareSources(
      `export class A { static k = 0; static f() { ${before} } } ${below}`,
      `export class A { static k = 0; static f() { ${now} } } ${below}`,
      'A.f',
    );
    expect(compared.remarks).toContain('this: taken for A, not for a class that extends it');
  });

  it('of other files count as well for static methods', async () => {
    const compared = await compareSources(extendedElsewhere('this.k'), extendedElsewhere('0'), 'default.f');
    expect(compared.remarks).toContain('this: taken for its own class, not for a class that extends it');
  });
});

function extendedElsewhere(result: string): Record<string, string> {
  return {
    'a.ts': `export default class { static k = 0; static f() { return ${result}; } }`,
    'b.ts': "import A from './a'; export class B extends A { static override k = 10; }",
  };
}
