import { describe, expect, test } from 'vitest';
import { printObserved } from '#replay/print-observed';
import { instrument, watchKey } from '#trace/instrument';
import { decodeCall } from '#trace/recorded-call';
import type { Execution } from '#trace/recording';
import type { Runner } from '#trace/runner';
import { jestRunner } from '#trace/runners/jest';
import { mochaRunner } from '#trace/runners/mocha';
import { nodeTestRunner } from '#trace/runners/node-test';
import { vitestRunner } from '#trace/runners/vitest';
import { recordProject } from './record-project';
import { withRecorder } from './with-recorder';

/** The call as source; `?` for one that is not known. */
function shown(input: string | null): string {
  const call = input === null ? null : decodeCall(input);
  if (call === null) return '?';
  const receiver = printObserved(call.receiver);
  return `${receiver === 'undefined' ? '' : `${receiver} `}(${call.args.map(printObserved).join(', ')})`;
}

/** What all functions of a text tell of being called, when it is run. */
function calls(code: string): string[] {
  const { entries, restore } = withRecorder();
  try {
    const request = { code, path: 'a.js', mode: 'after', format: 'commonjs' } as const;
    const watched = new Set(instrument(request)?.functions.map(watchKey));
    const made = instrument({ ...request, watched });
    new Function(made?.code ?? '')();
    return entries.flatMap((entry) => (entry.t === 'call' ? [shown(entry.input)] : []));
  } finally {
    restore();
  }
}

describe('functions that are watched', () => {
  test.each([
    ['a function', 'function f(a, b = 2) {} f(1); f("x", null, undefined);', ['(1)', '("x", null, undefined)']],
    ['an arrow function', 'const f = (a, ...rest) => a; f(-0, 1n, NaN);', ['(-0, 1n, NaN)']],
    ['an arrow function with a body', 'const f = (a) => { a.x = 2; }; f({ x: 1 });', ['({ x: 1 })']],
    [
      'a method that uses its object',
      'class A { x = 1; f(a) { return this.x; } } new A().f(3);',
      ['Object.assign(Object.create(A.prototype), { x: 1 }) (3)'],
    ],
    ['a method that does not', '({ x: 1, f() { return 2; } }).f(3);', ['(3)']],
    ['a constructor', 'class A { constructor(x) { this.x = x; } } new A([1, [2]]);', ['([1, [2]])']],
    ['a derived one', 'class A {} class B extends A { constructor(x) { super(); } } new B(1);', ['(1)']],
    ['an accessor', '({ set x(v) {} }).x = new Map([[1, 2]]);', ['(new Map([[1, 2]]))']],
    ['the same call again', 'function f(a) {} f(1); f(1); f(2);', ['(1)', '(2)']],
    ['an object as it was before', 'function f(a) { a.push(1); } const a = []; f(a); f(a);', ['([])', '([1])']],
    ['shared objects', 'function f(a, b) {} const o = {}; f(o, o);', ['({}, o1)']],
    ['an object with an accessor', 'function f(a) {} f({ get x() { throw 1; } });', ['?']],
    ['a value that is too large', 'function f(a) {} f("x".repeat(10000)); f("y".repeat(10000));', ['?']],
    ['a default that runs code', 'const g = (a) => a; function f(a, b = g(1)) {} f(0);', ['(1)', '?']],
    ['a pattern in an arrow function', 'const f = ({ a }) => a; f({ a: 1 });', ['?']],
    ['a pattern in a function', 'function f({ a }) {} f({ a: 1 });', ['({ a: 1 })']],
    ['a generator', 'function* f(a) {} [...f(1)];', ['?']],
    ['a name that means something else', 'function f(a) { var arguments = 3; } f(1);', ['?']],
  ])('%s', (_, code, expected) => {
    expect(calls(code)).toEqual(expected);
  });

  test('are not told of without end', () => {
    const many = calls('function f(a) {} for (let i = 0; i < 1000; i++) f(i);');
    expect(many.length).toBeLessThan(50);
    expect(many.at(-1)).toBe('?');
    expect(calls('function f(a) {} for (let i = 0; i < 1000; i++) f(i % 2);')).toEqual(['(0)', '(1)', '?']);
  });
});

const told = ({ calls: made }: Execution): string[] =>
  made.flatMap(({ inputs, complete }) => [...inputs.map(shown), ...(complete ? [] : ['?'])]);

const lib = `export function f(x) { return x; }
export function g(x) { return f(x); }
f('at load');
`;

const withTest = `f({ a: [1] });`;

describe.each<readonly [Runner, Readonly<Record<string, string>>, readonly string[]]>([
  [nodeTestRunner, { 'a.test.js': `import { test } from 'node:test';` }, ['node', '--test']],
  [vitestRunner, { 'a.test.js': `import { test } from 'vitest';` }, ['npx', 'vitest', 'run']],
  [mochaRunner, { 'a.test.js': `const test = it;` }, ['npx', 'mocha', '--timeout', '60000', 'a.test.js']],
  [
    jestRunner,
    { 'a.test.js': '', 'jest.config.cjs': 'module.exports = { transform: {} };' },
    ['node', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js'],
  ],
])('under $name', (runner, files, command) => {
  test('each test tells of its own calls', () => {
    const text = `${files['a.test.js'] ?? ''}
import { f, g } from './lib.js';
test('one', () => { ${withTest} });
test('two', () => { g(2); });
test('none', () => {});
`;
    const run = recordProject(
      runner,
      { ...files, 'lib.js': lib, 'a.test.js': text },
      { command, watched: new Map([['lib.js', [`function ${lib.indexOf('function f')}`]]]) },
    );
    expect(run.status).toBe(0);
    const own = (title: string): string[] => told(run.test(title)).filter((call) => call !== '("at load")');
    expect(own('one')).toEqual(['({ a: [1] })']);
    expect(own('two')).toEqual(['(2)']);
    expect(own('none')).toEqual([]);
  });
});
