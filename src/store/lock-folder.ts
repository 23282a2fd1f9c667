import { linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

export type Lock = { readonly kind: 'held'; release(): void } | { readonly kind: 'busy'; readonly by: number };

/** `writer` for as long as something is written; `opening` for the moment in which files are opened or exchanged. */
export type LockName = 'writer' | 'opening';

/** One process at a time; that of a process which died is taken over. Waits `patience` milliseconds for another. */
export function lockFolder(folder: string, name: LockName, patience = 30_000): Lock {
  const path = join(folder, name);
  const deadline = Date.now() + patience;
  for (;;) {
    if (tryTake(path)) return { kind: 'held', release: () => rmSync(path, { force: true }) };
    const holder = holderOf(path);
    if (holder !== null && isGone(holder)) takeAway(path, holder);
    else if (Date.now() > deadline) return { kind: 'busy', by: holder?.pid ?? 0 };
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
}

/** What processes left that were killed while they took a lock. */
export function sweepLocks(folder: string): void {
  for (const entry of readdirSync(folder)) {
    const pid = /^(?:writer|opening)-(?:gone-)?(\d+)$/.exec(entry)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, entry), { force: true });
  }
}

const pause = 20;

/** Nobody writes that long; a lock of another machine came along with a copy of the folder. */
const longestHold = 600_000;

/** The lock appears with what it says of its holder, or not at all. */
function tryTake(path: string): boolean {
  const own = `${path}-${process.pid}`;
  writeFileSync(own, `${process.pid} ${hostname()}`);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

interface Holder {
  readonly text: string;
  readonly pid: number;
  readonly host: string;
  readonly since: number;
}

/** Null when it was released just now. */
function holderOf(path: string): Holder | null {
  try {
    const text = readFileSync(path, 'utf8');
    const [pid = '', host = ''] = text.split(' ');
    return { text, pid: Number(pid), host, since: statSync(path).mtimeMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function isGone({ pid, host, since }: Holder): boolean {
  if (host !== hostname() || !Number.isInteger(pid) || pid <= 0) return Date.now() - since > longestHold;
  return !isAlive(pid);
}

/** Another process may have taken it over in the meantime: then it gets its lock back. */
function takeAway(path: string, holder: Holder): void {
  const aside = `${path}-gone-${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== holder.text) linkSync(aside, path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Of another user, but there.
    return hasCode(error, 'EPERM');
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
