import { describe, it } from 'vitest';
import { agreesOn, explored } from './explored-model';

/** What a call gives or complains of, and what became of an object. */
function tried(setup: string, expression: string): string {
  return `function f(n: number) { ${setup}; let r: unknown; try { r = ${expression}; } catch (e) { r = (e as Error).name + ': ' + (e as Error).message; } return typeof o === 'undefined' ? r : [r === o ? 'o' : r, Object.getOwnPropertyDescriptors(o as object)]; }`;
}

describe('keys, values and entries', () => {
  it.each(['keys', 'values', 'entries', 'getOwnPropertyNames'])('Object.%s', (name) => {
    agreesOn(`function f(n: number) { return Object.${name}({ b: n, 2: 1, a: 2, 1: 3, [Symbol.iterator]: 4 }); }`, [1]);
    agreesOn(
      `function f(o: { x: number; y?: string }) { return Object.${name}(o); }`,
      [{ x: 1 }],
      [{ x: 1, y: 'a' }],
      [{ x: 2, y: undefined }],
    );
    agreesOn(`function f(a: number[]) { return Object.${name}(a); }`, [[]], [[5, 6]]);
    agreesOn(`function f(s: string) { return Object.${name}(s); }`, [''], ['ab']);
    agreesOn(
      `function f(x: null | undefined | number | boolean) { return Object.${name}(x as never); }`,
      [null],
      [undefined],
      [1],
      [true],
    );
    agreesOn(`function f(n: number) { return Object.${name}([n, , n]); }`, [1]);
    agreesOn(
      `function f(n: number) { class A { a = n; #p = 1; get g() { return this.#p; } } return Object.${name}(new A()); }`,
      [1],
    );
  });

  it('decides which properties a record has', () => {
    const { agrees } = explored('function f(o: Record<string, number>) { const a = o.a; return [a, Object.keys(o)]; }');
    agrees({});
    agrees({ a: 1 });
    agrees({ key: 1 });
    agrees({ key: 1, other: 2 });
    agrees({ a: 1, key: 2 });
  });

  it('knows what became of an optional property', () => {
    const type = 'o: { x?: number; y?: number }';
    const objects = [{}, { x: 1 }, { y: 1 }, { x: 1, y: 2 }, { x: undefined }];
    agreesOn(
      `function f(${type}) { return [o.x, 'x' in o, Object.hasOwn(o, 'x'), o.hasOwnProperty('y')]; }`,
      ...objects.map((o) => [o]),
    );
    agreesOn(`function f(${type}) { delete o.x; return Object.keys(o); }`, ...objects.map((o) => [o]));
    agreesOn(`function f(${type}) { o.x = 1; return Object.keys(o); }`, ...objects.map((o) => [o]));
    agreesOn(`function f(${type}) { delete o.x; o.x = 3; return Object.entries(o); }`, ...objects.map((o) => [o]));
  });

  it('lists what is still there when its turn comes', () => {
    agreesOn(
      'function f(n: number) { const o: Record<string, unknown> = { get a() { delete o.b; return n; }, b: 1, c: 2 }; return Object.entries(o); }',
      [1],
    );
  });
});

describe('assign, fromEntries, spread', () => {
  it('copies what is enumerable', () => {
    agreesOn(
      'function f(a: { x?: number }, b: { x?: number; y: string }) { return Object.assign({ z: 1 }, a, null, b, undefined); }',
      [{}, { y: 'a' }],
      [{ x: 1 }, { x: 2, y: 'b' }],
    );
    agreesOn('function f(a: { x?: number }) { return Object.assign(a, { x: 7 }) === a; }', [{}], [{ x: 1 }]);
    agreesOn('function f(s: string) { return Object.assign({}, s, 1, true, [9]); }', ['ab'], ['']);
    agreesOn(
      'function f(n: number) { const log: number[] = []; Object.assign({ set a(v: number) { log.push(v); } }, { a: n }); return log; }',
      [1],
    );
    agreesOn('function f(x: null | undefined) { return Object.assign(x as never, {}); }', [null], [undefined]);
    agreesOn(tried('const o = Object.freeze({ a: 1 })', 'Object.assign(o, { a: n })'), [1]);
    agreesOn(tried('const o = Object.freeze({ a: 1 })', 'Object.assign(o, { b: n })'), [1]);
  });

  it('makes an object of pairs', () => {
    agreesOn('function f(a: [string, number][]) { return a.length; }', [[['a', 1]]]);
    agreesOn('function f(n: number) { return Object.fromEntries([["a", n], [1, 2], ["a", 3]] as never); }', [1]);
    agreesOn('function f(n: number) { return Object.fromEntries(new Map([["a", n]])); }', [1]);
    agreesOn(
      'function f(x: null | undefined | number) { return Object.fromEntries(x as never); }',
      [null],
      [undefined],
      [5],
    );
    agreesOn('function f(x: number | string) { return Object.fromEntries([x] as never); }', [5], ['ab']);
    agreesOn(
      'function f(o: { a: number; b?: number }) { return Object.fromEntries(Object.entries(o).map(([k, v]) => [k, v! * 2])); }',
      [{ a: 1 }],
      [{ a: 1, b: 2 }],
    );
  });
});

