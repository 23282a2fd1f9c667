import { deserialize, serialize } from 'node:v8';
import { openTexts } from '#project/text-snapshot';
import type { Snapshot } from '#project/snapshot';
import type { RecordStore } from '#store/record-store';
import type { Recording } from '#trace/recording';
import type { Surroundings } from './surroundings';

/** A recording with all that a later version is compared with; it needs no git to be read. */
export interface KeptRecording {
  readonly recording: Recording;
  readonly surroundings: Surroundings;
  /** Sources and manifests by path, as they were. */
  readonly texts: ReadonlyMap<string, string>;
  /** What was recorded, in words: a commit, or a working tree on top of one. */
  readonly description: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** The order of all calls of each test, when it was asked for. */
  readonly paths: KeptPaths | null;
  /** What ran the tests, when the user said it; null where the project's scripts did. */
  readonly command: readonly string[] | null;
}

/** Whole paths of the tests, compressed. */
export interface KeptPaths {
  /** Ids of functions by the numbers that stand for them. */
  readonly functions: readonly string[];
  /** As `dynamic` encodes it. */
  readonly grammar: Uint8Array;
  readonly densityOfBuild: number;
}

interface Manifest {
  readonly format: 2;
  readonly recording: string;
  readonly texts: readonly (readonly [path: string, hash: string])[];
  readonly rest: Omit<KeptRecording, 'recording' | 'texts'>;
}

export const recordingName = 'recording/latest';

/** All of it or nothing: until then the previous one stays. What only that one needed goes. */
export function keepRecording(store: RecordStore, kept: KeptRecording, name = recordingName): void {
  const { recording, texts, ...rest } = kept;
  const replaced = store.hashOf(name);
  const parts = replaced === undefined ? [] : [replaced, ...partsOfRecording(store, replaced)];
  store.update((batch) => {
    const manifest: Manifest = {
      format: 2,
      recording: batch.put(serialize(recording)),
      texts: [...texts].map(([path, text]) => [path, batch.put(Buffer.from(text))]),
      rest,
    };
    const written = batch.put(serialize(manifest));
    batch.name(name, written);
    const needed = new Set([written, manifest.recording, ...manifest.texts.map(([, text]) => text)]);
    for (const hash of parts) if (!needed.has(hash)) batch.drop(hash);
  });
}

/** Null when there is none, or when a part of it is lost. */
export function readRecording(store: RecordStore, name = recordingName): KeptRecording | null {
  const manifest = manifestAt(store, store.hashOf(name));
  const recording = manifest === null ? undefined : store.get(manifest.recording);
  if (manifest === null || recording === undefined) return null;
  const texts = new Map<string, string>();
  for (const [path, hash] of manifest.texts) {
    const text = store.get(hash);
    if (text === undefined) return null;
    texts.set(path, Buffer.from(text).toString());
  }
  return { ...manifest.rest, recording: deserialize(recording) as Recording, texts };
}

/** The blobs that a recording is made of, for the collection of what is not needed any more. */
export function partsOfRecording(store: RecordStore, hash: string): readonly string[] {
  const manifest = manifestAt(store, hash);
  return manifest === null ? [] : [manifest.recording, ...manifest.texts.map(([, text]) => text)];
}

function manifestAt(store: RecordStore, hash: string | undefined): Manifest | null {
  const bytes = hash === undefined ? undefined : store.get(hash);
  if (bytes === undefined) return null;
  const value: unknown = deserialize(bytes);
  return isManifest(value) ? value : null;
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === 2;
}

/** The source as it was recorded. */
export function recordedSnapshot(root: string, { texts, description }: KeptRecording): Snapshot {
  return openTexts(root, Object.fromEntries(texts), description);
}
