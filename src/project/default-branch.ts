import { git, tryGitLine } from './git';
import type { Repository } from './repository';

/** The branch that work is merged into. */
export interface DefaultBranch {
  readonly name: string;
  /** The branch here and on the remotes, as far as they exist. */
  readonly refs: readonly string[];
}

/** What the remote says it is, otherwise the first of the usual names that exists. */
export function findDefaultBranch(repository: Repository): DefaultBranch | undefined {
  const heads = listRefs(repository, ['refs/remotes/*/HEAD']);
  const head = heads.find(({ ref }) => ref === 'refs/remotes/origin/HEAD') ?? heads[0];
  const announced = head === undefined || head.symref === '' ? [] : [branchName(head.symref)];
  for (const name of [...announced, ...usualNames]) {
    const refs = listRefs(repository, [`refs/heads/${name}`, `refs/remotes/*/${name}`]).map(({ ref }) => ref);
    if (refs.length > 0) return { name, refs };
  }
  return undefined;
}

/** `undefined` when HEAD is detached. */
export function currentBranch(repository: Repository): string | undefined {
  return tryGitLine(repository.root, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
}

const usualNames = ['main', 'master', 'trunk', 'develop'];

function listRefs(repository: Repository, patterns: readonly string[]): { ref: string; symref: string }[] {
  const output = git(repository.root, ['for-each-ref', '--format=%(refname) %(symref)', ...patterns]).toString();
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [ref = '', symref = ''] = line.split(' ');
      return { ref, symref };
    });
}

/** `refs/remotes/origin/team/main` → `team/main`. */
function branchName(remoteRef: string): string {
  return remoteRef.split('/').slice(3).join('/');
}
