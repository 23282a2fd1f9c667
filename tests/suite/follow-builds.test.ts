import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync, transformSync } from 'esbuild';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record, selectAffectedTests } from '#pipeline';

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module", "version": "1.0.0", "scripts": { "build": "make it" } }',
  '.gitignore': 'lib\nmade\n.wingbeat\n',
  'build.config.js': 'export default { target: 1 };\n',
  'src/index.ts': `import { twice, same, nothing } from './math';
import { LIMIT, Kind, Words } from './text';
export function first(x: number): number {
  nothing();
  return same(x) + twice(x);
}
export const limited = (x: number): boolean => x > LIMIT;
export const kind = (): number => Kind.A;
export const words = (text: string): string => new Words(text).first();
export const passed = [same, nothing];
export const state = { count: 0 };
export function count(): number {
  state.count += 1;
  return state.count;
}
export { square } from './math';
`,
  'src/math.ts': `export const same = (x: number): number => x;
export function nothing(): void {}
export function twice(x: number): number {
  return x * 2;
}
export const square = (x: number): number => {
  const by = (y: number): number => y * x;
  return by(x);
};
export function unused(): number {
  return twice(3);
}
`,
  'src/text.ts': `export const LIMIT = 10;
export const enum Kind {
  A = 5,
}
export class Words {
  private readonly separator = ' ';
  constructor(private readonly text: string) {}
  first(): string {
    return this.all[0] ?? '';
  }
  get all(): string[] {
    return this.text.split(this.separator).map((word) => word.trim());
  }
}
`,
  'src/idle.ts': 'export const idle = (): number => 1;\n',
  'test/all.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { count, first, kind, limited, square, state, words } from '../lib/index.js';
test('first', () => assert.equal(first(2), 6));
test('limited', () => assert.equal(limited(11), true));
test('kind', () => assert.equal(kind(), 5));
test('words', () => assert.equal(words('a b'), 'a'));
test('square', () => assert.equal(square(3), 9));
test('count', () => assert.equal(count(), 1));
test('counted', () => assert.equal(state.count, 1));
test('nothing', () => {});
`,
};

type Build = (root: string) => Promise<void> | void;

const inRoot = (root: string) => ({
  absWorkingDir: root,
  bundle: true,
  sourcemap: true as const,
  logLevel: 'silent' as const,
  outdir: 'lib',
});

/** What several programs make of the sources. */
const builds: Readonly<Record<string, Build>> = {
  esbuild: (root) => void buildSync({ ...inRoot(root), entryPoints: ['src/index.ts'], format: 'esm' }),
  'esbuild, with a map in the file': (root) =>
    void buildSync({ ...inRoot(root), entryPoints: ['src/index.ts'], format: 'esm', sourcemap: 'inline' }),
  'esbuild, minified': (root) =>
    void buildSync({ ...inRoot(root), entryPoints: ['src/index.ts'], format: 'esm', minify: true }),
  'esbuild, for old engines': (root) =>
    void buildSync({ ...inRoot(root), entryPoints: ['src/index.ts'], format: 'esm', target: 'es2015', minify: true }),
  'esbuild, in chunks': (root) =>
    void buildSync({
      ...inRoot(root),
      entryPoints: ['src/index.ts', 'src/math.ts'],
      format: 'esm',
      splitting: true,
      chunkNames: 'chunk-[name]',
    }),
  'esbuild, of compiled files': (root) => {
    mkdirSync(join(root, 'made'), { recursive: true });
    for (const name of ['index', 'math', 'text']) {
      const text = readFileSync(join(root, 'src', `${name}.ts`), 'utf8');
      const { code, map } = transformSync(text, { loader: 'ts', sourcemap: true, sourcefile: `../src/${name}.ts` });
      writeFileSync(join(root, 'made', `${name}.js`), `${code}//# sourceMappingURL=${name}.js.map\n`);
      writeFileSync(join(root, 'made', `${name}.js.map`), map);
    }
    buildSync({ ...inRoot(root), entryPoints: ['made/index.js'], format: 'esm', minify: true });
  },
  rolldown: (root) => bundle(root, false),
  'rolldown, minified': (root) => bundle(root, true),
};

async function bundle(root: string, minify: boolean): Promise<void> {
  const made = await rolldown({ cwd: root, input: 'src/index.ts', logLevel: 'silent' });
  await made.write({ dir: 'lib', format: 'esm', sourcemap: true, minify, entryFileNames: 'index.js' });
  await made.close();
}

interface Change {
  readonly name: string;
  readonly path: string;
  readonly from: string;
  readonly to: string;
  /** Also tests that are selected, and would not have to be. */
  readonly most: readonly string[];
}

/** Tests that a change breaks: the same whoever builds. */
const broken = new Map<string, readonly string[]>();

const all = ['first', 'limited', 'kind', 'words', 'square', 'count', 'counted', 'nothing'];

