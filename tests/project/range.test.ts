import { describe, expect, test } from 'vitest';
import { resolveRange } from '#project/range';
import { runGit, TemporaryFolder, TemporaryRepository } from './temporary-repository';

/** main: one, two; feature, left at one: three, four. */
function branched(): TemporaryRepository {
  const repository = new TemporaryRepository();
  repository.commit({ 'a.ts': 'one' });
  repository.git('switch', '--quiet', '--create', 'feature');
  repository.commit({ 'f.ts': 'three' });
  repository.commit({ 'f.ts': 'four' });
  repository.git('switch', '--quiet', 'main');
  repository.commit({ 'a.ts': 'two' });
  repository.git('switch', '--quiet', 'feature');
  return repository;
}

function described(root: string, base?: string, head?: string) {
  const range = resolveRange(root, base, head);
  return [range.base.revision, range.head.revision];
}

function short(repository: TemporaryRepository, name: string): string {
  return repository.git('rev-parse', '--short', name);
}

const workingTree = { rev: 'worktree', description: 'working tree' };

describe('without a base', () => {
  test('data that is not committed is compared with HEAD, text that nobody imports is not', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'a.ts': 'one', 'data.json': '1', 'notes.txt': '1' });
    repository.commit({ 'a.ts': 'two' });
    repository.write({ 'notes.txt': '2' });
    expect(described(repository.root)[0]?.description).toBe('HEAD~1 (nothing is uncommitted on main)');
    repository.write({ 'data.json': '2' });
    expect(described(repository.root)[0]?.description).toBe('HEAD');
  });

  test('a clean branch is compared from where it left the default branch', () => {
    const repository = branched();
    expect(described(repository.root)).toEqual([
      { rev: short(repository, 'main~1'), description: 'merge base with main' },
      workingTree,
    ]);
  });

  test('a dirty tree is compared with HEAD', () => {
    const repository = branched();
    repository.write({ 'f.ts': 'five' });
    expect(described(repository.root)).toEqual([{ rev: short(repository, 'HEAD'), description: 'HEAD' }, workingTree]);
  });

  test('a new source file makes the tree dirty, other files do not', () => {
    const repository = branched().write({ 'notes.md': '' });
    expect(described(repository.root)[0]?.description).toBe('merge base with main');
    repository.write({ 'new.ts': '' });
    expect(described(repository.root)[0]?.description).toBe('HEAD');
  });

  test('on the default branch the last commit is shown', () => {
    const repository = branched();
    repository.git('switch', '--quiet', 'main');
    expect(described(repository.root)[0]).toEqual({
      rev: short(repository, 'main~1'),
      description: 'HEAD~1 (nothing is uncommitted on main)',
    });
  });

  test('and so it is on a branch or detached HEAD without commits of its own', () => {
    const repository = branched();
    repository.git('switch', '--quiet', '--detach', 'main');
    expect(described(repository.root)[0]).toEqual({
      rev: short(repository, 'main~1'),
      description: 'HEAD~1 (HEAD is part of main)',
    });
  });

  test('a detached HEAD with commits of its own', () => {
    const repository = branched();
    repository.git('switch', '--quiet', '--detach', 'feature');
    expect(described(repository.root)[0]?.description).toBe('merge base with main');
  });

  test('the first commit is compared with nothing', () => {
    const repository = new TemporaryRepository();
    repository.commit({ 'a.ts': '' });
    const { base, head } = resolveRange(repository.root);
    expect(base.revision).toEqual({ rev: 'empty', description: 'empty tree (HEAD is the first commit)' });
    expect(base.paths).toEqual([]);
    expect(head.paths).toEqual(['a.ts']);
  });

  test('so is a repository without commits', () => {
    const repository = new TemporaryRepository();
    repository.write({ 'a.ts': '' });
    expect(described(repository.root)).toEqual([
      { rev: 'empty', description: 'empty tree (no commits yet)' },
      workingTree,
    ]);
  });

  test('a repository without a default branch', () => {
    const repository = new TemporaryRepository();
    repository.git('switch', '--quiet', '--create', 'only');
    repository.commit({ 'a.ts': '1' });
    repository.commit({ 'a.ts': '2' });
    expect(described(repository.root)[0]?.description).toBe('HEAD~1 (there is no default branch)');
  });

  test('the index is compared with HEAD', () => {
    const repository = branched();
    expect(described(repository.root, undefined, 'index')).toEqual([
      { rev: short(repository, 'HEAD'), description: 'HEAD' },
      { rev: 'index', description: 'index' },
    ]);
  });

  test('another head has its own merge base', () => {
    const repository = branched();
    repository.git('switch', '--quiet', 'main');
    expect(described(repository.root, undefined, 'feature')).toEqual([
      { rev: short(repository, 'main~1'), description: 'merge base with main' },
      { rev: short(repository, 'feature'), description: 'feature' },
    ]);
    expect(described(repository.root, undefined, 'feature~2')[0]?.description).toBe(
      'empty tree (feature~2 is the first commit)',
    );
  });
});

