import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PackageManifests } from '#project/package-manifests';
import type { TestCase } from '#trace/recording';
import { detectRuns } from '#trace/runners/detect-runs';
import { planRuns } from '#trace/runners/plan-runs';
import { scriptCommands } from '#trace/runners/script-commands';
import { shellCommands } from '#trace/runners/shell-commands';

describe('shellCommands', () => {
  test.each([
    ['a b && c', [['a', 'b'], ['c']]],
    [`A='x y' "b c"d e\\ f`, [['A=x y', 'b cd', 'e f']]],
    ['a || b; c | d & (e)', [['a'], ['b'], ['c'], ['d'], ['e']]],
    [`a "\\"q\\" ; &&" ''`, [['a', '"q" ; &&', '']]],
    [`a 'open`, [['a', 'open']]],
    ['', []],
  ])('%s', (line, commands) => {
    expect(shellCommands(line)).toEqual(commands);
  });
});

describe('scriptCommands', () => {
  const scripts = {
    unit: 'vitest run',
    test: 'npm run lint && npm run unit',
    lint: 'eslint .',
    pretest: 'tsc',
    round: 'npm run round',
    all: 'run-s lint unit old',
    old: 'mocha -r esm test/*.js',
    every: 'turbo run test',
  };
  test.each([
    ['npx vitest run --coverage', ['vitest'], false],
    ['npx -y jest@29', ['jest'], false],
    ['cross-env NODE_OPTIONS=--experimental-vm-modules jest --ci', ['jest'], false],
    ['NODE_OPTIONS="--max-old-space-size=4096 --x" npx jest', ['jest'], false],
    ['node --experimental-vm-modules node_modules/jest/bin/jest.js', ['jest'], false],
    ['node -r ts-node/register ./node_modules/.bin/mocha', ['mocha'], false],
    ['node --import tsx --test "test/**/*.ts"', ['node:test'], false],
    ['tsx --test', ['node:test'], false],
    ['c8 --reporter=lcov mocha', ['mocha'], false],
    ['nyc -- mocha', ['mocha'], false],
    ['dotenv -e .env.test -- vitest', ['vitest'], false],
    ['npm test', ['vitest'], false],
    ['npm t -- --x', ['vitest'], false],
    ['pnpm all', ['vitest', 'mocha'], false],
    ['yarn jest', ['jest'], false],
    ['pnpm exec jest', ['jest'], false],
    ['npm run round', [], false],
    ['npm run every', [], true],
    ['pnpm -r test', [], true],
    ['npm test --workspaces', [], true],
    ['yarn workspaces foreach run test', [], true],
    ['echo "vitest run"', [], false],
    ['eslint jest', [], false],
  ])('%s', (line, runners, isSpread) => {
    const found = shellCommands(line).map((words) => scriptCommands(words, scripts));
    const called = found.flatMap(({ commands }) => commands.map(({ runner }) => runner));
    expect(called).toEqual(runners);
    expect(found.some((each) => each.isSpread)).toBe(isSpread);
  });
});

describe('detectRuns', () => {
  test('runs the command as it is given', () => {
    expect(runs({ 'package.json': { scripts: { unit: 'jest' } } }, ['pnpm', 'unit'])).toEqual([
      { folder: '', command: ['pnpm', 'unit'], runners: ['jest'] },
    ]);
  });

  test('takes the test script, with the package manager of the project', () => {
    const scripts = { test: 'vitest' };
    expect(runs({ 'package.json': { scripts } })).toEqual(vitestRun(['npm', 'test']));
    expect(runs({ 'package.json': { scripts }, 'pnpm-lock.yaml': {} })).toEqual(vitestRun(['pnpm', 'test']));
    expect(runs({ 'package.json': { scripts, packageManager: 'yarn@4.0.0' } })).toEqual(vitestRun(['yarn', 'test']));
  });

  test('falls back to a runner that is configured, then to one that is installed', () => {
    const none = { test: 'echo "Error: no test specified" && exit 1' };
    const named = { scripts: none, devDependencies: { vitest: '4' } };
    const jest = [{ folder: '', command: ['npx', 'jest'], runners: ['jest'] }];
    expect(runs({ 'package.json': named })).toEqual([
      { folder: '', command: ['npx', 'vitest', 'run'], runners: ['vitest'] },
    ]);
    expect(runs({ 'package.json': named, 'jest.config.ts': {} })).toEqual(jest);
    expect(runs({ 'package.json': { jest: {} } })).toEqual(jest);
    expect(runs({ 'package.json': {} })).toEqual([]);
  });

  test('goes to the packages when the root has no tests of its own or leaves them to an orchestrator', () => {
    const packages = {
      'packages/a/package.json': { name: 'a', scripts: { test: 'jest' } },
      'packages/b/package.json': { name: 'b', devDependencies: { vitest: '3' } },
      'packages/c/package.json': { name: 'c' },
      'elsewhere/package.json': { name: 'd', scripts: { test: 'jest' } },
    };
    const both = [
      { folder: 'packages/a', command: ['npm', 'test'], runners: ['jest'] },
      { folder: 'packages/b', command: ['npx', 'vitest', 'run'], runners: ['vitest'] },
    ];
    const workspaces = ['packages/*'];
    expect(runs({ 'package.json': { workspaces }, ...packages })).toEqual(both);
    expect(runs({ 'package.json': { workspaces, scripts: { test: 'turbo test' } }, ...packages })).toEqual(both);
    expect(runs({ 'package.json': { workspaces, scripts: { test: 'vitest' } }, ...packages })).toEqual([
      { folder: '', command: ['npm', 'test'], runners: ['vitest'] },
    ]);
  });
});

