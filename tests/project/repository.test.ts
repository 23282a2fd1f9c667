import { mkdirSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { findRepository, openRepository } from '#project/repository';
import { runGit, TemporaryFolder, TemporaryRepository } from './temporary-repository';

describe('findRepository', () => {
  test('finds the root from inside', () => {
    const repository = new TemporaryRepository();
    repository.write({ 'a/b/c.ts': '' });
    expect(findRepository(repository.path('a', 'b'))).toBe(repository.root);
    expect(findRepository(repository.root)).toBe(repository.root);
  });

  test('the name of the root may hold anything', () => {
    const folder = new TemporaryFolder('wing beat\n"quote" é-');
    runGit(folder.root, 'init', '--quiet');
    expect(findRepository(folder.root)).toBe(folder.root);
  });

  test('outside of a repository, or nowhere', () => {
    const folder = new TemporaryFolder();
    for (const place of [folder.root, folder.path('missing')]) {
      expect(() => findRepository(place)).toThrow(
        expect.objectContaining({ exitCode: 2, diagnostic: expect.objectContaining({ code: 'not-a-repository' }) }),
      );
    }
  });

  test('a bare repository has no working tree', () => {
    const folder = new TemporaryFolder();
    mkdirSync(folder.path('bare'));
    runGit(folder.path('bare'), 'init', '--quiet', '--bare');
    expect(() => findRepository(folder.path('bare'))).toThrow(
      expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'no-working-tree' }) }),
    );
  });

  test('git is missing', () => {
    const folder = new TemporaryFolder();
    vi.stubEnv('PATH', folder.root);
    try {
      expect(() => findRepository(folder.root)).toThrow(
        expect.objectContaining({ exitCode: 2, diagnostic: expect.objectContaining({ code: 'git-missing' }) }),
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('what else git complains about is passed on', () => {
    const repository = new TemporaryRepository();
    repository.write({ '.git/config': '[core\n' });
    expect(() => findRepository(repository.root)).toThrow(
      expect.objectContaining({
        diagnostic: expect.objectContaining({ code: 'git-failed', message: expect.stringContaining('bad config') }),
      }),
    );
  });
});

test('openRepository tells the hash and whether history is cut off', () => {
  const repository = new TemporaryRepository('--object-format=sha256');
  repository.commit({ 'a.ts': '1' });
  repository.commit({ 'a.ts': '2' });
  const folder = new TemporaryFolder();
  runGit(folder.root, 'clone', '--quiet', '--depth=1', `file://${repository.root}`, 'clone');
  expect(openRepository(repository.root)).toEqual({ root: repository.root, hashAlgorithm: 'sha256', isShallow: false });
  expect(openRepository(folder.path('clone'))).toMatchObject({ hashAlgorithm: 'sha256', isShallow: true });
});
