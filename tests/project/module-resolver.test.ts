import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openFolder } from '#project/folder-snapshot';
import { openRevision } from '#project/revision-snapshot';
import type { Resolution, Snapshot } from '#project/snapshot';
import { openTexts } from '#project/text-snapshot';
import { openWorkingTree } from '#project/working-tree-snapshot';
import { TemporaryFolder, TemporaryRepository } from './temporary-repository';

const file = (path: string): Resolution => ({ kind: 'file', path });
const external = (name: string): Resolution => ({ kind: 'external', name });
const builtin = (name: string): Resolution => ({ kind: 'builtin', name });
const unresolved = (specifier: string): Resolution => ({ kind: 'unresolved', specifier });

function texts(...paths: string[]): Snapshot {
  return openTexts('/nowhere/at/all', Object.fromEntries(paths.map((path) => [path, ''])));
}

describe('paths', () => {
  const snapshot = texts(
    'src/a.ts',
    'src/exact.js',
    'src/exact.ts',
    'src/compiled.ts',
    'src/view.tsx',
    'src/module.mts',
    'src/common.cts',
    'src/plain.jsx',
    'src/dots.config.ts',
    'src/both.ts',
    'src/both/index.ts',
    'src/folder/index.tsx',
    'src/only-types.d.ts',
    'src/data.json',
    'src/style.css',
    'src/worker.ts',
    'index.ts',
    'lib/main.cjs',
  );

  test.each<[string, Resolution]>([
    ['./exact.js', file('src/exact.js')],
    ['./exact', file('src/exact.ts')],
    ['./compiled.js', file('src/compiled.ts')],
    ['./compiled.ts', file('src/compiled.ts')],
    ['./view.js', file('src/view.tsx')],
    ['./view.jsx', file('src/view.tsx')],
    ['./view', file('src/view.tsx')],
    ['./module.mjs', file('src/module.mts')],
    ['./module', file('src/module.mts')],
    ['./common.cjs', file('src/common.cts')],
    ['./plain.js', file('src/plain.jsx')],
    ['./dots.config', file('src/dots.config.ts')],
    ['./both', file('src/both.ts')],
    ['./both/', file('src/both/index.ts')],
    ['./folder', file('src/folder/index.tsx')],
    ['./folder/index.js', file('src/folder/index.tsx')],
    ['.', unresolved('.')],
    ['..', file('index.ts')],
    ['../', file('index.ts')],
    ['../lib/main', file('lib/main.cjs')],
    ['./../src/./a', file('src/a.ts')],
    ['/lib/main.cjs', file('lib/main.cjs')],
    ['/nowhere/at/all/lib/main.cjs', file('lib/main.cjs')],
    ['./worker?worker&inline', file('src/worker.ts')],
    ['./only-types', external('src/only-types.d.ts')],
    ['./data.json', external('src/data.json')],
    ['./data', external('src/data.json')],
    ['./style.css', external('src/style.css')],
    ['./style.css?inline', external('src/style.css')],
    ['./nothing', unresolved('./nothing')],
    ['../../outside', unresolved('../../outside')],
    ['', unresolved('')],
  ])('%j', (specifier, expected) => {
    expect(snapshot.resolve('src/a.ts', specifier)).toEqual(expected);
  });

  test("a folder's package.json goes before its index, and after a file of the same name", () => {
    const folders = openTexts('/nowhere/at/all', {
      'a.ts': '',
      'main/package.json': '{"main": "./lib/entry.js"}',
      'main/index.ts': '',
      'main/lib/entry.ts': '',
      'built/package.json': '{"main": "dist/index.js"}',
      'built/src/index.ts': '',
      'folder-main/package.json': '{"main": "lib"}',
      'folder-main/lib/index.js': '',
      'gone/package.json': '{"main": "missing.js"}',
      'gone/index.ts': '',
      'broken/package.json': '{"main": ',
      'broken/index.ts': '',
      'file.ts': '',
      'file/package.json': '{"main": "x.js"}',
      'file/x.js': '',
    });
    expect(
      ['./main', './main/', './built', './folder-main', './gone', './broken', './file', './file/'].map((to) =>
        folders.resolve('a.ts', to),
      ),
    ).toEqual(
      [
        'main/lib/entry.ts',
        'main/lib/entry.ts',
        'built/src/index.ts',
        'folder-main/lib/index.js',
        'gone/index.ts',
        'broken/index.ts',
        'file.ts',
        'file/x.js',
      ].map(file),
    );
  });
});