describe('defining', () => {
  const setups = [
    'const o = {}',
    'const o = { a: 1 }',
    'const o = Object.freeze({ a: 1 })',
    'const o = Object.preventExtensions({ b: 1 })',
    'const o = Object.defineProperty({}, "a", { value: 1 })',
    'const o = Object.defineProperty({}, "a", { value: 1, writable: true })',
    'const o = Object.defineProperty({}, "a", { get: undefined, configurable: true, enumerable: true })',
    'const o = Object.defineProperty({}, "a", { get: undefined })',
  ];
  const descriptors = [
    '{}',
    '{ value: n }',
    '{ value: 1 }',
    '{ writable: false }',
    '{ writable: true }',
    '{ enumerable: true }',
    '{ configurable: true }',
    '{ configurable: false, enumerable: false }',
    '{ get: undefined }',
    '{ set: undefined, value: 1 }',
    '{ get: n }',
    '{ set: "x" }',
    'n',
    'null',
  ];

  it.each(setups)('%s', (setup) => {
    const results = descriptors.flatMap((descriptor) =>
      ['Object', 'Reflect'].map((namespace) => {
        const inner = tried(setup, `${namespace}.defineProperty(o, 'a', ${descriptor} as never)`);
        return `(${inner.replace('function f', 'function')})(n)`;
      }),
    );
    agreesOn(`function f(n: number) { return [${results.join(', ')}]; }`, [1], [2]);
  });

  it('runs accessors', () => {
    agreesOn(
      'function f(n: number) { const o = Object.defineProperty({ n }, "twice", { get() { return this.n * 2; }, set(v) { this.n = v; } }) as { n: number; twice: number }; const t = o.twice; o.twice = 5; return [t, o.twice, o.n]; }',
      [4],
    );
    agreesOn(
      'function f(n: number) { const o = { n } as never as { __defineGetter__(k: string, g: unknown): void; x: number; __lookupGetter__(k: string): unknown }; o.__defineGetter__("x", () => n + 1); return [o.x, typeof o.__lookupGetter__("x"), o.__lookupGetter__("n")]; }',
      [1],
    );
    agreesOn(
      'function f(n: number) { return Object.defineProperties({}, { a: { value: n, enumerable: true }, b: { get: () => n, enumerable: false } }); }',
      [1],
    );
    agreesOn('function f(x: number | null) { return Object.defineProperties({}, x as never); }', [1], [null]);
    agreesOn(
      'function f(n: number) { const a = [1, 2]; Object.defineProperty(a, 0, { value: n }); Object.defineProperty(a, "length", { value: 1 }); return a; }',
      [9],
    );
    agreesOn('function f(n: number) { return Object.defineProperty(n as never, "a", {}); }', [1]);
    agreesOn(
      'function f(n: number) { return [Object.getOwnPropertyDescriptor({ a: n }, "a"), Object.getOwnPropertyDescriptor([n], "length"), Object.getOwnPropertyDescriptor("ab", 0), Object.getOwnPropertyDescriptor({}, "a")]; }',
      [1],
    );
  });
});

