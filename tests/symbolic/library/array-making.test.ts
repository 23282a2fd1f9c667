import { describe, expect, it } from 'vitest';
import { agreesOn, explored } from './explored-model';

const positions = [0, 1, 2, -1, -2, 5, -5, 1.5, Number.NaN, Infinity, -Infinity];

describe('slice', () => {
  it.each(['number[]', '(number | string)[]'])('takes a part of %s', (type) => {
    const source = `function f(a: ${type}, i: number, j: number) { return a.slice(i, j); }`;
    const { agrees } = explored(source);
    for (const array of [[], [1], [1, 2, 3]])
      for (const i of positions) for (const j of positions) agrees([...array], i, j);
  });

  it('takes all without arguments, and keeps holes', () => {
    agreesOn('function f(a: number[]) { const b = a.slice(); b.push(9); return b; }', [[]], [[1, 2]]);
    agreesOn('function f(n: number) { return [n, , n].slice(0, 2); }', [1]);
    agreesOn('function f(a: number[], i?: number) { return a.slice(1, i); }', [[1, 2, 3], undefined], [[1, 2, 3], 2]);
  });

  it('makes an array of arguments', () => {
    agreesOn('function f(a: number, b: number) { return Array.prototype.slice.call(arguments, 1); }', [1, 2]);
    agreesOn('function f(s: string) { return Array.prototype.slice.call(s); }', [''], ['ab']);
  });
});

describe('concat', () => {
  it('takes arrays apart and nothing else', () => {
    agreesOn(
      'function f(a: number[], b: number | number[]) { return a.concat(b as never, [[1]] as never); }',
      [[], 1],
      [[1], [2, 3]],
    );
    agreesOn('function f(a: number[]) { return a.concat(); }', [[1]]);
    agreesOn('function f(x: number) { return [x, ,].concat([, x] as never); }', [1]);
    agreesOn(
      'function f(x: number) { return ([] as unknown[]).concat({ length: 2, 0: x, 1: x, [Symbol.isConcatSpreadable]: true } as never); }',
      [1],
    );
    agreesOn('function f(x: number) { return Array.prototype.concat.call(null, x); }', [1]);
  });
});

describe('flat and flatMap', () => {
  it('flattens to a depth', () => {
    const { agrees } = explored('function f(d: number) { return [1, [2, [3, [4, , 5]]], , [[]]].flat(d); }');
    for (const depth of [0, 1, 2, 3, 10, -1, 1.7, Number.NaN, Infinity]) agrees(depth);
    agreesOn('function f(a: number[][]) { return a.flat(); }', [[[1, 2], [], [3]]], [[]]);
    agreesOn('function f(a: (number | number[])[]) { return a.flat(); }', [[1, [2], 3]]);
  });

  it('maps before', () => {
    agreesOn(
      'function f(a: number[]) { return a.flatMap((x, i) => (x > 1 ? [x, [i]] : x) as never); }',
      [[]],
      [[1, 2]],
    );
    agreesOn('function f(g: number) { return [1].flatMap(g as never); }', [1]);
  });
});

describe('join and toString', () => {
  it('leaves out what is missing', () => {
    agreesOn(
      'function f(a: (number | string | null | undefined)[], s: string) { return a.join(s); }',
      [[1, null, 'x'], '-'],
      [[], '-'],
      [[undefined], ''],
      [[-0, 1e21], ', '],
    );
    agreesOn('function f(a: boolean[], s?: string) { return a.join(s); }', [[true, false], undefined], [[true], 'x']);
    agreesOn('function f(n: number) { return String([n, [n, , [n]], { toString: () => "o" }]); }', [1.5]);
    agreesOn('function f(n: number) { return [1, n].join(n as never); }', [7]);
    agreesOn('function f() { return [Symbol("a")].join(); }', []);
    agreesOn(
      'function f() { return Array.prototype.toString.call({ join: () => 7 }) + Array.prototype.toString.call({}); }',
      [],
    );
  });
});

