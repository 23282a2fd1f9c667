import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { openFolder } from './folder-snapshot';
import { openFileAs } from './pair';
import { resolveRange } from './range';
import { findRepository } from './repository';
import type { Snapshot } from './snapshot';

/**
 * What a file is compared with: a revision of its repository, another file, which then stands in its place, or a folder with
 * the same paths.
 */
export function openBase(cwd: string, against: string, path: string): { snapshot: Snapshot; isFile: boolean } {
  const file = resolve(cwd, against);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() === true) return { snapshot: openFileAs(file, path, against), isFile: true };
  // A folder of one file's own path, and not one that a branch is named like.
  if (stats?.isDirectory() === true && existsSync(resolve(file, path))) {
    return { snapshot: openFolder(file), isFile: false };
  }
  return { snapshot: resolveRange(findRepository(cwd), against).base, isFile: false };
}
