import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#replay/child/seeded-random';
import { randomNumber } from '#symbolic/library/math';
import { checkAll, checkExact, checkSamples, combinations } from './check-samples';
import { bigints, numbers, others, texts } from './sample-values';

const anyValue = [...texts, ...numbers, ...bigints, ...others];
const fewNumbers = [0, -0, 1, -1.5, 123456.789, 1e21, 5e-324, Infinity, -Infinity, Number.NaN];

describe('Number', () => {
  test('as a function and a constructor', () => {
    checkExact('function f(v) { return Number(v); }', combinations([anyValue]));
    checkExact('function f(v) { return new Number(v); }', combinations([anyValue]));
    checkExact('function f() { return [Number(), Number([]), Number([7]), Number({}), Number(new Date(5))]; }', [[]]);
    checkExact('function f() { return Number(Symbol("s")); }', [[]]);
    checkExact(
      'function f(n) { return [new Number(n) + 1, typeof new Number(n), Number({ valueOf: () => n })]; }',
      combinations([numbers]),
    );
    checkExact('function f() { return [Number.MAX_SAFE_INTEGER, Number.EPSILON, Number.MIN_VALUE, Number.NaN]; }', [
      [],
    ]);
  });

  test.each(['isFinite', 'isInteger', 'isNaN', 'isSafeInteger'])('Number.%s', (name) => {
    checkExact(`function f(v) { return Number.${name}(v); }`, combinations([anyValue]));
    checkExact(
      `function f(n) { return [Number.${name}(), Number.${name}([n]), Number.${name}(new Number(n))]; }`,
      combinations([fewNumbers]),
    );
  });

  test.each(['isFinite', 'isNaN', 'parseFloat'])('%s', (name) => {
    checkExact(`function f(v) { return ${name}(v); }`, combinations([anyValue]));
    checkExact(`function f() { return ${name}(Symbol.iterator); }`, [[]]);
    checkExact(`function f() { return [${name}(), ${name}([]), ${name}(['12'])]; }`, [[]]);
  });

  test('parseInt', () => {
    const radixes = [...numbers, 2, 16, -16, undefined, null, '8'];
    checkExact('function f(v) { return parseInt(v); }', combinations([anyValue]));
    checkExact('function f(v) { return Number.parseInt(v, undefined); }', combinations([anyValue]));
    checkExact(
      'function f(v, r) { return parseInt(v, r); }',
      combinations([['', '12', '0x1f', 'zz', '-7.9', 255, -0, null], radixes]),
    );
    checkExact('function f() { return parseInt("1", 1n); }', [[]]);
  });

  test('toString', () => {
    const radixes = [2, 10, 16, 36, 36.9, 1, 37, 0, -1, Infinity, Number.NaN, undefined, null, '8', 'x'];
    checkExact('function f(n, r) { return n.toString(r); }', combinations([fewNumbers, radixes]));
    checkExact('function f(n) { return [n.toString(), `${n}`, n + ""]; }', combinations([numbers]));
    checkExact('function f(v) { return Number.prototype.toString.call(v, 2); }', combinations([[...others, 'a', 5]]));
    checkExact('function f(n) { return Object(n).toString(16); }', combinations([fewNumbers]));
  });

  test('toFixed, toPrecision', () => {
    const digits = [0, 1, 2.9, 20, 100, 101, -1, -0.5, Infinity, Number.NaN, undefined, '3'];
    for (const method of ['toFixed', 'toPrecision']) {
      checkExact(`function f(n, d) { return n.${method}(d); }`, combinations([fewNumbers, digits]));
      checkExact(`function f(n) { return n.${method}(); }`, combinations([numbers]));
      checkExact(
        `function f(v) { return Number.prototype.${method}.call(v, 2); }`,
        combinations([[...others, 'a', 5]]),
      );
    }
  });

  test('toExponential, toLocaleString', () => {
    checkAll(
      'function f(n, d) { return n.toExponential(d); }',
      combinations([fewNumbers, [0, 2, 100, 101, -1, undefined]]),
    );
    checkAll(
      'function f(v) { return Number.prototype.toExponential.call(v, 2); }',
      combinations([[...others, 'a', 5]]),
    );
    checkAll(
      'function f(n) { return [n.toLocaleString("en-US"), n.toLocaleString("de")]; }',
      combinations([fewNumbers]),
    );
  });

  test('valueOf', () => {
    checkExact(
      'function f(v) { return Number.prototype.valueOf.call(v); }',
      combinations([[...others, 'a', ...numbers]]),
    );
  });
});

