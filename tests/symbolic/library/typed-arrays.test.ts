import { describe, expect, it } from 'vitest';
import { elementTypes, elementsOfType, type ElementType } from '#symbolic/binary-types';
import { checkBounded, checkExact, combinations } from './check-samples';
import { agreesOn, explored } from './explored-model';

const numbers = [
  0,
  -0,
  1,
  -1,
  0.5,
  1.5,
  2.5,
  -0.5,
  254.5,
  255.5,
  127,
  128,
  255,
  256,
  32767,
  32768,
  65535,
  65536,
  2147483647,
  2147483648,
  4294967295,
  4294967296,
  -2147483649,
  1e20,
  -1e20,
  3.4e38,
  3.5e38,
  1e-46,
  NaN,
  Infinity,
  -Infinity,
];
const bigints = [0n, 1n, -1n, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n), 2n ** 64n, -(2n ** 64n) - 5n];

const isBig = (type: ElementType): boolean => elementsOfType(type).sort === 'big';
const scalars = (type: ElementType): readonly (number | bigint)[] => (isBig(type) ? bigints : numbers);

function made(type: ElementType, values: readonly (number | bigint)[]): unknown {
  return Reflect.construct(Reflect.get(globalThis, type) as new () => unknown, [values]);
}

const lists = (type: ElementType): unknown[] => {
  const [a, b, c, d, e] = isBig(type) ? [3n, -1n, 0n, 3n, 7n] : [3, -1, 0, 3, 7.5];
  return [[], [a], [a, b], [c, a, d], [e, b, c, a]].map((values) => made(type, values as (number | bigint)[]));
};

describe.each(elementTypes)('%s', (type) => {
  it('stores what the engine stores', () => {
    checkExact(
      `function f(x) { const a = new ${type}(1); a[0] = x; return a[0]; }`,
      scalars(type).map((x) => [x]),
    );
  });

  it('has no element under the text of −0', () => {
    agreesOn(
      "function f(n: number) { const a: any = new Uint8Array([1, 2]); a['-0'] = n; a[-0] = n + 1; return [a[0], a['-0'], '-0' in a]; }",
      [7],
    );
  });

  it('is made of lengths, lists and other typed arrays', () => {
    checkExact(`function f(x, y) { return new ${type}([x, y]); }`, combinations([scalars(type), scalars(type)], 60));
    checkExact(`function f(x, y) { return ${type}.of(x, y); }`, combinations([scalars(type), scalars(type)], 30));
    checkExact(`function f(n) { return new ${type}(n).length; }`, [[0], [2], [2.7], [NaN], [-0]]);
    checkExact(`function f(n) { return new ${type}(n); }`, [[-1], [-1.5], [2 ** 53], [Infinity], [-Infinity]]);
    checkBounded(`function f(list) { return new ${type}(list); }`, [[[]], [scalars(type).slice(0, 3)]]);
    const copy = explored(`function f(a: ${type}): unknown { return [new ${type}(a), a.byteLength, a.byteOffset]; }`);
    for (const list of lists(type)) copy.agrees(list);
    const from = explored(`function f(a: ${type}): unknown { return ${type}.from(a, (x, i) => i < 1 ? x : a[0]); }`);
    for (const list of lists(type)) from.agrees(list);
  });
});

describe.each(['Uint8Array', 'Float64Array', 'BigInt64Array'] as const)('methods of %s', (type) => {
  const one = isBig(type) ? '1n' : '1';
  it.each([
    'a.length',
    'a.at(-1)',
    'a[1]',
    "a['1']",
    "a['1.5']",
    "'0' in a",
    'a.map((x) => x)',
    `a.map((x, i) => i === 0 ? x : ${one})`,
    `a.filter((x) => x > ${isBig(type) ? '0n' : '0'})`,
    'a.slice(1)',
    'a.slice(-2, -1)',
    'a.subarray(1)',
    'a.subarray(1, 2).byteOffset',
    `a.fill(${one})`,
    `a.fill(${one}, 1, -1)`,
    `a.indexOf(${isBig(type) ? '3n' : '3'})`,
    `a.lastIndexOf(${isBig(type) ? '3n' : '3'})`,
    `a.includes(${isBig(type) ? '0n' : '0'})`,
    "a.join('-')",
    'String(a)',
    '[...a]',
    '[...a.entries()]',
    'Object.keys(a)',
    'Object.entries(a)',
    'a.every((x) => x === x)',
    `a.some((x) => x === ${isBig(type) ? '0n' : '0'})`,
    'a.find((x) => x)',
    'a.findIndex((x) => x)',
    'a.findLast((x) => x)',
    'a.findLastIndex((x) => !x)',
    'a.reduce((x, y) => x + y)',
    'a.reduceRight((x, y) => x - y)',
    'a.reverse()',
    'a.toReversed()',
    'a.sort()',
    'a.toSorted()',
    'a.copyWithin(0, 1)',
    `a.with(0, ${one})`,
    'a.set(a.subarray(0, 1))',
    `a.set([${one}])`,
    `a.set([${one}, ${one}], 1)`,
    'a.buffer.byteLength',
    'Object.prototype.toString.call(a)',
    'ArrayBuffer.isView(a) && !ArrayBuffer.isView(a.buffer)',
    'a instanceof Object && Array.isArray(a)',
    `(a[5] = ${one}, a.length)`,
    'Array.from(a)',
    'new Set(a)',
    'a.constructor === Array',
    'typeof a',
    "a.hasOwnProperty('length')",
    'Reflect.ownKeys(a)',
  ])('agrees on %s', (expression) => {
    const model = explored(`function f(a: ${type}): unknown { return ${expression}; }`, { elements: 4 });
    for (const list of lists(type)) model.agrees(list);
  });

  it('sorts by a comparison', () => {
    const model = explored(`function f(a: ${type}): unknown { return a.sort((x, y) => x > y ? -1 : 1); }`, {
      elements: 3,
    });
    for (const list of lists(type).slice(0, -1)) model.agrees(list);
  });
});

