import { createHash } from 'node:crypto';

export type HashAlgorithm = 'sha1' | 'sha256';

/** The name git gives to this content, so that files on disk compare equal to files in git without asking git. */
export function blobHash(bytes: Uint8Array, algorithm: HashAlgorithm): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
