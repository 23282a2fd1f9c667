import { LazySnapshot } from './lazy-snapshot';
import { openRepository, type Repository } from './repository';
import { defaultMaxFileBytes, type Snapshot, type SnapshotOptions } from './snapshot';
import { listWorkingTree } from './working-tree-listing';
import { WorkingTreeSource } from './working-tree-source';

/** The files on disk that git tracks or would track. */
export function openWorkingTree(root: string, options?: SnapshotOptions): Snapshot {
  return workingTreeSnapshot(openRepository(root), options);
}

export function workingTreeSnapshot(repository: Repository, options: SnapshotOptions = {}): Snapshot {
  const { maxFileBytes = defaultMaxFileBytes } = options;
  const { files, diagnostics } = listWorkingTree(repository);
  return new LazySnapshot({
    root: repository.root,
    revision: { rev: 'worktree', description: 'working tree' },
    hashAlgorithm: repository.hashAlgorithm,
    maxFileBytes,
    source: new WorkingTreeSource(repository, files, maxFileBytes),
    diagnostics,
  });
}