describe('map, filter, forEach, reduce', () => {
  const arrays = [[], [1], [1, 2, 3]];

  it('maps and keeps holes', () => {
    agreesOn('function f(a: number[]) { return a.map((x) => x * 2); }', ...arrays.map((a) => [a]));
    agreesOn('function f(n: number) { return [n, , n].map((x, i, all) => [x, i, all.length]); }', [1]);
    agreesOn('function f(a: number[]) { return a.map(String); }', ...arrays.map((a) => [a]));
    agreesOn('function f(a: string[]) { return a.map(Number); }', [['1', 'x', '']]);
  });

  it('filters', () => {
    agreesOn('function f(a: number[]) { return a.filter((x) => x % 2 === 1); }', ...arrays.map((a) => [a]));
    agreesOn('function f(a: (number | null | string)[]) { return a.filter(Boolean); }', [[0, null, 'x', 2]]);
  });

  it('visits only what was there and still is', () => {
    agreesOn(
      'function f(a: number[]) { const seen: number[] = []; a.forEach((x, i) => { seen.push(x); if (i === 0) { a.pop(); a.push(7, 8); } }); return seen; }',
      ...arrays.map((a) => [a]),
    );
  });

  it.each(['reduce', 'reduceRight'])('%s', (method) => {
    agreesOn(`function f(a: number[]) { return a.${method}((s, x, i) => s * 2 + x + i); }`, ...arrays.map((a) => [a]));
    agreesOn(`function f(a: number[]) { return a.${method}((s, x) => s + x, ''); }`, ...arrays.map((a) => [a]));
    agreesOn(
      `function f(a: number[]) { return a.${method}((s, x) => s + x, undefined as never); }`,
      ...arrays.map((a) => [a]),
    );
    agreesOn(`function f(n: number) { return [, n, , n].${method}((s, x, i, all) => s + x + i + all.length); }`, [1]);
    agreesOn(`function f(n: number) { return [].${method}(n as never); }`, [1]);
  });

  it('goes over what is like an array', () => {
    agreesOn(
      'function f(l: number) { return Array.prototype.map.call({ length: l, 0: "a", 2: "c" }, (x) => x + "!"); }',
      [0],
      [1],
      [3],
      [Number.NaN],
      [-4],
    );
    agreesOn('function f(s: string) { return Array.prototype.map.call(s, (x) => x + x); }', ['ab'], ['']);
  });
});

describe('copies', () => {
  const arrays = [[], [1], [1, 2, 3]];

  it('toReversed, toSpliced, with', () => {
    agreesOn('function f(a: number[]) { return a.toReversed(); }', ...arrays.map((a) => [a]));
    const spliced = explored('function f(a: number[], i: number, n: number) { return a.toSpliced(i, n, 7, 8); }');
    const replaced = explored('function f(a: number[], i: number) { return a.with(i, 9); }');
    for (const array of arrays) {
      for (const i of positions) {
        replaced.agrees([...array], i);
        for (const n of [0, 1, -1, 5, Number.NaN, Infinity]) spliced.agrees([...array], i, n);
      }
    }
    agreesOn('function f(a: number[]) { return [a.toSpliced(), a.toSpliced(1)]; }', [[1, 2, 3]], [[]]);
    agreesOn(
      'function f(n: number) { return [[n, , n].toReversed(), [n, , n].with(0, 5), [n, ,].toSpliced(0, 0)]; }',
      [1],
    );
  });
});