describe('typed arrays', () => {
  it('share what their buffer holds', () => {
    agreesOn(
      `function f(a: Uint8Array, x: number): unknown { const part = a.subarray(1); part[0] = x; a[2] = x + 1; return [a, part]; }`,
      [new Uint8Array([1, 2, 3]), 300],
      [new Uint8Array([1, 2, 3]), NaN],
      [new Uint8Array([]), 1],
    );
    agreesOn(
      `function f(a: Uint8Array): unknown { a.set(a.subarray(0, 2), 1); return a; }`,
      [new Uint8Array([1, 2, 3])],
      [new Uint8Array([7, 9])],
    );
  });

  it('see the bytes of one another', () => {
    agreesOn(
      `function f(x: number): unknown {
        const words = new Uint32Array([x, 1]); const bytes = new Uint8Array(words.buffer, 1, 5); bytes[0] = 7;
        return [words, bytes, new Int16Array(words.buffer), new Int8Array(words.buffer)];
      }`,
      [0],
      [-1],
      [0x12345678],
      [2 ** 31],
    );
    agreesOn(
      `function f(a: Int8Array): unknown { const b = new Uint8Array(a.buffer); b[0] = 200; return [a, b]; }`,
      [new Int8Array([1, -1])],
      [new Int8Array([])],
    );
  });

  it('do not make up bytes of open fractions', () => {
    const source = `function f(x: number): unknown { return [...new Uint8Array(new Float64Array([1, x]).buffer)]; }`;
    expect(explored(source).paths.map(({ completion }) => completion?.kind)).toEqual(['cut']);
  });

  it('read and write at indices that are open', () => {
    const at = explored(`function f(a: Float64Array, i: number): unknown { return a[i]; }`, { elements: 4 });
    for (const i of [0, 1, 2, -1, 0.5, NaN, -0]) at.agrees(new Float64Array([1.5, -0]), i);
    const put = explored(`function f(a: Int16Array, i: number, x: number): unknown { a[i] = x; return a; }`, {
      elements: 4,
    });
    for (const i of [0, 1, 2, -1, 0.5, NaN]) put.agrees(new Int16Array([1, 2]), i, 70_000);
  });

  it.each([
    ['new Uint8Array([x as never])', [1n]],
    ['new BigInt64Array([x as never])', [1]],
    ["new BigInt64Array(['12' as never])", [0]],
    ["new BigInt64Array(['a' as never])", [0]],
    ['new BigInt64Array([x as never])', [true]],
    ['new Uint8Array([x as never])', ['12']],
    ['new Uint8Array([x as never])', [undefined]],
    ['new Uint8Array(new BigInt64Array(1) as never)', [0]],
    ['(Uint8Array as never as () => void)()', [0]],
    ['new Uint16Array(new ArrayBuffer(3))', [0]],
    ['new Uint16Array(new ArrayBuffer(4), 1)', [0]],
    ['new Uint16Array(new ArrayBuffer(4), 8)', [0]],
    ['new Uint16Array(new ArrayBuffer(4), 0, 5)', [0]],
    ['new Uint16Array(new ArrayBuffer(4), -1)', [0]],
    ['new Uint16Array(new ArrayBuffer(4), 2)', [0]],
    ['new Uint8Array(2).set([1, 2, 3])', [0]],
    ['new Uint8Array(2).set([1], -1)', [0]],
    ['new Uint8Array(2).with(5, 1)', [0]],
    ['new Uint8Array(2).sort(1 as never)', [0]],
    ['new Uint8Array(2).map(1 as never)', [0]],
    ['Object.freeze(new Uint8Array(2))', [0]],
    ['Object.freeze(new Uint8Array(0)).length', [0]],
    ['delete (new Uint8Array(2) as never as number[])[0]', [0]],
    ['delete (new Uint8Array(2) as never as number[])[5]', [0]],
    ['new Uint8Array({ length: 2, 0: 5 } as never)', [0]],
    ['Uint8Array.from({ length: 2, 1: 5 } as never)', [0]],
    ['Uint8Array.from(null as never)', [0]],
    ['new Uint8Array(null as never).length', [0]],
    ["new Uint8Array('2' as never).length", [0]],
    ['JSON.stringify(new Uint8Array([1, 2]))', [0]],
    ['`${new DataView(new ArrayBuffer(1))}`', [0]],
    ['Math.max(...new Float32Array([1, 0.1]))', [0]],
    ['[new Float64Array([0, -0, NaN, 1, -1]).sort()]', [0]],
    ['[1, 2].concat([...new Uint8Array([3])])', [0]],
    ['Array.prototype.map.call(new Uint8Array([1, 2]), (v) => (v as number) * 300)', [0]],
    ['((a) => { a.name = x; return a; })(new Uint8Array(1) as never as { name?: unknown })', [5]],
  ] as const)('does what the engine does: %s', (expression, args) => {
    agreesOn(`function f(x: ${typeof args[0]}): unknown { return ${expression}; }`, args);
  });

  it('sorts in the order of calls of the engine', () => {
    const source = `function f(x: number): unknown {
      const seen: string[] = [];
      const sorted = new Float64Array([5, x, 3, 9, 1, 7, 2]).sort((a, b) => { seen.push(a + ',' + b); return a - b; });
      return [sorted, seen];
    }`;
    agreesOn(source, [4], [NaN], [-0], [10]);
  });
});

