import { describe, expect, test } from 'vitest';
import { jestRunner } from '#trace/runners/jest';
import { recordProject } from './record-project';

const commonjs = { 'package.json': '{}' };

const lib = `function f(x) {
  return g(x) + 1;
}
function g(x) {
  return x;
}
module.exports = { f, g, top: g(0), unused: () => 0 };
`;

describe('jest', () => {
  test('records what each test runs, and leaves what it loads to its module', () => {
    const run = recordProject(jestRunner, {
      ...commonjs,
      'lib.js': lib,
      'a.test.js': `const { f, g } = require('./lib');
describe('outer', () => {
  test('both', () => { expect(f(1)).toBe(2); });
  test('one', () => { expect(g(1)).toBe(1); });
});
`,
    });
    expect(run.output).toContain('2 passed');
    expect(run.status).toBe(0);
    expect(run.functionsOf('outer > both')).toEqual(['a.test.js:test', 'lib.js:f', 'lib.js:g']);
    expect(run.functionsOf('outer > one')).toEqual(['a.test.js:test', 'lib.js:g']);
    expect(run.loadedFunctionsOf('lib.js')).toEqual(['lib.js:<module>', 'lib.js:g']);
    expect(imports(run)).toContain('a.test.js -> lib.js');
    expect(run.recording.notes).toEqual([]);
    // What jest's resolver asks the system is outside.
    const reads = run.test('outer > both').reads.filter((path) => !path.startsWith('/'));
    expect(reads).toEqual(['__snapshots__/a.test.js.snap']);
  });

  test('hooks belong to the tests that they run for, in every process', () => {
    const names = ['all', 'inner', 'each', 'after'];
    const source = `const { ${names.join(', ')} } = require('./hooks');
beforeAll(() => all());
describe('s', () => {
  beforeAll(() => inner());
  beforeEach(() => each());
  afterAll(() => after());
  test('in', () => {});
});
test('out', () => {});
`;
    const files = {
      ...commonjs,
      'hooks.js': names.map((name) => `exports.${name} = function ${name}() {};`).join('\n'),
      'a.test.js': source,
      'b.test.js': source,
    };
    const run = recordProject(jestRunner, files, { command: ['jest', '-w', '2'] });
    const called = (title: string) => run.functionsOf(title).filter((name) => name.startsWith('hooks.js'));
    expect(called('s > in')).toEqual(['hooks.js:after', 'hooks.js:all', 'hooks.js:each', 'hooks.js:inner']);
    expect(called('out')).toEqual(['hooks.js:all']);
    expect(run.recording.executions.map(({ test: { file } }) => file).toSorted()).toEqual([
      'a.test.js',
      'a.test.js',
      'b.test.js',
      'b.test.js',
    ]);
    expect(run.recording.notes).toEqual([]);
  });

  test('tells how tests end, and which of several with one title it is', () => {
    const run = recordProject(jestRunner, {
      ...commonjs,
      'lib.js': lib,
      'a.test.js': `const { f } = require('./lib');
test.each([[1], [1], [2]])('row %i', () => {});
test('fails', () => { throw new Error('no'); });
test('slow', () => new Promise(() => {}), 30);
test.skip('skipped', () => {});
test.todo('todo');
test.failing('is to fail', () => { throw new Error('yes'); });
describe('broken', () => {
  beforeAll(() => { throw new Error('hook'); });
  test('fails, too', () => {});
});
`,
      'retried.test.js': `const { f } = require('./lib');
jest.retryTimes(2);
let tries = 0;
test('retried', () => { tries++; if (tries === 1) { f(1); throw new Error('once'); } });
`,
      'unloadable.test.js': `require('./missing');\n`,
    });
    expect(outcomes(run)).toEqual([
      'broken > fails, too: failed',
      'fails: failed',
      'is to fail: passed',
      'retried: passed',
      'row 1: passed',
      'row 1: passed (1)',
      'row 2: passed',
      'skipped: skipped',
      'slow: timed-out',
      'todo: todo',
      'unloadable.test.js: failed',
    ]);
    expect(run.functionsOf('retried')).toContain('lib.js:f');
    expect(run.output).toMatch(/at Object\.require \(unloadable\.test\.js:1:1\)/);
    expect(run.output).toMatch(/a\.test\.js:3:29/);
    expect(run.output).not.toContain('wingbeat');
  });

  test('tells concurrent tests apart', () => {
    const run = recordProject(jestRunner, {
      ...commonjs,
      'lib.js': lib,
      'a.test.js': `const { f, g } = require('./lib');
const turn = () => new Promise((done) => setTimeout(done, 5));
describe('s', () => {
  test.concurrent('first', async () => { await turn(); f(1); await turn(); });
  test.concurrent('second', async () => { await turn(); await turn(); g(1); });
});
test('later', async () => { await turn(); f(1); });
`,
    });
    const called = (title: string) => run.functionsOf(title).filter((name) => name.startsWith('lib.js'));
    expect(called('s > first')).toEqual(['lib.js:f', 'lib.js:g']);
    expect(called('s > second')).toEqual(['lib.js:g']);
    expect(called('later')).toEqual(['lib.js:f', 'lib.js:g']);
    expect(run.test('s > first').together).toBeNull();
  });

  test('runs only what is asked for, and leaves snapshots alone', () => {
    const files = {
      ...commonjs,
      'a.test.js': `describe('s', () => { beforeAll(() => { throw new Error('must not run'); }); test('not', () => {}); });
test.each([[1], [1]])('row %i', () => { expect({ a: 1 }).toMatchSnapshot(); });
afterAll(() => { if (require('fs').existsSync(__dirname + '/__snapshots__')) throw new Error('written'); });
`,
      'b.test.js': `throw new Error('must not be loaded');\n`,
    };
    const only = [{ file: 'a.test.js', titles: ['row 1'], ordinal: 1, project: null }];
    const run = recordProject(jestRunner, files, { only });
    expect(run.status).toBe(0);
    expect(outcomes(run)).toEqual(['row 1: passed (1)']);
  });

  test('mocks and ECMAScript modules work as ever', () => {
    const run = recordProject(
      jestRunner,
      {
        'package.json': '{"type":"module"}',
        'jest.config.js': 'export default { transform: {}, testMatch: ["**/*.test.*"] };\n',
        'dep.cjs': 'exports.dep = () => 1;\n',
        'lib.js':
          "import { two } from './two.js';\nexport function h() { return 1; }\nexport const one = () => two + h();\n",
        'two.js': "import { h } from './lib.js';\nexport const two = await Promise.resolve(h() + 1);\n",
        'a.test.js': `import { one } from './lib.js';
test('modules', async () => { const { two } = await import('./two.js'); expect(one() + two).toBe(5); });
`,
        'b.test.cjs': `jest.mock('./dep.cjs', () => { const made = () => 42; return { dep: () => made() }; });
const { dep } = require('./dep.cjs');
test('mocked', () => { jest.useFakeTimers(); expect(dep()).toBe(42); });
`,
      },
      { command: ['node', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js'] },
    );
    expect(run.output).toContain('2 passed');
    expect(run.functionsOf('modules')).toEqual(expect.arrayContaining(['lib.js:one', 'lib.js:h']));
    expect(imports(run)).toEqual(
      expect.arrayContaining(['a.test.js -> lib.js', 'lib.js -> two.js', 'two.js -> lib.js']),
    );
  });
});

function outcomes(run: ReturnType<typeof recordProject>): string[] {
  return run.recording.executions
    .map(({ test: { titles, file, ordinal }, outcome }) => {
      const name = titles.length === 0 ? file : titles.join(' > ');
      return `${name}: ${outcome}${ordinal === 0 ? '' : ` (${ordinal})`}`;
    })
    .toSorted();
}

function imports({ recording: { modules } }: ReturnType<typeof recordProject>): string[] {
  return modules.flatMap(({ path, imports: to }) => to.map((i) => `${path} -> ${modules[i]?.path}`));
}
