import { tryGit } from './git';
import { revisionSnapshot } from './revision-snapshot';
import { changedPaths } from './changed-paths';
import { openRepository } from './repository';
import type { Snapshot } from './snapshot';

/** What a working tree is, in words: its commit, and whether source differs from it. */
export function commitOf(root: string, snapshot: Snapshot): string {
  const { status, stdout } = tryGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  if (status !== 0) return 'the working tree';
  const rev = stdout.toString().trim();
  const short = rev.slice(0, 7);
  const last = revisionSnapshot(openRepository(root), { rev, description: short });
  return changedPaths(last, snapshot).length === 0 ? `commit ${short}` : `the working tree on ${short}`;
}
