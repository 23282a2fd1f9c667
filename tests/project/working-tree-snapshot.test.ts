import { chmodSync, symlinkSync, utimesSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { blobHash } from '#project/blob-hash';
import { changedPaths } from '#project/changed-paths';
import { openRevision } from '#project/revision-snapshot';
import { openWorkingTree } from '#project/working-tree-snapshot';
import { TemporaryRepository } from './temporary-repository';

function changesSinceHead(repository: TemporaryRepository) {
  return changedPaths(openRevision(repository.root, 'HEAD'), openWorkingTree(repository.root));
}

describe('openWorkingTree', () => {
  test('has what git tracks or would track', () => {
    const repository = new TemporaryRepository();
    repository.commit({
      '.gitignore': '/out/\n*.gen.ts\n',
      'a.ts': 'a',
      'deleted.ts': '',
      'staged-deleted.ts': '',
      'modified.ts': 'before',
      'staged.ts': 'before',
    });
    repository.write({ 'staged.ts': 'staged', 'added.ts': 'added' }).git('add', 'staged.ts', 'added.ts');
    repository.git('rm', '--quiet', 'staged-deleted.ts');
    repository.remove('deleted.ts').write({
      'modified.ts': 'after',
      'staged.ts': 'staged, then changed',
      'untracked/new.ts': 'new',
      'out/x.js': '',
      'a.gen.ts': '',
      'node_modules/dep/index.js': '',
      'packages/p/node_modules/dep/index.js': '',
    });
    const snapshot = openWorkingTree(repository.path('untracked'));
    expect(snapshot.root).toBe(repository.root);
    expect(snapshot.revision).toEqual({ rev: 'worktree', description: 'working tree' });
    expect(snapshot.paths).toEqual(['a.ts', 'added.ts', 'modified.ts', 'staged.ts', 'untracked/new.ts']);
    expect(snapshot.readMany(snapshot.paths).map(({ text }) => text)).toEqual([
      'a',
      'added',
      'after',
      'staged, then changed',
      'new',
    ]);
    for (const path of snapshot.paths) expect(snapshot.hashOf(path)).toBe(repository.git('hash-object', path));
  });

  test('works before the first commit', () => {
    const repository = new TemporaryRepository();
    repository.write({ 'a.ts': 'a' });
    const snapshot = openWorkingTree(repository.root);
    expect(snapshot.readMany(snapshot.paths)).toEqual([
      { path: 'a.ts', text: 'a', hash: repository.git('hash-object', 'a.ts') },
    ]);
  });

  test('any file name', () => {
    const names = [
      '-dash.ts',
      'a b.ts',
      '"quoted".ts',
      "it's.ts",
      'new\nline.ts',
      'tab\t.ts',
      'back\\slash.ts',
      '\u0001.ts',
      '日本語.ts',
      ' lead.ts',
    ];
    const repository = new TemporaryRepository();
    repository.commit(Object.fromEntries(names.map((name) => [name, 'before'])));
    repository.write(Object.fromEntries(names.map((name) => [name, `// ${name}`])));
    repository.write(Object.fromEntries(names.map((name) => [`new/${name}`, `// ${name}`])));
    const snapshot = openWorkingTree(repository.root);
    const written = [...names, ...names.map((name) => `new/${name}`)].toSorted();
    expect(snapshot.paths).toEqual(written);
    for (const path of written) expect(snapshot.read(path)?.text).toBe(`// ${path.replace('new/', '')}`);
    repository.commit({});
    const committed = openRevision(repository.root, 'HEAD');
    expect(written.map((path) => snapshot.hashOf(path))).toEqual(written.map((path) => committed.hashOf(path)));
  });

  test('a file that was only touched is not changed', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'a.ts': 'a', 'b.ts': 'b' });
    utimesSync(repository.path('a.ts'), 1, 1);
    chmodSync(repository.path('b.ts'), 0o755);
    expect(changesSinceHead(repository)).toEqual([]);
  });

  test('a file with a conflict is what is on disk', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'a.ts': 'base\n' });
    repository.git('switch', '--quiet', '--create', 'other');
    repository.commit({ 'a.ts': 'theirs\n' });
    repository.git('switch', '--quiet', 'main');
    repository.commit({ 'a.ts': 'ours\n' });
    expect(() => repository.git('merge', 'other')).toThrow();
    const snapshot = openWorkingTree(repository.root);
    expect(snapshot.paths).toEqual(['a.ts']);
    expect(snapshot.read('a.ts')?.text).toContain('<<<<<<<');
    expect(changesSinceHead(repository)).toEqual([{ status: 'modified', path: 'a.ts' }]);
  });

  test('links, submodules and repositories inside are not followed', () => {
    const inner = new TemporaryRepository();
    inner.commit({ 'inner.ts': '' });
    const repository = new TemporaryRepository();
    repository.write({ 'a.ts': 'a', 'becomes-link.ts': 'x' });
    symlinkSync('a.ts', repository.path('tracked-link.ts'));
    symlinkSync('a.ts', repository.path('becomes-file.ts'));
    repository.git('submodule', '--quiet', 'add', inner.root, 'sub');
    repository.commit({});
    repository.remove('becomes-link.ts', 'becomes-file.ts').write({ 'becomes-file.ts': 'file' });
    symlinkSync('a.ts', repository.path('becomes-link.ts'));
    symlinkSync('nowhere.ts', repository.path('dangling.ts'));
    symlinkSync('..', repository.path('loop'));
    repository.git('clone', '--quiet', inner.root, 'nested');
    const snapshot = openWorkingTree(repository.root);
    expect(snapshot.paths).toEqual(['a.ts', 'becomes-file.ts']);
    expect(snapshot.read('becomes-file.ts')?.text).toBe('file');
    expect(snapshot.diagnostics.map(({ message }) => message).toSorted()).toEqual([
      'becomes-link.ts is skipped: it is a symbolic link',
      'dangling.ts is skipped: it is a symbolic link',
      'sub is skipped: it is a submodule',
      'tracked-link.ts is skipped: it is a symbolic link',
    ]);
  });

  test('a file in place of a folder and a folder in place of a file', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'folder.ts/a.ts': '', 'file.ts': '' });
    repository.remove('folder.ts', 'file.ts').write({ 'folder.ts': 'now a file', 'file.ts/b.ts': 'now a folder' });
    const snapshot = openWorkingTree(repository.root);
    expect(snapshot.paths).toEqual(['file.ts/b.ts', 'folder.ts']);
    expect(snapshot.readMany(snapshot.paths).map(({ text }) => text)).toEqual(['now a folder', 'now a file']);
  });

  test('what a sparse checkout leaves out is there unchanged', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'in/a.ts': 'a', 'out/b.ts': 'b', 'out/c.ts': 'c' });
    repository.git('sparse-checkout', 'set', 'in');
    const snapshot = openWorkingTree(repository.root);
    expect(snapshot.paths).toEqual(['in/a.ts', 'out/b.ts', 'out/c.ts']);
    expect(snapshot.readMany(snapshot.paths).map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(changesSinceHead(repository)).toEqual([]);
  });

  test('a file that vanishes is a file that cannot be read', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'kept.ts': 'k' });
    repository.write({ 'gone.ts': 'g', 'kept.ts': 'changed' });
    const snapshot = openWorkingTree(repository.root);
    repository.remove('gone.ts');
    expect(snapshot.readMany(snapshot.paths).map(({ path }) => path)).toEqual(['kept.ts']);
    expect(snapshot.hashOf('kept.ts')).toBe(repository.git('hash-object', 'kept.ts'));
    expect(snapshot.hashOf('gone.ts')).toContain('unreadable');
    expect(snapshot.diagnostics).toMatchObject([
      { code: 'unreadable-file', message: 'gone.ts is skipped: ENOENT: no such file or directory' },
    ]);
  });

  test('leaves out large files and files that are not text', () => {
    const repository = new TemporaryRepository();
    repository.write({ 'big.js': 'x'.repeat(101), 'binary.js': Buffer.from([1, 0, 2]), 'fits.js': 'x'.repeat(100) });
    const snapshot = openWorkingTree(repository.root, { maxFileBytes: 100 });
    expect(snapshot.readMany(snapshot.paths).map(({ path }) => path)).toEqual(['fits.js']);
    expect(snapshot.diagnostics.map(({ code }) => code)).toEqual(['file-too-large', 'not-text']);
  });

  test('reading does not write to the repository', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'a.ts': 'a' });
    utimesSync(repository.path('a.ts'), 1, 1);
    repository.write({ 'b.ts': 'never stored' });
    const index = repository.git('hash-object', '.git/index');
    const snapshot = openWorkingTree(repository.root);
    snapshot.readMany(snapshot.paths);
    const hash = snapshot.hashOf('b.ts');
    expect(repository.git('hash-object', '.git/index')).toBe(index);
    expect(() => repository.git('cat-file', '-e', hash)).toThrow();
  });
});

