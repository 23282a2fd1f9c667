import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync, transformSync, type BuildOptions } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { record, selectAffectedTests } from '#pipeline';

type Files = Readonly<Record<string, string>>;

const files: Files = {
  'package.json': '{ "name": "demo", "version": "1.0.0", "type": "module" }',
  '.gitignore': 'dist\nmade\nnode_modules\n.wingbeat\n',
  'src/index.ts': `import { pad } from './pad';
import { mark } from './mark.json';
export const stamp = (n: number): string => pad(n) + mark;
export const plain = (): number => 1;
`,
  'src/pad.ts': `import { width } from './width';
export const filling = '0';
export function pad(n: number): string {
  return String(n).padStart(width, filling);
}
`,
  'src/width.ts': 'export const width = 3;\n',
  'src/mark.json': '{ "mark": "!" }\n',
  'test/stamp.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { stamp } from '../dist/index.js';
test('stamp', () => assert.equal(stamp(1), '001!'));
`,
  'test/other.test.js': `import test from 'node:test';\ntest('other', () => {});\n`,
};

const options: BuildOptions = {
  entryPoints: ['src/index.ts'],
  bundle: true,
  format: 'esm',
  outfile: 'dist/index.js',
  logLevel: 'silent',
};

let root = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-origins-')));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function bundle(more: BuildOptions = {}): void {
  buildSync({ ...options, absWorkingDir: root, ...more });
}

function setUp(changed: Files, build: () => void): void {
  const all = { ...files, ...changed };
  for (const [path, text] of Object.entries(all)) if (text !== '') write(path, text);
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['add', '-A'], { cwd: root });
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a', 'commit', '-qm', 'first'], { cwd: root });
  build();
}

async function recordTests(): Promise<string[]> {
  const { failed, diagnostics } = await record({ cwd: root, command: ['node', '--test', 'test/'] });
  expect(failed).toEqual([]);
  return diagnostics.flatMap(({ code, message }) => (code === 'built-code-stale' ? [message] : []));
}

async function selectedWith(path: string, from: string, to: string): Promise<string[]> {
  const text = readFileSync(join(root, path), 'utf8');
  expect(text).toContain(from);
  write(path, text.replace(from, to));
  try {
    const { selected } = await selectAffectedTests({ cwd: root });
    return selected.map(({ name }) => name).toSorted();
  } finally {
    write(path, text);
  }
}

interface MapFields {
  sources: string[];
  sourceRoot?: string;
}

function rewriteMap(edit: (map: MapFields) => void): void {
  const text = readFileSync(join(root, 'dist/index.js.map'), 'utf8');
  const map = JSON.parse(text) as MapFields;
  edit(map);
  write('dist/index.js.map', JSON.stringify(map));
}

/** As if other programs had written the map. */
function renamed(name: (source: string) => string, sourceRoot = ''): () => void {
  return () => {
    bundle({ sourcemap: true });
    rewriteMap((map) => {
      map.sources = map.sources.map((source) => name(source.replace('../', '')));
      map.sourceRoot = sourceRoot;
    });
  };
}

function compileTo(folder: string, names: readonly string[], from = 'src'): void {
  for (const name of names) {
    const { code } = transformSync(readFileSync(join(root, from, `${name}.ts`), 'utf8'), { loader: 'ts' });
    write(`${folder}/${name}.js`, code.replaceAll(/'(\.\/\w+)'|"(\.\/\w+)"/g, "'$1$2.js'"));
  }
}

interface Case {
  readonly name: string;
  readonly files?: Files;
  readonly build: () => void;
}

const inner = ['index', 'pad', 'width'];
const code = {
  ...files,
  'src/index.ts': (files['src/index.ts'] ?? '').replace(/import.*json';\n/, "const mark = '!';\n"),
};

const twoSteps = (more: BuildOptions) => (): void => {
  compileTo('made', inner);
  bundle({ entryPoints: ['made/index.js'], sourcemap: true, ...more });
  rmSync(join(root, 'made'), { recursive: true });
};

const cases: readonly Case[] = [
  { name: 'of webpack', build: renamed((source) => `webpack://demo/./${source}`) },
  { name: 'of webpack, without a name', build: renamed((source) => `webpack:///./${source}?1a2b`) },
  { name: 'that names URLs of files', build: renamed((source) => `file://${root}/${source}`) },
  { name: 'that names absolute paths', build: renamed((source) => `${root}/${source}`) },
  { name: 'that names paths of another machine', build: renamed((source) => `/build/demo/${source}`) },
  { name: 'with the folder of a server', build: renamed((source) => source, '/demo/') },
  { name: 'that names sources from the root', build: renamed((source) => source) },
  { name: 'that names nothing', build: renamed(() => 'x.js') },
  { name: 'that names nothing but data', build: renamed((source) => (source.endsWith('.json') ? source : 'x.js')) },
  { name: 'that names files which are gone', files: code, build: twoSteps({}) },
  {
    name: 'that names files which are gone, and does not hold them',
    files: code,
    build: twoSteps({ sourcesContent: false }),
  },
  {
    name: 'that names built files of another package',
    files: {
      ...code,
      'package.json': '{ "name": "demo", "workspaces": ["packages/*"], "type": "module" }',
      'packages/pad/package.json': '{ "name": "padding", "type": "module", "main": "dist/pad.js" }',
      'packages/pad/src/width.ts': files['src/width.ts'] ?? '',
      'packages/pad/src/pad.ts': files['src/pad.ts'] ?? '',
      'src/pad.ts': "export { pad } from '../packages/pad/dist/pad.js';\n",
    },
    build: () => {
      compileTo('packages/pad/dist', ['pad', 'width'], 'packages/pad/src');
      bundle({ sourcemap: true });
    },
  },
];

