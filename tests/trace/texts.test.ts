import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { bareClasses } from '#trace/recording';
import type { Runner } from '#trace/runner';
import { jestRunner } from '#trace/runners/jest';
import { mochaRunner } from '#trace/runners/mocha';
import { nodeTestRunner } from '#trace/runners/node-test';
import { vitestRunner } from '#trace/runners/vitest';
import { functionsInText } from '#trace/runtime/watch-texts';
import { recordProject } from './record-project';

const lib = `const text = Function.prototype.toString;
function plain() { return 1; }
function outer() { return function inner() { return 2; }; }
class Implied { method() { return 3; } }
class Bare {}
const arrow = () => 4;
function atLoad() { return 5; }
async function waiting() { return 6; }
module.exports = { text, plain, outer, Implied, Bare, arrow, waiting, length: String(atLoad).length };
`;

/** Each is a test by its title. */
const asking: Readonly<Record<string, string>> = {
  'runs all': 'plain(); outer()(); new Implied().method(); arrow(); waiting();',
  'names all': '[plain.name, outer.length, typeof arrow, Object.keys(Implied), plain === outer];',
  'makes a string': 'String(plain);',
  'fills in': '`${outer}`;',
  adds: "arrow + '';",
  joins: '[plain, arrow].join();',
  'calls what it got before': 'text.call(arrow);',
  'asks a class': 'Implied.toString();',
  'asks a method': 'new Implied().method.toString();',
  'asks a class without anything': 'String(Bare);',
  'asks in another realm': "require('node:vm').runInNewContext('Function.prototype.toString.call(f)', { f: plain });",
  'asks in a context':
    "const vm = require('node:vm'); vm.runInContext('`${(0, f)}`', vm.createContext({ f: waiting }));",
  'asks in a script':
    "new (require('node:vm').Script)('Function.prototype.toString.apply(f)').runInNewContext({ f: arrow });",
  'catches a refusal': 'try { text.call({}); } catch (error) { String(error.name); }',
};

const expected: Readonly<Record<string, readonly string[]>> = {
  'runs all': [],
  'names all': [],
  'makes a string': ['plain'],
  'fills in': ['inner', 'outer'],
  adds: ['arrow'],
  joins: ['arrow', 'plain'],
  'calls what it got before': ['arrow'],
  'asks a class': ['method'],
  'asks a method': ['method'],
  'asks a class without anything': [],
  'asks in another realm': ['plain'],
  'asks in a context': ['waiting'],
  'asks in a script': ['arrow'],
  'catches a refusal': [],
};

const cases = Object.entries(asking).map(([title, code]) => `test('${title}', () => { ${code} });\n`);

const source = (head: string, hook: string): string => `${head}
const { text, plain, outer, Implied, Bare, arrow, waiting } = require('./lib.js');
${cases.join('')}
describe('group', () => {
  ${hook}(() => { String(plain); });
  test('after a hook', () => {});
});
`;

type Case = [string, Runner, Readonly<Record<string, string>>, (readonly string[])?];

const runners: readonly Case[] = [
  [
    'node:test',
    nodeTestRunner,
    { 'a.test.js': source(`const { describe, before, test } = require('node:test');`, 'before') },
    ['node', '--test', 'a.test.js'],
  ],
  ['mocha', mochaRunner, { 'a.test.js': source('const test = it;', 'before') }, ['mocha', 'a.test.js']],
  ['jest', jestRunner, { 'a.test.js': source('', 'beforeAll') }],
  ...['forks', 'threads', 'vmThreads'].map((pool): Case => [
    `vitest with ${pool}`,
    vitestRunner,
    {
      'package.json': '{"type":"module"}',
      'lib.js': lib.replace('module.exports =', 'export default'),
      'a.test.js': source(
        `import { beforeAll, describe, test } from 'vitest';
import lib from './lib.js';
import { createRequire } from 'node:module';
const required = createRequire(import.meta.url);
const require = (name) => (name === './lib.js' ? lib : required(name));`,
        'beforeAll',
      ),
    },
    ['vitest', 'run', '--pool', pool],
  ]),
];

describe.each([...runners])('%s', (_, runner, files, command) => {
  const project = { 'package.json': '{}', 'lib.js': lib, ...files };
  const run = recordProject(runner, project, command === undefined ? {} : { command });

  test('tells which tests ask for the text of a function', () => {
    const seen = Object.keys(asking).map((title) => [title, run.textsOf(title, 'lib.js')]);
    expect(Object.fromEntries(seen), run.output).toEqual(expected);
  });

  test('tells that one asks for that of a class which is not known', () => {
    const asked = Object.keys(asking).filter((title) => run.test(title).texts?.includes(bareClasses));
    expect(asked).toEqual(['asks a class without anything']);
  });

  test('tells what hooks ask for', () => {
    expect(run.textsOf('group > after a hook', 'lib.js')).toEqual(['plain']);
  });

  test('tells what is asked for while a module is loaded', () => {
    expect(run.loadedTextsOf('lib.js', 'lib.js')).toEqual(['atLoad']);
  });

  test('does not count what the runner makes of the functions of tests', () => {
    expect(run.loadedTextsOf('a.test.js', 'a.test.js')).toEqual([]);
    expect(run.recording.texts).toEqual([]);
  });
});

test('the function that tells looks like that of the language', () => {
  const look = `
const { toString } = Function.prototype;
const own = Object.getOwnPropertyDescriptor(Function.prototype, 'toString');
({
  text: String(toString),
  ofItself: toString.call(toString),
  name: toString.name,
  length: toString.length,
  keys: Reflect.ownKeys(toString),
  flags: [own.writable, own.enumerable, own.configurable],
  isFunction: toString instanceof Function,
  makes: (() => { try { new toString(); } catch (error) { return [error instanceof TypeError, error.message]; } })(),
  refuses: (() => { try { toString.call({}); } catch (error) { return [error instanceof TypeError, error.message]; } })(),
  bound: String(toString.bind(1)),
  native: String(Array.prototype.map),
});`;
  const run = recordProject(
    nodeTestRunner,
    {
      'package.json': '{}',
      'a.test.js': `const vm = require('node:vm');
const { test } = require('node:test');
const seen = [eval(${JSON.stringify(look)}), vm.runInNewContext(${JSON.stringify(look)})];
test('looks', () => { console.log('SEEN' + JSON.stringify(seen) + 'END'); });
`,
    },
    { command: ['node', 'a.test.js'] },
  );
  const [here, there] = JSON.parse(/SEEN(.*)END/.exec(run.output)?.[1] ?? '[]') as unknown[];
  const plain: unknown = JSON.parse(JSON.stringify(runInNewContext(look)));
  expect(here).toEqual(plain);
  expect(there).toEqual(plain);
});

test.each<[string, readonly number[] | null]>([
  ['function f(a) {$wbW0&4||$wbF(2);return a}', [2]],
  ['() => ($wbW0&8||$wbF(3),$wbI0(3,f()))', [3]],
  ['function f() { $wb0W1 & 1 || $wb0F(30); return () => ($wb0W1 & 2 || $wb0F(31), 1); }', [30, 31]],
  ['function f() {$wbE(1);try{return 1}finally{$wbL(1)}}', [1]],
  ['function $wbF(n){($wbM||$wbR()).event(n,$wbZ)}', null],
  ['function f() { [native code] }', null],
  ['class A {}', []],
  ['class A { m() {$wbW0&4||$wbF(2);} }', [2]],
])('%s consists of %j', (text, numbers) => {
  expect(functionsInText(text)).toEqual(numbers);
});