describe('line ends that git converts', () => {
  const lines = 'let a = 1;\r\nlet b = 2;\r\n';

  test('a checkout with CRLF is no change, and its text is the stored one', () => {
    const repository = new TemporaryRepository();
    repository.commit({ '.gitattributes': '*.ts text eol=crlf\n', 'a.ts': lines });
    repository.remove('a.ts').git('checkout', '--quiet', 'a.ts');
    const snapshot = openWorkingTree(repository.root);
    expect(snapshot.read('a.ts')).toEqual(openRevision(repository.root, 'HEAD').read('a.ts'));
    expect(snapshot.read('a.ts')?.text).toBe('let a = 1;\nlet b = 2;\n');
    expect(changesSinceHead(repository)).toEqual([]);
  });

  test('core.autocrlf, for modified and new files too', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'a.ts': 'x\n', 'same.ts': lines.replaceAll('\r', '') });
    repository.git('config', 'core.autocrlf', 'true');
    const odd = '"new"\nline\\.ts';
    repository.write({ 'a.ts': lines, 'same.ts': lines, 'new.ts': lines, [odd]: lines });
    expect(changesSinceHead(repository)).toEqual([
      { status: 'added', path: odd },
      { status: 'modified', path: 'a.ts' },
      { status: 'added', path: 'new.ts' },
    ]);
    const before = openWorkingTree(repository.root);
    const files = before.readMany(before.paths);
    repository.commit({});
    expect(files).toEqual(openRevision(repository.root, 'HEAD').readMany(before.paths));
  });

  test('without conversion CRLF is what is stored', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'a.ts': lines.replaceAll('\r', '') });
    repository.write({ 'a.ts': lines });
    expect(openWorkingTree(repository.root).read('a.ts')?.text).toBe(lines);
    expect(changesSinceHead(repository)).toEqual([{ status: 'modified', path: 'a.ts' }]);
    repository.commit({});
    expect(changesSinceHead(repository)).toEqual([]);
  });

  test('when a filter fails, the content on disk counts', () => {
    const repository = new TemporaryRepository();
    repository.git('config', 'filter.broken.clean', 'false');
    repository.git('config', 'filter.broken.required', 'true');
    repository.write({ '.gitattributes': '*.ts filter=broken\n', 'a.ts': 'a', 'b.js': 'b' });
    const snapshot = openWorkingTree(repository.root);
    expect(snapshot.paths.map((path) => snapshot.hashOf(path))).toEqual(
      ['a', 'b'].map((text) => blobHash(Buffer.from(text), 'sha1')),
    );
  });

  test('other filters of git leave the hash right and the text as it is on disk', () => {
    const repository = new TemporaryRepository();
    repository.commit({ '.gitattributes': '*.ts ident\n', 'a.ts': '// $Id$\r\nlet a;\r\n' });
    repository.remove('a.ts').git('checkout', '--quiet', 'a.ts');
    expect(openWorkingTree(repository.root).read('a.ts')?.text).toMatch(/\$Id: \w+ \$\r\n/);
    expect(changesSinceHead(repository)).toEqual([]);
  });
});

test('SHA-256: equal content has equal hashes in the tree and in git', () => {
  const repository = new TemporaryRepository('--object-format=sha256');
  repository.commit({ 'a.ts': 'a', 'b.ts': 'b' });
  repository.write({ 'b.ts': 'changed', 'c.ts': 'a' });
  expect(changesSinceHead(repository)).toEqual([
    { status: 'modified', path: 'b.ts' },
    { status: 'added', path: 'c.ts' },
  ]);
  const snapshot = openWorkingTree(repository.root);
  expect(snapshot.hashOf('c.ts')).toBe(snapshot.hashOf('a.ts'));
});