describe.each(cases)('a map $name', ({ files: own = {}, build }) => {
  test('leads to what the code was made from', async () => {
    setUp(own, build);
    await recordTests();
    const folder = 'packages/pad/package.json' in own ? 'packages/pad/src' : 'src';
    expect(await selectedWith(`${folder}/pad.ts`, 'String(n)', 'String(n + 1)')).toEqual(['stamp']);
    expect(await selectedWith(`${folder}/width.ts`, '3', '4')).toEqual(['stamp']);
  });
});

const scripted = (script: string): Files => ({
  'package.json': JSON.stringify({ type: 'module', scripts: { build: script } }),
});
const loading = (path: string): Files => ({
  'test/stamp.test.js': (files['test/stamp.test.js'] ?? '').replace('../dist/index.js', `../${path}`),
});
const aliased = { 'src/index.ts': (files['src/index.ts'] ?? '').replace('./pad', '@/pad') };

const mapless: readonly Case[] = [
  {
    name: 'in a folder that says how it is loaded',
    files: {
      'test/stamp.test.js': (files['test/stamp.test.js'] ?? '')
        .replace('{ stamp }', 'built')
        .replace('../dist', '../dist/cjs')
        .replace('stamp(1)', 'built.stamp(1)'),
    },
    build: () => {
      bundle({ format: 'cjs', outfile: 'dist/cjs/index.js' });
      write('dist/cjs/package.json', '{ "type": "commonjs" }');
    },
  },
  {
    name: 'of sources with names that only the bundler knows',
    files: aliased,
    build: () => bundle({ alias: { '@': './src' } }),
  },
  {
    name: 'of another name, from the source that a script names',
    files: { ...scripted('esbuild src/index.ts --bundle --outfile=dist/all.js'), ...loading('dist/all.js') },
    build: () => bundle({ outfile: 'dist/all.js', minify: true }),
  },
  {
    name: 'of another name, from the source that the program of a script names',
    files: {
      ...scripted('node make.mjs'),
      ...loading('dist/all.js'),
      'make.mjs': `import { buildSync } from 'esbuild';\nbuildSync({ entryPoints: ['./src/index'], outfile: 'dist/all.js' });\n`,
    },
    build: () => bundle({ outfile: 'dist/all.js', minify: true }),
  },
];

describe.each(mapless)('code without a map $name', ({ files: own = {}, build }) => {
  test('is made from what it seems to be', async () => {
    setUp(own, build);
    await recordTests();
    expect(await selectedWith('src/pad.ts', 'String(n)', 'String(n + 1)')).toEqual(['stamp']);
    expect(await selectedWith('src/width.ts', '3', '4')).toEqual(['stamp']);
    expect(await selectedWith('src/mark.json', '!', '?')).toEqual(['stamp']);
  });
});

test('a text that a loader puts into what is made counts as a source of it', async () => {
  const index = (files['src/index.ts'] ?? '').replace("{ mark } from './mark.json'", "mark from './mark.txt'");
  setUp({ 'src/index.ts': index, 'src/mark.txt': '!' }, () => bundle({ loader: { '.txt': 'text' } }));
  await recordTests();
  expect(await selectedWith('src/mark.txt', '!', '?')).toEqual(['stamp']);
});

test('so does a constant that a declaration holds', async () => {
  const index = (files['src/index.ts'] ?? '').replace('pad(n)', 'pad(n + Start.At)').replace('mark;', "'!';");
  setUp({ 'src/index.ts': index, 'src/start.d.ts': 'declare const enum Start {\n  At = 0,\n}\n' }, () => {
    bundle({ define: { 'Start.At': '0' }, sourcemap: true });
  });
  await recordTests();
  expect(await selectedWith('src/start.d.ts', '= 0', '= 1')).toEqual(['stamp']);
});

function writeLater(path: string, text?: string): void {
  if (text !== undefined) write(path, text);
  const time = Date.now() / 1000 + 60;
  utimesSync(join(root, path), time, time);
}

function told(built: string, source: string): unknown[] {
  return [expect.stringContaining(`${built}, which was built before ${source} was`)];
}

describe('code that is older than its source', () => {
  const other = (files['src/pad.ts'] ?? '').replace("'0'", "'1'");
  test('is told of where the map holds no text', async () => {
    setUp({}, () => bundle({ sourcemap: true, sourcesContent: false }));
    expect(await recordTests()).toEqual([]);
    writeLater('src/pad.ts', other);
    expect(await recordTests()).toEqual(told('dist/index.js', 'src/pad.ts'));
  });

  test('is told of where the map holds another text, and not where the source was only written again', async () => {
    setUp({}, () => bundle({ sourcemap: true }));
    writeLater('src/pad.ts');
    expect(await recordTests()).toEqual([]);
    rmSync(join(root, '.wingbeat'), { recursive: true });
    writeLater('src/pad.ts', other);
    expect(await recordTests()).toEqual(told('dist/index.js', 'src/pad.ts'));
  });

  test('is not what imports the file that is', async () => {
    setUp(code, () => compileTo('dist', inner));
    writeLater('src/pad.ts', other);
    expect(await recordTests()).toEqual(told('dist/pad.js', 'src/pad.ts'));
  });
});
