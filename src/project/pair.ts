import { statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { fileNotFound, mixedPair, WingbeatError } from '#core/diagnostics';
import { openFile } from './file-snapshot';
import { openFolder } from './folder-snapshot';
import type { Range } from './range';
import { openTexts } from './text-snapshot';

/** Two files or two folders, without git. */
export function openPair(cwd: string, old: string, now: string): Range {
  const oldKind = kindOf(cwd, old);
  const nowKind = kindOf(cwd, now);
  if (oldKind !== nowKind) throw new WingbeatError(mixedPair(old, now));
  const [oldPath, nowPath] = [resolve(cwd, old), resolve(cwd, now)];
  if (nowKind === 'folder') return { base: openFolder(oldPath), head: openFolder(nowPath) };
  return { base: underNameOf(oldPath, nowPath, old), head: openFile(nowPath) };
}

/** Versions of a file often have different names; to later stages both are the same file. */
function underNameOf(path: string, other: string, description: string): Range['base'] {
  const snapshot = openFile(path);
  const file = snapshot.read(basename(path));
  if (file === undefined || basename(path) === basename(other) || extname(path) !== extname(other)) return snapshot;
  return openTexts(dirname(path), { [basename(other)]: file.text }, description);
}

function kindOf(cwd: string, path: string): 'file' | 'folder' {
  const stats = statSync(resolve(cwd, path), { throwIfNoEntry: false });
  if (stats === undefined) throw new WingbeatError(fileNotFound(path));
  return stats.isDirectory() ? 'folder' : 'file';
}
