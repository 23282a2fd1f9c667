import { readFileSync } from 'node:fs';
import type { WatchedFunctions } from '../runner';
import type { TraceSettings } from '../runtime/settings';

/** Functions of a module that tell what they are called with. */
export function watchedIn(settings: TraceSettings, path: string): ReadonlySet<string> {
  if (settings.watched === null) return none;
  const known = files.get(settings) ?? decodeWatched(readFileSync(settings.watched, 'utf8'));
  files.set(settings, known);
  return new Set(known.get(path));
}

const none: ReadonlySet<string> = new Set();
const files = new WeakMap<TraceSettings, WatchedFunctions>();

export function encodeWatched(watched: WatchedFunctions): string {
  return JSON.stringify([...watched]);
}

/** Throws on a text that `encodeWatched` did not make. */
export function decodeWatched(text: string): WatchedFunctions {
  return new Map(JSON.parse(text) as readonly (readonly [string, readonly string[]])[]);
}
