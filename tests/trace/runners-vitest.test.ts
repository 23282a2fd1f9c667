import { describe, expect, test } from 'vitest';
import { vitestRunner } from '#trace/runners/vitest';
import { recordProject } from './record-project';

const lib = `export function f(x: number): number {
  return g(x) + 1;
}
export function g(x: number): number {
  return x;
}
export const top = g(0);
export const unused = () => 0;
`;

const head = `import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { f, g } from './lib';
`;

describe('vitest', () => {
  test('records what each test runs, and leaves what it loads to its module', () => {
    const run = recordProject(vitestRunner, {
      'lib.ts': lib,
      'a.test.ts': `${head}
describe('outer', () => {
  test('both', () => { expect(f(1)).toBe(2); });
  test('one', () => { expect(g(1)).toBe(1); });
});
`,
    });
    expect(run.output).toContain('2 passed');
    expect(run.status).toBe(0);
    expect(run.functionsOf('outer > both')).toEqual(['a.test.ts:describe', 'a.test.ts:test', 'lib.ts:f', 'lib.ts:g']);
    expect(run.functionsOf('outer > one')).toEqual(['a.test.ts:describe', 'a.test.ts:test', 'lib.ts:g']);
    expect(run.loadedFunctionsOf('lib.ts')).toEqual(['lib.ts:<module>', 'lib.ts:g']);
    expect(imports(run)).toContain('a.test.ts -> lib.ts');
    expect(run.recording.notes).toEqual([]);
    expect(run.test('outer > both').reads).toEqual(['__snapshots__/a.test.ts.snap']);
  });

  test('tells of data that is imported by an absolute path, whichever test is the first', () => {
    const run = recordProject(vitestRunner, {
      'data/a.json': '{"x":1}',
      'data/b.json': '{"x":1}',
      'data/c.json': '{"x":1}',
      'data/d.json': '{"x":1}',
      'load.ts': `import path from 'node:path';
const dir = path.resolve('data');
export const load = [
  () => import(path.resolve(dir, 'a.json'), { with: { type: 'json' } }),
  (name: string) => import(\`\${dir}/\${name}.json\`),
  (name: string) => import(dir + '/' + name + '.json'),
  (name: string) => import('/data/' + name + '.json'),
];
`,
      'a.test.ts': `import { expect, test } from 'vitest';
import { load } from './load';
for (const title of ['first', 'second']) test(title, async () => {
  const found = await Promise.all([load[0](''), load[1]('b'), load[2]('c'), load[3]('d')]);
  expect(found.map(({ default: { x } }) => x)).toEqual([1, 1, 1, 1]);
});
`,
    });
    expect(run.output).toContain('2 passed');
    const files = run.recording.modules.find(({ path }) => path === 'load.ts')?.files;
    expect(files).toEqual(['data/a.json', 'data/b.json', 'data/c.json', 'data/d.json']);
  });

  test('hooks belong to the tests that they run for', () => {
    const run = recordProject(vitestRunner, {
      'hooks.ts': ['all', 'inner', 'each', 'after'].map((name) => `export function ${name}() {}`).join('\n'),
      'a.test.ts': `import { beforeAll, beforeEach, afterAll, describe, test } from 'vitest';
import { all, inner, each, after } from './hooks';
beforeAll(() => all());
describe('s', () => {
  beforeAll(() => inner());
  beforeEach(() => each());
  afterAll(() => after());
  test('in', () => {});
});
test('out', () => {});
`,
    });
    const called = (title: string) => run.functionsOf(title).filter((name) => name.startsWith('hooks.ts'));
    expect(called('s > in')).toEqual(['hooks.ts:after', 'hooks.ts:all', 'hooks.ts:each', 'hooks.ts:inner']);
    expect(called('out')).toEqual(['hooks.ts:all']);
  });

  test('tells how tests end, and which of several with one title it is', () => {
    const run = recordProject(vitestRunner, {
      'lib.ts': lib,
      'a.test.ts': `${head}
test.each([[1], [1], [2]])('row %i', (x) => { if (x === 2) f(x); });
test('fails', () => { throw new Error('no'); });
test('slow', { timeout: 30 }, () => new Promise(() => {}));
test.skip('skipped', () => {});
test.todo('todo');
test('skips itself', ({ skip }) => skip());
test.fails('is to fail', () => { throw new Error('yes'); });
let tries = 0;
test('retried', { retry: 2 }, () => { tries++; if (tries === 1) { f(1); throw new Error('once'); } });
describe('broken', () => {
  beforeAll(() => { throw new Error('hook'); });
  test('never runs', () => {});
});
`,
      'unloadable.test.ts': `import './missing';\n`,
    });
    expect(outcomes(run)).toEqual([
      'broken > never runs: failed',
      'fails: failed',
      'is to fail: passed',
      'retried: passed',
      'row 1: passed',
      'row 1: passed (1)',
      'row 2: passed',
      'skipped: skipped',
      'skips itself: skipped',
      'slow: timed-out',
      'todo: todo',
      'unloadable.test.ts: failed',
    ]);
    expect(run.functionsOf('retried')).toContain('lib.ts:f');
  });

  test('tells concurrent tests apart', () => {
    const run = recordProject(vitestRunner, {
      'lib.ts': lib,
      'a.test.ts': `${head}
const turn = () => new Promise((done) => setTimeout(done, 5));
describe('s', () => {
  test.concurrent('first', async () => { await turn(); f(1); await turn(); });
  test.concurrent('second', async () => { await turn(); await turn(); g(1); });
});
test('later', async () => { await turn(); f(1); });
`,
    });
    const called = (title: string) => run.functionsOf(title).filter((name) => name.startsWith('lib.ts'));
    expect(called('s > first')).toEqual(['lib.ts:f', 'lib.ts:g']);
    expect(called('s > second')).toEqual(['lib.ts:g']);
    expect(called('later')).toEqual(['lib.ts:f', 'lib.ts:g']);
    expect(run.test('s > first').together).toBeNull();
  });

  test('runs only what is asked for', () => {
    const files = {
      'lib.ts': lib,
      'a.test.ts': `${head}
beforeAll(() => { f(0); });
describe('s', () => { beforeAll(() => { throw new Error('must not run'); }); test('not', () => {}); });
test.each([[1], [1]])('row %i', () => { g(1); });
`,
      'b.test.ts': `throw new Error('must not be loaded');\n`,
    };
    const only = [{ file: 'a.test.ts', titles: ['row 1'], ordinal: 1, project: null }];
    const run = recordProject(vitestRunner, files, { only });
    expect(run.status).toBe(0);
    expect(outcomes(run)).toEqual(['row 1: passed (1)']);
  });

  test('mocks, hoisted code and modules that import each other work as ever', () => {
    const run = recordProject(vitestRunner, {
      'lib.ts': lib,
      'dep.ts': 'export const dep = () => 1;\n',
      'one.ts':
        "import { two } from './two';\nexport function h() { return 1; }\nexport const one = () => two + h();\n",
      'two.ts': "import { h } from './one';\nexport const two = h() + 1;\n",
      'a.test.ts': `${head}
import { dep } from './dep';
import { one } from './one';
vi.mock('./dep', () => { const made = () => 42; return { dep: () => made() }; });
const hoisted = vi.hoisted(() => ({ value: (() => 7)() }));
test('all', async () => {
  expect(dep()).toBe(42);
  expect(hoisted.value).toBe(7);
  expect(one()).toBe(3);
  const { dep: real } = await vi.importActual<typeof import('./dep')>('./dep');
  expect(real()).toBe(1);
});
`,
    });
    expect(run.output).toContain('1 passed');
    expect(run.functionsOf('all')).toEqual(expect.arrayContaining(['dep.ts:dep', 'one.ts:one', 'one.ts:h']));
  });
});