const changes: readonly Change[] = [
  { name: 'a function', path: 'src/math.ts', from: 'x * 2', to: 'x * 3', most: ['first'] },
  { name: 'an inner function', path: 'src/math.ts', from: 'y * x', to: 'y + x', most: ['square'] },
  { name: 'a getter', path: 'src/text.ts', from: 'word.trim()', to: "word + '!'", most: ['words'] },
  { name: 'what is put in the place of its calls', path: 'src/math.ts', from: '=> x;', to: '=> x + 1;', most: all },
  {
    name: 'what is left out where it is called',
    path: 'src/math.ts',
    from: 'void {}',
    to: "void { throw new Error('now'); }",
    most: all,
  },
  { name: 'a constant', path: 'src/text.ts', from: 'LIMIT = 10', to: 'LIMIT = 20', most: all },
  { name: 'a constant of an enumeration', path: 'src/text.ts', from: 'A = 5', to: 'A = 6', most: all },
  { name: 'the value of a field', path: 'src/text.ts', from: "separator = ' '", to: "separator = 'b'", most: all },
  { name: 'who writes state', path: 'src/index.ts', from: 'count += 1', to: 'count += 2', most: ['count', 'counted'] },
  { name: 'a comment', path: 'src/math.ts', from: 'x * 2;', to: 'x * 2; // twice', most: [] },
  { name: 'what is not built', path: 'src/idle.ts', from: '1', to: '2', most: [] },
];

describe.each(Object.entries(builds))('tests that load what %s made', (_, build) => {
  let root = '';
  let recorded: Awaited<ReturnType<typeof record>>;

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-built-')));
    for (const [path, text] of Object.entries(files)) write(path, text);
    execFileSync('git', ['init', '-q'], { cwd: root });
    await build(root);
    recorded = await record({ cwd: root, command: ['node', '--test', 'test/all.test.js'] });
  }, 60_000);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('functions are counted as they are written', () => {
    const { modules, functions } = recorded;
    expect([modules, functions.total]).toEqual([4, 28]);
  });

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  async function selected(): Promise<string[]> {
    const { selected: found } = await selectAffectedTests({ cwd: root });
    return found.map(({ id }) => id.replace(/^.* > /, ''));
  }

  /** After a build, by the engine. What was recorded is put back. */
  async function failingNow(): Promise<string[]> {
    cpSync(join(root, 'lib'), join(root, 'made/kept'), { recursive: true });
    await build(root);
    const { stdout } = spawnSync('node', ['--test', '--test-reporter=tap', 'test/all.test.js'], {
      cwd: root,
      encoding: 'utf8',
    });
    rmSync(join(root, 'lib'), { recursive: true });
    renameSync(join(root, 'made/kept'), join(root, 'lib'));
    return [...stdout.matchAll(/^\s*not ok \d+ - (\w+)$/gm)].map(([, name = '']) => name);
  }

  test.each(changes)(
    'are those that a change of $name reaches',
    async ({ name, path, from, to, most }) => {
      const text = files[path] ?? '';
      expect(text).toContain(from);
      write(path, text.replace(from, to));
      try {
        const found = await selected();
        const needed = broken.get(name) ?? (await failingNow());
        broken.set(name, needed);
        expect(found).toEqual(expect.arrayContaining([...needed]));
        expect([...most]).toEqual(expect.arrayContaining(found));
      } finally {
        write(path, text);
      }
    },
    60_000,
  );

  test.each([
    ['src/index.ts', `import './idle';\n${files['src/index.ts']}`],
    ['build.config.js', 'export default { target: 2 };\n'],
    ['package.json', '{ "type": "module", "version": "1.0.0", "scripts": { "build": "make it small" } }'],
  ])(
    'are all when %s says that something else is built',
    async (path, text) => {
      write(path, text);
      try {
        expect(await selected()).toEqual(all);
      } finally {
        write(path, files[path] ?? '');
      }
    },
    60_000,
  );
});

test('what is compiled file by file is known by functions, also where tests import inner files', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-by-file-')));
  const inner = `import test from 'node:test';
import assert from 'node:assert';
import { same, twice } from '../lib/math.js';
test('inner', () => assert.equal(twice(2), 4));
test('same', () => assert.equal(same(2), 2));
`;
  for (const [path, text] of Object.entries({ ...files, 'test/inner.test.js': inner })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  execFileSync('git', ['init', '-q'], { cwd: root });
  mkdirSync(join(root, 'lib'));
  for (const name of ['index', 'math', 'text']) {
    const text = readFileSync(join(root, 'src', `${name}.ts`), 'utf8').replaceAll(/'(\.\/\w+)'/g, "'$1.js'");
    const { code, map } = transformSync(text, { loader: 'ts', sourcemap: true, sourcesContent: false });
    writeFileSync(join(root, 'lib', `${name}.js`), `${code}//# sourceMappingURL=${name}.js.map\n`);
    writeFileSync(join(root, 'lib', `${name}.js.map`), map.replace('<stdin>', `../src/${name}.ts`));
  }
  await record({ cwd: root, command: ['node', '--test', 'test/'] });
  const math = files['src/math.ts'] ?? '';
  writeFileSync(join(root, 'src/math.ts'), math.replace('x * 2', 'x * 3'));
  const { selected } = await selectAffectedTests({ cwd: root });
  rmSync(root, { recursive: true, force: true });
  expect(selected.map(({ name }) => name).toSorted()).toEqual(['first', 'inner']);
}, 60_000);
