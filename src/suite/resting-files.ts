import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Recording } from '#trace/recording';
import { builtFrom, readText } from './built-from';
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
  modules.forEach(({ path, files, imports, build, madeFrom }, m) => {
    const imported = [...files, ...imports.flatMap((i) => modules[i]?.path ?? [])];
    const isSource = links.isSource(path);
    const inputs = new Set(build?.inputs);
    const text = isSource ? links.textOf(path) : readText(join(root, path));
    const found = new Set([
      ...files.filter((file) => !links.isSource(file)),
      ...links.files(path),
      ...[...links.folders(path), ...foldersEndingWith(links.endsOfFolders(path), imported)].flatMap((folder) =>
        withFolders(root, folder),
      ),
      ...(isSource ? [] : [path]),
      ...(madeFrom ?? []),
      ...dataOf(root, [...(madeFrom ?? []), ...inputs], links),
      // Sources of a build that is followed are compared by their functions.
      ...builtFrom(root, path, text).flatMap((source) => (inputs.has(source.path) ? [] : [source.path])),
    ]);
    for (const file of found) users.set(file, [...(users.get(file) ?? []), m]);
  });
  return users;
}

/** Where a name leads that only a bundler knows is told by what was imported from there. */
function foldersEndingWith(ends: readonly string[], imported: readonly string[]): ReadonlySet<string> {
  const found = ends.flatMap((end) =>
    imported.flatMap((file) => {
      if (end === '') return [posix.dirname(file)];
      const at = `/${file}`.indexOf(`/${end}/`);
      return at < 0 ? [] : [file.slice(0, at + end.length)];
    }),
  );
  return new Set(found);
}

/** What sources import that is no source: bundlers put data and texts into what they make. */
function dataOf(root: string, sources: readonly string[], links: Links): string[] {
  const files = new Set(sources.flatMap((source) => links.files(source)));
  // Where a file is missing, one may be found later.
  return [...files].filter((file) => statSync(join(root, file), { throwIfNoEntry: false })?.isDirectory() !== true);
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