describe('vitest in all its ways', () => {
  const files = {
    'lib.ts': lib,
    'a.test.ts': `${head}test('a', () => { expect(f(1)).toBe(2); });\n`,
    'b.test.ts': `${head}test('b', () => { expect(g(1)).toBe(1); });\n`,
  };
  const ways = [
    ['--pool', 'forks', '--no-isolate'],
    ['--pool', 'threads'],
    ['--pool', 'threads', '--no-isolate'],
    ['--pool', 'vmThreads'],
    ['--pool', 'vmForks'],
  ];
  test.each(ways.map((way) => ({ way })))('$way', ({ way }) => {
    const run = recordProject(vitestRunner, files, { command: ['vitest', 'run', ...way] });
    expect(run.output).toContain('2 passed');
    expect(run.functionsOf('a')).toEqual(['a.test.ts:test', 'lib.ts:f', 'lib.ts:g']);
    expect(run.functionsOf('b')).toEqual(['b.test.ts:test', 'lib.ts:g']);
    expect(run.loadedFunctionsOf('lib.ts')).toEqual(['lib.ts:<module>', 'lib.ts:g']);
    expect(imports(run)).toEqual(expect.arrayContaining(['a.test.ts -> lib.ts', 'b.test.ts -> lib.ts']));
    expect(run.recording.notes).toEqual([]);
  });

  test('projects, setup files and a runner of the project', () => {
    const run = recordProject(vitestRunner, {
      'vitest.config.ts': `import { defineConfig } from 'vitest/config';
export default defineConfig({
  test: {
    projects: ['packages/*', { extends: true, test: { name: 'inline', root: './inline', setupFiles: ['./setup.ts'] } }],
  },
});
`,
      'packages/one/vitest.config.ts': `import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { name: 'one', runner: './runner.ts', globals: true } });
`,
      'packages/one/runner.ts': `import { TestRunner } from 'vitest';
export default class Own extends TestRunner {
  async onBeforeTryTask(test: never) {
    console.log('own runner');
    await super.onBeforeTryTask(test);
  }
}
`,
      'packages/one/one.test.ts': `import { f } from './lib';\ntest('in one', () => { expect(f(1)).toBe(2); });\n`,
      'packages/one/lib.ts': lib,
      'inline/setup.ts': `export function prepare() {}\nprepare();\n`,
      'inline/lib.ts': lib,
      'inline/inline.test.ts': `${head}test('inline', async () => {
  const { late } = await import('./' + 'late');
  expect(late() + g(1)).toBe(3);
});
`,
      'inline/late.ts': 'export const late = () => 2;\n',
    });
    expect(run.output).toContain('2 passed');
    expect(run.output).toContain('own runner');
    expect(run.test('in one').test).toMatchObject({ file: 'packages/one/one.test.ts', project: 'one' });
    expect(run.test('inline').test).toMatchObject({ file: 'inline/inline.test.ts', project: 'inline' });
    expect(run.functionsOf('in one')).toEqual(
      expect.arrayContaining(['packages/one/lib.ts:f', 'packages/one/lib.ts:g', 'packages/one/one.test.ts:test']),
    );
    expect(run.functionsOf('inline')).toEqual(expect.arrayContaining(['inline/late.ts:late', 'inline/lib.ts:g']));
    expect(imports(run)).toEqual(
      expect.arrayContaining(['inline/inline.test.ts -> inline/setup.ts', 'inline/inline.test.ts -> inline/late.ts']),
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
