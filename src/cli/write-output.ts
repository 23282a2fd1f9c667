import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { cannotWrite, WingbeatError } from '#core/diagnostics';
import { systemErrorReason } from './system-error-reason';

/** Replaces a file by `content` as a whole or not at all: whatever goes wrong, the old content is still there. */
export function writeOutput(cwd: string, path: string, content: string): void {
  orCannotWrite(path, () => {
    const target = linkTarget(resolve(cwd, path));
    const existing = statSync(target, { throwIfNoEntry: false });
    // A device or a pipe cannot be replaced, only written to.
    if (existing === undefined || existing.isFile()) replaceFile(target, content, existing);
    else writeFileSync(target, content);
  });
}

/** Finds out before a long analysis that its result could not be written. */
export function checkOutput(cwd: string, path: string): void {
  orCannotWrite(path, () => {
    const target = linkTarget(resolve(cwd, path));
    const existing = statSync(target, { throwIfNoEntry: false });
    if (existing?.isDirectory() === true) throw Object.assign(new Error(), { code: 'EISDIR' });
    accessSync(existing === undefined || existing.isFile() ? dirname(target) : target, constants.W_OK);
  });
}

function replaceFile(target: string, content: string, existing: Stats | undefined): void {
  const temporary = join(dirname(target), `.${basename(target).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = openSync(temporary, 'wx');
    try {
      if (existing !== undefined) fchmodSync(file, existing.mode);
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A link stays a link: what it points to is replaced. */
function linkTarget(path: string): string {
  const exists = statSync(path, { throwIfNoEntry: false }) !== undefined;
  return exists ? realpathSync(path) : path;
}

function orCannotWrite(path: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    throw new WingbeatError(cannotWrite(path, systemErrorReason(error)), 2, { cause: error });
  }
}
