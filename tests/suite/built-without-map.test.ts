import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync, transformSync, type BuildOptions } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyzeChange, record, selectAffectedTests } from '#pipeline';

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module", "dependencies": { "outer": "1.0.0" } }',
  '.gitignore': 'lib\nnode_modules\n.wingbeat\n',
  'node_modules/outer/package.json':
    '{ "name": "outer", "version": "1.0.0", "main": "i.js", "dependencies": { "inner": "1" } }',
  'node_modules/outer/i.js': `const inner = require('inner');\nmodule.exports = (x) => inner(x) + 1;\n`,
  'node_modules/inner/package.json': '{ "name": "inner", "version": "1.0.0", "main": "i.js" }',
  'node_modules/inner/i.js': 'module.exports = (x) => x * 2;\n',
  'src/index.ts': `import outer from 'outer';
import { area, type Size } from './area';
export const packed = (x: number): number => outer(x);
export const measured = (size: Size): number => area(size) + size.margin;
`,
  'src/area.ts': `export interface Size { readonly width: number; readonly height: number; readonly margin: number }
export function area({ width, height }: Size): number {
  return width * height;
}
`,
  'src/alone.ts': 'export const alone = (): string => "alone";\n',
  'lib/table.js': 'export const table = [1, 2, 3];\n',
  'test/built.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { measured, packed } from '../lib/index.js';
test('packed', () => assert.equal(packed(2), 5));
test('measured', () => assert.equal(measured({ width: 2, height: 3, margin: 1 }), 7));
`,
  'test/other.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { table } from '../lib/table.js';
test('generated', () => assert.equal(table.length, 3));
`,
};

const options: BuildOptions = {
  entryPoints: ['src/index.ts'],
  bundle: true,
  format: 'esm',
  outdir: 'lib',
  logLevel: 'silent',
};

/** What is made of the sources, and whether a map tells so. */
const builds: Readonly<Record<string, (root: string) => void>> = {
  'a bundle without a map': (root) => void buildSync({ ...options, absWorkingDir: root }),
  'a small bundle without a map': (root) => void buildSync({ ...options, absWorkingDir: root, minify: true }),
  'a bundle with a map': (root) => void buildSync({ ...options, absWorkingDir: root, sourcemap: true }),
  'a bundle with the map of other sources': (root) => {
    writeFileSync(join(root, 'src/index.ts'), `${files['src/index.ts']}// before\n`);
    buildSync({ ...options, absWorkingDir: root, sourcemap: true });
    writeFileSync(join(root, 'src/index.ts'), files['src/index.ts'] ?? '');
  },
  'files that are compiled one by one': (root) => {
    for (const name of ['index', 'area']) {
      const text = (files[`src/${name}.ts`] ?? '').replace("'./area'", "'./area.js'");
      write(root, `lib/${name}.js`, transformSync(text, { loader: 'ts' }).code);
    }
  },
};

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const ofBuild = ['measured', 'packed'];
const version = (name: string, edition: string): [string, string] => {
  const path = `node_modules/${name}/package.json`;
  return [path, (files[path] ?? '').replace('1.0.0', edition)];
};

describe.each(Object.entries(builds))('tests that load %s', (name, build) => {
  let root = '';
  let codes: string[] = [];

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-mapless-')));
    for (const [path, text] of Object.entries(files)) write(root, path, text);
    execFileSync('git', ['init', '-q'], { cwd: root });
    execFileSync('git', ['add', '-A'], { cwd: root });
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a', 'commit', '-qm', 'first'], { cwd: root });
    build(root);
    const { failed, diagnostics } = await record({ cwd: root, command: ['node', '--test', 'test/'] });
    expect(failed).toEqual([]);
    codes = diagnostics.map(({ code, message }) => `${code} ${/[\w/]+\.js/.exec(message)?.[0]}`);
  }, 60_000);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  async function selectedWith(path: string, text: string): Promise<string[]> {
    write(root, path, text);
    try {
      const { selected } = await selectAffectedTests({ cwd: root });
      return selected.map((each) => each.name).toSorted();
    } finally {
      write(root, path, files[path] ?? '');
    }
  }

  test('are those that the next build may break: a source has changed', async () => {
    const text = (files['src/area.ts'] ?? '').replace('width * height', 'width + height');
    const selected = await selectedWith('src/area.ts', text);
    expect(selected).toContain('measured');
    expect(ofBuild).toEqual(expect.arrayContaining(selected));
  });

  test('are those that the next build may break: a package has changed, or one that it needs', async () => {
    expect(await selectedWith(...version('outer', '2.0.0'))).toContain('packed');
    expect(await selectedWith(...version('inner', '1.0.1'))).toContain('packed');
    expect(ofBuild).toEqual(expect.arrayContaining(await selectedWith(...version('inner', '1.0.1'))));
  });

  test('are none when something else has changed', async () => {
    expect(await selectedWith('src/alone.ts', 'export const alone = (): string => "other";\n')).toEqual([]);
  });

  test('the recording says what has no map', () => {
    const table = 'compiled-without-map lib/table.js';
    const others = codes.filter((code) => code.startsWith('compiled-without-map') && code !== table);
    const hasMap = name === 'a bundle with a map' || name === 'a bundle with the map of other sources';
    expect(others).toHaveLength(hasMap ? 0 : 1);
    expect(codes).toContain(table);
  });

  test('nobody claims that a changed function is run by no test', async () => {
    write(root, 'src/area.ts', (files['src/area.ts'] ?? '').replace('width * height', 'width + height'));
    const { tests } = await analyzeChange({ cwd: root, behaviour: false });
    write(root, 'src/area.ts', files['src/area.ts'] ?? '');
    const id = 'src/area.ts#area';
    expect(tests?.unreached).toEqual([]);
    if (name === 'a bundle with a map') expect(tests?.reached).toMatchObject([{ function: id }]);
    else expect(tests?.unwatched).toEqual([id]);
  });
});

test('the engine agrees: what was changed above breaks the tests that are selected', () => {
  const root = mkdtempSync(join(tmpdir(), 'wingbeat-mapless-'));
  for (const [path, text] of Object.entries(files)) write(root, path, text);
  write(root, 'src/area.ts', (files['src/area.ts'] ?? '').replace('width * height', 'width + height'));
  write(root, 'node_modules/inner/i.js', 'module.exports = (x) => x * 3;\n');
  builds['a bundle without a map']?.(root);
  const { stdout } = spawnSync('node', ['--test', '--test-reporter=tap', 'test/'], { cwd: root, encoding: 'utf8' });
  rmSync(root, { recursive: true, force: true });
  const failing = [...stdout.matchAll(/^\s*not ok \d+ - (\w+)$/gm)].map(([, title = '']) => title);
  expect(failing).toEqual(expect.arrayContaining(ofBuild));
});
