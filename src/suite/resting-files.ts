import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Recording } from '#trace/recording';
import type { Links } from './links';

/**
 * Files and folders that modules of a recording rest on and that are not analysed, with the modules: data that they import,
 * folders that they import out of, themselves where they are no source of the project, and what they were built from.
 */
export function restingFiles(
  root: string,
  { modules }: Recording,
  links: Links,
): ReadonlyMap<string, readonly number[]> {
  const users = new Map<string, number[]>();
  modules.forEach(({ path, files }, m) => {
    const isSource = links.isSource(path);
    const text = isSource ? links.textOf(path) : readText(join(root, path));
    const found = new Set([
      ...files.filter((file) => !links.isSource(file)),
      ...links.files(path),
      ...links.folders(path).flatMap((folder) => withFolders(root, folder)),
      ...(isSource ? [] : [path]),
      ...builtFrom(root, path, text),
    ]);
    for (const file of found) users.set(file, [...(users.get(file) ?? []), m]);
  });
  return users;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A folder and all in it: a file that is new in one of them changes what lies there. */
function withFolders(root: string, folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [folder];
  const inner = readdirSync(path, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'),
  );
  return [folder, ...inner.flatMap(({ name }) => withFolders(root, posix.join(folder, name)))];
}

/** The sources that a file's map names. */
function builtFrom(root: string, path: string, text: string): string[] {
  const url = [...text.matchAll(/^[ \t]*\/\/[#@]\s*sourceMappingURL=(\S+)[ \t]*$/gm)].at(-1)?.[1];
  if (url === undefined) return [];
  const data = /^data:application\/json[^,]*?(;base64)?,(.*)$/.exec(url);
  const place = data === null ? posix.join(posix.dirname(path), url) : path;
  const map = data === null ? readText(join(root, place)) : decoded(data[2] ?? '', data[1] !== undefined);
  const { sources, sourceRoot } = parsedMap(map);
  return sources
    .map((source) => posix.join(posix.dirname(place), sourceRoot, source))
    .filter((source) => !source.startsWith('..') && !/(?:^|\/)node_modules\//.test(source) && source !== path);
}

function decoded(text: string, isBase64: boolean): string {
  return isBase64 ? Buffer.from(text, 'base64').toString() : decodeURIComponent(text);
}

function parsedMap(text: string): { readonly sources: readonly string[]; readonly sourceRoot: string } {
  try {
    const map = JSON.parse(text) as { readonly sources?: unknown; readonly sourceRoot?: unknown };
    const sources = Array.isArray(map.sources) ? map.sources.filter((s): s is string => typeof s === 'string') : [];
    return { sources, sourceRoot: typeof map.sourceRoot === 'string' ? map.sourceRoot : '' };
  } catch {
    return { sources: [], sourceRoot: '' };
  }
}
