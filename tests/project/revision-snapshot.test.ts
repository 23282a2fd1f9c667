import { readFileSync, symlinkSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { blobHash } from '#project/blob-hash';
import { openRevision } from '#project/revision-snapshot';
import { runGit, TemporaryFolder, TemporaryRepository } from './temporary-repository';

describe('openRevision', () => {
  test('has the files of the commit, whatever is on disk', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'src/a.ts': 'let a = 1;\n', 'src/b.js': 'b();\n', 'types.d.ts': '', 'readme.md': '' });
    repository.commit({ 'src/a.ts': 'let a = 2;\n', 'src/c.ts': '' });
    repository.remove('src/b.js').write({ 'src/d.ts': '' });
    const snapshot = openRevision(repository.root, 'HEAD~1');
    expect(snapshot.paths).toEqual(['src/a.ts', 'src/b.js']);
    expect(snapshot.read('src/a.ts')).toEqual({
      path: 'src/a.ts',
      text: 'let a = 1;\n',
      hash: repository.git('rev-parse', 'HEAD~1:src/a.ts'),
    });
    expect(snapshot.read('src/a.ts')).toBe(snapshot.read('src/a.ts'));
    expect(snapshot.read('src/c.ts')).toBeUndefined();
    expect(snapshot.read('readme.md')).toBeUndefined();
    expect(snapshot.diagnostics).toEqual([]);
    expect(snapshot.revision).toEqual({ rev: repository.git('rev-parse', '--short', 'HEAD~1'), description: 'HEAD~1' });
    expect(snapshot.root).toBe(repository.root);
  });

  test.each(['main', 'v1', 'annotated', 'refs/heads/main', 'HEAD^0', ':/the second', 'main@{0}'])(
    'knows %s',
    (name) => {
      const repository = new TemporaryRepository();
      repository.commit({ 'a.ts': '1' }, 'the first');
      repository.commit({ 'a.ts': '2' }, 'the second');
      repository.git('tag', 'v1');
      repository.git('tag', '--annotate', '--message=tag', 'annotated');
      expect(openRevision(repository.root, name).read('a.ts')?.text).toBe('2');
    },
  );

  test('any file name that git can hold', () => {
    const names = [
      '-dash.ts',
      'a b/c d.ts',
      '"quoted".ts',
      "it's.ts",
      'new\nline.ts',
      'tab\t.ts',
      'back\\slash.ts',
      '日本語/é.ts',
      ':(glob)*.ts',
    ];
    const repository = new TemporaryRepository();
    repository.commit(Object.fromEntries(names.map((name) => [name, `// ${name}`])));
    const snapshot = openRevision(repository.root, 'HEAD');
    expect(snapshot.paths).toEqual(names.toSorted());
    for (const name of names) expect(snapshot.read(name)?.text).toBe(`// ${name}`);
    expect(
      openRevision(repository.root, 'HEAD')
        .readMany(names)
        .map(({ path }) => path),
    ).toEqual(names);
  });

  test('reading many and reading one by one in any order see the same', () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`${n % 7}/${n}.ts`, `${'x\n'.repeat(n % 5)}${n % 11}`]),
    );
    const repository = new TemporaryRepository();
    repository.commit(files);
    const together = openRevision(repository.root, 'HEAD');
    const single = openRevision(repository.root, 'HEAD');
    const order = single.paths.toSorted((a, b) =>
      blobHash(Buffer.from(a), 'sha1') < blobHash(Buffer.from(b), 'sha1') ? -1 : 1,
    );
    expect(together.readMany(order)).toEqual(order.map((path) => single.read(path)));
    for (const path of order) expect(single.read(path)?.text).toBe(files[path]);
  });

  test.each(['forwards', 'backwards'])('reading one by one, %s, starts git a few times only', (direction) => {
    const repository = new TemporaryRepository();
    repository.commit(Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`${n}.ts`, `${n}`])));
    const snapshot = openRevision(repository.root, 'HEAD');
    vi.stubEnv('GIT_TRACE2_EVENT', repository.path('.git', 'trace'));
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    for (const path of direction === 'forwards' ? snapshot.paths : snapshot.paths.toReversed()) snapshot.read(path);
    const starts = readFileSync(repository.path('.git', 'trace'), 'utf8').match(/"event":"start"/g) ?? [];
    expect(starts.length).toBeGreaterThan(0);
    // 1 + 2 + 4 + … + 128 ≥ 250 files, each time with one question for the sizes and one for the contents.
    expect(starts.length).toBeLessThanOrEqual(16);
  });

  test('leaves out what is not text or too large and says so once', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'big.js': 'x'.repeat(101), 'binary.js': Buffer.from([1, 0, 2]), 'fits.js': 'x'.repeat(100) });
    const snapshot = openRevision(repository.root, 'HEAD', { maxFileBytes: 100 });
    expect(snapshot.diagnostics).toEqual([]);
    expect(snapshot.readMany(snapshot.paths).map(({ path }) => path)).toEqual(['fits.js']);
    expect(snapshot.read('big.js')).toBeUndefined();
    expect(snapshot.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['file-too-large', expect.stringContaining('big.js')],
      ['not-text', expect.stringContaining('binary.js')],
    ]);
  });

  test('the byte-order mark is no part of the text', () => {
    const repository = new TemporaryRepository();
    repository.commit({
      'eight.ts': '\ufefflet a;',
      'sixteen.ts': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('let ü;', 'utf16le')]),
    });
    const snapshot = openRevision(repository.root, 'HEAD');
    expect(snapshot.read('eight.ts')?.text).toBe('let a;');
    expect(snapshot.read('sixteen.ts')?.text).toBe('let ü;');
  });

  test('links and submodules are not followed', () => {
    const inner = new TemporaryRepository();
    inner.commit({ 'inner.ts': '' });
    const repository = new TemporaryRepository();
    repository.write({ 'a.ts': '' });
    symlinkSync('a.ts', repository.path('link.ts'));
    symlinkSync('.', repository.path('loop'));
    repository.git('submodule', '--quiet', 'add', inner.root, 'sub');
    repository.commit({});
    const snapshot = openRevision(repository.root, 'HEAD');
    expect(snapshot.paths).toEqual(['a.ts']);
    expect(snapshot.diagnostics.map(({ message }) => message)).toEqual([
      'link.ts is skipped: it is a symbolic link',
      'sub is skipped: it is a submodule',
    ]);
  });

  test('an object that the repository lacks is a file that cannot be read', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'a.ts': 'a', 'b.ts': 'b' });
    const oid = repository.git('rev-parse', 'HEAD:a.ts');
    repository.remove(`.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`);
    const snapshot = openRevision(repository.root, 'HEAD');
    expect(snapshot.readMany(snapshot.paths).map(({ text }) => text)).toEqual(['b']);
    expect(snapshot.diagnostics).toMatchObject([{ code: 'unreadable-file' }]);
  });

  test('works from a sub-folder, a linked worktree and a detached HEAD', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'src/a.ts': 'one' });
    repository.commit({ 'src/a.ts': 'two' });
    const other = new TemporaryFolder();
    repository.git('worktree', 'add', '--quiet', '--detach', other.path('tree'), 'HEAD~1');
    expect(openRevision(repository.path('src'), 'HEAD').paths).toEqual(['src/a.ts']);
    const linked = openRevision(other.path('tree', 'src'), 'HEAD');
    expect(linked.root).toBe(other.path('tree'));
    expect(linked.read('src/a.ts')?.text).toBe('one');
  });

  test('a repository may use SHA-256', () => {
    const repository = new TemporaryRepository('--object-format=sha256');
    repository.commit({ 'a.ts': 'let a;\n' });
    const snapshot = openRevision(repository.root, 'HEAD');
    expect(snapshot.hashAlgorithm).toBe('sha256');
    expect(snapshot.hashOf('a.ts')).toBe(blobHash(Buffer.from('let a;\n'), 'sha256'));
    expect(snapshot.read('a.ts')?.text).toBe('let a;\n');
  });
});

