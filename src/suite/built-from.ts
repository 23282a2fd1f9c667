import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A file of the project that code was built from. */
export interface BuiltSource {
  /** From the root. */
  readonly path: string;
  /** What it held then, where the map says so. */
  readonly content: string | null;
}

/** The sources that a file's map names. */
export function builtFrom(root: string, path: string, text: string): BuiltSource[] {
  const url = [...text.matchAll(/^[ \t]*\/\/[#@]\s*sourceMappingURL=(\S+)[ \t]*$/gm)].at(-1)?.[1];
  if (url === undefined) return [];
  const data = /^data:application\/json[^,]*?(;base64)?,(.*)$/.exec(url);
  const place = data === null ? posix.join(posix.dirname(path), url) : path;
  const map = data === null ? readText(join(root, place)) : decoded(data[2] ?? '', data[1] !== undefined);
  const { sources, sourceRoot, contents } = parsedMap(map);
  return sources
    .map((source, i) => ({
      path: posix.join(posix.dirname(place), sourceRoot, source),
      content: contents[i] ?? null,
    }))
    .filter(
      (source) => !source.path.startsWith('..') && !/(?:^|\/)node_modules\//.test(source.path) && source.path !== path,
    );
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

interface ParsedMap {
  readonly sources: readonly string[];
  readonly sourceRoot: string;
  /** By the index of the source. */
  readonly contents: readonly (string | null)[];
}

function parsedMap(text: string): ParsedMap {
  try {
    const map = JSON.parse(text) as {
      readonly sources?: unknown;
      readonly sourceRoot?: unknown;
      readonly sourcesContent?: unknown;
    };
    const listed: readonly unknown[] = Array.isArray(map.sources) ? map.sources : [];
    const held: readonly unknown[] = Array.isArray(map.sourcesContent) ? map.sourcesContent : [];
    const named = listed.flatMap((source, i) => {
      const content = held[i];
      return typeof source === 'string' ? [{ source, content: typeof content === 'string' ? content : null }] : [];
    });
    return {
      sources: named.map(({ source }) => source),
      sourceRoot: typeof map.sourceRoot === 'string' ? map.sourceRoot : '',
      contents: named.map(({ content }) => content),
    };
  } catch {
    return { sources: [], sourceRoot: '', contents: [] };
  }
}