describe('constructors', () => {
  it('Array', () => {
    const { agrees } = explored('function f(n: number) { const a = new Array(n); return [a.length, 0 in a]; }');
    for (const n of [0, 1, 5, 2 ** 32 - 1, 2 ** 32, -1, 1.5, Number.NaN]) agrees(n);
    agreesOn('function f(s: string) { return [Array(s), new Array(), Array(1, 2), Array.of(3)]; }', ['x']);
    agreesOn('function f(n: number) { return new Array(n).fill(0); }', [0], [3]);
    agreesOn('function f(x: unknown) { return Array.isArray(x); }', [1], [[]], [{}], [null]);
  });

  it('Array.from', () => {
    agreesOn('function f(a: number[]) { return Array.from(a, (x, i) => x + i); }', [[]], [[1, 2]]);
    agreesOn(
      'function f(l: number) { return Array.from({ length: l }, (_, i) => i); }',
      [0],
      [3],
      [-1],
      [Number.NaN],
      [1.5],
    );
    agreesOn('function f(s: Set<number>) { return Array.from(s); }', [new Set([])], [new Set([1, 2])]);
    agreesOn('function f(n: number) { return Array.from(new Map([[n, 1]])); }', [5]);
    agreesOn('function f(n: number) { return Array.from([n, , n]); }', [5]);
    agreesOn('function f(x: null | undefined) { return Array.from(x as never); }', [null], [undefined]);
    agreesOn('function f(n: number) { return Array.from(n as never); }', [3]);
    agreesOn('function f(n: number) { return Array.from([1], n as never); }', [3]);
    agreesOn('function f(n: number) { return Array.from({ [Symbol.iterator]: n } as never); }', [3]);
    agreesOn(
      'function f(n: number) { const log: string[] = []; try { Array.from({ *[Symbol.iterator]() { try { yield n; } finally { log.push("closed"); } } }, () => { throw new Error("x"); }); } catch (e) { log.push((e as Error).message); } return log; }',
      [3],
    );
  });

  it('makes few paths of a literal', () => {
    expect(explored('function f(n: number) { return [n, 2].map((x) => x + 1); }').paths).toHaveLength(1);
  });
});

describe('iterators', () => {
  it('gives keys, values and entries', () => {
    agreesOn(
      'function f(a: string[]) { return [[...a.keys()], [...a.values()], [...a.entries()]]; }',
      [[]],
      [['x', 'y']],
    );
    agreesOn(
      'function f(a: number[]) { const seen: number[] = []; for (const x of a) { seen.push(x); if (seen.length < 4 && x > 1) a.push(1); } return seen; }',
      [[]],
      [[1]],
      [[2]],
    );
    agreesOn(
      'function f(n: number) { const i = [n].values(); return [i.next(), i.next(), i.next(), i[Symbol.iterator]() === i]; }',
      [1],
    );
    agreesOn('function f() { return [].values().next.call({} as never); }', []);
  });
});

describe('instances of classes that extend Array', () => {
  const classes = `class List extends Array<number> { sum() { let n = 0; for (const x of this) n += x; return n; } }
    class Counted extends Array<number> { made: unknown[]; constructor(...args: number[]) { super(...args); this.made = args; } }
    class Plain extends Array<number> { static override get [Symbol.species]() { return Array; } }`;

  it.each([
    'map((x) => x + 1)',
    'filter((x) => x > 1)',
    'slice(1)',
    'concat([n])',
    'splice(0, 1)',
    'flat()',
    'flatMap((x) => [x, n])',
  ])('make others of their class: %s', (call) => {
    for (const name of ['List', 'Counted', 'Plain']) {
      const source = `function f(n: number) { ${classes} const made = new ${name}(n, 2, 3).${call};
        return [made instanceof ${name}, made.length, [...made], (made as { made?: unknown }).made, (made as List).sum?.()]; }`;
      agreesOn(source, [1], [5]);
    }
  });

  it('make plain arrays where methods copy for good', () => {
    agreesOn(
      `function f(n: number) { ${classes} const list = new List(n, 1); return [list.toSorted() instanceof List, list.with(0, 1) instanceof List, list.toSpliced(0, 1) instanceof List]; }`,
      [3],
    );
  });
});
