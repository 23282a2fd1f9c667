import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openIndex } from '#project/index-snapshot';
import { TemporaryRepository } from './temporary-repository';

test('openIndex has what is staged', () => {
  const repository = new TemporaryRepository();
  repository.commit({ 'a.ts': 'committed', 'b.ts': 'b', 'removed.ts': '' });
  repository.write({ 'a.ts': 'staged', 'new file.ts': 'new' });
  symlinkSync('a.ts', repository.path('link.ts'));
  repository.git('add', '--all');
  repository.git('rm', '--quiet', 'removed.ts');
  repository.write({ 'a.ts': 'on disk', 'untracked.ts': '' }).remove('b.ts');
  const snapshot = openIndex(repository.root);
  expect(snapshot.revision).toEqual({ rev: 'index', description: 'index' });
  expect(snapshot.paths).toEqual(['a.ts', 'b.ts', 'new file.ts']);
  expect(snapshot.readMany(snapshot.paths).map(({ text }) => text)).toEqual(['staged', 'b', 'new']);
  expect(snapshot.diagnostics).toMatchObject([
    { code: 'link-not-followed', message: expect.stringContaining('link.ts') },
  ]);
});

test('of a conflict our side is taken, or the only one there is', () => {
  const repository = new TemporaryRepository();
  repository.commit({ 'both.ts': 'base\n', 'we-deleted.ts': 'base\n', 'notes.md': 'base\n', 'clean.ts': 'clean' });
  repository.git('switch', '--quiet', '--create', 'other');
  repository.commit({ 'both.ts': 'theirs\n', 'we-deleted.ts': 'theirs\n', 'notes.md': 'theirs\n' });
  repository.git('switch', '--quiet', 'main');
  repository.remove('we-deleted.ts').commit({ 'both.ts': 'ours\n', 'notes.md': 'ours\n' });
  expect(() => repository.git('merge', 'other')).toThrow();
  const snapshot = openIndex(repository.root);
  expect(snapshot.paths).toEqual(['both.ts', 'clean.ts', 'we-deleted.ts']);
  expect(snapshot.read('both.ts')?.text).toBe('ours\n');
  expect(snapshot.diagnostics.map(({ code, message }) => [code, message.split(' ')[0]])).toEqual([
    ['unmerged-file', 'both.ts'],
    ['unmerged-file', 'we-deleted.ts'],
  ]);
});

test('an index before the first commit', () => {
  const repository = new TemporaryRepository();
  expect(openIndex(repository.root).paths).toEqual([]);
  repository.write({ 'a.ts': 'a' }).git('add', 'a.ts');
  expect(openIndex(repository.root).read('a.ts')?.text).toBe('a');
});
