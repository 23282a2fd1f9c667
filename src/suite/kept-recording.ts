import { deserialize, serialize } from 'node:v8';
import { openTexts } from '#project/text-snapshot';
import type { Snapshot } from '#project/snapshot';
import { hashOfContent, type RecordStore } from '#store/record-store';
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
  /** Where it was made: the branch, unless none was checked out; the commit, unless there was none. */
  readonly branch: string | null;
  readonly commit: string | null;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** The order of all calls of each test, when it was asked for. */
  readonly paths: KeptPaths | null;
  /** What ran the tests, when the user said it; null where the project's scripts did. */
  readonly command: readonly string[] | null;
  /** Where he said it, relative to the root; recordings of earlier versions do not tell, and mean the root. */
  readonly commandFolder?: string;
}

/** Whole paths of the tests, compressed. */
export interface KeptPaths {
  /** Ids of functions by the numbers that stand for them. */
  readonly functions: readonly string[];
  /** As `dynamic` encodes it. */
  readonly grammar: Uint8Array;
  readonly densityOfBuild: number;
}

/** What is known of a recording without reading it. */
export interface RecordingOrigin extends Pick<KeptRecording, 'description' | 'branch' | 'commit' | 'madeAt'> {
  readonly name: string;
}

type Texts = readonly (readonly [path: string, hash: string])[];

interface Manifest {
  readonly format: 3;
  readonly recording: string;
  readonly rest: string;
  readonly texts: Texts;
  readonly origin: Omit<RecordingOrigin, 'name'>;
}

type Rest = Omit<KeptRecording, 'recording' | 'texts' | keyof RecordingOrigin>;

const prefix = 'recording/';

/** A branch has one recording, and so has the state without a branch. */
function nameOf({ branch }: KeptRecording): string {
  return branch === null ? `${prefix}detached` : `${prefix}branch/${branch}`;
}

/** All of it or nothing: until then the previous one stays. What only that one needed goes. */
export function keepRecording(store: RecordStore, kept: KeptRecording): void {
  const { recording, texts, description, branch, commit, madeAt, ...rest } = kept;
  const name = nameOf(kept);
  const parts = partsOfName(store, name);
  const needed = neededBesides(store, [name]);
  store.update((batch) => {
    const manifest: Manifest = {
      format: 3,
      recording: batch.put(serialize(recording)),
      rest: batch.put(serialize(rest satisfies Rest)),
      texts: [...texts].map(([path, text]) => [path, batch.put(Buffer.from(text))]),
      origin: { description, branch, commit, madeAt },
    };
    const written = batch.put(serialize(manifest));
    batch.name(name, written);
    for (const hash of [written, ...partsOf(manifest)]) needed.add(hash);
    for (const hash of parts) if (!needed.has(hash)) batch.drop(hash);
  });
}

/** All that are kept, the newest first. */
export function listRecordings(store: RecordStore): RecordingOrigin[] {
  return store
    .names(prefix)
    .flatMap((name) => {
      const manifest = manifestAt(store, store.hashOf(name));
      return manifest === null ? [] : [{ name, ...manifest.origin }];
    })
    .toSorted((a, b) => b.madeAt - a.madeAt || (a.name < b.name ? -1 : 1));
}

/** The room is used again for later ones; the file gets smaller when the store is collected. */
export function forgetRecordings(store: RecordStore, recordings: readonly RecordingOrigin[]): void {
  if (recordings.length === 0) return;
  const names = recordings.map(({ name }) => name);
  const needed = neededBesides(store, names);
  const parts = new Set(names.flatMap((name) => partsOfName(store, name)));
  store.update((batch) => {
    for (const name of names) batch.forget(name);
    for (const hash of parts) if (!needed.has(hash)) batch.drop(hash);
  });
}

/** What recordings of other names are made of. */
function neededBesides(store: RecordStore, names: readonly string[]): Set<string> {
  const others = store.names(prefix).filter((other) => !names.includes(other));
  return new Set(others.flatMap((other) => partsOfName(store, other)));
}

/**
 * The recording whose source is nearest to that of now, of several the newest; null when there is none, or when a part of it is
 * lost. Any of them gives a right answer, this one the shortest.
 */
export function readNearest(store: RecordStore, textsOfNow: () => ReadonlyMap<string, string>): KeptRecording | null {
  const recordings = listRecordings(store);
  const [newest, second] = recordings;
  if (newest === undefined) return null;
  if (second === undefined) return readRecording(store, newest);
  const now = new Map([...textsOfNow()].map(([path, text]) => [path, hashOfContent(Buffer.from(text))]));
  const distances = recordings.map(({ name }) => distance(manifestAt(store, store.hashOf(name))?.texts ?? [], now));
  const least = Math.min(...distances);
  return readRecording(store, recordings[distances.indexOf(least)] ?? newest);
}

/** How many files are not the same, or are in one of the two only. */
function distance(texts: Texts, now: ReadonlyMap<string, string>): number {
  const same = texts.filter(([path, hash]) => now.get(path) === hash).length;
  return texts.length + now.size - 2 * same;
}

function readRecording(store: RecordStore, { name }: RecordingOrigin): KeptRecording | null {
  const manifest = manifestAt(store, store.hashOf(name));
  const recording = manifest === null ? undefined : store.get(manifest.recording);
  const rest = manifest === null ? undefined : store.get(manifest.rest);
  if (manifest === null || recording === undefined || rest === undefined) return null;
  const texts = new Map<string, string>();
  for (const [path, hash] of manifest.texts) {
    const text = store.get(hash);
    if (text === undefined) return null;
    texts.set(path, Buffer.from(text).toString());
  }
  const parts = { recording: deserialize(recording) as Recording, ...(deserialize(rest) as Rest) };
  return { ...parts, ...manifest.origin, texts };
}

/** The blobs that a recording is made of, for the collection of what is not needed any more. */
export function partsOfRecording(store: RecordStore, hash: string): readonly string[] {
  const manifest = manifestAt(store, hash);
  return manifest === null ? [] : partsOf(manifest);
}

function partsOfName(store: RecordStore, name: string): readonly string[] {
  const hash = store.hashOf(name);
  return hash === undefined ? [] : [hash, ...partsOfRecording(store, hash)];
}

function partsOf({ recording, rest, texts }: Manifest): string[] {
  return [recording, rest, ...texts.map(([, text]) => text)];
}

function manifestAt(store: RecordStore, hash: string | undefined): Manifest | null {
  const bytes = hash === undefined ? undefined : store.get(hash);
  if (bytes === undefined) return null;
  const value: unknown = deserialize(bytes);
  return isManifest(value) ? value : null;
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === 3;
}

/** The source as it was recorded. */
export function recordedSnapshot(root: string, { texts, description }: KeptRecording): Snapshot {
  return openTexts(root, Object.fromEntries(texts), description);
}
