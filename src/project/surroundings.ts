import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileNotFound, invalidLocation, notASourceFile, WingbeatError } from '#core/diagnostics';
import { openFolder } from './folder-snapshot';
import { nearNames } from './near-names';
import { isFile, programRoot, rootOfFolder, within, type ProgramRoot } from './program-root';
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

/** The program around a place. `base`: what it is to be compared with, which may be a folder. */
export function openSurroundings(
  cwd: string,
  target: string,
  base?: string,
): { snapshot: Snapshot; target: NamedPlace } {
  const { file, at } = parseTarget(cwd, target);
  const path = realpathSync(file);
  const snapshot = openRoot(programRoot(cwd, path, base));
  const inside = within(realpathSync(snapshot.root), path);
  if (!snapshot.paths.includes(inside)) {
    const isOther = snapshot.hashOfOther(inside) !== undefined || !isSourcePath(inside);
    throw new WingbeatError(isOther ? notASourceFile(inside) : fileNotFound(inside, nearNames(inside, snapshot.paths)));
  }
  return { snapshot, target: { path: inside, at } };
}

function openRoot({ path, isRepository }: ProgramRoot): Snapshot {
  return isRepository ? openWorkingTree(path) : openFolder(path);
}

/** `file#name`, `file:line` or `file`, or a test as it is listed: `file > title`; file names may hold `#` and `:` themselves. */
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
  for (let i = target.indexOf(' > '); i > 0; i = target.indexOf(' > ', i + 1)) {
    const file = resolve(cwd, target.slice(0, i));
    if (isFile(file)) return { file, at: { kind: 'function', name: target.slice(i + 3) } };
  }
  const named = target.replace(/[#:][^#:/]*$/, '');
  if (named === target && !/\.[cm]?[jt]sx?$/.test(target)) throw new WingbeatError(invalidLocation(target));
  throw new WingbeatError(fileNotFound(named, nearFiles(cwd, named)));
}

/** As they are named from the current folder. */
function nearFiles(cwd: string, named: string): string[] {
  const snapshot = openRoot(rootOfFolder(cwd));
  const here = realpathSync(cwd);
  const top = realpathSync(snapshot.root);
  const files = snapshot.paths.map((path) => within(here, join(top, path)));
  return nearNames(named, files);
}
