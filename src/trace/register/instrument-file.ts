import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TraceSettings } from '../runtime/settings';
import { keep, readIfThere, version } from './code-cache';
import { findCode, keepCode, nameFor, type KeptCode } from './kept-code';
import type { LazyInstrumenter } from './lazy-instrumenter';
import { watchedIn } from './watched-functions';

/** Instruments what is loaded from a file of the project. Null when it cannot be read. */
export function instrumentFile(
  settings: TraceSettings,
  instrumenter: LazyInstrumenter,
  loaded: LoadedFile,
): string | null {
  const { cache } = settings;
  if (cache !== null) return instrumentThrough(cache, settings, instrumenter, loaded)?.text ?? null;
  const made = make(settings, instrumenter, loaded, watchedIn(settings, loaded.path));
  return made === null ? null : withMap(made.code, inlined(made.map));
}

/**
 * The same with a cache: what was made before from the same code is taken from there. Where it can, its map is a file of its own,
 * so that only who wants it reads it.
 */
export function instrumentThrough(
  cache: string,
  settings: TraceSettings,
  instrumenter: LazyInstrumenter,
  loaded: LoadedFile,
): KeptCode | null {
  const { path, file, code, format, isFinal } = loaded;
  const watched = watchedIn(settings, path);
  const key = [version, settings.mode, format, isFinal, path, file, [...watched].join()].join('\0');
  const known = findCode(cache, key, code);
  if (known !== null) return known;
  const made = make(settings, instrumenter, loaded, watched);
  if (made === null) return null;
  const name = nameFor(cache, key, code);
  // Who finds the code finds its map. Node takes the path of a file, and no address of one.
  const isApart = loaded.isFinal && keep(cache, `${name}.map`, made.map);
  const text = withMap(made.code, isApart ? pathToFileURL(`${name}.map`).pathname : inlined(made.map));
  const kept = { name, key, code, text };
  keepCode(cache, kept, null);
  return { ...kept, compiled: null };
}

export interface LoadedFile {
  /** Absolute. */
  readonly file: string;
  /** Relative to the root. */
  readonly path: string;
  /** As written, or as a compiler gave it out, with its map. */
  readonly code: string;
  readonly format: 'esm' | 'commonjs';
  /** Whether the engine gets it as it is: compilers read only maps that are in the code. */
  readonly isFinal: boolean;
}

function make(
  { mode }: TraceSettings,
  instrumenter: LazyInstrumenter,
  { file, path, code, format }: LoadedFile,
  watched: ReadonlySet<string>,
): { readonly code: string; readonly map: string } | null {
  const written = readIfThere(file);
  const inline = inlineMap(code, file);
  const compiled = written !== null && written !== code && written !== `\uFEFF${code}`;
  const original = compiled ? { text: written, map: inline?.map ?? null } : null;
  if (original !== null && original.map === null && !keepsPositions(original.text, code)) return null;
  const plain = inline === null ? code : blank(code, inline.start, inline.end);
  const made = instrumenter()?.instrument({
    code: plain,
    path,
    mode,
    format,
    watched,
    ...(original === null ? {} : { original }),
  });
  if (made === undefined || made === null) return null;
  const map = JSON.parse(made.map) as Record<string, unknown>;
  // The text is in the file: the engine would have to read it twice.
  return { code: made.code, map: JSON.stringify({ ...map, sources: [file], sourcesContent: undefined }) };
}

function withMap(code: string, url: string): string {
  return `${code}\n//# sourceMappingURL=${url}`;
}

function inlined(map: string): string {
  return `data:application/json;base64,${Buffer.from(map).toString('base64')}`;
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
