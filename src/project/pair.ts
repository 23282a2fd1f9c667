import { statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { fileNotFound, mixedPair, WingbeatError } from '#core/diagnostics';
import { openFile } from './file-snapshot';
import { openFolder } from './folder-snapshot';
import type { Range } from './range';
import type { Snapshot } from './snapshot';
import { openTexts } from './text-snapshot';

/** Two files or two folders, without git. */
export function openPair(cwd: string, old: string, now: string): Range {
  if (kindOf(cwd, old) !== kindOf(cwd, now)) throw new WingbeatError(mixedPair(old, now));
  const [oldPath, nowPath] = [resolve(cwd, old), resolve(cwd, now)];
  if (kindOf(cwd, now) === 'folder') return { base: openFolder(oldPath), head: openFolder(nowPath) };
  // Versions of a file often have different names; to later stages both are the same file.
  const name = extname(oldPath) === extname(nowPath) ? basename(nowPath) : basename(oldPath);
  return { base: openFileAs(oldPath, name, old), head: openFileAs(nowPath, basename(nowPath), now) };
}

/** One file under a path of one's choice. */
export function openFileAs(file: string, path: string, description: string): Snapshot {
  const snapshot = openFile(file);
  const source = snapshot.read(basename(file));
  return source === undefined ? snapshot : openTexts(dirname(file), { [path]: source.text }, description);
}

function kindOf(cwd: string, path: string): 'file' | 'folder' {
  const stats = statSync(resolve(cwd, path), { throwIfNoEntry: false });
  if (stats === undefined) throw new WingbeatError(fileNotFound(path));
  return stats.isDirectory() ? 'folder' : 'file';
}