describe('a package with an entry for each way', () => {
  const files = {
    'package.json': JSON.stringify({
      name: 'self',
      main: 'index.js',
      module: 'index.mjs',
      exports: { '.': { import: './index.mjs', require: './index.js' } },
    }),
    'index.js': '',
    'index.mjs': '',
    'test/required.js': "const all = require('self');",
    'test/imported.js': "import all from 'self'; // not require('other')",
    'test/by-path.js': "const a = require('..'), b = require('../');",
  };

  test.each([
    ['on disk', () => openFolder(new TemporaryFolder().write(files).root)],
    ['not on disk', () => openTexts('/nowhere/at/all', files)],
  ])('gives each what it asks for, %s', (_, open) => {
    const snapshot = open();
    expect(snapshot.resolve('test/required.js', 'self')).toEqual(file('index.js'));
    expect(snapshot.resolve('test/imported.js', 'self')).toEqual(file('index.mjs'));
    for (const folder of ['..', '../']) expect(snapshot.resolve('test/by-path.js', folder)).toEqual(file('index.js'));
  });

  test('`exports` count for a path only where there is neither `main` nor an index file', () => {
    const { 'index.js': _, ...others } = files;
    const manifest = '{"name": "self", "exports": {"import": "./dist/main.js", "require": "./main.cjs"}}';
    const snapshot = openTexts('/nowhere/at/all', { ...others, 'package.json': manifest });
    expect(snapshot.resolve('test/by-path.js', '..')).toEqual(file('index.mjs'));
    const bundled = openTexts('/nowhere/at/all', { 'package.json': manifest, 'src/main.ts': '', 'test/a.ts': '' });
    expect(bundled.resolve('test/a.ts', '..')).toEqual(file('src/main.ts'));
  });
});

describe('names', () => {
  test.each<[string, Resolution]>([
    ['fs', builtin('fs')],
    ['node:fs', builtin('fs')],
    ['fs/promises', builtin('fs/promises')],
    ['node:test', builtin('test')],
    ['node:not-yet-invented', builtin('not-yet-invented')],
    ['lodash', external('lodash')],
    ['lodash/fp/add.js', external('lodash')],
    ['@scope/name', external('@scope/name')],
    ['@scope/name/deep/file', external('@scope/name')],
    ['https://example.invalid/x.js', external('https://example.invalid/x.js')],
    ['virtual:thing', external('virtual:thing')],
    ['@/alias', unresolved('@/alias')],
    ['~/alias', unresolved('~/alias')],
    ['#internal', unresolved('#internal')],
    ['@scope', unresolved('@scope')],
  ])('%s that is not installed', (specifier, expected) => {
    expect(texts('a.ts').resolve('a.ts', specifier)).toEqual(expected);
  });

  test('installed packages are external, wherever they lie', () => {
    const folder = new TemporaryFolder().write({
      'node_modules/dep/package.json': '{"name": "dep", "exports": {"./sub": "./lib/sub.js"}}',
      'node_modules/dep/lib/sub.js': '',
      'tsconfig.json': '{"compilerOptions": {"paths": {"alias": ["./node_modules/dep/lib/sub.js"]}}}',
      'project/a.ts': '',
      'project/src/b.ts': '',
    });
    expect(openFolder(folder.root).resolve('project/src/b.ts', 'dep/sub')).toEqual(external('dep'));
    expect(openFolder(folder.path('project')).resolve('src/b.ts', 'dep/sub')).toEqual(external('dep'));
    expect(openFolder(folder.root).resolve('project/a.ts', 'alias')).toEqual(external('dep'));
  });

  test('tsconfig paths and baseUrl, with comments, inheritance and references', () => {
    const folder = new TemporaryFolder().write({
      'tsconfig.base.json':
        '{ // shared\n "compilerOptions": {"paths": {"@/*": ["./src/*"], "config": ["./src/config/main.ts"]}}, }',
      'tsconfig.json': '{"extends": "./tsconfig.base.json"}',
      'src/a.ts': '',
      'src/deep/b.ts': '',
      'src/config/main.ts': '',
      'app/tsconfig.json': '{"files": [], "references": [{"path": "./tsconfig.app.json"}]}',
      'app/tsconfig.app.json': '{"compilerOptions": {"composite": true, "baseUrl": "code"}, "include": ["code"]}',
      'app/code/lib/x.ts': '',
      'app/code/y.ts': '',
    });
    const snapshot = openFolder(folder.root);
    expect(snapshot.resolve('src/deep/b.ts', '@/a')).toEqual(file('src/a.ts'));
    expect(snapshot.resolve('src/deep/b.ts', '@/a.js')).toEqual(file('src/a.ts'));
    expect(snapshot.resolve('src/a.ts', 'config')).toEqual(file('src/config/main.ts'));
    expect(snapshot.resolve('app/code/y.ts', 'lib/x')).toEqual(file('app/code/lib/x.ts'));
    expect(snapshot.resolve('src/a.ts', '@/nothing')).toEqual(unresolved('@/nothing'));
  });

  test('a tsconfig that cannot be used is said once, and the rest still works', () => {
    const folder = new TemporaryFolder().write({
      'tsconfig.json': '{"extends": "@tsconfig/not-installed/tsconfig.json"}',
      'package.json': '{"name": "self", "exports": "./a.ts", "imports": {"#b": "./b.ts"}}',
      'a.ts': '',
      'b.ts': '',
    });
    const snapshot = openFolder(folder.root);
    expect(snapshot.resolve('b.ts', 'self')).toEqual(file('a.ts'));
    expect(snapshot.resolve('a.ts', '#b')).toEqual(file('b.ts'));
    expect(snapshot.diagnostics.map(({ code }) => code)).toEqual(['unusable-tsconfig']);
  });

  test('package imports and self-references', () => {
    const folder = new TemporaryFolder().write({
      'package.json': JSON.stringify({
        name: 'self',
        exports: { '.': './src/index.ts', './features/*': './dist/features/*.js' },
        imports: { '#*': './src/*.ts', '#dep': 'not-installed' },
      }),
      'src/index.ts': '',
      'src/core/ids.ts': '',
      'src/features/x.ts': '',
    });
    const snapshot = openFolder(folder.root);
    expect(snapshot.resolve('src/index.ts', '#core/ids')).toEqual(file('src/core/ids.ts'));
    expect(snapshot.resolve('src/core/ids.ts', 'self')).toEqual(file('src/index.ts'));
    expect(snapshot.resolve('src/core/ids.ts', 'self/features/x')).toEqual(file('src/features/x.ts'));
    expect(snapshot.resolve('src/index.ts', '#nothing')).toEqual(unresolved('#nothing'));
  });
});

