import { expect, test } from 'vitest';
import { conjunction } from '#result/conjunction';

test.each([
  [[], 'true'],
  [['a || b'], 'a || b'],
  [['x > 0', 'y'], 'x > 0 && y'],
  [['x > 0', 'x > 0'], 'x > 0'],
  [['a || b', 'c'], '(a || b) && c'],
  [['a ?? b', 'c'], '(a ?? b) && c'],
  [['a && (b || c)', 'd'], 'a && (b || c) && d'],
  [['f(a, b)', 'c'], 'f(a, b) && c'],
  [['a ? b : c', 'd'], '(a ? b : c) && d'],
  [["text === 'a || b'", 'c'], "text === 'a || b' && c"],
  [['/a?/.test(x)', 'c'], '/a?/.test(x) && c'],
  // Not JavaScript, but what a reader understands.
  [['load(#0) returns', 'a?.b'], 'load(#0) returns && a?.b'],
  [['!load(#0) returns', '(error of load(#0)) === 0 || b'], '!load(#0) returns && ((error of load(#0)) === 0 || b)'],
])('%j', (conditions, text) => {
  expect(conjunction(conditions)).toBe(text);
});
