import { describe, expect, it } from 'vitest';
import { agreesOn, explored } from './explored-model';

const arrays = [[], [1], [1, 2, 3], [Number.NaN, -0, 0], [3, 1, 3, 1]];
const indices = [0, 1, -1, -3, -4, 2.5, -0.5, Number.NaN, Infinity, -Infinity, 2 ** 32, -0];

function each(lists: readonly (readonly unknown[])[]): unknown[][] {
  return lists.reduce<unknown[][]>((made, list) => made.flatMap((row) => list.map((item) => [...row, item])), [[]]);
}

describe('at', () => {
  it('counts from either end', () => {
    agreesOn('function f(a: number[], i: number) { return a.at(i); }', ...each([arrays, indices]));
  });

  it('takes any object with a length', () => {
    agreesOn(
      'function f(l: number, i: number) { return Array.prototype.at.call({ length: l, 0: "x", 1: "y" }, i); }',
      ...each([
        [0, 1, 2, -1, 1.5, Number.NaN],
        [0, 1, -1, 5],
      ]),
    );
    agreesOn('function f(i: number) { return Array.prototype.at.call(null, i); }', [0]);
  });
});

describe.each(['includes', 'indexOf', 'lastIndexOf'])('%s', (method) => {
  const wanted = [1, 3, Number.NaN, 0, -0, 7];

  it('compares as the language says', () => {
    agreesOn(`function f(a: number[], x: number) { return a.${method}(x); }`, ...each([arrays, wanted]));
  });

  it('starts where it is told', () => {
    agreesOn(
      `function f(a: number[], x: number, i: number) { return a.${method}(x, i); }`,
      ...each([arrays, [1, 3, Number.NaN], indices]),
    );
    agreesOn(`function f(a: number[], x: number, i?: number) { return a.${method}(x, i); }`, [[1, 2], 1, undefined]);
  });

  it('knows all elements of a literal', () => {
    agreesOn(
      `function f(x: string | number | null | undefined) { return ['a', 1, null, , 'b', 'a'].${method}(x as never); }`,
      ...['a', 'b', 1, 2, null, undefined, ''].map((x) => [x]),
    );
  });

  it('takes any object', () => {
    agreesOn(`function f(x: string) { return Array.prototype.${method}.call('abc', x); }`, ['b'], ['d']);
    agreesOn(`function f(x: string) { return Array.prototype.${method}.call(undefined, x); }`, ['b']);
  });

  it('tells objects apart', () => {
    agreesOn(`function f(x: number) { const o = { x }; return [{ x }, o, [o]].${method}(o); }`, [1]);
  });
});

it('finds a text among some without a fork', () => {
  const { paths } = explored("function f(x: string) { return ['a', 'b', 'c'].includes(x); }");
  expect(paths).toHaveLength(1);
});

describe.each(['every', 'some', 'find', 'findIndex', 'findLast', 'findLastIndex'])('%s', (method) => {
  it('asks until it knows', () => {
    agreesOn(
      `function f(a: number[]) { const seen: unknown[] = []; const r = a.${method}((x, i) => { seen.push(x, i); return x > 1; }); return [r, seen]; }`,
      ...arrays.map((array) => [array]),
    );
  });

  it('counts what is true as true', () => {
    agreesOn(
      `function f(a: (string | number | null)[]) { return a.${method}((x) => x as never); }`,
      [['', 0, null]],
      [['', 'a', 0]],
      [[Number.NaN, 5]],
    );
  });

  it('hands on holes, receivers and the array', () => {
    agreesOn(
      `function f(n: number) { const seen: unknown[] = []; const r = [1, , n].${method}(function (this: object, x, i, all) { seen.push(x, i, all.length, this); return ${method === 'every'}; }, { me: 1 }); return [r, seen]; }`,
      [3],
    );
  });

  it('sees what its function changes', () => {
    agreesOn(
      `function f(a: number[]) { const seen: number[] = []; const r = a.${method}((x, i, all) => { seen.push(x); all.pop(); return ${method === 'every'}; }); return [r, seen]; }`,
      [[1, 2, 3]],
      [[]],
      [[1]],
    );
  });

  it('complains as the engine does', () => {
    agreesOn(
      `function f(a: number[], g: string | number | null) { return a.${method}(g as never); }`,
      [[1], 'x'],
      [[], 5],
      [[], null],
    );
    agreesOn(`function f() { return Array.prototype.${method}.call(null, () => true); }`, []);
    agreesOn(`function f(a: number[]) { return a.${method}(() => { throw new RangeError('no'); }); }`, [[1]], [[]]);
  });
});
