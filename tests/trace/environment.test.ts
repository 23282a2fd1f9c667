import { describe, expect, test } from 'vitest';
import type { Runner } from '#trace/runner';
import { jestRunner } from '#trace/runners/jest';
import { mochaRunner } from '#trace/runners/mocha';
import { nodeTestRunner } from '#trace/runners/node-test';
import { vitestRunner } from '#trace/runners/vitest';
import { watchedEnvironment } from '#trace/runtime/watched-environment';
import { recordProject } from './record-project';

/** What is read of the environment by a piece of code. */
function told(use: (env: NodeJS.ProcessEnv) => unknown): string[] {
  const names: string[] = [];
  const env = watchedEnvironment(process.env, (name) => names.push(name));
  use(env);
  return [...new Set(names)];
}

const name = (text: string): string => `WB_${text}`;

describe('a watched environment', () => {
  test.each<readonly [string, (env: NodeJS.ProcessEnv) => unknown, readonly string[]]>([
    ['a name', (env) => env['WB_A'], ['WB_A']],
    ['a computed name', (env) => env[name('B')], ['WB_B']],
    ['several names', ({ WB_A, WB_B }) => [WB_A, WB_B], ['WB_A', 'WB_B']],
    ['whether it is there', (env) => 'WB_C' in env, ['WB_C']],
    ['whether it is its own', (env) => Object.hasOwn(env, 'WB_D'), ['WB_D']],
    ['the rest', ({ WB_A, ...rest }) => [WB_A, rest], ['WB_A', '*']],
    ['a copy', (env) => ({ ...env }), ['*']],
    ['another copy', (env) => Object.assign({}, env), ['*']],
    ['all names', (env) => Object.keys(env), ['*']],
    ['all values', (env) => Object.entries(env).map(([, value]) => value), ['*']],
    ['all of it as text', (env) => JSON.stringify(env), ['toJSON', '*']],
    ['one after all', (env) => [Object.keys(env), env['WB_E']], ['*', 'WB_E']],
    ['what is written', (env) => delete env['WB_F'], []],
  ])('tells of %s', (_, use, expected) => {
    process.env['WB_A'] = 'a';
    expect(told(use)).toEqual(expected);
  });

  test('is as the plain one is', () => {
    const plain = process.env;
    const env = watchedEnvironment(plain, () => {});
    const both = (use: (variables: NodeJS.ProcessEnv) => unknown): void => {
      const outcomes = [plain, env].map((variables) => {
        try {
          return { value: use(variables) };
        } catch (error) {
          return { error: String(error) };
        }
      });
      expect(outcomes[1]).toEqual(outcomes[0]);
    };
    const written = (value: unknown) => (variables: NodeJS.ProcessEnv) => {
      Reflect.set(variables, 'WB_X', value);
      return [variables['WB_X'], typeof variables['WB_X'], plain['WB_X']];
    };
    for (const value of [1, true, null, undefined, 'x', {}, 1n]) both(written(value));
    both((variables) => {
      (variables as Record<string, unknown>)['WB_X'] = Symbol('s');
    });
    both((variables) => delete variables['WB_X'] && 'WB_X' in variables);
    both((variables) => delete variables['WB_NONE']);
    both((variables) => Object.keys(variables));
    both((variables) => Object.entries(variables));
    both((variables) => Object.getOwnPropertyDescriptor(variables, 'PATH'));
    both((variables) => Object.getOwnPropertyDescriptor(variables, 'WB_NONE'));
    both((variables) => Object.defineProperty(variables, 'WB_Y', { value: 'y' }) && variables['WB_Y']);
    both((variables) => {
      const all = { configurable: true, enumerable: true, writable: true };
      Object.defineProperty(variables, 'WB_Z', { value: 'z', ...all });
      return [variables['WB_Z'], plain['WB_Z']];
    });
    both((variables) => variables.hasOwnProperty('PATH'));
    both((variables) => variables.toString());
    both((variables) => String(Object.getPrototypeOf(variables) === Object.getPrototypeOf(plain)));
    both((variables) => {
      const names: string[] = [];
      for (const each in variables) names.push(each);
      return names;
    });
  });
});

const lib = `const name = ['WB', 'LOADED'].join('_');
export const loaded = process.env[name] ?? 'none';
export function read(name) { return process.env['WB_' + name]; }
export function all() { return Object.keys({ ...process.env }).length; }
export function shared(env = process.env) { return env['WB_' + 'SHARED']; }
`;

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
  test('each test tells of the variables that it reads', () => {
    const text = `${files['a.test.js'] ?? ''}
import { execFileSync, spawnSync } from 'node:child_process';
import { env } from 'node:process';
import { read, all, shared } from './lib.js';
test('one', () => { read('ONE'); });
test('two', () => { read('TWO'); shared(); });
test('all', () => { all(); });
test('none', () => {});
test('clones', () => { if (structuredClone(process.env).PATH !== process.env.PATH) throw new Error('lost'); });
test('by import', () => { if (env['WB_' + 'IMPORTED'] !== undefined) throw new Error('there'); });
test('node', () => { spawnSync(process.execPath, ['-e', 'process.env["WB_" + "CHILD"]']); });
test('shell', () => { execFileSync('sh', ['-c', 'true']); });
`;
    const run = recordProject(runner, { ...files, 'lib.js': lib, 'a.test.js': text }, { command });
    expect(run.output).not.toMatch(/Error: (?:lost|there)/);
    expect(run.status).toBe(0);
    const own = (title: string): string[] =>
      run.test(title).environment.filter((each) => each.startsWith('WB_') || each === '*');
    const seen = ['one', 'two', 'all', 'none', 'by import', 'node', 'shell'].map((title) => [title, own(title)]);
    expect(Object.fromEntries(seen)).toEqual({
      one: ['WB_ONE'],
      two: ['WB_SHARED', 'WB_TWO'],
      all: ['*'],
      none: [],
      'by import': ['WB_IMPORTED'],
      node: ['WB_CHILD'],
      shell: ['*'],
    });
    const module = run.recording.modules.find(({ path }) => path === 'lib.js');
    expect(module?.environment).toEqual(['WB_LOADED']);
  });
});
