import { listTree } from './git-listing';
import { GitSource } from './git-source';
import { LazySnapshot } from './lazy-snapshot';
import { openRepository, type Repository } from './repository';
import { resolveRevision } from './resolve-revision';
import { defaultMaxFileBytes, type Revision, type Snapshot, type SnapshotOptions } from './snapshot';

/** The files of a commit, named in any way git understands. */
export function openRevision(root: string, name: string, options?: SnapshotOptions): Snapshot {
  const repository = openRepository(root);
  return revisionSnapshot(repository, { rev: resolveRevision(repository, name), description: name }, options);
}

export function revisionSnapshot(repository: Repository, revision: Revision, options: SnapshotOptions = {}): Snapshot {
  const { maxFileBytes = defaultMaxFileBytes } = options;
  const { oids, diagnostics } = listTree(repository, revision.rev);
  const source = new GitSource(repository, oids, maxFileBytes);
  const { root, hashAlgorithm } = repository;
  return new LazySnapshot({ root, revision, hashAlgorithm, maxFileBytes, source, diagnostics });
}

/** What a first commit is compared with. */
export function emptySnapshot(repository: Repository, why: string): Snapshot {
  const { root, hashAlgorithm } = repository;
  return new LazySnapshot({
    root,
    revision: { rev: 'empty', description: `empty tree (${why})` },
    hashAlgorithm,
    maxFileBytes: defaultMaxFileBytes,
    source: new GitSource(repository, new Map(), defaultMaxFileBytes),
    diagnostics: [],
  });
}
