import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { collectGarbage, compareTechniques, record, selectAffectedTests } from '#pipeline';

const files = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test test/" } }',
  'src/cart.js': `
import { LIMIT } from './limits.js';
export function total(items) { return sum(items) * LIMIT; }
function sum(items) { return items.reduce((a, b) => a + b, 0); }
export function size(items) { return items.length; }
`,
  'src/limits.js': 'export const LIMIT = 3;\n',
  'test/data.txt': 'hello',
  'test/cart.test.js': `
import { test, describe } from 'node:test';
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { total, size } from '../src/cart.js';
describe('cart', () => {
  test('total', () => assert.equal(total([1, 2]), 9));
  test('size', () => assert.equal(size([1]), 1));
  test('data', () => assert.ok(readFileSync(new URL('./data.txt', import.meta.url), 'utf8')));
});
`,
};

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wingbeat-suite-'));
  for (const [path, text] of Object.entries(files)) write(path, text);
  git('init', '-q', '-b', 'main');
  commit('one');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(root, path), 'utf8');
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  write(path, text.replace(from, to));
}

function git(...args: string[]): void {
  execFileSync('git', ['-C', root, ...args]);
}

function commit(message: string): void {
  git('add', '-A');
  git('-c', 'user.name=n', '-c', 'user.email=e@example.org', 'commit', '-qm', message);
}

const titles = (tests: readonly { readonly name: string }[]): string[] =>
  tests.map(({ name }) => name.replace(/^cart > /, ''));

async function affected(base?: string): Promise<string[]> {
  const { selected } = await selectAffectedTests({ cwd: root, ...(base === undefined ? {} : { base }) });
  return titles(selected);
}

