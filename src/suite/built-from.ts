import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { placeOfSource, type NamedSource } from './source-place';

/** A file of the project that code was built from. */
export interface BuiltSource {
  /** From the root. */
  readonly path: string;
  /** What it held then, where the map says so. */
  readonly content: string | null;
}

/** The sources that a file's map names. */
export function builtFrom(root: string, path: string, text: string): BuiltSource[] {
  const map = readMap(root, path, text);
  if (map === null) return [];
  return map.sources
    .map((_, i) => ({ path: map.placeOf(i), content: map.contents[i] ?? null }))
    .filter((source) => isOfProject(source.path) && source.path !== path);
}

/** A source map, read. */
export interface ReadMap {
  readonly json: string;
  /** As they are written in the map. */
  readonly sources: readonly string[];
  /** By the index of the source. */
  readonly contents: readonly (string | null)[];
  /** Where a source lies, from the root. */
  placeOf(source: number): string;
}

/** The map that a file names, inline or beside it; null where there is none that can be read. */
export function readMap(root: string, path: string, text: string): ReadMap | null {
  const url = mapComment(text)?.[1];
  if (url === undefined) return null;
  const data = /^data:application\/json[^,]*?(;base64)?,(.*)$/.exec(url);
  const place = data === null ? posix.join(posix.dirname(path), url) : path;
  const json = data === null ? readText(join(root, place)) : decoded(data[2] ?? '', data[1] !== undefined);
  return parsedMap(json, (named) => placeOfSource(root, { ...named, folder: posix.dirname(place) }));
}

function mapComment(text: string): RegExpExecArray | undefined {
  return [...text.matchAll(/^[ \t]*\/\/[#@]\s*sourceMappingURL=(\S+)[ \t]*$/gm)].at(-1);
}

/** Code is run and recorded without the comment that names its map. */
export function withoutMapComment(text: string): string {
  const comment = mapComment(text);
  return comment === undefined ? text : text.slice(0, comment.index) + text.slice(comment.index + comment[0].length);
}

/** Does a path from the root lead to a file that the project has written itself? */
export function isOfProject(path: string): boolean {
  return !path.startsWith('..') && !/(?:^|\/)node_modules\//.test(path);
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function decoded(text: string, isBase64: boolean): string {
  return isBase64 ? Buffer.from(text, 'base64').toString() : decodeURIComponent(text);
}

type NamedInMap = Pick<NamedSource, 'sourceRoot' | 'source'>;

/** `placeOf`: where what it names lies, from the root. */
export function parsedMap(json: string, placeOf: (named: NamedInMap) => string): ReadMap | null {
  try {
    const map = JSON.parse(json) as {
      readonly sources?: unknown;
      readonly sourceRoot?: unknown;
      readonly sourcesContent?: unknown;
    };
    const listed: readonly unknown[] = Array.isArray(map.sources) ? map.sources : [];
    const held: readonly unknown[] = Array.isArray(map.sourcesContent) ? map.sourcesContent : [];
    const sources = listed.map((source) => (typeof source === 'string' ? source : ''));
    const places = new Map<number, string>();
    const sourceRoot = typeof map.sourceRoot === 'string' ? map.sourceRoot : '';
    return {
      json,
      sources,
      contents: sources.map((_, i) => {
        const content = held[i];
        return typeof content === 'string' ? content : null;
      }),
      placeOf: (i) => {
        const known = places.get(i) ?? placeOf({ sourceRoot, source: sources[i] ?? '' });
        places.set(i, known);
        return known;
      },
    };
  } catch {
    return null;
  }
}
