import {
  noCommits,
  shallowClone,
  unknownAncestor,
  unknownRevision,
  WingbeatError,
  type Diagnostic,
} from '#core/diagnostics';
import { git, tryGitLine } from './git';
import { nearNames } from './near-names';
import type { Repository } from './repository';

/** The abbreviated commit that a revision means. */
export function resolveRevision(repository: Repository, name: string): string {
  const commit = tryResolveRevision(repository, name);
  if (commit === undefined) throw new WingbeatError(explainUnknown(repository, name));
  return commit;
}

export function tryResolveRevision(repository: Repository, name: string): string | undefined {
  // No revision starts with a dash, and git would take it for an option.
  if (name === '' || name.startsWith('-') || name.includes('\0')) return undefined;
  const object = tryGitLine(repository.root, ['rev-parse', '--verify', '--quiet', name]);
  // Two steps, because `:/text^{commit}` would look for a message that holds the suffix.
  return object === undefined
    ? undefined
    : tryGitLine(repository.root, ['rev-parse', '--short', '--quiet', `${object}^{commit}`]);
}

function explainUnknown(repository: Repository, name: string): Diagnostic {
  const branch = name.replace(/[~^@:].*$/, '');
  if (/^(?:HEAD)?$/.test(branch) && tryResolveRevision(repository, 'HEAD') === undefined) return noCommits();
  const commits = /^[^~^@:]+[~^]/.test(name) ? commitsOf(repository, branch) : null;
  if (commits !== null && !repository.isShallow) return unknownAncestor(name, branch, commits);
  const suggestions = nearNames(branch, refNames(repository)).filter((suggestion) => suggestion !== branch);
  const mayBeCutOff = suggestions.length === 0 || branch !== name || /^[0-9a-f]{4,}$/.test(name);
  if (repository.isShallow && mayBeCutOff) return shallowClone(name);
  return unknownRevision(name, suggestions);
}

/** How many a revision has in its history; null where there is no such revision. */
function commitsOf(repository: Repository, name: string): number | null {
  const commit = tryResolveRevision(repository, name);
  const count = commit === undefined ? undefined : tryGitLine(repository.root, ['rev-list', '--count', commit]);
  return count === undefined ? null : Number(count);
}

function refNames(repository: Repository): string[] {
  const patterns = ['refs/heads', 'refs/tags', 'refs/remotes'];
  return git(repository.root, ['for-each-ref', '--format=%(refname:short)', ...patterns])
    .toString()
    .trim()
    .split('\n');
}
