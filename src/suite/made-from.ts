import { join, posix } from 'node:path';
import type { RecordedModule, Recording } from '#trace/recording';
import { builtFrom, readMap, readText, type ReadMap } from './built-from';
import type { KeptRecording } from './kept-recording';
import { filesKnownAsWhole } from './known-as-whole';
import type { Links } from './links';
import { folderOfPackage } from './package-versions';

/**
 * Code that was built, with what it was made from as far as anything tells: the sources and packages that its map names, and where there is no
 * map, sources whose lasting names it holds, with all that these import. Nobody need ask again when the sources have become others.
 */
export function withOrigins(root: string, recording: Recording, links: Links): Recording {
  if (recording.modules.every(({ path }) => links.isSource(path))) return recording;
  const testFiles = new Set(recording.executions.map(({ test }) => test.file));
  const modules = recording.modules.map((module) =>
    links.isSource(module.path) ? module : withOrigin(root, module, links, testFiles),
  );
  return { ...recording, modules };
}

function withOrigin(
  root: string,
  module: RecordedModule,
  links: Links,
  testFiles: ReadonlySet<string>,
): RecordedModule {
  const text = readText(join(root, module.path));
  const map = readMap(root, module.path, text);
  const named = builtFrom(root, module.path, text).map((source) => source.path);
  const sources = withImports(map === null ? evident(root, module.path, text, links, testFiles) : named, links);
  const bundled = [...sources.flatMap((path) => links.packages(path)), ...(map === null ? [] : packagesNamed(map))];
  const packages = [...new Set([...module.packages, ...bundled])];
  if (module.build !== undefined) return { ...module, packages };
  return { ...module, packages, madeFrom: map === null ? sources : named };
}

/** Code that was built and has no map, with one of the sources that it was made from, if that is known. */
export function buildsWithoutMap(root: string, { modules }: Recording): UnmappedBuild[] {
  return modules.flatMap(({ path, madeFrom }) => {
    if (madeFrom === undefined || readMap(root, path, readText(join(root, path))) !== null) return [];
    const [source = null] = madeFrom;
    return [{ built: path, source }];
  });
}

export interface UnmappedBuild {
  readonly built: string;
  readonly source: string | null;
}

/** Sources of which it is known what they are made into, and not which of their functions run. */
export function sourcesKnownAsWhole({ recording, texts }: KeptRecording): ReadonlySet<string> {
  const built = recording.modules.flatMap(({ madeFrom = [] }) => madeFrom);
  return new Set([...built, ...filesKnownAsWhole(recording, texts)]);
}

function withImports(sources: readonly string[], links: Links): string[] {
  const found = new Set(sources);
  for (const path of found) for (const next of links.modules(path)) found.add(next);
  return [...found];
}

/** Packages of which a map names files. */
function packagesNamed({ sources }: ReadMap): string[] {
  return sources.flatMap((source) => {
    const inner = source.split('node_modules/').at(-1) ?? '';
    const [first = '', second = ''] = inner === source ? [] : inner.split('/');
    return first === '' || first.startsWith('.') ? [] : [first.startsWith('@') ? `${first}/${second}` : first];
  });
}

/** Sources of the same package of which the text is likely to have been made: compilers and bundlers keep the names of properties, globals and exports. */
function evident(
  root: string,
  path: string,
  text: string,
  links: Links,
  testFiles: ReadonlySet<string>,
): readonly string[] {
  const words = new Set(text.match(/[A-Za-z_$][\w$]*/g));
  const folder = folderOfPackage(root, path);
  return links.sources.filter((source) => {
    if (testFiles.has(source) || folderOfPackage(root, source) !== folder) return false;
    const names = [...links.lastingNames(source)].filter((name) => name.length > 2);
    const share = names.filter((name) => words.has(name)).length / Math.max(1, names.length);
    if (stem(source) === stem(path)) return names.length === 0 || share > 0.5;
    return names.length > 3 && share > 0.7;
  });
}

function stem(path: string): string {
  return posix.basename(path).replace(/(?:\.(?:min|umd|cjs|esm|mjs|bundle|prod|dev))*\.[cm]?[jt]sx?$/, '');
}
