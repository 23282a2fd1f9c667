import { invariant } from '#core/diagnostics';
import type { FileContent } from './file-source';
import { git } from './git';
import type { Repository } from './repository';

export interface BlobRequest {
  readonly required: readonly string[];
  /** Read only as far as it is cheap; what is too much is missing from the answer. */
  readonly optional: readonly string[];
  readonly maxFileBytes: number;
}

/** Contents by object name, with two processes however many there are. */
export function readBlobs(repository: Repository, request: BlobRequest): Map<string, FileContent> {
  const contents = new Map<string, FileContent>();
  const wanted: SizedBlob[] = [];
  const isRequired = new Set(request.required);
  let optionalBytes = 0;
  for (const [oid, size] of blobSizes(repository, new Set([...request.required, ...request.optional]))) {
    if (size === undefined) contents.set(oid, { kind: 'unreadable', reason: 'the repository lacks the object' });
    else if (size > request.maxFileBytes) contents.set(oid, { kind: 'too-large', size });
    else if (isRequired.has(oid) || (optionalBytes += size) <= cheapBytes) wanted.push({ oid, size });
  }
  for (const batch of batches(wanted)) readBatch(repository, batch, contents);
  return contents;
}

interface SizedBlob {
  readonly oid: string;
  readonly size: number;
}

const cheapBytes = 16_000_000;
const batchBytes = 128_000_000;
const lineFeed = 0x0a;

/** `undefined` where the object is missing, as in a damaged repository or a partial clone without its server. */
function blobSizes(repository: Repository, oids: ReadonlySet<string>): [string, number | undefined][] {
  if (oids.size === 0) return [];
  const args = ['cat-file', '--batch-check=%(objectname) %(objectsize)', '--buffer'];
  const lines = git(repository.root, args, asInput(oids)).toString().trimEnd().split('\n');
  return lines.map((line) => {
    const [oid = '', size = ''] = line.split(' ');
    return [oid, size === 'missing' ? undefined : Number(size)];
  });
}

function batches(blobs: readonly SizedBlob[]): SizedBlob[][] {
  const result: SizedBlob[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const blob of blobs) {
    bytes += blob.size;
    if (bytes > batchBytes) {
      result.push([]);
      bytes = blob.size;
    }
    result.at(-1)?.push(blob);
  }
  return result;
}

function readBatch(repository: Repository, batch: readonly SizedBlob[], contents: Map<string, FileContent>): void {
  const output = git(repository.root, ['cat-file', '--batch', '--buffer'], asInput(batch.map((blob) => blob.oid)));
  let offset = 0;
  for (const { oid, size } of batch) {
    const start = output.indexOf(lineFeed, offset) + 1;
    invariant(
      start > 0 && output[start + size] === lineFeed,
      'git prints every object of a batch with its announced size',
    );
    contents.set(oid, { kind: 'bytes', bytes: output.subarray(start, start + size) });
    offset = start + size + 1;
  }
}

function asInput(oids: Iterable<string>): string {
  return `${[...oids].join('\n')}\n`;
}