describe('a project that was recorded', { timeout: 120_000 }, () => {
  test('a part of the command that fails before it comes to a test is named', async () => {
    const scripts = { test: 'node --test test/ && node --test missing/*.test.js' };
    write('package.json', JSON.stringify({ type: 'module', scripts }));
    const { tests, diagnostics } = await record({ cwd: root });
    expect(tests).toBe(3);
    expect(diagnostics).toMatchObject([
      { code: 'command-without-tests', message: expect.stringContaining('node --test missing/*.test.js') as string },
    ]);
  });

  test('says when tests ran code that was built before its source was changed', async () => {
    const source = 'export const half = (x: number) => x / 2;\n';
    const map = { version: 3, sources: ['../src/half.ts'], sourcesContent: [source], mappings: 'AAAA', names: [] };
    write('.gitignore', 'lib\n');
    write('src/half.ts', source);
    write('lib/half.js', 'export const half = (x) => x / 2;\n//# sourceMappingURL=half.js.map\n');
    write('lib/half.js.map', JSON.stringify(map));
    write(
      'test/half.test.js',
      `import { test } from 'node:test';\nimport { half } from '../lib/half.js';\ntest('half', () => { half(2); });\n`,
    );
    const { diagnostics: fresh } = await record({ cwd: root });
    edit('src/half.ts', 'x / 2', 'x / 3');
    utimesSync(join(root, 'lib/half.js'), 0, 0);
    const { run, diagnostics } = await selectAffectedTests({ cwd: root, run: true });
    expect([fresh, run?.passed]).toEqual([[], 1]);
    expect(diagnostics).toMatchObject([
      { code: 'built-code-stale', message: expect.stringMatching(/lib\/half\.js.*src\/half\.ts/) as string },
    ]);
  });

  test('selects programs without tests that Node runs as files of tests, and runs those that are new', async () => {
    write('test/total.test.js', `import { total } from '../src/cart.js';\nif (total([1]) !== 3) throw new Error();\n`);
    write('test/size.test.js', `import { size } from '../src/cart.js';\nif (size([1]) !== 1) throw new Error();\n`);
    expect(await record({ cwd: root })).toMatchObject({ tests: 5, passed: 5 });
    edit('src/cart.js', '* LIMIT', '* LIMIT + 1');
    write('test/new.test.js', `import { total } from '../src/cart.js';\nif (total([]) !== 0) throw new Error();\n`);
    const { selected, fresh, run } = await selectAffectedTests({ cwd: root, run: true });
    expect(selected.map(({ id }) => id)).toEqual(['test/cart.test.js > cart > total', 'test/total.test.js']);
    expect(fresh).toMatchObject([{ file: 'test/new.test.js', name: null }]);
    expect(run?.failed.map(({ id }) => id).toSorted()).toEqual([
      'test/cart.test.js > cart > total',
      'test/new.test.js',
      'test/total.test.js',
    ]);
  });

  test('goes on knowing tests of a file that cannot be loaded', async () => {
    write('test/other.test.js', `import { test } from 'node:test';\ntest('other', () => {});\n`);
    await record({ cwd: root });
    edit('src/cart.js', 'export function total', `throw new Error('broken');\nexport function total`);
    const broken = [{ id: 'test/cart.test.js' }];
    expect(await record({ cwd: root })).toMatchObject({ tests: 5, ran: 1, passed: 0, failed: broken });
    expect(await affected()).toEqual(expect.arrayContaining(['total', 'size', 'data']));
    edit('test/other.test.js', '{}', '{ String(1); }');
    expect(await record({ cwd: root })).toMatchObject({ tests: 5, ran: 2, passed: 1, failed: broken });
    write('src/cart.js', files['src/cart.js']);
    expect(await affected()).toEqual(expect.arrayContaining(['total', 'size', 'data']));
    expect(await record({ cwd: root })).toMatchObject({ tests: 4, failed: [] });
    expect(await affected()).toEqual([]);
  });

  test('selects, runs and records again what a change affects, and nothing else', async () => {
    const first = await record({ cwd: root });
    expect(first).toMatchObject({ tests: 3, ran: 3, passed: 3, failed: [], runners: ['node:test'] });
    expect(await affected()).toEqual([]);

    edit('src/cart.js', 'items.length', 'items.length + 1');
    expect(await affected()).toEqual(['size']);
    const run = await selectAffectedTests({ cwd: root, run: true });
    expect(run.run).toMatchObject({ passed: 0, exitCode: 1, audited: 0, missed: [] });
    expect(titles(run.run?.failed ?? [])).toEqual(['size']);
    // What failed is run until it passes.
    expect(await affected()).toEqual(['size']);

    edit('src/cart.js', 'items.length + 1', 'items.length');
    const again = await record({ cwd: root });
    expect(again).toMatchObject({ tests: 3, ran: 1, passed: 1, failed: [] });
    expect(await affected()).toEqual([]);

    edit('src/limits.js', '3', '4');
    expect(await affected()).toEqual(['total']);
    edit('src/limits.js', '4', '3');
    write('test/data.txt', 'other');
    expect(await affected()).toEqual(['data']);
  });

  test('knows what a branch affects, also when it was recorded after the change', async () => {
    git('checkout', '-qb', 'branch');
    edit('src/cart.js', 'a + b', 'b + a');
    commit('two');
    await record({ cwd: root });
    expect(await affected()).toEqual([]);
    expect(await affected('main')).toEqual(['total']);
    const { selected } = await selectAffectedTests({ cwd: root, base: 'main' });
    expect(selected[0]?.because[0]?.path).toEqual(['src/cart.js#total', 'src/cart.js#sum', 'src/cart.js#sum.<fn1>']);
  });

  test('runs a sample of the others, and says when one of them fails', async () => {
    await record({ cwd: root });
    // Nothing of the source tells of it.
    rmSync(join(root, 'test/data.txt'));
    write('src/cart.js', `${files['src/cart.js']}\n// changed`);
    const kept = await selectAffectedTests({ cwd: root, run: true, audit: 1 });
    expect(titles(kept.selected)).toEqual(['data']);
    expect(kept.run).toMatchObject({ audited: 2, missed: [], passed: 2 });
    expect(titles(kept.run?.failed ?? [])).toEqual(['data']);
  });

  test('compares techniques on whole paths, and gives back room', async () => {
    await record({ cwd: root, paths: true });
    const { techniques } = await compareTechniques({ cwd: root, target: 'src/cart.js#sum' });
    const named = new Map(techniques.map(({ name, functions }) => [name, functions]));
    const expected = ['src/cart.js#sum.<fn1>', 'src/cart.js#total', 'test/cart.test.js#<fn1>.<fn1>'];
    for (const name of ['execute-after', 'path-impact', 'path-impact-dag', 'online-after']) {
      expect([name, named.get(name)]).toEqual([name, expected]);
    }
    edit('src/cart.js', 'a + b', 'b + a');
    expect(await record({ cwd: root })).toMatchObject({ tests: 3, ran: 1 });
    const after = await compareTechniques({ cwd: root, target: 'src/cart.js#sum' });
    expect(after.techniques.find(({ name }) => name === 'path-impact-dag')?.functions).toEqual(expected);
    const collected = await collectGarbage({ cwd: root });
    expect(collected.bytesAfter).toBeLessThanOrEqual(collected.bytesBefore);
    expect(await affected()).toEqual([]);
  });

  test('keeps a recording for each branch, and goes on from the nearest', async () => {
    await record({ cwd: root });
    git('checkout', '-qb', 'branch');
    edit('src/cart.js', 'a + b', 'b + a');
    commit('two');
    expect(await record({ cwd: root })).toMatchObject({ tests: 3, ran: 1 });
    git('checkout', '-q', 'main');
    expect(await affected()).toEqual([]);
    git('checkout', '-q', '--detach', 'branch');
    expect(await affected()).toEqual([]);

    const all = await collectGarbage({ cwd: root });
    expect(all.recordings.kept.map(({ branch }) => branch)).toEqual(['branch', 'main']);
    git('checkout', '-q', 'main');
    const one = await collectGarbage({ cwd: root, keep: 1 });
    expect(one.recordings.kept.map(({ branch }) => branch)).toEqual(['main']);
    expect(one.recordings.dropped.map(({ branch }) => branch)).toEqual(['branch']);
    expect(one.bytesAfter).toBeLessThanOrEqual(all.bytesAfter);
    expect(await affected()).toEqual([]);
    git('checkout', '-q', 'branch');
    expect(await affected()).toEqual(['total']);
  });

  test('is bounded in size, but for the last recording', async () => {
    await record({ cwd: root });
    const { bytesAfter: alone } = await collectGarbage({ cwd: root });
    for (const branch of ['one', 'two']) {
      git('checkout', '-qb', branch);
      const digits = Array.from({ length: 6000 }, (_, i) => i * i * branch.charCodeAt(0));
      write('src/digits.js', `export const digits = '${digits.join()}';`);
      await record({ cwd: root, everything: true });
    }
    const { bytesAfter: all } = await collectGarbage({ cwd: root });
    const bounded = await collectGarbage({ cwd: root, maxBytes: all - 1 });
    expect(bounded.bytesAfter).toBeLessThan(all);
    expect(bounded.recordings.kept[0]?.branch).toBe('two');
    expect(bounded.recordings.dropped).not.toEqual([]);
    expect(bounded.diagnostics).toEqual([]);
    const least = await collectGarbage({ cwd: root, maxBytes: 100 });
    expect(least.recordings.kept.map(({ branch }) => branch)).toEqual(['two']);
    expect(least.diagnostics).toMatchObject([{ code: 'store-above-limit', severity: 'warning' }]);
    expect(least.bytesAfter).toBeGreaterThan(alone);
    expect(await affected()).toEqual([]);
  });
});

