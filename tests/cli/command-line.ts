import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Arguments of Node that start the command line: as it is built, where that is newer than all source, else from source, which takes long. */
export function commandLine(): readonly string[] {
  const built = join(root, 'dist/cli.js');
  if (existsSync(built) && modifiedAt(built) > newestIn(join(root, 'src'))) return [built];
  return ['--import', join(root, 'node_modules/tsx/dist/loader.mjs'), join(root, 'src/cli/main.ts')];
}

function newestIn(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return Math.max(...entries.map((entry) => modifiedAt(join(entry.parentPath, entry.name))));
}

function modifiedAt(path: string): number {
  return statSync(path).mtimeMs;
}
