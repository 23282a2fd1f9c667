import { describe, expect, it } from 'vitest';
import { agreesOn, explored } from './explored-model';

const arrays = [[], [1], [1, 2, 3]];
const positions = [0, 1, -1, 5, -5, 1.5, Number.NaN, Infinity];

describe('ends', () => {
  it.each([
    'push(7)',
    'push()',
    'push(7, 8)',
    'pop()',
    'shift()',
    'unshift(7)',
    'unshift()',
    'unshift(7, 8)',
    'reverse()',
  ])('%s', (call) => {
    agreesOn(`function f(a: number[]) { return a.${call}; }`, ...arrays.map((a) => [a]));
    agreesOn(`function f(n: number) { const a = [n, , 3, ,]; const r = a.${call}; return [r, a, a.length]; }`, [1]);
    agreesOn(
      `function f(n: number) { const o: Record<string, unknown> = { length: 2, 0: n }; const r = Array.prototype.${call.replace('(', '.call(o,').replace(',)', ')')}; return [r === o ? 0 : r, o]; }`,
      [1],
    );
    agreesOn(`function f(n: number) { return Object.freeze([n, 2, 3] as number[] & []).${call}; }`, [1]);
    agreesOn(`function f(n: number) { return (Object.freeze([]) as unknown as number[]).${call}; }`, [1]);
    agreesOn(
      `function f(n: number) { const a = Object.preventExtensions([n, 2, 3]); try { a.${call}; } catch (e) { return [(e as Error).message, a]; } return a; }`,
      [1],
    );
  });

  it('gives what an array that has been shortened and grown again does not have', () => {
    const grown = explored(
      'function f(a: number[]) { a.pop(); const l = a.length; a[l + 1] = 5; return [a.length, l in a]; }',
    );
    grown.agrees([]);
    grown.agrees([1]);
    agreesOn(
      'function f(a: number[]) { a.shift(); a.push(1); a.length = 1; return [a, 1 in a]; }',
      ...arrays.map((a) => [a]),
    );
  });

  it('complains of receivers', () => {
    agreesOn('function f(n: number) { return Array.prototype.push.call({ length: 2 ** 53 - 1 } as never, n); }', [1]);
    const text = explored('function f(s: string) { return Array.prototype.push.call(s, 1); }');
    text.agrees('ab');
    agreesOn('function f() { return Array.prototype.pop.call(undefined as never); }', []);
  });
});

describe('splice', () => {
  it('takes away and puts in', () => {
    const { agrees } = explored('function f(a: number[], i: number, n: number) { return a.splice(i, n, 7, 8); }');
    const shorter = explored('function f(a: number[], i: number, n: number) { return a.splice(i, n); }');
    for (const array of arrays) {
      for (const i of positions) {
        for (const n of [0, 1, 2, -1, 9, Number.NaN, Infinity]) {
          agrees([...array], i, n);
          shorter.agrees([...array], i, n);
        }
      }
    }
    agreesOn('function f(a: number[]) { return [a.splice(0, 0), (a.splice as () => unknown)(), a.splice(1)]; }', [
      [1, 2, 3],
    ]);
    agreesOn('function f(a: number[], n?: number) { return a.splice(0, n as never); }', [[1, 2, 3], undefined]);
  });

  it('works on anything, and fails where the engine does', () => {
    const receivers = [
      '{ length: 4, 0: 1, 1: 2, 3: n }',
      'Object.freeze([n, 2, 3])',
      'Object.preventExtensions([n, 2, 3])',
      '[n, , 3, , 5]',
    ];
    for (const receiver of receivers) {
      for (const args of ['0, 1', '0, 0, 9', '0, 1, 9', '0, 2, 9', '2, 1', '1, 1, 8, 9', '0, 0']) {
        agreesOn(
          `function f(n: number) { const a = ${receiver}; try { return [Array.prototype.splice.call(a, ${args}), a]; } catch (e) { return [(e as Error).message, a]; } }`,
          [1],
        );
      }
    }
  });
});