describe('integrity', () => {
  it.each(['freeze', 'seal', 'preventExtensions'])('Object.%s', (name) => {
    const tests = '[Object.isFrozen(o), Object.isSealed(o), Object.isExtensible(o)]';
    agreesOn(
      `function f(n: number) { const o = { a: n, get b() { return 1; } }; return [Object.${name}(o) === o, ${tests}, Object.getOwnPropertyDescriptor(o, 'a')]; }`,
      [1],
    );
    agreesOn(`function f(n: number) { const o = {}; Object.${name}(o); return ${tests}; }`, [1]);
    agreesOn(
      `function f(o: { a?: number }) { Object.${name}(o); let m = ''; try { o.a = 5; } catch (e) { m = (e as Error).message; } return [m, ${tests}]; }`,
      [{}],
      [{ a: 1 }],
    );
    agreesOn(`function f(o: number | null) { return [Object.${name}(o), ${tests}]; }`, [1], [null]);
    if (name !== 'seal')
      agreesOn(
        `function f(o: number[]) { Object.${name}(o); let m = ''; try { o[0] = 5; } catch (e) { m = (e as Error).message; } return [m, ${tests}]; }`,
        [[]],
        [[1, 2]],
      );
  });
});

describe('prototypes', () => {
  it('are asked for and set', () => {
    agreesOn(
      'function f(n: number) { const p = { n }; const o = Object.create(p, { own: { value: 1, enumerable: true } }); return [o.n, Object.getPrototypeOf(o) === p, p.isPrototypeOf(o), o.isPrototypeOf(p), Object.keys(o)]; }',
      [1],
    );
    agreesOn(
      'function f(n: number) { return [Object.getPrototypeOf(n) === Number.prototype, Object.getPrototypeOf([]) === Array.prototype, Object.create(null) instanceof Object]; }',
      [1],
    );
    agreesOn(
      'function f(x: null | undefined | number | string) { return Object.create(x as never) === null; }',
      [null],
      [undefined],
      [1],
      ['a'],
    );
    agreesOn('function f(x: null | undefined | number) { return Object.getPrototypeOf(x); }', [null], [undefined]);
    agreesOn(tried('const o = Object.freeze({})', 'Object.setPrototypeOf(o, { n })'), [1]);
    agreesOn(tried('const o = {}', 'Object.setPrototypeOf(o, n as never)'), [1]);
    agreesOn(tried('const o = {}', 'Object.setPrototypeOf(o, Object.create(o))'), [1]);
    agreesOn(
      'function f(n: number) { const o = { __proto__: { n } } as never as { n: number; __proto__: unknown }; const p = o.__proto__; o.__proto__ = { n: 7 }; return [o.n, p]; }',
      [1],
    );
    agreesOn('function f(n: number) { return [Object(n), Object("s"), Object(null), new Object()]; }', [1]);
  });
});

describe('methods of all objects', () => {
  it('toString shows what it is', () => {
    const values =
      'undefined, null, n, "s", true, 1n, {}, [], () => 1, new Date(0), /a/, new Error("x"), new Map(), Promise.resolve(), Symbol.iterator, Object(n), arguments, Math, JSON, { [Symbol.toStringTag]: "T" }, class {}, function* () {}';
    agreesOn(`function f(n: number) { return [${values}].map((x) => Object.prototype.toString.call(x)); }`, [1]);
    agreesOn(
      'function f(n: number) { return [String({}), `${{ a: n }}`, ({}).toLocaleString(), ({ a: 1 }).valueOf()]; }',
      [1],
    );
  });

  it('hasOwnProperty, propertyIsEnumerable', () => {
    agreesOn(
      'function f(k: string) { return [{ a: 1, b: 2 }.hasOwnProperty(k), Object.hasOwn({ a: 1 }, k)]; }',
      ['a'],
      ['b'],
      ['toString'],
      [''],
    );
    agreesOn(
      'function f(k: number) { return [[1, 2].hasOwnProperty(0), [1].hasOwnProperty(1), "ab".hasOwnProperty(k as never)]; }',
      [1],
    );
    agreesOn(
      'function f(n: number) { const o = Object.defineProperty({ a: n }, "b", { value: 1 }); return [o.propertyIsEnumerable("a"), o.propertyIsEnumerable("b"), o.propertyIsEnumerable("toString"), [n].propertyIsEnumerable("length")]; }',
      [1],
    );
    agreesOn(
      'function f(x: null | undefined) { return Object.prototype.hasOwnProperty.call(x, "a"); }',
      [null],
      [undefined],
    );
    agreesOn('function f(x: null | undefined) { return Object.hasOwn(x as never, "a"); }', [null], [undefined]);
  });

  it('Object.is', () => {
    const values = [0, -0, Number.NaN, 1, '1', '', null, undefined, true];
    const { agrees } = explored(
      'function f(a: number | string | null | undefined | boolean, b: number | string | null | undefined | boolean) { return [Object.is(a, b), a === b, a == b]; }',
    );
    for (const a of values) for (const b of values) agrees(a, b);
  });
});