describe('the default branch', () => {
  test('is what the remote says', () => {
    const origin = new TemporaryRepository();
    origin.git('switch', '--quiet', '--create', 'team/next');
    origin.commit({ 'a.ts': '1' });
    origin.git('branch', 'main');
    const folder = new TemporaryFolder();
    runGit(folder.root, 'clone', '--quiet', origin.root, 'clone');
    const clone = folder.path('clone');
    runGit(clone, 'switch', '--quiet', '--create', 'feature');
    runGit(clone, 'commit', '--quiet', '--allow-empty', '--message=mine');
    expect(described(clone)[0]?.description).toBe('merge base with team/next');
  });

  test.each([
    ['behind', 'the remote', 'two'],
    ['ahead', 'the local branch', 'three'],
  ])('when the local branch is %s, %s is nearer', (state, _, nearest) => {
    const origin = new TemporaryRepository();
    origin.commit({ 'a.ts': 'one' });
    const folder = new TemporaryFolder();
    runGit(folder.root, 'clone', '--quiet', origin.root, 'clone');
    const clone = folder.path('clone');
    origin.commit({ 'a.ts': 'two' });
    runGit(clone, 'fetch', '--quiet');
    runGit(clone, 'switch', '--quiet', '--create', 'feature', 'origin/main');
    if (state === 'ahead') {
      folder.write({ 'clone/a.ts': 'three' });
      runGit(clone, 'commit', '--quiet', '--all', '--message=three');
      runGit(clone, 'branch', '--quiet', '--force', 'main', 'HEAD');
    }
    folder.write({ 'clone/a.ts': 'mine' });
    runGit(clone, 'commit', '--quiet', '--all', '--message=mine');
    expect(resolveRange(clone).base.read('a.ts')?.text).toBe(nearest);
  });

  test('with a history of its own', () => {
    const repository = branched();
    repository.git('checkout', '--quiet', '--orphan', 'island');
    repository.commit({ 'a.ts': 'x' });
    expect(() => resolveRange(repository.root)).toThrow(
      expect.objectContaining({ exitCode: 2, diagnostic: expect.objectContaining({ code: 'no-merge-base' }) }),
    );
  });
});

describe('a shallow clone', () => {
  test('says how to get what is missing', () => {
    const origin = branched();
    origin.git('switch', '--quiet', 'main');
    const folder = new TemporaryFolder();
    runGit(
      folder.root,
      'clone',
      '--quiet',
      '--depth=1',
      '--no-single-branch',
      '--branch=feature',
      `file://${origin.root}`,
      'clone',
    );
    const clone = folder.path('clone');
    const shallow = expect.objectContaining({
      exitCode: 2,
      diagnostic: expect.objectContaining({ code: 'shallow-clone', remedy: expect.stringContaining('--unshallow') }),
    });
    expect(() => resolveRange(clone)).toThrow(shallow);
    expect(() => resolveRange(clone, 'origin/main...HEAD')).toThrow(shallow);
    runGit(clone, 'switch', '--quiet', 'main');
    expect(() => resolveRange(clone)).toThrow(shallow);
    runGit(clone, 'fetch', '--quiet', '--unshallow');
    expect(described(clone)[0]?.description).toBe('HEAD~1 (nothing is uncommitted on main)');
  });
});

describe('with a base', () => {
  test('against the working tree, or another side', () => {
    const repository = branched();
    const main = { rev: short(repository, 'main'), description: 'main' };
    const feature = { rev: short(repository, 'feature'), description: 'feature' };
    expect(described(repository.root, 'main')).toEqual([main, workingTree]);
    expect(described(repository.root, 'main', 'feature')).toEqual([main, feature]);
    expect(described(repository.root, 'index', 'worktree')).toEqual([
      { rev: 'index', description: 'index' },
      workingTree,
    ]);
    expect(described(repository.root, 'worktree', 'main')).toEqual([workingTree, main]);
  });

  test('as a range', () => {
    const repository = branched();
    const main = { rev: short(repository, 'main'), description: 'main' };
    const feature = { rev: short(repository, 'feature'), description: 'feature' };
    const head = { ...feature, description: 'HEAD' };
    const fork = short(repository, 'main~1');
    expect(described(repository.root, 'main..feature')).toEqual([main, feature]);
    expect(described(repository.root, 'main..')).toEqual([main, head]);
    expect(described(repository.root, '..main')).toEqual([head, main]);
    expect(described(repository.root, 'main...feature')).toEqual([
      { rev: fork, description: 'merge base of main and feature' },
      feature,
    ]);
    expect(described(repository.root, 'feature...main')).toEqual([
      { rev: fork, description: 'merge base of feature and main' },
      main,
    ]);
    expect(described(repository.root, 'main...worktree')).toEqual([
      { rev: fork, description: 'merge base of main and worktree' },
      workingTree,
    ]);
    expect(described(repository.root, 'main..index')[1]?.rev).toBe('index');
  });

  test('words before branches, and a branch by its longer name', () => {
    const repository = branched();
    repository.git('branch', 'index', 'main');
    expect(described(repository.root, 'index')[0]?.rev).toBe('index');
    expect(described(repository.root, 'heads/index')[0]).toEqual({
      rev: short(repository, 'main'),
      description: 'heads/index',
    });
  });

  test.each([
    ['nowhere', undefined],
    ['main', 'nowhere'],
    ['main..nowhere', undefined],
    ['nowhere...main', undefined],
    ['main..feature', 'main'],
    ['--output=x', undefined],
  ])('%s and %s: unknown revision', (base, head) => {
    const repository = branched();
    expect(() => resolveRange(repository.root, base, head)).toThrow(
      expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'unknown-revision' }) }),
    );
  });
});

test('options reach both sides', () => {
  const repository = new TemporaryRepository();
  repository.commit({ 'a.ts': '12345' });
  repository.write({ 'a.ts': '123456' });
  const { base, head } = resolveRange(repository.root, undefined, undefined, { maxFileBytes: 4 });
  expect([base.read('a.ts'), head.read('a.ts')]).toEqual([undefined, undefined]);
});
