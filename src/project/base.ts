import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { openFileAs } from './pair';
import { resolveRange } from './range';
import { findRepository } from './repository';
import type { Snapshot } from './snapshot';

/** What a file is compared with: a revision of its repository, or another file, which then stands in its place. */
export function openBase(cwd: string, against: string, path: string): { snapshot: Snapshot; isFile: boolean } {
  const file = resolve(cwd, against);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) {
    return { snapshot: openFileAs(file, path, against), isFile: true };
  }
  return { snapshot: resolveRange(findRepository(cwd), against).base, isFile: false };
}
