import { currentBranch } from './default-branch';
import { tryGit, tryGitLine } from './git';
import { openRepository } from './repository';

/** What is checked out. */
export interface Head {
  /** Null when HEAD is detached. */
  readonly branch: string | null;
  /** Null before the first commit. */
  readonly commit: string | null;
}

export function headOf(root: string): Head {
  return {
    branch: currentBranch(openRepository(root)) ?? null,
    commit: tryGitLine(root, ['rev-parse', '--verify', '--quiet', 'HEAD']) ?? null,
  };
}

/** Is a commit one that what is checked out goes back to? No, too, where a shallow clone does not have it. */
export function isReachable(root: string, commit: string): boolean {
  return tryGit(root, ['merge-base', '--is-ancestor', commit, 'HEAD']).status === 0;
}