describe('fill and copyWithin', () => {
  it('fills a part', () => {
    const { agrees } = explored('function f(a: number[], i: number, j: number) { return a.fill(9, i, j); }');
    for (const array of arrays) for (const i of positions) for (const j of positions) agrees([...array], i, j);
    agreesOn('function f(a: number[]) { return a.fill(0) === a; }', ...arrays.map((a) => [a]));
    agreesOn('function f(n: number) { return Object.freeze([n] as number[] & []).fill(0, 0, 1); }', [1]);
  });

  it('copies inside', () => {
    const { agrees } = explored(
      'function f(t: number, i: number, j: number) { return [1, 2, , 4, 5].copyWithin(t, i, j); }',
    );
    for (const t of positions) for (const i of positions) for (const j of [0, 3, -1, 9]) agrees(t, i, j);
    agreesOn('function f(a: number[]) { return a.copyWithin(0, 1); }', ...arrays.map((a) => [a]));
  });
});

/** Sorts, and gives the comparisons that were made. */
function log(values: string, comparison: string): string {
  return `function f(n: number) { const log: unknown[] = []; const r = [${values}].sort((x, y) => { log.push([x, y]); return ${comparison}; }); return [r, log, n]; }`;
}

describe('sort', () => {
  const lists = [[], [1], [2, 1], [3, 1, 2], [3, -0, 0, 1], [10, 9, 1], [Number.NaN, 2, 1]];

  it.each(['sort', 'toSorted'])('%s sorts by text, or as it is told', (method) => {
    agreesOn(`function f(a: number[]) { return a.${method}(); }`, ...lists.map((a) => [a]));
    agreesOn(`function f(a: number[]) { return a.${method}((x, y) => x - y); }`, ...lists.map((a) => [a]));
    agreesOn(`function f(a: string[]) { return a.${method}(); }`, [['b', 'a', '']], [['\ud83d\ude00', '\uff5e']]);
    agreesOn(`function f(a: (number | undefined)[]) { return a.${method}((x, y) => y! - x!); }`, [[1, undefined, 2]]);
    agreesOn(`function f(n: number) { return [3, , n, undefined, 1].${method}(); }`, [2]);
    agreesOn(`function f(n: number) { return [n].${method}(n as never); }`, [2]);
    agreesOn(`function f() { return Array.prototype.${method}.call(null); }`, []);
  });

  it('is stable', () => {
    agreesOn('function f(a: { k: number; v: number }[]) { return a.sort((x, y) => x.k - y.k); }', [
      [
        { k: 1, v: 1 },
        { k: 0, v: 2 },
        { k: 1, v: 3 },
        { k: 0, v: 4 },
      ],
    ]);
  });

  it('compares in the order of the engine, so that inconsistent comparisons give the same', () => {
    const orders = ['1, 2, 3, 4, 5', '5, 4, 3, 2, 1', '3, 5, 1, 2, 4', '2, 1, 4, 3, 6, 5', '1, 1, 1'];
    for (const order of orders) {
      for (const comparison of ['x - y', 'y - x', 'x > y as never', 'x < y as never', '1', '-1', '0', 'NaN']) {
        agreesOn(log(order, comparison), [1]);
      }
    }
    const many = Array.from({ length: 24 }, (_, index) => (index * 17) % 23).join(', ');
    agreesOn(log(many, 'x - y'), [1]);
    agreesOn(log(many, '(x > y) as never'), [1]);
  });

  it('sorts many', () => {
    const many = Array.from({ length: 66 }, (_, index) => `[${(index * 17) % 23}, ${index}]`).join(', ');
    agreesOn(`function f(n: number) { return [${many}].sort((x, y) => x[0]! - y[0]!).concat(n as never); }`, [1]);
  });

  it('writes to what is like an array', () => {
    agreesOn('function f(n: number) { return Array.prototype.sort.call({ length: 4, 0: n, 1: 3, 3: 1 }); }', [2]);
    agreesOn('function f(n: number) { return Object.freeze([n, 1] as number[] & []).sort(); }', [2]);
  });

  it('has a path for each order', () => {
    const { paths } = explored(
      'function f(a: number, b: number, c: number) { return [a, b, c].sort((x, y) => x - y); }',
    );
    expect(paths.length).toBeLessThanOrEqual(8);
  });
});
