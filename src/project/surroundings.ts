import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileNotFound, invalidLocation, notASourceFile, WingbeatError } from '#core/diagnostics';
import { openFolder } from './folder-snapshot';
import { nearNames } from './near-names';
import { findRepository } from './repository';
import type { Snapshot } from './snapshot';
import { isSourcePath } from './source-path';
import { openWorkingTree } from './working-tree-snapshot';

/** A place that somebody named: a file, and a line or a function in it. */
export interface NamedPlace {
  /** Relative to the snapshot's root. */
  readonly path: string;
  readonly at:
    | { readonly kind: 'line'; readonly line: number }
    | { readonly kind: 'function'; readonly name: string }
    | { readonly kind: 'file' };
}

/** The project around a place: its repository, else its package, else its folder. */
export function openSurroundings(cwd: string, target: string): { snapshot: Snapshot; target: NamedPlace } {
  const { file, at } = parseTarget(cwd, target);
  const path = realpathSync(file);
  const root = rootOf(dirname(path));
  const snapshot = root.isRepository ? openWorkingTree(root.path) : openFolder(root.path);
  const inside = relative(realpathSync(snapshot.root), path).split(sep).join('/');
  if (!snapshot.paths.includes(inside)) {
    const isOther = snapshot.hashOfOther(inside) !== undefined || !isSourcePath(inside);
    throw new WingbeatError(isOther ? notASourceFile(inside) : fileNotFound(inside, nearNames(inside, snapshot.paths)));
  }
  return { snapshot, target: { path: inside, at } };
}

/** `file#name`, `file:line` or `file`; file names may hold `#` and `:` themselves. */
function parseTarget(cwd: string, target: string): { file: string; at: NamedPlace['at'] } {
  const whole = resolve(cwd, target);
  if (isFile(whole)) return { file: whole, at: { kind: 'file' } };
  for (let i = target.length - 1; i > 0; i--) {
    if (target[i] !== '#' && target[i] !== ':') continue;
    const file = resolve(cwd, target.slice(0, i));
    if (!isFile(file)) continue;
    const rest = target.slice(i + 1);
    if (target[i] === '#') return { file, at: { kind: 'function', name: rest } };
    const line = /^(\d+)(?::\d+)?$/.exec(rest);
    if (line !== null) return { file, at: { kind: 'line', line: Number(line[1]) } };
  }
  const named = target.replace(/[#:][^#:/]*$/, '');
  if (named === target && !/\.[cm]?[jt]sx?$/.test(target)) throw new WingbeatError(invalidLocation(target));
  throw new WingbeatError(fileNotFound(named, nearFiles(cwd, named)));
}

/** As they are named from the current folder. */
function nearFiles(cwd: string, named: string): string[] {
  const root = rootOf(cwd);
  const snapshot = root.isRepository ? openWorkingTree(root.path) : openFolder(root.path);
  const here = realpathSync(cwd);
  const top = realpathSync(snapshot.root);
  const files = snapshot.paths.map((path) => relative(here, join(top, path)).split(sep).join('/'));
  return nearNames(named, files);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function rootOf(folder: string): { path: string; isRepository: boolean } {
  try {
    return { path: findRepository(folder), isRepository: true };
  } catch (error) {
    if (!(error instanceof WingbeatError)) throw error;
  }
  for (let at = folder; basename(at) !== ''; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return { path: at, isRepository: false };
  }
  return { path: folder, isRepository: false };
}
