import { noMergeBase, shallowClone, WingbeatError } from '#core/diagnostics';
import { changedPaths } from './changed-paths';
import { currentBranch, findDefaultBranch } from './default-branch';
import { git, tryGit } from './git';
import { indexSnapshot } from './index-snapshot';
import { openRepository, type Repository } from './repository';
import { resolveRevision, tryResolveRevision } from './resolve-revision';
import { emptySnapshot, revisionSnapshot } from './revision-snapshot';
import type { Snapshot, SnapshotOptions } from './snapshot';
import { isDataPath } from './source-path';
import { workingTreeSnapshot } from './working-tree-snapshot';

export interface Range {
  readonly base: Snapshot;
  readonly head: Snapshot;
}

/**
 * What to compare with what. Either side is a revision or one of the words `worktree` and `index` (a branch of that name is
 * written `heads/index`); the base alone may also be a range: `a..b`, or `a...b` for what b did since it left a.
 * Without a head the working tree is meant. Without a base: HEAD when source or data is not committed or the index is the
 * head, otherwise the merge base with the default branch, otherwise the commit before; the description says which.
 */
export function resolveRange(root: string, base?: string, head?: string, options: SnapshotOptions = {}): Range {
  const repository = openRepository(root);
  const range = head === undefined && base !== undefined ? parseRange(base) : undefined;
  if (range !== undefined) return openRange(repository, range, options);
  const headSnapshot = openSide(repository, head ?? worktree, options);
  if (base !== undefined) return { base: openSide(repository, base, options), head: headSnapshot };
  return { base: defaultBase(repository, headSnapshot, head ?? worktree, options), head: headSnapshot };
}

interface RangeExpression {
  readonly from: string;
  readonly to: string;
  readonly sinceMergeBase: boolean;
}

const worktree = 'worktree';
const index = 'index';

/** An end left out means HEAD, as in git. */
function parseRange(text: string): RangeExpression | undefined {
  const match = /^(.*?)(\.{2,3})(.*)$/s.exec(text);
  if (match === null) return undefined;
  const [, from = '', dots, to = ''] = match;
  return { from: from === '' ? 'HEAD' : from, to: to === '' ? 'HEAD' : to, sinceMergeBase: dots === '...' };
}

function openRange(
  repository: Repository,
  { from, to, sinceMergeBase }: RangeExpression,
  options: SnapshotOptions,
): Range {
  const head = openSide(repository, to, options);
  if (!sinceMergeBase) return { base: openSide(repository, from, options), head };
  const ends = [from, to].map((end) => resolveRevision(repository, committed(end)));
  const rev = mergeBase(repository, ends);
  if (rev === undefined) throw noCommonCommit(repository, from, to);
  return { base: revisionSnapshot(repository, { rev, description: `merge base of ${from} and ${to}` }, options), head };
}

function openSide(repository: Repository, name: string, options: SnapshotOptions): Snapshot {
  if (name === worktree) return workingTreeSnapshot(repository, options);
  if (name === index) return indexSnapshot(repository, options);
  return revisionSnapshot(repository, { rev: resolveRevision(repository, name), description: name }, options);
}

/** The commit under an uncommitted state. */
function committed(name: string): string {
  return name === worktree || name === index ? 'HEAD' : name;
}

function defaultBase(repository: Repository, head: Snapshot, headName: string, options: SnapshotOptions): Snapshot {
  const tip = committed(headName);
  const tipCommit = tryResolveRevision(repository, tip);
  if (tipCommit === undefined) return emptySnapshot(repository, 'no commits yet');
  if (tip !== headName) {
    const lastCommit = revisionSnapshot(repository, { rev: tipCommit, description: 'HEAD' }, options);
    if (headName === index || changedPaths(lastCommit, head).length > 0 || hasOtherData(lastCommit, head))
      return lastCommit;
  }
  return baseOfCommit(repository, tip, tipCommit, options);
}

function baseOfCommit(repository: Repository, tip: string, tipCommit: string, options: SnapshotOptions): Snapshot {
  const branch = findDefaultBranch(repository);
  if (branch === undefined) return commitBefore(repository, tip, 'there is no default branch', options);
  if (tip === 'HEAD' && currentBranch(repository) === branch.name) {
    return commitBefore(repository, tip, `nothing is uncommitted on ${branch.name}`, options);
  }
  const rev = mergeBase(repository, [tipCommit, ...branch.refs]);
  if (rev === undefined) throw noCommonCommit(repository, tip, branch.name);
  if (rev === tipCommit) return commitBefore(repository, tip, `${tip} is part of ${branch.name}`, options);
  return revisionSnapshot(repository, { rev, description: `merge base with ${branch.name}` }, options);
}

/** Of the first commit with what all others have in common: the nearest, if the others are states of one branch. */
function mergeBase(repository: Repository, commits: readonly string[]): string | undefined {
  const { status, stdout } = tryGit(repository.root, ['merge-base', ...commits]);
  return status === 0 ? resolveRevision(repository, stdout.toString().trim()) : undefined;
}

function noCommonCommit(repository: Repository, a: string, b: string): WingbeatError {
  return new WingbeatError(repository.isShallow ? shallowClone(`merge base of ${a} and ${b}`) : noMergeBase(a, b));
}

function commitBefore(repository: Repository, tip: string, why: string, options: SnapshotOptions): Snapshot {
  const parent = `${tip}~1`;
  const rev = tryResolveRevision(repository, parent);
  if (rev !== undefined) return revisionSnapshot(repository, { rev, description: `${parent} (${why})` }, options);
  // In a shallow clone git treats a commit as the first, but the commit itself still names its parent.
  const isCutOff = /^parent /m.test(
    git(repository.root, ['cat-file', 'commit', tip]).toString().split('\n\n', 1)[0] ?? '',
  );
  if (isCutOff) throw new WingbeatError(shallowClone(parent));
  return emptySnapshot(repository, `${tip} is the first commit`);
}

/** Data that source may import. */
function hasOtherData(base: Snapshot, head: Snapshot): boolean {
  const paths = new Set([...base.otherPaths(), ...head.otherPaths()].filter(isDataPath));
  return [...paths].some((path) => base.hashOfOther(path) !== head.hashOfOther(path));
}