describe('Math', () => {
  const unary = Object.getOwnPropertyNames(Math).filter((name) => {
    const value: unknown = Reflect.get(Math, name);
    return typeof value === 'function' && value.length === 1;
  });

  test('has functions of one number', () => expect(unary.length).toBeGreaterThan(25));

  test.each(unary)('%s', (name) => {
    checkExact(
      `function f(v) { return Math.${name}(v); }`,
      combinations([[...numbers, '2', 'x', null, undefined, true, 3n]]),
    );
    checkExact(`function f() { return [Math.${name}(), Math.${name}([4])]; }`, [[]]);
  });

  test.each(['pow', 'atan2', 'imul', 'max', 'min', 'hypot'])('%s', (name) => {
    checkExact(`function f(a, b) { return Math.${name}(a, b); }`, combinations([numbers, numbers], 700));
    checkExact(
      `function f(a) { return [Math.${name}(), Math.${name}(a)]; }`,
      combinations([[...numbers, '7', null, undefined]]),
    );
    checkExact(
      `function f(a, b) { return Math.${name}(a, b); }`,
      combinations([
        [1n, '3', true],
        [undefined, 2n, 'x'],
      ]),
    );
  });

  test.each(['max', 'min', 'hypot'])('%s of more', (name) => {
    checkExact(
      `function f(a, b, c) { return Math.${name}(a, b, c); }`,
      combinations([numbers, numbers, fewNumbers], 700),
    );
    checkExact(`function f(a, b) { return Math.${name}(...[a, b, 3, 4]); }`, combinations([fewNumbers, fewNumbers]));
    checkExact(
      `function f(a) { const log = []; const v = (n) => ({ valueOf() { log.push(n); return n; } }); return [Math.${name}(v(NaN), v(a), v(2)), log]; }`,
      combinations([fewNumbers]),
    );
  });

  test('constants', () => {
    checkExact('function f() { return [Math.PI, Math.E, Math.SQRT2, Math.LN10]; }', [[]]);
  });

  test('random gives what replays give', () => {
    const random = new SeededRandom();
    random.reset();
    const drawn = Array.from({ length: 20 }, () => random.next());
    expect(drawn.map((_, index) => randomNumber(index + 1))).toEqual(drawn);
    const original = Math.random;
    random.reset();
    Math.random = () => random.next();
    try {
      checkAll('function f() { return [Math.random(), Math.random(), Math.random()]; }', [[]]);
    } finally {
      Math.random = original;
    }
  });
});

