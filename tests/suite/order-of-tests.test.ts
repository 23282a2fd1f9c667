import { expect, test } from 'vitest';
import { keyOf, orderOfTests } from '#suite/order-of-tests';
import type { Execution, Recording } from '#trace/recording';

/** Names of tests, by process; one in brackets is skipped and has run nothing. */
function recording(processes: readonly string[], more: Partial<Recording> = {}): Recording {
  const executions: Execution[] = [];
  const segments = processes.map((names, process) => {
    for (const name of names.split(' ')) {
      const isSkipped = name.startsWith('(');
      executions.push({
        test: { file: 'test/a.js', titles: [name], ordinal: 0, project: null },
        runner: 'mocha',
        outcome: isSkipped ? 'skipped' : 'passed',
        milliseconds: 1,
        segments: isSkipped ? [] : [process],
        reads: [],
        environment: [],
        calls: [],
        together: null,
      });
    }
    return { process, functions: new Uint32Array(), first: new Float64Array(), last: new Float64Array() };
  });
  return { runner: 'mocha', modules: [], segments, executions, notes: [], ...more };
}

function ordered(old: Recording, fresh: Recording): string | null {
  const order = orderOfTests({ old, fresh, isShared: true });
  if (order === null) return null;
  const tests = new Map([...old.executions, ...fresh.executions].map((each) => [keyOf(each.test), each.test]));
  return [...tests.values()]
    .toSorted((a, b) => order(a) - order(b))
    .map(({ titles }) => titles[0])
    .join(' ');
}

test('tests that are run again by themselves stand where they stood', () => {
  expect(ordered(recording(['a b (c) d']), recording(['d', 'b (c)']))).toBe('a b (c) d');
});

test('new tests stand beside those that they ran with', () => {
  expect(ordered(recording(['a b c d']), recording(['x y b u v d w']))).toBe('a x y b u v c d w');
});

test('the order is lost where nothing tells it', () => {
  expect(ordered(recording(['a b', 'c']), recording(['b']))).toBeNull();
  expect(ordered(recording(['a b c']), recording(['c b']))).toBeNull();
  expect(ordered(recording(['a b']), recording(['x']))).toBeNull();
});

test('a recording that was merged before says itself whether it is in order', () => {
  const parts = [[0, 1]];
  expect(ordered(recording(['a b', 'c'], { parts }), recording(['b']))).toBeNull();
  expect(ordered(recording(['a b', 'c'], { parts, isInOrder: true }), recording(['b']))).toBe('a b c');
});
