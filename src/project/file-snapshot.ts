import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileNotFound, notAFileOrFolder, notASourceFile, WingbeatError } from '#core/diagnostics';
import { DiskSource } from './disk-source';
import { LazySnapshot } from './lazy-snapshot';
import { defaultMaxFileBytes, type Snapshot, type SnapshotOptions } from './snapshot';
import { isSourcePath } from './source-path';

/** A single file; what it imports lies outside the snapshot. */
export function openFile(path: string, options: SnapshotOptions = {}): Snapshot {
  const { maxFileBytes = defaultMaxFileBytes } = options;
  const absolute = resolve(path);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (stats === undefined) throw new WingbeatError(fileNotFound(path));
  if (!stats.isFile()) throw new WingbeatError(notAFileOrFolder(path));
  const name = basename(absolute);
  if (!isSourcePath(name)) throw new WingbeatError(notASourceFile(path));
  const root = dirname(absolute);
  return new LazySnapshot({
    root,
    revision: { rev: 'file', description: path },
    hashAlgorithm: 'sha1',
    maxFileBytes,
    source: new DiskSource(root, [name], 'sha1', maxFileBytes),
    diagnostics: [],
  });
}