describe('BigInt', () => {
  test('from other values', () => {
    checkAll('function f(v) { return BigInt(v); }', combinations([[...anyValue, ' 12 ', '0b11', '-5', '1.5']]));
    checkExact('function f(n) { return BigInt(n); }', combinations([[...numbers, ...bigints, true]]));
    checkExact('function f() { return new BigInt(1); }', [[]]);
    checkExact('function f() { return BigInt(Symbol("q")); }', [[]]);
    checkAll('function f() { return [BigInt([12]), BigInt({ valueOf: () => 3 })]; }', [[]]);
  });

  test.each(['asIntN', 'asUintN'])('%s', (name) => {
    const bits = [0, 1, 8, 64, 2 ** 53, -1, 1.5, Number.NaN, undefined, '8'];
    checkAll(
      `function f(b, n) { return BigInt.${name}(b, n); }`,
      combinations([bits, [...bigints, true, '7', 5, null]]),
    );
    checkExact(`function f(n) { return BigInt.${name}(8, n); }`, combinations([bigints]));
    checkAll(`function f(n) { return BigInt.${name}(2 ** 40, n); }`, combinations([bigints]));
  });

  test('as text', () => {
    checkExact(
      'function f(n) { return [n.toString(), `${n}`, n.toString(10), n.valueOf(), Object(n)]; }',
      combinations([bigints]),
    );
    checkAll('function f(n, r) { return n.toString(r); }', combinations([bigints, [2, 36, 37, 1, undefined, '16']]));
    for (const method of ['toString', 'valueOf', 'toLocaleString']) {
      checkAll(
        `function f(v) { return BigInt.prototype.${method}.call(v); }`,
        combinations([[1, 'a', undefined, null, true]]),
      );
    }
    checkAll('function f(n) { return n.toLocaleString("en-US"); }', combinations([bigints]));
  });
});

test('Boolean', () => {
  checkExact('function f(v) { return [Boolean(v), new Boolean(v), !!v]; }', combinations([anyValue]));
  checkExact(
    'function f(b) { return [b.toString(), b.valueOf(), Object(b).toString()]; }',
    combinations([[true, false]]),
  );
  for (const method of ['toString', 'valueOf']) {
    checkExact(
      `function f(v) { return Boolean.prototype.${method}.call(v); }`,
      combinations([[1, 'a', undefined, null, 0n]]),
    );
  }
  checkExact('function f() { return [Boolean(), Boolean({}), Boolean(Symbol()), Boolean(() => 0)]; }', [[]]);
});

describe('Symbol', () => {
  test('makes unique values', () => {
    checkExact(
      'function f() { const a = Symbol("d"), b = Symbol("d"); return [a === b, a === a, a, typeof a, Object(a) == a]; }',
      [[]],
    );
    checkExact(
      'function f() { const a = Symbol(), o = { [a]: 1, b: 2 }; return [o[a], Object.keys(o), a.description, a.toString()]; }',
      [[]],
    );
    checkAll('function f(v) { return Symbol(v).toString(); }', combinations([[...others, 'a', '', 1.5]]));
    checkExact('function f() { return new Symbol(); }', [[]]);
    checkExact('function f() { return Symbol(Symbol()); }', [[]]);
  });

  test('registers some', () => {
    checkExact(
      'function f() { return [Symbol.for("k") === Symbol.for("k"), Symbol.for("k") === Symbol("k"), Symbol.keyFor(Symbol.for("k")), Symbol.keyFor(Symbol("k")), Symbol.keyFor(Symbol.iterator), Symbol.for("k").description]; }',
      [[]],
    );
    checkExact('function f(v) { return Symbol.keyFor(v); }', combinations([[...others, 'a', 1]]));
    checkExact('function f() { return Symbol.keyFor({}); }', [[]]);
    checkAll('function f(v) { return Symbol.for(v) === Symbol.for("a"); }', combinations([['a', 'b', undefined]]));
  });

  test('wrong receivers', () => {
    checkExact('function f(v) { return Symbol.prototype.toString.call(v); }', [[1], [undefined]]);
    checkExact('function f(v) { return Symbol.prototype.valueOf.call(v); }', [[1], [undefined]]);
    checkExact('function f(v) { return Symbol.prototype[Symbol.toPrimitive].call(v); }', [[1], [undefined]]);
    checkExact(
      'function f(v) { return Object.getOwnPropertyDescriptor(Symbol.prototype, "description").get.call(v); }',
      [[1]],
    );
    checkExact('function f() { return Symbol.iterator + ""; }', [[]]);
    checkExact('function f() { return Object(Symbol.iterator).description; }', [[]]);
  });
});

test('open texts of bigints are fixed', () => {
  expect(checkSamples('function f(s) { return BigInt(s); }', [['1'], ['2']]).concretised).toBe(true);
});
