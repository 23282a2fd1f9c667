import { describe, expect, test } from 'vitest';
import { checkAll, checkExact, checkSamples, combinations } from './check-samples';
import { fewTexts, numbers, others, texts } from './sample-values';

const anyValue = [...texts, ...numbers, ...others];
const plainTexts = ['', 'a', 'Hello, World!', 'straße', 'a.b*c'];

describe('JSON.stringify', () => {
  test('scalars', () => {
    checkAll('function f(v) { return JSON.stringify(v); }', combinations([anyValue]));
    checkExact(
      'function f(v) { return JSON.stringify(v); }',
      combinations([[...plainTexts, ...numbers, true, null, undefined]]),
    );
    checkExact('function f() { return [JSON.stringify(), JSON.stringify(Symbol()), JSON.stringify(() => 1)]; }', [[]]);
    checkExact(
      'function f(n) { return JSON.stringify([new Number(n), new Boolean(n), new String("s")]); }',
      combinations([numbers]),
    );
    checkExact('function f(n) { return JSON.stringify([new Number(n), Object(1n)]); }', [[1]]);
  });

  test('objects and arrays', () => {
    checkExact(
      'function f(a, b) { return JSON.stringify({ a, b, c: [a, b], d: {}, e: [], [Symbol()]: 1, f() {} }); }',
      combinations([
        [...plainTexts, 1, Number.NaN, undefined, null],
        [true, -0, undefined],
      ]),
    );
    checkExact(
      'function f(a) { return JSON.stringify([undefined, () => 1, Symbol(), , a]); }',
      combinations([numbers]),
    );
    checkExact(
      'function f(a) { return JSON.stringify({ 2: a, b: 1, 1: a, "a b": 2, "q\\"": 3 }); }',
      combinations([numbers]),
    );
    checkExact('function f(a) { return JSON.stringify(a); }', combinations([[[], [1], [1, Number.NaN, 3]]]), {
      elements: 5,
    });
    checkExact(
      'function f() { return JSON.stringify([new Map([[1, 2]]), new Set([1]), /a/g, new Error("x"), Object.create({ p: 1 }), new Date(0)]); }',
      [[]],
    );
    checkExact(
      'function f() { const o = { a: 1 }; Object.defineProperty(o, "h", { value: 1 }); Object.defineProperty(o, "g", { get: () => 2, enumerable: true }); return JSON.stringify(o); }',
      [[]],
    );
    checkExact(
      'function f() { class C { x = 1; #y = 2; m() {} get z() { return 3; } } return JSON.stringify(new C()); }',
      [[]],
    );
  });

  test('toJSON', () => {
    checkExact(
      'function f(a) { return JSON.stringify({ p: { toJSON(k) { return [k, a, this === undefined]; } }, q: [{ toJSON: (k) => k }] }); }',
      combinations([numbers]),
    );
    checkExact('function f(d) { return JSON.stringify({ d }); }', [[new Date(0)], [new Date(1e12)]]);
    checkExact('function f() { return JSON.stringify([new Date(NaN)]); }', [[]]);
    checkExact('function f() { return JSON.stringify({ toJSON: 1 }); }', [[]]);
    checkExact('function f() { return JSON.stringify({ toJSON() { return undefined; } }); }', [[]]);
  });

  test('a function that replaces', () => {
    checkExact(
      'function f(a) { return JSON.stringify({ a, b: [a, { c: 1 }] }, (k, v) => (typeof v === "number" ? v + 1 : v)); }',
      combinations([numbers]),
    );
    checkExact(
      'function f() { const log = []; const r = JSON.stringify({ a: [1] }, function (k, v) { log.push([k, Object.keys(this)]); return v; }); return [r, log]; }',
      [[]],
    );
    checkExact('function f() { return JSON.stringify({ a: 1, b: 2 }, (k, v) => (k === "a" ? undefined : v)); }', [[]]);
    checkExact('function f() { return JSON.stringify({ a: 1 }, () => { throw new RangeError("r"); }); }', [[]]);
  });

  test('a list of names', () => {
    checkExact(
      'function f(a) { return JSON.stringify({ a, b: 2, 1: { a, z: 1 } }, ["b", 1, new String("a"), "a", {}, null]); }',
      combinations([[1, Number.NaN]]),
    );
    checkExact('function f() { return JSON.stringify([{ a: 1, b: 2 }], []); }', [[]]);
  });

  test('indentation', () => {
    const spaces = [0, 2, 20, -1, 1.9, '', '--', '12345678901234', null, true, undefined];
    checkAll(
      'function f(a, s) { return JSON.stringify({ a, b: [1, { c: [] }], d: {} }, null, s); }',
      combinations([[1, 'x'], spaces]),
    );
    checkExact(
      'function f(a) { return JSON.stringify({ a, b: [1, { c: [] }] }, null, 2); }',
      combinations([[...plainTexts]]),
    );
    checkExact(
      'function f() { return JSON.stringify([1], null, new Number(3)) + JSON.stringify([1], null, new String("ab")); }',
      [[]],
    );
  });

  test('circles and bigints', () => {
    const circles = [
      'const a = {}; a.b = { c: [a] }; return JSON.stringify(a);',
      'const a = []; a.push(1, a); return JSON.stringify({ a });',
      'class Foo {} const a = new Foo(); a.x = { y: { z: { w: { v: a } } } }; return JSON.stringify(a);',
      'const a = { x: { y: { z: {} } } }; a.x.y.z.u = a; return JSON.stringify(a);',
      'const a = {}; a[""] = a; return JSON.stringify(a);',
      'const a = {}; a[0] = a; return JSON.stringify(a);',
      'const a = Object.create(null); a.q = a; return JSON.stringify(a);',
      'const a = new Map(); a.q = a; return JSON.stringify(a);',
      'const a = {}; return JSON.stringify([a, a]);',
      'return JSON.stringify({ a: 1n });',
      'BigInt.prototype.toJSON = undefined; return JSON.stringify([1n]);',
    ];
    for (const circle of circles) checkExact(`function f() { ${circle} }`, [[]]);
  });
});

