import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Lock = { readonly kind: 'held'; release(): void } | { readonly kind: 'busy'; readonly by: number };

/** One process at a time; that of a process which died is taken over. Waits `patience` milliseconds for another. */
export function lockFolder(folder: string, patience = 10_000): Lock {
  const path = join(folder, 'writer');
  const deadline = Date.now() + patience;
  for (;;) {
    if (tryMake(path)) {
      writeFileSync(join(path, 'pid'), String(process.pid));
      return { kind: 'held', release: () => rmSync(path, { recursive: true, force: true }) };
    }
    const holder = holderOf(path);
    if (holder !== null && !isAlive(holder)) rmSync(path, { recursive: true, force: true });
    else if (Date.now() > deadline) return { kind: 'busy', by: holder ?? 0 };
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
}

const pause = 20;

function tryMake(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Null while it is being written. */
function holderOf(path: string): number | null {
  try {
    const pid = Number(readFileSync(join(path, 'pid'), 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Of another user, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
