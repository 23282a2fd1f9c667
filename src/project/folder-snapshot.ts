import { readdirSync, statSync, type Dirent } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  fileNotFound,
  linkNotFollowed,
  notAFileOrFolder,
  unreadableFile,
  WingbeatError,
  type Diagnostic,
} from '#core/diagnostics';
import { DiskSource } from './disk-source';
import { LazySnapshot } from './lazy-snapshot';
import { reasonOf } from './read-disk-file';
import { defaultMaxFileBytes, type Snapshot, type SnapshotOptions } from './snapshot';
import { isSourcePath } from './source-path';

/** Every file below a folder, without git: `node_modules` and folders with a leading dot are left out, links not followed. */
export function openFolder(folder: string, options: SnapshotOptions = {}): Snapshot {
  const { maxFileBytes = defaultMaxFileBytes } = options;
  const root = resolve(folder);
  const stats = statSync(root, { throwIfNoEntry: false });
  if (stats === undefined) throw new WingbeatError(fileNotFound(folder));
  if (!stats.isDirectory()) throw new WingbeatError(notAFileOrFolder(folder));
  const { files, diagnostics } = walk(root);
  return new LazySnapshot({
    root,
    revision: { rev: 'folder', description: folder },
    hashAlgorithm: 'sha1',
    maxFileBytes,
    source: new DiskSource(root, files, 'sha1', maxFileBytes),
    diagnostics,
  });
}

function walk(root: string): { files: string[]; diagnostics: Diagnostic[] } {
  const files: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of entriesOf(root, folder, diagnostics)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !isLeftOut(entry.name)) pending.push(path);
      else if (entry.isSymbolicLink() && isSourcePath(path)) diagnostics.push(linkNotFollowed(path, 'symbolic link'));
    }
  }
  return { files, diagnostics };
}

function entriesOf(root: string, folder: string, diagnostics: Diagnostic[]): Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    diagnostics.push(unreadableFile(folder === '' ? root : folder, reasonOf(error)));
    return [];
  }
}

export function isLeftOut(folderName: string): boolean {
  return folderName === 'node_modules' || folderName.startsWith('.');
}
