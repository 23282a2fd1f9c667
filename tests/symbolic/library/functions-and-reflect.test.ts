import { describe, it } from 'vitest';
import { agreesOn } from './explored-model';

describe('functions', () => {
  it('call, apply and bind', () => {
    const inner = 'function g(this: unknown, a?: number, b?: number) { return [this, a, b, arguments.length]; }';
    const call = (expression: string): string =>
      `function f(n: number, list: number[]) { ${inner} return ${expression}; }`;
    for (const expression of [
      'g.call({ n }, n)',
      'g.call(null)',
      'g.apply(n, [1, n])',
      'g.apply(n)',
      'g.apply(n, null as never)',
      'g.apply(n, n as never)',
      'g.apply(n, { length: 2, 0: n } as never)',
      'g.apply(n, list as never)',
      'g.bind({ n }, n)(5)',
      'g.bind(1, n).bind(2, 3).call(4)',
      '[g.bind(1, n).name, ((a: number, b: number) => a + b).bind(1, n).length, g.bind(1, 1, 2, 3).length]',
      'Math.max.apply(null, list)',
      'Function.prototype.bind.call(n as never)',
      '[g instanceof Function, Function.prototype[Symbol.hasInstance].call(g, {}), Function.prototype[Symbol.hasInstance].call(n as never, {})]',
    ]) {
      agreesOn(call(expression), [7, [1, 2]], [0, []]);
    }
  });

  it('constructs what was bound', () => {
    agreesOn(
      'function f(n: number) { class P { x; y; constructor(x: number, y: number) { this.x = x; this.y = y; } } const B = P.bind(null, n) as never as new (y: number) => P; const p = new B(2); return [p, p instanceof P, p instanceof (B as never)]; }',
      [1],
    );
  });
});

describe('names of functions', () => {
  it('are those of their keys in classes and objects', () => {
    agreesOn(
      `function f(n: number) {
        const key = 'k';
        class C { m() {} static s() {} #p() {} ['c' + key]() {} [Symbol.iterator]() {} get g() { return 1; } set w(x: number) {} names() { return this.#p.name; } }
        const o = { m() {}, async *g() {}, get a() { return 1; }, set [key](x: number) {}, 5() {}, [Symbol.for('r')]() {} };
        const accessor = (of: object, name: string) => { const { get, set } = Object.getOwnPropertyDescriptor(of, name)!; return (get ?? set)!.name; };
        return [new C().m.name, C.s.name, new C().names(), (C.prototype as never as Record<string, Function>)['ck']!.name, C.prototype[Symbol.iterator].name,
          accessor(C.prototype, 'g'), accessor(C.prototype, 'w'), o.m.name, o.g.name, accessor(o, 'a'), accessor(o, 'k'), o[5].name, o[Symbol.for('r') as never as 'm'].name, n];
      }`,
      [1],
    );
  });
});

describe('Reflect', () => {
  it.each([
    'Reflect.apply((a: number, b: number) => a + b, null, [n, 1])',
    'Reflect.apply(n as never, null, [])',
    'Reflect.apply(() => 1, null, n as never)',
    'Reflect.construct(Array, [1, n])',
    'Reflect.construct(class A { n; constructor(x: number) { this.n = x; } }, [n])',
    'Reflect.construct(class A {}, [], class B {})',
    'Reflect.construct(n as never, [])',
    'Reflect.construct(Array, n as never)',
    'Reflect.deleteProperty({ n }, "n")',
    'Reflect.deleteProperty(Object.freeze({ n }), "n")',
    'Reflect.get({ get a() { return (this as never as { x: number }).x; } }, "a", { x: n })',
    'Reflect.get([n], 0)',
    'Reflect.getOwnPropertyDescriptor({ n }, "n")',
    'Reflect.getPrototypeOf([]) === Array.prototype',
    'Reflect.has({ n }, "toString")',
    'Reflect.has({ n }, "m")',
    'Reflect.isExtensible(Object.freeze({ n }))',
    'Reflect.ownKeys({ b: n, 1: 1, a: 2, [Symbol.iterator]: 3 }).length',
    'Reflect.ownKeys([n])',
    'Reflect.preventExtensions({ n })',
    'Reflect.set(Object.freeze({ a: 1 }), "a", n)',
    'Reflect.set({}, "a", n, 1 as never)',
    'Reflect.setPrototypeOf({}, null)',
    'Reflect.setPrototypeOf(Object.freeze({}), { n })',
    'Reflect.setPrototypeOf({}, n as never)',
    'Reflect.get(n as never, "a")',
    'Reflect.has(n as never, "a")',
    'Reflect.ownKeys(n as never)',
  ])('%s', (expression) => {
    agreesOn(`function f(n: number) { return ${expression}; }`, [1]);
  });

  it('sets through a receiver', () => {
    agreesOn(
      'function f(n: number) { const r = { x: 0 }; const o = { set a(v: number) { (this as never as { x: number }).x = v; } }; return [Reflect.set(o, "a", n, r), r, Reflect.set({ b: 1 }, "b", n, r), r]; }',
      [5],
    );
  });
});
