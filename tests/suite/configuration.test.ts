import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record, selectAffectedTests } from '#pipeline';

const manifest = (scripts: object): string =>
  JSON.stringify({
    type: 'module',
    scripts: {
      test: 'eslint -c config/lint.json && node --env-file config/test.env --test test/ && node tools/all.js',
      unit: 'vitest run --config=config/unit.js',
      part: 'mocha -c config/part.cjs tools/part.js',
      tool: 'node --import ./tools/load.js tools/all.js',
      posttest: 'npm run after && npm run lint && npm run build',
      ...scripts,
    },
    workspaces: ['packages/*'],
    jest: { transform: { ts: ['ts-jest', { tsconfig: '<rootDir>/config/jest.tsconfig.json' }] } },
  });

const scripts = { after: 'MODE=one vitest run', lint: 'eslint .', build: 'tsc', idle: 'vitest run' };

const files: Readonly<Record<string, string>> = {
  'package.json': manifest(scripts),
  'packages/base/package.json': '{ "name": "@small/base" }',
  'packages/base/tsconfig.json': '{}',
  'packages/base/strict.json': '{ "compilerOptions": {} }',
  'packages/base/loose.json': '{}',
  '.gitignore': 'out/\nnode_modules\n',
  'jest.config.js': `export default { preset: 'config/preset.json', out: 'out/report.json', data: 'test/data.json' };\n`,
  'config/preset.json': '{}',
  'config/lint.json': '{}',
  'config/test.env': 'LEVEL=1\n',
  'config/unit.js': `import { shared } from './shared.js';\nexport default shared;\n`,
  'config/part.cjs': 'module.exports = 1;\n',
  'tools/part.js': `import '../src/part/code.js';\n`,
  'tools/all.js': `import '../src/part/code.js';\n`,
  'tools/load.js': '\n',
  'config/shared.js': 'export const shared = 1;\n',
  'config/jest.tsconfig.json': '{ "extends": "./base" }',
  'config/base.json': '{ "compilerOptions": {}, "files": ["../config/idle.json"] }',
  'config/idle.json': '{}',
  'config/unused.json': '{}',
  'out/report.json': '{}',
  'src/part/tsconfig.json': '{ "extends": "@small/base/strict", "compilerOptions": { "target": "es2022" } }',
  'src/part/code.js': 'export const f = () => 1;\n',
  'src/other/tsconfig.json': '{}',
  'src/other/code.js': 'export const g = () => 1;\n',
  'test/data.json': '{}',
  'test/f.test.js': `
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { f } from '../src/part/code.js';
test('f', () => f());
test('data', () => readFileSync('test/data.json'));
`,
};

let root: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'wingbeat-configuration-'));
  for (const [path, text] of Object.entries(files)) write(path, text);
  mkdirSync(join(root, 'node_modules/@small'), { recursive: true });
  symlinkSync('../../packages/base', join(root, 'node_modules/@small/base'));
  execFileSync('git', ['-C', root, 'init', '-q']);
  await record({ cwd: root, command: ['node', '--test', 'test/'] });
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function selectedWith(path: string, text: string | null): Promise<string[]> {
  if (text === null) rmSync(join(root, path));
  else write(path, text);
  try {
    const { selected } = await selectAffectedTests({ cwd: root });
    return selected.map(({ name }) => name);
  } finally {
    const before = files[path];
    if (before === undefined) rmSync(join(root, path));
    else write(path, before);
  }
}

describe('all tests are affected by', () => {
  test.each([
    ['variables that a script of tests hands to Node', 'config/test.env', 'LEVEL=2\n'],
    ['configuration that a script names', 'config/unit.js', 'export default 2;\n'],
    ['configuration that an option names', 'config/part.cjs', 'module.exports = 2;\n'],
    ['what such configuration imports', 'config/shared.js', 'export const shared = 2;\n'],
    ['settings that configuration names', 'config/preset.json', '{ "a": 1 }'],
    ['settings that are gone', 'config/preset.json', null],
    ['settings that package.json names', 'config/jest.tsconfig.json', '{}'],
    ['what those extend', 'config/base.json', '{}'],
    ['what such a file extends of a package of the workspace', 'packages/base/strict.json', '{}'],
    ['a script that a script of tests runs', 'package.json', manifest({ ...scripts, after: 'MODE=two vitest run' })],
    ['configuration of style sheets', 'postcss.config.js', 'export default {};\n'],
    ['configuration of a compiler beside the code', 'src/part/tsconfig.json', '{}'],
    ['such configuration in a folder above', 'src/tsconfig.json', '{}'],
  ])('%s', async (_, path, text) => {
    expect(await selectedWith(path, text)).toEqual(['f', 'data']);
  });
});

test.each([
  ['what a script runs', 'tools/all.js', 'export {};\n', []],
  ['what such a script runs first', 'tools/load.js', 'export {};\n', []],
  ['files of tests that a script runs', 'tools/part.js', 'export {};\n', []],
  ['a file of that package that nobody extends', 'packages/base/loose.json', '{ "a": 1 }', []],
  ['a script that looks at the source', 'package.json', manifest({ ...scripts, lint: 'eslint src' }), []],
  ['a script that builds', 'package.json', manifest({ ...scripts, build: 'tsc -b' }), []],
  ['a script that no script of tests runs', 'package.json', manifest({ ...scripts, idle: 'vitest' }), []],
  ['a file that nobody names', 'config/unused.json', '{ "a": 1 }', []],
  ['settings of another program', 'config/lint.json', '{ "a": 1 }', []],
  ['what a compiler is told to compile', 'config/idle.json', '{ "a": 1 }', []],
  ['what is written by the run', 'out/report.json', '{ "a": 1 }', []],
  ['configuration beside code that nobody loads', 'src/other/tsconfig.json', '{ "a": 1 }', []],
  ['data that configuration names affects who reads it', 'test/data.json', '{ "a": 1 }', ['data']],
])('%s', async (_, path, text, expected) => {
  expect(await selectedWith(path, text)).toEqual(expected);
});