test('a root behind a link', () => {
  const folder = new TemporaryFolder().write({
    'real/tsconfig.json': '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
    'real/src/a.ts': '',
  });
  symlinkSync('real', folder.path('link'));
  expect(openFolder(folder.path('link')).resolve('src/a.ts', '@/a')).toEqual(file('src/a.ts'));
});

describe('workspaces', () => {
  const files = {
    'package.json': '{"name": "all", "workspaces": ["packages/*", "!packages/private"]}',
    'packages/app/package.json': '{"name": "app"}',
    'packages/app/src/main.ts': '',
    'packages/core/package.json': JSON.stringify({
      name: '@acme/core',
      exports: {
        '.': { types: './dist/index.d.ts', import: './dist/esm/index.js' },
        './parts/*': { import: './dist/parts/*.js' },
        './parts/hidden/*': null,
      },
    }),
    'packages/core/src/index.ts': '',
    'packages/core/src/parts/one.tsx': '',
    'packages/plain/package.json': '{"name": "plain", "main": "lib/plain.js"}',
    'packages/plain/src/plain.ts': '',
    'packages/plain/tools/t.ts': '',
    'packages/bare/package.json': '{"name": "bare"}',
    'packages/bare/index.ts': '',
    'packages/private/package.json': '{"name": "private"}',
    'packages/private/index.ts': '',
    'tests/fixtures/react/package.json': '{"name": "react"}',
    'tests/fixtures/react/index.js': '',
  };
  const expected: [string, Resolution][] = [
    ['@acme/core', file('packages/core/src/index.ts')],
    ['@acme/core/parts/one', file('packages/core/src/parts/one.tsx')],
    ['@acme/core/parts/two', external('@acme/core')],
    ['plain', file('packages/plain/src/plain.ts')],
    ['plain/tools/t', file('packages/plain/tools/t.ts')],
    ['bare', file('packages/bare/index.ts')],
    ['app/main', file('packages/app/src/main.ts')],
    ['private', external('private')],
    ['react', external('react')],
  ];

  test.each(expected)('%s, neither linked nor built', (specifier, resolution) => {
    expect(openTexts('/nowhere/at/all', files).resolve('packages/app/src/main.ts', specifier)).toEqual(resolution);
  });

  test.each(expected)('%s, linked and built', (specifier, resolution) => {
    const folder = new TemporaryFolder().write({
      ...files,
      'packages/core/dist/esm/index.js': '',
      'packages/core/dist/parts/one.js': '',
      'packages/plain/lib/plain.js': '',
      '.gitignore': 'dist\nlib\nnode_modules\n',
    });
    mkdirSync(folder.path('node_modules', '@acme'), { recursive: true });
    symlinkSync('../../packages/core', folder.path('node_modules', '@acme', 'core'));
    for (const name of ['plain', 'bare']) symlinkSync(`../packages/${name}`, folder.path('node_modules', name));
    // Git leaves the build output out of the snapshot.
    new TemporaryRepository().git('init', '--quiet', folder.root);
    expect(openWorkingTree(folder.root).resolve('packages/app/src/main.ts', specifier)).toEqual(resolution);
  });

  test('those of pnpm', () => {
    const { 'package.json': _, ...others } = files;
    const snapshot = openTexts('/nowhere/at/all', {
      ...others,
      'pnpm-workspace.yaml':
        '# ours\npackages:\n  # code\n  - \'packages/**\'\n  - "!**/private" # not this\n\nonlyBuiltDependencies:\n  - tests/fixtures/react\n',
    });
    expect(expected.map(([specifier]) => snapshot.resolve('packages/app/src/main.ts', specifier))).toEqual(
      expected.map(([, resolution]) => resolution),
    );
  });

  test('a package of that name elsewhere in the repository is none', () => {
    const { 'package.json': _, ...others } = files;
    const snapshot = openTexts('/nowhere/at/all', others);
    expect(snapshot.resolve('packages/app/src/main.ts', 'bare')).toEqual(external('bare'));
    expect(snapshot.resolve('packages/app/src/main.ts', 'app/main')).toEqual(file('packages/app/src/main.ts'));
  });
});

