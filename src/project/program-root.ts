import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { WingbeatError } from '#core/diagnostics';
import { isLeftOut } from './folder-snapshot';
import { workspaceFolders } from './package-manifests';
import { readDiskFile } from './read-disk-file';
import { findRepository } from './repository';
import { defaultMaxFileBytes } from './snapshot';

export interface ProgramRoot {
  readonly path: string;
  readonly isRepository: boolean;
}

/**
 * The folder that is taken for the program around a file: its repository. Without git the current folder, if it holds the file, for
 * that is what whoever asks looks at; else the file's package, else its folder. A workspace that the file belongs to goes before
 * these, and a folder below them where a base folder has the file under the path that it has from there.
 */
export function programRoot(cwd: string, file: string, base?: string): ProgramRoot {
  const repository = repositoryAround(dirname(file));
  if (repository !== null) return { path: repository, isRepository: true };
  const here = realpathSync(cwd);
  const start = holds(here, file) ? here : packageAround(dirname(file));
  const path = workspaceAround(start, file) ?? start;
  return { path: (base !== undefined && withBase(path, file, resolve(cwd, base))) || path, isRepository: false };
}

/** The repository, the package or just the folder. */
export function rootOfFolder(folder: string): ProgramRoot {
  const repository = repositoryAround(folder);
  return { path: repository ?? packageAround(folder), isRepository: repository !== null };
}

function repositoryAround(folder: string): string | null {
  try {
    return findRepository(folder);
  } catch (error) {
    if (!(error instanceof WingbeatError)) throw error;
    return null;
  }
}

/** The root of the file system is none. */
function packageAround(folder: string): string {
  return (
    upwards(folder)
      .slice(0, -1)
      .find((at) => existsSync(join(at, 'package.json'))) ?? folder
  );
}

/** The outermost one at or above a folder. */
function workspaceAround(folder: string, file: string): string | undefined {
  return upwards(folder).findLast((root) => holds(root, file) && isInWorkspace(root, file));
}

function isInWorkspace(root: string, file: string): boolean {
  const isWorkspace = workspaceFolders((name) => textIn(root, name));
  const folders = upwards(dirname(file)).filter((at) => at.length > root.length);
  return folders.some((at) => isWorkspace(within(root, at)) && existsSync(join(at, 'package.json')));
}

function textIn(folder: string, name: string): string {
  const content = readDiskFile(join(folder, name), defaultMaxFileBytes);
  return content.kind === 'bytes' ? content.bytes.toString() : '';
}

/** The outermost folder around a file, at or below a root, from which the base has a file of the same path. */
function withBase(root: string, file: string, base: string): string | undefined {
  if (!existsSync(base) || !statSync(base).isDirectory()) return undefined;
  const folders = upwards(dirname(file)).filter((at) => at.length >= root.length);
  return folders.findLast((at) => isFile(join(base, relative(at, file))));
}

/** Whether a file is among those that a folder is taken to have. */
function holds(folder: string, file: string): boolean {
  const path = within(folder, file);
  return !isAbsolute(path) && !path.startsWith('../') && !path.split('/').slice(0, -1).some(isLeftOut);
}

/** From the folder itself outwards. */
function upwards(folder: string): string[] {
  const found = [folder];
  for (let at = folder; basename(at) !== '';) found.push((at = dirname(at)));
  return found;
}

/** With `/`, as snapshots name files. */
export function within(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

export function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