describe('a revision that does not exist', () => {
  test('suggests near names', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'a.ts': '' });
    repository.git('tag', 'v1.0.0');
    expect(() => openRevision(repository.root, 'mian~2')).toThrow(
      expect.objectContaining({
        exitCode: 2,
        diagnostic: expect.objectContaining({ code: 'unknown-revision', remedy: 'Did you mean main?' }),
      }),
    );
    expect(() => openRevision(repository.root, 'v1.0.1')).toThrow(
      expect.objectContaining({ diagnostic: expect.objectContaining({ remedy: 'Did you mean v1.0.0?' }) }),
    );
  });

  test('of a name that is there says how far its history goes', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'a.ts': '1' });
    repository.commit({ 'a.ts': '2' });
    for (const name of ['HEAD~2', 'main^^', 'HEAD~1000']) {
      expect(() => openRevision(repository.root, name)).toThrow(
        expect.objectContaining({
          exitCode: 2,
          diagnostic: expect.objectContaining({
            code: 'unknown-ancestor',
            remedy: expect.stringContaining('is there, with 2 commits in its history'),
          }),
        }),
      );
    }
  });

  test.each(['', '--all', '-n', 'a\0b', 'a b', 'HEAD:a.ts', '0123456789012345678901234567890123456789'])(
    '%j is an unknown revision and no option',
    (name) => {
      const repository = new TemporaryRepository();
      repository.commit({ 'a.ts': '' });
      expect(() => openRevision(repository.root, name)).toThrow(
        expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'unknown-revision' }) }),
      );
    },
  );

  test.each(['--branches=main', '--tags', '--show-toplevel', '--disambiguate='])(
    '%s is no way to smuggle in an option',
    (name) => {
      const repository = new TemporaryRepository();
      const commit = repository.commit({ 'a.ts': '' });
      expect(() => openRevision(repository.root, name.endsWith('=') ? name + commit.slice(0, 8) : name)).toThrow(
        expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'unknown-revision' }) }),
      );
    },
  );

  test('HEAD before the first commit', () => {
    const repository = new TemporaryRepository();
    for (const name of ['HEAD', '@', 'HEAD~1']) {
      expect(() => openRevision(repository.root, name)).toThrow(
        expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'no-commits' }) }),
      );
    }
  });

  test('in a shallow clone the history may just not be there', () => {
    const origin = new TemporaryRepository();
    const first = origin.commit({ 'a.ts': '1' });
    origin.commit({ 'a.ts': '2' });
    const folder = new TemporaryFolder();
    runGit(folder.root, 'clone', '--quiet', '--depth=1', `file://${origin.root}`, 'clone');
    for (const name of ['HEAD~1', first, 'release']) {
      expect(() => openRevision(folder.path('clone'), name)).toThrow(
        expect.objectContaining({
          diagnostic: expect.objectContaining({
            code: 'shallow-clone',
            remedy: expect.stringContaining('git fetch --unshallow'),
          }),
        }),
      );
    }
    expect(() => openRevision(folder.path('clone'), 'mian')).toThrow(
      expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'unknown-revision' }) }),
    );
    expect(openRevision(folder.path('clone'), 'HEAD').read('a.ts')?.text).toBe('2');
  });
});