describe('ArrayBuffer', () => {
  it.each([
    'b.byteLength',
    'b.slice(1)',
    'b.slice(1, -1)',
    'new Uint8Array(b)',
    'new Uint8Array(b, 1)',
    'new Uint8Array(b.slice(0, 2))',
    'ArrayBuffer.isView(b)',
    '(new Uint8Array(b)[0] = 9, b)',
  ])('agrees on %s', (expression) => {
    const model = explored(`function f(b: ArrayBuffer): unknown { return ${expression}; }`, { elements: 6 });
    for (const list of [[], [1], [1, 2], [1, 2, 3, 4]]) model.agrees(new Uint8Array(list).buffer);
  });

  it('refuses lengths that are none', () => {
    checkExact('function f(n) { return new ArrayBuffer(n).byteLength; }', [[0], [3.5], [-1], [Infinity], [NaN]]);
  });
});

describe('DataView', () => {
  const names = ['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64', 'BigInt64', 'BigUint64'];

  it.each(names)('reads %s as the engine does', (name) => {
    const bytes = [0x80, 0x01, 0xff, 0x7f, 0x12, 0x40, 0xc3, 0x3f, 0xaa];
    const isWhole = !/Float|Big/.test(name);
    const source = isWhole
      ? `function f(v: DataView): unknown { return [v.get${name}(1), v.get${name}(0, true), v.byteLength]; }`
      : `function f(): unknown { const v = new DataView(new Uint8Array([${bytes.join(', ')}]).buffer); return [v.get${name}(1), v.get${name}(0, true)]; }`;
    const model = explored(source, { elements: 12 });
    if (!isWhole) model.agrees();
    else for (const count of [0, 2, 5, 9]) model.agrees(new DataView(new Uint8Array(bytes.slice(0, count)).buffer));
  });

  it.each(names)('writes %s as the engine does', (name) => {
    const value = name.startsWith('Big') ? '-5n' : '-5.7';
    agreesOn(
      `function f(): unknown { const v = new DataView(new ArrayBuffer(12), 1); v.set${name}(1, ${value} as never); v.set${name}(3, ${value} as never, true); return v; }`,
      [],
    );
    if (/Float|Big/.test(name)) return;
    const open = explored(
      `function f(x: number): unknown { const v = new DataView(new ArrayBuffer(8)); v.set${name}(1, x); return [v, v.get${name}(1)]; }`,
    );
    for (const x of numbers) open.agrees(x);
  });

  it.each([
    'new DataView(1 as never)',
    'new DataView(new ArrayBuffer(2), 3)',
    'new DataView(new ArrayBuffer(2), -1)',
    'new DataView(new ArrayBuffer(2), 1, 3)',
    'new DataView(new ArrayBuffer(2)).getInt16(1)',
    'new DataView(new ArrayBuffer(2)).getInt16(-1)',
    'new DataView(new ArrayBuffer(8)).setBigInt64(0, 1 as never)',
    '(DataView as never as () => void)()',
    'new DataView(new ArrayBuffer(4), 1).byteOffset',
  ])('does what the engine does: %s', (expression) => {
    agreesOn(`function f(): unknown { return ${expression}; }`, []);
  });

  it('counts as what it is', () => {
    expect(explored('function f(v: DataView): number { return v.byteLength; }').paths).toHaveLength(1);
  });
});
