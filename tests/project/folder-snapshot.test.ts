import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openFile } from '#project/file-snapshot';
import { openFolder } from '#project/folder-snapshot';
import { openRevision } from '#project/revision-snapshot';
import { openTexts } from '#project/text-snapshot';
import { TemporaryFolder, TemporaryRepository } from './temporary-repository';

describe('openFolder', () => {
  test('walks everything but installed packages and folders with a dot', () => {
    const folder = new TemporaryFolder().write({
      'a.ts': 'a',
      'b/c/d.mjs': 'd',
      'dist/out.js': '',
      '.config.js': '',
      '.cache/x.js': '',
      'node_modules/dep/index.js': '',
      'b/node_modules/dep/index.js': '',
      'b/types.d.ts': '',
      'new\nline "x".ts': 'odd',
    });
    symlinkSync('..', folder.path('b', 'loop'));
    symlinkSync('a.ts', folder.path('link.ts'));
    const snapshot = openFolder(folder.root);
    expect(snapshot.paths).toEqual(['.config.js', 'a.ts', 'b/c/d.mjs', 'dist/out.js', 'new\nline "x".ts']);
    expect(snapshot.readMany(['b/c/d.mjs', 'new\nline "x".ts', 'nowhere.ts', 'a.ts']).map(({ text }) => text)).toEqual([
      'd',
      'odd',
      'a',
    ]);
    expect(snapshot.diagnostics).toMatchObject([
      { code: 'link-not-followed', message: expect.stringContaining('link.ts') },
    ]);
    expect(snapshot.revision).toEqual({ rev: 'folder', description: folder.root });
  });

  test('a folder inside node_modules is walked', () => {
    const folder = new TemporaryFolder().write({
      'node_modules/dep/lib/index.js': 'x',
      'node_modules/dep/node_modules/y/y.js': '',
    });
    expect(openFolder(folder.path('node_modules', 'dep')).paths).toEqual(['lib/index.js']);
  });

  test('what is large, not text or gone', () => {
    const folder = new TemporaryFolder().write({
      'big.js': 'x'.repeat(101),
      'binary.js': Buffer.from([0]),
      'gone.js': '',
    });
    const snapshot = openFolder(folder.root, { maxFileBytes: 100 });
    folder.remove('gone.js');
    expect(snapshot.readMany(snapshot.paths)).toEqual([]);
    expect(snapshot.diagnostics.map(({ code }) => code)).toEqual(['file-too-large', 'not-text', 'unreadable-file']);
  });

  test('the folder must be there and be one', () => {
    const folder = new TemporaryFolder().write({ 'a.ts': '' });
    expect(() => openFolder(folder.path('b'))).toThrow(
      expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'file-not-found' }) }),
    );
    expect(() => openFolder(folder.path('a.ts'))).toThrow(
      expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'not-a-file-or-folder' }) }),
    );
  });
});

describe('openFile', () => {
  test('has one file', () => {
    const folder = new TemporaryFolder().write({ 'src/a.ts': "import './b';", 'src/b.ts': '' });
    const snapshot = openFile(folder.path('src', 'a.ts'));
    expect(snapshot.root).toBe(folder.path('src'));
    expect(snapshot.paths).toEqual(['a.ts']);
    expect(snapshot.read('a.ts')?.text).toBe("import './b';");
    expect(snapshot.resolve('a.ts', './b')).toEqual({ kind: 'external', name: 'b.ts' });
    expect(snapshot.resolve('a.ts', './c')).toEqual({ kind: 'unresolved', specifier: './c' });
  });

  test.each([
    ['missing.ts', 'file-not-found'],
    ['folder.ts', 'not-a-file-or-folder'],
    ['notes.md', 'not-a-source-file'],
    ['types.d.ts', 'not-a-source-file'],
  ])('%s is refused: %s', (name, code) => {
    const folder = new TemporaryFolder().write({ 'notes.md': '', 'types.d.ts': '' });
    mkdirSync(folder.path('folder.ts'));
    expect(() => openFile(folder.path(name))).toThrow(
      expect.objectContaining({ exitCode: 2, diagnostic: expect.objectContaining({ code }) }),
    );
  });
});

test('the same content has the same hash wherever it comes from', () => {
  const text = 'export const ü = 1;\r\n';
  const repository = new TemporaryRepository();
  repository.commit({ 'a.ts': text });
  const hashes = [
    openRevision(repository.root, 'HEAD'),
    openFolder(repository.root),
    openFile(repository.path('a.ts')),
    openTexts(repository.root, { 'a.ts': text }),
  ].map((snapshot) => snapshot.hashOf('a.ts'));
  expect(new Set(hashes).size).toBe(1);
});

test('openTexts has files that are nowhere', () => {
  const snapshot = openTexts('/nowhere/at/all', { 'b.ts': 'b', 'a/a.ts': "import '../b';", 'x.json': '{}' }, 'unsaved');
  expect(snapshot.revision).toEqual({ rev: 'texts', description: 'unsaved' });
  expect(snapshot.paths).toEqual(['a/a.ts', 'b.ts']);
  expect(snapshot.read('b.ts')?.text).toBe('b');
  expect(snapshot.resolve('a/a.ts', '../b')).toEqual({ kind: 'file', path: 'b.ts' });
  expect(snapshot.resolve('a/a.ts', '@/b')).toEqual({ kind: 'unresolved', specifier: '@/b' });
});

test('a hash of a path that is not in the snapshot is our bug', () => {
  expect(() => openTexts('/', { 'a.ts': '' }).hashOf('b.ts')).toThrow(expect.objectContaining({ exitCode: 3 }));
});