describe('JSON.parse', () => {
  const documents = [
    '1',
    '-0',
    '1e400',
    '"a\\u0041\\n"',
    'true',
    'null',
    '[]',
    '[1,[2,{"a":null}]]',
    '{"b":1,"a":[{}],"2":0,"1":0}',
    ' {"__proto__":1} ',
    '{"a":1,"a":2}',
  ];
  const broken = ['', '{', '[1,]', "{'a':1}", 'undefined', '01', '"\n"', '{"a":1}x', 'nul', '\u00a01'];

  test('known and open texts', () => {
    checkAll('function f(s) { return JSON.parse(s); }', combinations([[...documents, ...broken]]));
    for (const text of [...documents, ...broken])
      checkExact(`function f() { return JSON.parse(${JSON.stringify(text)}); }`, [[]]);
    checkAll('function f(v) { return JSON.parse(v); }', combinations([[...others, 1.5, Number.NaN]]));
    checkExact(
      'function f() { const o = JSON.parse("{\\"__proto__\\":[1]}"); return [Object.keys(o), Object.getPrototypeOf(o) === Object.prototype]; }',
      [[]],
    );
  });

  test('with a reviver', () => {
    checkAll(
      'function f(s) { return JSON.parse(s, (k, v) => (typeof v === "number" ? v * 2 : v)); }',
      combinations([documents]),
    );
    checkExact(
      'function f() { const log = []; const r = JSON.parse("{\\"a\\":[1,{\\"b\\":2}],\\"c\\":3}", function (k, v) { log.push([k, Array.isArray(this)]); return k === "b" ? undefined : v; }); return [r, log]; }',
      [[]],
    );
    checkExact('function f() { return JSON.parse("[1,2,3]", (k, v) => (k === "1" ? undefined : v)); }', [[]]);
    checkExact('function f() { return JSON.parse("1", () => { throw new TypeError("t"); }); }', [[]]);
  });

  test('a copy by way of text stays open', () => {
    checkExact(
      'function f(a, b) { return JSON.parse(JSON.stringify({ a, b: [b, { c: a }], d: undefined })); }',
      combinations([plainTexts, numbers]),
    );
    checkExact(
      'function f(a, b) { return JSON.parse(JSON.stringify([a, b], null, 2)); }',
      combinations([plainTexts, [true, false]]),
    );
    checkExact(
      'function f(a, b) { return JSON.parse(JSON.stringify({ [a ? "x" : "y"]: b })); }',
      combinations([[true, false], numbers]),
    );
    checkExact('function f(a) { return JSON.parse(JSON.stringify(a)); }', combinations([[[], [1, -0, Number.NaN]]]), {
      elements: 5,
    });
    checkAll('function f(a) { return JSON.parse(JSON.stringify([a, `<${a}>`])); }', combinations([texts]));
    checkExact('function f(a) { return JSON.parse(`{"n": ${a}}`); }', combinations([[1, 2.5, -1e300, -0]]));
    checkExact('function f(a) { return JSON.parse(`["x${a}y"]`); }', combinations([plainTexts]));
  });

  test('a copy of open values is one path', () => {
    const source = 'function f(a, b) { return JSON.parse(JSON.stringify([{ d: a, n: b }, [a, [b]], { s: { a } }])); }';
    const booleans = checkExact(
      source,
      combinations([
        [true, false],
        [true, false],
      ]),
    );
    const mixed = checkExact(source, combinations([[true, false], numbers]));
    expect([booleans.paths, mixed.paths]).toEqual([1, 1]);
    checkExact(
      'function f(a, b) { return JSON.parse(`{"k":${a < b ? "[1]" : "{}"},"l":${a === b}${a > 1 ? "" : ",\\"m\\":1"}}`); }',
      combinations([
        [1, 2, 3],
        [1, 2, 3],
      ]),
    );
  });

  test('what cannot be read while open is fixed', () => {
    checkAll(
      'function f(a, b) { return JSON.parse(`${a}${b}`); }',
      combinations([
        [1, 2.5],
        [3, 0.5],
      ]),
    );
    checkAll('function f(a) { return JSON.parse(`[${a}]`); }', combinations([[1, Number.NaN, '2', '2,3', ']']]));
    checkAll('function f(a) { return JSON.parse(`"${a}"`); }', combinations([fewTexts]));
    checkAll('function f(a) { return JSON.parse(`-${a}`); }', combinations([[1, -1]]));
    expect(checkSamples('function f(s) { return JSON.parse(s); }', [['1'], ['2']]).concretised).toBe(true);
  });
});
