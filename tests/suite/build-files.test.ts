import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record, selectAffectedTests } from '#pipeline';

const scripts = {
  build: 'bash scripts/build.sh && npm run -s extra && run-p "more:{one,two}" "other:*"',
  'build:tool': 'esbuild src/tool.ts --bundle --outfile=dist/tool.js --tsconfig=tsconfig.tool.json',
  'build:told': 'rollup src/told.js -c tools/rollup.mjs',
  extra: 'node tools/extra.mjs src/named.js > dist/extra.js',
  'more:one': 'tsx tools/one.ts',
  'other:two': 'node tools/two.mjs',
  start: 'node tools/start.mjs',
};

const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'demo', type: 'module', scripts }),
  '.gitignore': 'dist\n.wingbeat\n',
  'scripts/build.sh': 'set -e\nnode --no-warnings tools/bundle.mjs \\\n  --out dist\n',
  'tools/bundle.mjs': `import { readFileSync } from 'node:fs';
import { name } from './name.mjs';
export const banner = readFileSync('tools/banner.txt', 'utf8') + readFileSync('tools/prelude.js', 'utf8');
export const asked = { name, entryPoints: ['src/index.ts', 'src/tool.ts'], outfile: 'dist/index.js' };
`,
  'tools/name.mjs': "export const name = 'a';\n",
  'tools/banner.txt': '/* a */\n',
  'tools/prelude.js': 'globalThis.a = 1;\n',
  'tools/extra.mjs': 'console.log(1);\n',
  'tools/one.ts': 'console.log(1);\n',
  'tools/two.mjs': 'console.log(1);\n',
  'tools/rollup.mjs': 'export default { a: 1 };\n',
  'tools/start.mjs': 'console.log(1);\n',
  'src/index.ts': 'export const stamp = (n: number): string => `a${n}`;\n',
  'src/tool.ts': 'console.log(1);\n',
  'src/told.js': 'console.log(1);\n',
  'src/named.js': 'console.log(1);\n',
  'test/stamp.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { stamp } from '../dist/index.js';
test('stamp', () => assert.equal(stamp(1), 'a1'));
`,
  'test/other.test.js': `import test from 'node:test';\ntest('other', () => {});\n`,
};

describe('a change of what tells how code is built', () => {
  let root = '';

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-build-files-')));
    for (const [path, text] of Object.entries(files)) write(path, text);
    execFileSync('git', ['init', '-q'], { cwd: root });
    execFileSync('git', ['add', '-A'], { cwd: root });
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a', 'commit', '-qm', 'first'], { cwd: root });
    buildSync({ absWorkingDir: root, entryPoints: ['src/index.ts'], bundle: true, format: 'esm', outdir: 'dist' });
    const { failed } = await record({ cwd: root, command: ['node', '--test', 'test/'] });
    expect(failed).toEqual([]);
  }, 60_000);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  async function selectedWith(path: string, from: string, to: string): Promise<string[]> {
    const text = readFileSync(join(root, path), 'utf8');
    expect(text).toContain(from);
    write(path, text.replace(from, to));
    const { selected } = await selectAffectedTests({ cwd: root });
    write(path, text);
    return selected.map(({ name }) => name).toSorted();
  }

  test.each([
    ['a shell script', 'scripts/build.sh', '-e', '-ex'],
    ['what it runs', 'tools/bundle.mjs', 'banner =', 'banner = 1 +'],
    ['what that imports', 'tools/name.mjs', "'a'", "'b'"],
    ['what that reads', 'tools/banner.txt', 'a', 'b'],
    ['code that it reads', 'tools/prelude.js', '1', '2'],
    ['a script that the script of a build runs', 'package.json', 'tools/extra.mjs', 'tools/extra.mjs --small'],
    ['what that runs', 'tools/extra.mjs', '1', '2'],
    ['what one of several scripts runs', 'tools/one.ts', '1', '2'],
    ['what another of them runs', 'tools/two.mjs', '1', '2'],
    ['what an option names', 'tools/rollup.mjs', '1', '2'],
  ])('selects all: %s', async (_, path, from, to) => {
    expect(await selectedWith(path, from, to)).toEqual(['other', 'stamp']);
  });

  test.each([
    ['what is built', 'src/index.ts', ';', '; // built', ['stamp']],
    ['what is built, and no test loads', 'src/tool.ts', ';', '; // built', []],
    ['what is built as configuration says', 'src/told.js', ';', '; // built', []],
    ['what a program is given', 'src/named.js', ';', '; // built', []],
    ['what another script runs', 'tools/start.mjs', '1', '2', []],
  ])('is not one of %s', async (_, path, from, to, expected) => {
    expect(await selectedWith(path, from, to)).toEqual(expected);
  });
});
