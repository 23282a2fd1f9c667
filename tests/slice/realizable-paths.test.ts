import { describe, expect, test } from 'vitest';
import { LabelledFiles } from '../dependence/labelled-files';

describe('a slice follows calls back to where they came from only', () => {
  test('with two calls of one function', () => {
    const files = program(`
      function same(x) {
        return x; // [body]
      }
      const a = source(); // [a]
      const b = source(); // [b]
      const c = same(a); // [first]
      const d = same(b); // [second]
      sink(c); // [sink-first]
      sink(d); // [sink-second]`);
    expect(files.slicedLabels(['a'])).toEqual(['body', 'a', 'first', 'sink-first']);
    expect(files.slicedLabels(['b'])).toEqual(['body', 'b', 'second', 'sink-second']);
    expect(files.slicedLabels(['body'])).toEqual(['body', 'first', 'second', 'sink-first', 'sink-second']);
    expect(files.slicedLabels(['sink-first'], 'backward')).toEqual(['body', 'a', 'first', 'sink-first']);
    expect(files.slicedLabels(['body'], 'backward')).toEqual(['body', 'a', 'b', 'first', 'second']);
  });

  test('through two levels of calls', () => {
    const files = program(`
      function inner(p, q) {
        return p; // [inner]
      }
      function outer(p, q) {
        return inner(p, q); // [outer]
      }
      const a = source(); // [a]
      const b = source(); // [b]
      const c = outer(a, b); // [call]
      const d = outer(b, a); // [swapped]
      sink(c); // [sink]
      sink(d); // [sink-swapped]`);
    expect(files.slicedLabels(['a'])).toEqual(['inner', 'outer', 'a', 'call', 'swapped', 'sink']);
    expect(files.slicedLabels(['b'])).toEqual(
      ['outer', 'inner', 'b', 'call', 'swapped', 'sink-swapped'].toSorted(inOrder(files)),
    );
    expect(files.slicedLabels(['sink'], 'backward')).toEqual(['inner', 'outer', 'a', 'call', 'sink']);
  });

  test('with recursion', () => {
    const files = program(`
      function last(n, keep, drop) {
        if (n === 0) return keep; // [end]
        return last(n - 1, keep, drop); // [again]
      }
      const a = source(); // [a]
      const b = source(); // [b]
      const c = last(3, a, b); // [call]
      const d = last(3, b, a); // [swapped]
      sink(c); // [sink]
      sink(d); // [sink-swapped]`);
    expect(files.slicedLabels(['a'])).not.toContain('sink-swapped');
    expect(files.slicedLabels(['a'])).toContain('sink');
    expect(files.slicedLabels(['sink'], 'backward')).toEqual(['end', 'again', 'a', 'call', 'sink']);
  });

  test('with mutual recursion', () => {
    const files = program(`
      function even(n, x, y) {
        return n === 0 ? x : odd(n - 1, y, x); // [even]
      }
      function odd(n, x, y) {
        return n === 0 ? 0 : even(n - 1, y, x); // [odd]
      }
      function apart(n, x) {
        return n; // [apart]
      }
      const a = source(); // [a]
      const b = source(); // [b]
      const c = even(4, a, b); // [call]
      const d = apart(4, a); // [call-apart]
      sink(c); // [sink]
      sink(d); // [sink-apart]`);
    expect(files.slicedLabels(['a'])).toEqual(['even', 'odd', 'a', 'call', 'call-apart', 'sink']);
    expect(files.slicedLabels(['b'])).toEqual(['even', 'odd', 'b', 'call']);
    expect(files.slicedLabels(['sink'], 'backward')).toEqual(['even', 'odd', 'a', 'call', 'sink']);
  });

  test('but shared state that a callee changes is seen by every caller', () => {
    const files = program(`
      let kept = 0; // [kept]
      function keep(x) {
        kept = x; // [write]
      }
      function read() {
        return kept; // [read]
      }
      const a = source(); // [a]
      const b = source(); // [b]
      keep(a); // [keep-a]
      sink(read()); // [sink]
      keep(b); // [keep-b]`);
    expect(files.slicedLabels(['a'])).toEqual(['write', 'read', 'a', 'keep-a', 'sink']);
    expect(files.slicedLabels(['b'])).toEqual(['write', 'read', 'b', 'sink', 'keep-b']);
    expect(files.slicedLabels(['sink'], 'backward')).toEqual([
      'kept',
      'write',
      'read',
      'a',
      'b',
      'keep-a',
      'sink',
      'keep-b',
    ]);
  });

  test('and so are fields of an object that the callee was given', () => {
    const files = program(`
      function put(target, value) {
        target.x = value; // [put]
      }
      const one = { x: 0 }; // [one]
      const two = { x: 0 }; // [two]
      const a = source(); // [a]
      put(one, a); // [put-one]
      sink(one.x); // [sink-one]
      sink(two.x); // [sink-two]`);
    expect(files.slicedLabels(['a'])).toEqual(['put', 'a', 'put-one', 'sink-one']);
    expect(files.slicedLabels(['sink-two'], 'backward')).toEqual(['two', 'sink-two']);
  });

  test('an error comes back to the call that raised it', () => {
    const files = program(`
      function check(x) {
        if (x < 0) throw new Error('negative'); // [check]
        return 1; // [one]
      }
      const a = source(); // [a]
      const b = source(); // [b]
      function first() {
        check(a); // [check-a]
        sink(1); // [after-a]
      }
      function second() {
        check(b); // [check-b]
        sink(2); // [after-b]
      }
      first(); // [call-first]
      second(); // [call-second]`);
    expect(files.slicedLabels(['check-a'])).toContain('after-a');
    expect(files.slicedLabels(['check'])).toContain('after-b');
    expect(files.slicedLabels(['after-a'], 'backward')).toContain('check-a');
  });
});

describe('tests', () => {
  const files = new LabelledFiles({
    'src/a.js': `
      export const state = { n: 0 }; // [state]
      export function add(x) {
        state.n += x; // [add]
        return state.n; // [get]
      }
      export function use() {
        return add(1); // [use]
      }`,
    'tests/a.test.js': `
      import { add, state } from '../src/a.js';
      const given = 5; // [given]
      state.n = 7; // [set]
      const seen = add(given); // [call]
      check(seen); // [check]`,
  });

  test('do not reach the code that they exercise', () => {
    expect(files.slicedLabels(['given'], 'forward', { isTest })).toEqual(['given', 'call', 'check']);
    expect(files.slicedLabels(['set'], 'forward', { isTest })).toEqual(['set']);
  });

  test('reach it like any other code when nobody says that they are tests', () => {
    expect(files.slicedLabels(['given'])).toEqual(['add', 'get', 'use', 'given', 'call', 'check']);
    expect(files.slicedLabels(['set'])).toContain('get');
  });

  test('are reached by the code that they exercise', () => {
    expect(files.slicedLabels(['add'], 'forward', { isTest })).toContain('check');
    expect(files.slicedLabels(['get'], 'forward', { isTest })).toContain('check');
  });
});

function isTest(path: string): boolean {
  return path.startsWith('tests/');
}

function program(body: string): LabelledFiles {
  return new LabelledFiles({ 'a.js': body });
}

function inOrder(files: LabelledFiles): (a: string, b: string) => number {
  return (a, b) => files.labels.indexOf(a) - files.labels.indexOf(b);
}
