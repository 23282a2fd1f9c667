import { listIndex } from './git-listing';
import { GitSource } from './git-source';
import { LazySnapshot } from './lazy-snapshot';
import { openRepository, type Repository } from './repository';
import { defaultMaxFileBytes, type Snapshot, type SnapshotOptions } from './snapshot';

/** What the next commit would hold. */
export function openIndex(root: string, options?: SnapshotOptions): Snapshot {
  return indexSnapshot(openRepository(root), options);
}

export function indexSnapshot(repository: Repository, options: SnapshotOptions = {}): Snapshot {
  const { maxFileBytes = defaultMaxFileBytes } = options;
  const { oids, diagnostics } = listIndex(repository);
  return new LazySnapshot({
    root: repository.root,
    revision: { rev: 'index', description: 'index' },
    hashAlgorithm: repository.hashAlgorithm,
    maxFileBytes,
    source: new GitSource(repository, oids, maxFileBytes),
    diagnostics,
  });
}