test('a command is run where the user gives it, also when tests are run again', { timeout: 120_000 }, async () => {
  write('lib/package.json', '{ "type": "module" }');
  write('lib/twice.js', 'export const twice = (x) => x * 2;\n');
  write(
    'lib/twice.test.js',
    `import { test } from 'node:test';\nimport { twice } from './twice.js';\ntest('twice', () => { if (twice(1) !== 2) throw 1; });\n`,
  );
  const cwd = join(root, 'lib');
  expect(await record({ cwd, command: ['node', '--test', 'twice.test.js'] })).toMatchObject({ tests: 1, passed: 1 });
  edit('lib/twice.js', 'x * 2', 'x * 3');
  const { run } = await selectAffectedTests({ cwd: root, run: true });
  expect(run).toMatchObject({ passed: 0, failed: [{ id: 'lib/twice.test.js > twice' }] });
});

test('a runner that is not there does not take the tests of others with it', { timeout: 120_000 }, async () => {
  write('package.json', '{ "workspaces": ["a", "b"] }');
  write('a/package.json', '{ "name": "a", "scripts": { "test": "node --test" } }');
  write('a/a.test.js', `require('node:test').test('a', () => {});\n`);
  write('b/package.json', '{ "name": "b", "scripts": { "test": "vitest run" } }');
  vi.stubEnv('PATH', [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter));
  try {
    const { tests, diagnostics } = await record({ cwd: root });
    expect(tests).toBe(1);
    expect(diagnostics).toMatchObject([
      {
        code: 'command-not-started',
        message: '"vitest run" could not be started in b: there is no program "vitest"',
        remedy: expect.stringContaining('there is no node_modules in b') as string,
      },
    ]);
    rmSync(join(root, 'a'), { recursive: true });
    await expect(record({ cwd: root, everything: true })).rejects.toThrow('there is no program "vitest"');
  } finally {
    vi.unstubAllEnvs();
  }
});

test('tests that the command of the recording does not run are not passed over in silence', async () => {
  write(
    'test/limits.test.js',
    "import { test } from 'node:test'; import '../src/limits.js'; test('limits', () => {});",
  );
  write('test/helpers.js', 'export const test = null;');
  commit('two');
  await record({ cwd: root, command: ['node', '--test', 'test/cart.test.js'] });
  const part = await selectAffectedTests({ cwd: root });
  expect(part.diagnostics.map(({ code, message }) => [code, message.includes('test/limits.test.js:')])).toEqual([
    ['part-recorded', true],
  ]);
  await record({ cwd: root });
  expect((await selectAffectedTests({ cwd: root })).diagnostics).toEqual([]);
});

test(
  'a file of tests that is new is run before anybody says that the command leaves it out',
  { timeout: 120_000 },
  async () => {
    await record({ cwd: root, command: ['node', '--test', 'test/'] });
    const text = readFileSync(join(root, 'test/cart.test.js'), 'utf8');
    rmSync(join(root, 'test/cart.test.js'));
    write('test/basket.test.js', text);
    write('other/new.test.js', `import { test } from 'node:test'; test('new', () => {});`);
    const asked = await selectAffectedTests({ cwd: root });
    expect(asked.fresh.map(({ file }) => file)).toEqual(['test/basket.test.js', 'other/new.test.js']);
    expect(asked.diagnostics).toEqual([]);
    const { diagnostics, run } = await selectAffectedTests({ cwd: root, run: true });
    expect(run?.passed).toBe(4);
    expect(diagnostics).toEqual([]);
  },
);