describe('a revision that is not what is on disk', () => {
  test('files that are gone are found behind their aliases', () => {
    const repository = new TemporaryRepository();
    repository.commit({
      'tsconfig.json': '{"compilerOptions": {"paths": {"@/*": ["./src/*"], "only": ["./src/only.ts"]}}}',
      'package.json': '{"name": "self", "imports": {"#*": "./src/*.ts"}}',
      'src/kept.ts': '',
      'src/old.ts': '',
      'src/only.ts': '',
      'src/old-folder/index.ts': '',
      'src/old-folder/deep/x.ts': '',
      'elsewhere/old.ts': '',
      'elsewhere/kept.ts': '',
    });
    repository.remove('src/old.ts', 'src/only.ts', 'src/old-folder', 'elsewhere/old.ts').write({ 'src/new.ts': '' });
    const snapshot = openRevision(repository.root, 'HEAD');
    const resolve = (specifier: string) => snapshot.resolve('src/kept.ts', specifier);
    expect(resolve('@/kept')).toEqual(file('src/kept.ts'));
    expect(resolve('@/old')).toEqual(file('src/old.ts'));
    expect(resolve('@/old.js')).toEqual(file('src/old.ts'));
    expect(resolve('#old')).toEqual(file('src/old.ts'));
    expect(resolve('@/old-folder')).toEqual(file('src/old-folder/index.ts'));
    expect(resolve('@/old-folder/index.ts')).toEqual(file('src/old-folder/index.ts'));
    expect(resolve('#old-folder/deep/x')).toEqual(file('src/old-folder/deep/x.ts'));
    expect(resolve('./old')).toEqual(file('src/old.ts'));
    // FIXME: an alias for one file alone has no other file to compare with; the configuration of the revision would say.
    expect(resolve('only')).toEqual(external('only'));
    expect(resolve('@/never')).toEqual(unresolved('@/never'));
    expect(resolve('old')).toEqual(external('old'));
  });

  test('a folder that is gone imports as before', () => {
    const repository = new TemporaryRepository();
    repository.commit({
      'tsconfig.json': '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
      'src/a.ts': '',
      'src/gone/b.ts': '',
    });
    repository.remove('src/gone');
    expect(openRevision(repository.root, 'HEAD').resolve('src/gone/b.ts', '@/a')).toEqual(file('src/a.ts'));
  });

  test('files that are new on disk are not in the revision', () => {
    const repository = new TemporaryRepository();
    repository.commit({
      'tsconfig.json': '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
      'src/a.ts': '',
      'src/b/index.ts': '',
    });
    repository.write({ 'src/b.ts': '' });
    const snapshot = openRevision(repository.root, 'HEAD');
    expect(snapshot.resolve('src/a.ts', './b')).toEqual(file('src/b/index.ts'));
    expect(openWorkingTree(repository.root).resolve('src/a.ts', './b')).toEqual(file('src/b.ts'));
  });

  test('generated code that git ignores is external by its path', () => {
    const repository = new TemporaryRepository();
    repository.commit({ '.gitignore': '/src/generated/\n', 'src/a.ts': '' });
    repository.write({ 'src/generated/client.ts': '' });
    expect(openWorkingTree(repository.root).resolve('src/a.ts', './generated/client')).toEqual(
      external('src/generated/client.ts'),
    );
  });
});

test('the same question gets the same answer object', () => {
  const snapshot = texts('src/a.ts', 'src/b.ts');
  expect(snapshot.resolve('src/a.ts', './b')).toBe(snapshot.resolve('src/b.ts', './b'));
});