function runs(files: Record<string, object>, command: string[] | null = null) {
  const texts = new Map(Object.entries(files).map(([path, content]) => [path, JSON.stringify(content)]));
  const manifests = new PackageManifests(texts);
  const found = detectRuns({
    command,
    root: manifests.in(''),
    workspaces: manifests.workspaces(),
    has: (path) => texts.has(path),
  });
  return found.map(({ folder, command: words, commands }) => ({
    folder,
    command: words,
    runners: commands.map(({ runner }) => runner),
  }));
}

function vitestRun(command: string[]) {
  return [{ folder: '', command, runners: ['vitest'] }];
}

const one: TestCase = { file: 'one.test.js', titles: ['one'], ordinal: 0, project: null };

describe('planRuns', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-runs-')));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function planned(
    files: Record<string, object>,
    command: string[] | null = null,
    only: readonly TestCase[] | null = null,
  ): string[] {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), JSON.stringify(content));
    }
    const folder = join(root, '.journals');
    return planRuns({ root, folder, command, only, mode: 'after' }).map(
      ({ runner, plan }) =>
        `${runner} in ${relative(root, plan.cwd)}: ${plan.command.join(' ')}; TZ=${plan.env['TZ'] ?? ''}`,
    );
  }

  test('runs everything that the script runs', () => {
    const scripts = { test: 'tsc && cross-env TZ=UTC npm run tz && vitest run && mocha', tz: 'jest test/tz' };
    expect(planned({ 'package.json': { scripts } })).toEqual([
      'jest in : jest test/tz; TZ=UTC',
      'vitest in : vitest run; TZ=',
      'mocha in : mocha; TZ=',
    ]);
  });

  test('gives a runner the files that the shell would, of the folder of the package', () => {
    const files = {
      'package.json': { workspaces: ['packages/*'] },
      'packages/a/package.json': {
        name: 'a',
        scripts: { test: 'node --test test/*.test.js && mocha "test/*.test.js"' },
      },
      'packages/a/test/one.test.js': {},
      'packages/a/test/two.test.js': {},
      'packages/a/test/helper.js': {},
    };
    expect(planned(files)).toEqual([
      'node:test in packages/a: node --test test/one.test.js test/two.test.js; TZ=',
      'mocha in packages/a: mocha test/*.test.js; TZ=',
    ]);
  });

  test('runs every package where it lies', () => {
    const files = {
      'package.json': { workspaces: ['packages/*'], scripts: { test: 'turbo run test' } },
      'packages/a/package.json': { name: 'a', scripts: { test: 'vitest' } },
      'packages/b/package.json': { name: 'b', scripts: { test: 'node --test' } },
    };
    expect(planned(files)).toEqual(['vitest in packages/a: vitest; TZ=', 'node:test in packages/b: node --test; TZ=']);
  });

  test('runs a command of the user that does not tell what it calls', () => {
    expect(planned({ 'package.json': {} }, ['./check.sh', 'fast'])).toEqual(['node:test in : ./check.sh fast; TZ=']);
  });

  test('names no tests to a command that is not known to take them', () => {
    const files = { 'package.json': { scripts: { test: 'eslint . && some-runner' } } };
    expect(planned(files, null, [one])).toEqual(['node:test in : npm test; TZ=']);
    expect(planned(files, ['./check.sh'], [one])).toEqual(['node:test in : ./check.sh; TZ=']);
  });

  test('has borp run files, and not ask for coverage of all', () => {
    const files = {
      'package.json': { scripts: { test: 'eslint . && borp -c 2 --coverage --check-coverage "test/*.js"' } },
    };
    expect(planned(files)).toEqual(['node:test in : borp -c 2 --coverage --check-coverage test/*.js; TZ=']);
    expect(planned(files, null, [one])).toEqual([`node:test in : borp -c 2 ${join(root, 'one.test.js')}; TZ=`]);
  });
});
