import { lockFolder, type Lock } from './lock-folder';

/**
 * A database has a second file, by which processes know of each other. Who closes it last does away with the locks that are
 * kept in there; who opens it at that moment gets a database that says 'Invalid argument' to all that is asked of it, and
 * so does everybody who comes before it is closed again. And nobody may find the one of these files from before an
 * exchange and the other from after it. So only one process at a time opens, closes or exchanges.
 */
export function whileOpening<T>(folder: string, open: () => T): T {
  const lock = tryLockOpening(folder);
  if (lock?.kind === 'busy') throw new Error(`process ${lock.by} is exchanging it`);
  try {
    return open();
  } finally {
    if (lock?.kind === 'held') lock.release();
  }
}

/** Closes even when another process is in the way for longer than anybody waits. */
export async function closeAlone(folder: string, database: Closable): Promise<void> {
  // Nothing is then left to wait for while the lock is held, which this process may want again.
  await database.flushed;
  const lock = tryLockOpening(folder);
  try {
    await database.close();
  } finally {
    if (lock?.kind === 'held') lock.release();
  }
}

interface Closable {
  readonly flushed: Promise<unknown>;
  close(): Promise<void>;
}

/** Null in a folder that cannot be written, in which nothing is ever exchanged, or that is gone. */
function tryLockOpening(folder: string): Lock | null {
  try {
    return lockFolder(folder, 'opening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code === 'string' && unlockable.has(code)) return null;
    throw error;
  }
}

const unlockable: ReadonlySet<string> = new Set(['EACCES', 'EROFS', 'EPERM', 'ENOENT', 'ENOSPC', 'EDQUOT']);
