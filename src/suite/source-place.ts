import { statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a map says of where a source lies. */
export interface NamedSource {
  /** Where the map lies, from the root. */
  readonly folder: string;
  readonly sourceRoot: string;
  readonly source: string;
}

/**
 * Where a source that a map names lies, from the root. Maps should name sources from where they lie themselves; some programs name them from the
 * folder that they were run in, by a URL of their own, or by a path of the machine that they ran on. The first place counts at which there is a file.
 */
export function placeOfSource(root: string, named: NamedSource): string {
  const [first = '', ...others] = possiblePlaces(root, named);
  if (isFileAt(root, first) || isElsewhere(first)) return first;
  return others.find((place) => isFileAt(root, place)) ?? first;
}

function possiblePlaces(root: string, { folder, sourceRoot, source }: NamedSource): string[] {
  const isWhole = sourceRoot === '' || /^(?:\/|[a-z][a-z\d+.-]+:)/i.test(source);
  const name = (isWhole ? source : `${sourceRoot.replace(/\/$/, '')}/${source}`).replaceAll('\\', '/');
  const [, scheme, inner = ''] = /^([a-z][a-z\d+.-]+):\/\/[^/]*\/(.*?)(?:\?[\w-]*)?$/i.exec(name) ?? [];
  if (scheme === 'file') return absolutePlaces(root, folder, pathOfUrl(name));
  if (scheme !== undefined) {
    const relative = inner.replace(/^\/+/, '');
    return [...around(folder, relative).slice(1), ...around(folder, relative).slice(0, 1)];
  }
  if (/^(?:\/|[a-z]:\/)/i.test(name)) return absolutePlaces(root, folder, name);
  const place = posix.join(folder, name);
  const ofAnother = place.startsWith('../') ? around(folder, place.replace(/^(?:\.\.\/)+/, '')) : [];
  return [place, ...around(folder, name), ...ofAnother];
}

/** A path of another machine, or of a folder that only a server has, ends as one of the project does. */
function absolutePlaces(root: string, folder: string, path: string): string[] {
  const below = posix.relative(root.replaceAll('\\', '/'), path);
  if (!below.startsWith('..') && !/^(?:\/|[a-z]:)/i.test(below)) return [below];
  const parts = path.split('/').slice(1);
  const ends = parts.slice(0, -1).map((_, i) => parts.slice(i).join('/'));
  return [parts.join('/'), ...ends.flatMap((end) => around(folder, end))];
}

/** From a folder, and from those around it. */
function around(folder: string, path: string): string[] {
  const places = [posix.join(folder, path)];
  for (let from = folder; from !== '.' && from !== ''; from = posix.dirname(from)) {
    places.push(posix.join(posix.dirname(from), path));
  }
  return places;
}

function pathOfUrl(url: string): string {
  try {
    return fileURLToPath(url).replaceAll('\\', '/');
  } catch {
    return url.replace(/^file:\/\/[^/]*/i, '');
  }
}

/** Packages are looked for nowhere else, and what a bundler makes up is nowhere. */
function isElsewhere(place: string): boolean {
  return place.includes('node_modules/') || place.includes('\0');
}

function isFileAt(root: string, place: string): boolean {
  if (place.startsWith('..') || place.includes('\0')) return false;
  return statSync(join(root, place), { throwIfNoEntry: false })?.isFile() === true;
}
