import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Snapshot } from '#project/snapshot';
import { packageFoldersOf } from './surroundings';

/** Sources, and the manifests by which imports are found. */
export function sourceTexts(root: string, snapshot: Snapshot): Map<string, string> {
  const texts = new Map(snapshot.readMany(snapshot.paths).map(({ path, text }) => [path, text]));
  const manifests = packageFoldersOf(root, snapshot.paths).map((folder) => posix.join(folder, 'package.json'));
  for (const path of [...manifests, 'pnpm-workspace.yaml']) {
    if (existsSync(join(root, path))) texts.set(path, readFileSync(join(root, path), 'utf8'));
  }
  return texts;
}
