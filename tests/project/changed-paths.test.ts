import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedPaths } from '#project/changed-paths';
import { openFolder } from '#project/folder-snapshot';
import { openRevision } from '#project/revision-snapshot';
import type { Snapshot } from '#project/snapshot';
import { openTexts } from '#project/text-snapshot';
import { openWorkingTree } from '#project/working-tree-snapshot';
import { TemporaryFolder, TemporaryRepository } from './temporary-repository';

function changes(base: Record<string, string>, head: Record<string, string>) {
  return changedPaths(openTexts('/base', base), openTexts('/head', head));
}

function neverRead(snapshot: Snapshot): Snapshot {
  return new Proxy(snapshot, {
    get(target, name) {
      if (name === 'read' || name === 'readMany') throw new Error('a file was read');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function equalFiles(folder: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`${folder}/${n}.ts`, '']));
}

describe('changedPaths', () => {
  test('added, removed, modified, unchanged', () => {
    expect(changes({ 'a.ts': '1', 'b.ts': '2', 'c.ts': '3' }, { 'a.ts': '1', 'b.ts': 'x', 'd.ts': '4' })).toEqual([
      { status: 'modified', path: 'b.ts' },
      { status: 'removed', path: 'c.ts' },
      { status: 'added', path: 'd.ts' },
    ]);
  });

  test('the same content under another name is a rename', () => {
    expect(changes({ 'old/a.ts': '1' }, { 'new/b.ts': '1' })).toEqual([
      { status: 'renamed', path: 'new/b.ts', from: 'old/a.ts' },
    ]);
  });

  test('a copy is an addition', () => {
    expect(changes({ 'a.ts': '1' }, { 'a.ts': '1', 'b.ts': '1' })).toEqual([{ status: 'added', path: 'b.ts' }]);
  });

  test('among equal contents the base name decides', () => {
    expect(
      changes({ 'old/x.ts': '', 'old/y.ts': '', 'old/z.ts': '' }, { 'a/other.ts': '', 'b/y.ts': '', 'c/x.ts': '' }),
    ).toEqual([
      { status: 'renamed', path: 'a/other.ts', from: 'old/z.ts' },
      { status: 'renamed', path: 'b/y.ts', from: 'old/y.ts' },
      { status: 'renamed', path: 'c/x.ts', from: 'old/x.ts' },
    ]);
  });

  test('applied to the base gives the head', () => {
    const files = fc.dictionary(
      fc.constantFrom('a.ts', 'b.ts', 'c/a.ts', 'c/d.ts', 'e.ts'),
      fc.constantFrom('', '1', '2'),
    );
    fc.assert(
      fc.property(files, files, (base, head) => {
        const result = new Map(Object.entries(base));
        const found = changes(base, head);
        for (const change of found) {
          if (change.status === 'removed') result.delete(change.path);
          if (change.status === 'renamed') result.delete(change.from);
        }
        for (const change of found) {
          if (change.status === 'added' || change.status === 'modified')
            result.set(change.path, head[change.path] ?? '');
          if (change.status === 'renamed') result.set(change.path, base[change.from] ?? '');
        }
        expect(Object.fromEntries(result)).toEqual({ ...head });
        expect(found.map(({ path }) => path)).toEqual(found.map(({ path }) => path).toSorted());
      }),
    );
  });

  test('reads no file that git knows', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'a.ts': 'a', 'b.ts': 'b' });
    repository.commit({ 'b.ts': 'c' });
    const [base, head] = [openRevision(repository.root, 'HEAD~1'), openWorkingTree(repository.root)].map(neverRead);
    expect(base && head && changedPaths(base, head)).toEqual([{ status: 'modified', path: 'b.ts' }]);
  });

  test('content that nobody could read is never the same', () => {
    const [before, after] = [new TemporaryFolder(), new TemporaryFolder()];
    before.write({ 'big.js': 'x'.repeat(101) });
    after.write({ 'big.js': 'x'.repeat(101) });
    const [base, head] = [before, after].map(({ root }) => openFolder(root, { maxFileBytes: 100 }));
    expect(base && head && changedPaths(base, head)).toEqual([{ status: 'modified', path: 'big.js' }]);
  });

  test('hashes of different algorithms are not compared', () => {
    const repository = new TemporaryRepository('--object-format=sha256');
    repository.commit({ 'a.ts': 'a', 'b.ts': 'b', 'old.ts': 'moved' });
    const folder = new TemporaryFolder().write({ 'a.ts': 'a', 'b.ts': 'changed', 'new.ts': 'moved' });
    expect(changedPaths(openRevision(repository.root, 'HEAD'), openFolder(folder.root))).toEqual([
      { status: 'modified', path: 'b.ts' },
      { status: 'renamed', path: 'new.ts', from: 'old.ts' },
    ]);
  });

  test('ten thousand equal files that all moved are matched by name', () => {
    expect(
      changes(equalFiles('old'), equalFiles('new')).every(
        (change) => change.status === 'renamed' && change.from === change.path.replace('new', 'old'),
      ),
    ).toBe(true);
  });
});
