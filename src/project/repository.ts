import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { gitFailed, noWorkingTree, notARepository, WingbeatError } from '#core/diagnostics';
import type { HashAlgorithm } from './blob-hash';
import { tryGit } from './git';

/** The root of the working tree around a directory. */
export function findRepository(directory: string): string {
  return openRepository(directory).root;
}

/** A directory in the working tree, relative to its root with `/`; empty for the root. */
export function folderWithin(root: string, directory: string): string {
  return relative(root, realpathSync(directory)).split(sep).join('/');
}

export interface Repository {
  /** The top of the working tree, absolute, without symbolic links. */
  readonly root: string;
  readonly hashAlgorithm: HashAlgorithm;
  /** History is cut off at some commit. */
  readonly isShallow: boolean;
}

export function openRepository(directory: string): Repository {
  const args = ['rev-parse', '--show-object-format', '--is-shallow-repository', '--show-toplevel'];
  const { status, stdout, stderr } = tryGit(directory, args);
  if (status !== 0) throw new WingbeatError(explain(directory, args, stderr));
  // The root comes last and takes what is left: the name of a folder may hold line breaks.
  const [format, shallow, ...root] = stdout.toString().replace(/\n$/, '').split('\n');
  return {
    root: root.join('\n'),
    hashAlgorithm: format === 'sha256' ? 'sha256' : 'sha1',
    isShallow: shallow === 'true',
  };
}

function explain(directory: string, args: readonly string[], stderr: string) {
  if (/not a git repository|cannot change to/.test(stderr)) return notARepository(directory);
  if (/must be run in a work tree/.test(stderr)) return noWorkingTree(directory);
  return gitFailed(args, stderr);
}
