import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { instrument } from '../instrument';
import type { TraceSettings } from '../runtime/settings';
import { watchedIn } from './watched-functions';

// Held here, as the runtime and tests replace functions of `fs`.
const { mkdirSync, readFileSync, renameSync, writeFileSync } = fs;

/**
 * Instruments what is loaded from a file of the project, with the map in its last line. Null when it cannot be read.
 * What was made before from the same code is taken from the cache.
 */
export function instrumentFile(settings: TraceSettings, loaded: LoadedFile): string | null {
  const { cache } = settings;
  const watched = watchedIn(settings, loaded.path);
  if (cache === null) return make(settings, loaded, watched);
  const parts = [version, settings.mode, loaded.format, loaded.path, loaded.file, [...watched].join(), loaded.code];
  const name = join(cache, createHash('sha256').update(parts.join('\0')).digest('hex'));
  const known = readIfThere(name);
  if (known !== null) return known;
  const made = make(settings, loaded, watched);
  if (made !== null) keep(cache, name, made);
  return made;
}

export interface LoadedFile {
  /** Absolute. */
  readonly file: string;
  /** Relative to the root. */
  readonly path: string;
  /** As written, or as a compiler gave it out, with its map. */
  readonly code: string;
  readonly format: 'esm' | 'commonjs';
}

/** Of what is cached. */
const version = '4';

function make(
  { mode }: TraceSettings,
  { file, path, code, format }: LoadedFile,
  watched: ReadonlySet<string>,
): string | null {
  const written = readIfThere(file);
  const inline = inlineMap(code, file);
  const compiled = written !== null && written !== code && written !== `\uFEFF${code}`;
  const original = compiled ? { text: written, map: inline?.map ?? null } : null;
  if (original !== null && original.map === null && !keepsPositions(original.text, code)) return null;
  const plain = inline === null ? code : blank(code, inline.start, inline.end);
  const made = instrument({ code: plain, path, mode, format, watched, ...(original === null ? {} : { original }) });
  if (made === null) return null;
  const map = JSON.parse(made.map) as Record<string, unknown>;
  // The text is in the file: the engine would have to read it twice.
  const text = JSON.stringify({ ...map, sources: [file], sourcesContent: undefined });
  return `${made.code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(text).toString('base64')}`;
}

/** Type stripping puts spaces where types were. */
function keepsPositions(written: string, code: string): boolean {
  return written.length === code.length && written.split('\n').length === code.split('\n').length;
}

interface InlineMap {
  readonly map: string;
  readonly start: number;
  readonly end: number;
}

function inlineMap(code: string, file: string): InlineMap | null {
  const last = [...code.matchAll(/^[ \t]*\/\/[#@]\s*sourceMappingURL=(\S+)[ \t]*$/gm)].at(-1);
  const url = last?.[1];
  if (last === undefined || url === undefined) return null;
  const place = { start: last.index, end: last.index + last[0].length };
  const data = /^data:application\/json[^,]*?(;base64)?,(.*)$/.exec(url);
  if (data !== null) {
    const text = data[2] ?? '';
    return { map: data[1] === undefined ? decodeURIComponent(text) : Buffer.from(text, 'base64').toString(), ...place };
  }
  const beside = readIfThere(fileURLToPath(new URL(url, `file://${file}`)));
  return beside === null ? null : { map: beside, ...place };
}

function blank(code: string, start: number, end: number): string {
  return code.slice(0, start) + code.slice(end);
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Whole or not at all: others may look for it meanwhile. */
function keep(cache: string, name: string, text: string): void {
  const draft = `${name}.${process.pid}`;
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, name);
  } catch {
    // A cache that cannot be written to is no reason to fail the user's tests.
  }
}
