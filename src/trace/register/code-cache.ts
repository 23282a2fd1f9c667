import fs from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

// Held here, as the runtime and tests replace functions of `fs`.
const { mkdirSync, readFileSync, renameSync, writeFileSync } = fs;

/** What was made of something before, by all that it was made of. Null, and not kept, where nothing can be made. */
export function throughCache<T>(cache: string | null, parts: readonly string[], make: () => T | null): T | null {
  if (cache === null) return make();
  const name = join(cache, hashOf([version, ...parts]));
  const known = readIfThere(name);
  if (known !== null) return JSON.parse(known) as T;
  const made = make();
  if (made !== null) keep(cache, name, JSON.stringify(made));
  return made;
}

export function hashOf(parts: readonly string[]): string {
  // Not loaded before it is needed: it takes longer than all else that this process loads for the recorder.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(parts.join('\0')).digest('hex');
}

/** Of probes, and how they are kept. */
export const version = '10';

export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Whole or not at all: others may look for it meanwhile. A cache that cannot be written to must not fail the user's tests. */
export function keep(cache: string, name: string, content: string | Buffer): boolean {
  const draft = `${name}.${process.pid}-${threadId}`;
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(draft, content);
    renameSync(draft, name);
    return true;
  } catch {
    return false;
  }
}
