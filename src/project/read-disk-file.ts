import { readFileSync, statSync } from 'node:fs';
import type { FileContent } from './file-source';

export function readDiskFile(path: string, maxFileBytes: number): FileContent {
  try {
    const { size } = statSync(path);
    if (size > maxFileBytes) return { kind: 'too-large', size };
    return { kind: 'bytes', bytes: readFileSync(path) };
  } catch (error) {
    return { kind: 'unreadable', reason: reasonOf(error) };
  }
}

/** Why the file system refused, without the path, which the message around it already has. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) throw error;
  return error.message.replace(/^(\w+: [^,]*).*$/s, '$1');
}
