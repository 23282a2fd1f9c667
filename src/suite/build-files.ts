import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { buildScripts, commandsIn } from './build-scripts';
import { readText } from './built-from';
import type { Links } from './links';

/** What is known of the files of a project. */
export interface KnownFiles {
  readonly links: Links;
  /** What code was built from. */
  readonly inputs: ReadonlySet<string>;
  /** Whether somebody has written it: what is built is left out. */
  readonly isFile: (path: string) => boolean;
}

/**
 * Files that tell how the packages in some folders are built: configuration of bundlers and compilers, what their scripts run, and all that these
 * import and read. A manifest is one of them where they read it. What is built is none, nor is the source that a script says to build.
 */
export function buildFiles(root: string, folders: readonly string[], files: KnownFiles): string[] {
  const { links, inputs } = files;
  const found = new Set(folders.flatMap((folder) => toldIn(root, folder, files)));
  for (const path of found) for (const next of links.modules(path)) if (!inputs.has(next)) found.add(next);
  for (const path of found) for (const next of readBy(root, path, folders, files)) found.add(next);
  const texts = [...found].map((path) => readText(join(root, path)));
  const readsManifest = texts.some((text) => /package\.json|npm_package_/.test(text));
  // By a name under which nothing else is kept of it.
  const manifests = readsManifest ? folders.map((folder) => `./${posix.join(folder, 'package.json')}`) : [];
  return [...found, ...manifests];
}

/** Sources that the build scripts of one package name, or what these run: those that are to be built. They lie in that package or in another. */
export function namedEntries(root: string, folder: string, links: Links, target: string): readonly string[] {
  const files = { links, inputs: new Set<string>(), isFile: (path: string) => existsSync(join(root, path)) };
  const told = toldIn(root, folder, files);
  const scripts = buildScripts(join(root, folder)).map(([, script]) => script);
  const texts = [
    ...scripts,
    ...told.filter((path) => /\.(?:[cm]?[jt]s|sh|bash|json)$/.test(path)).map((path) => readText(join(root, path))),
  ];
  const words = texts.flatMap((text) => text.match(/[\w@.-]*(?:\/[\w@.-]+)+|[\w-]+\.[cm]?[jt]sx?\b/g) ?? []);
  const run = new Set(told);
  const named = [...new Set(words)].flatMap((word) => sourceAt(posix.join(target, word), links) ?? []);
  return named.filter((path) => !run.has(path));
}

function sourceAt(path: string, links: Links): string | undefined {
  return ['', '.ts', '.tsx', '.js', '.mts', '.mjs'].map((ending) => path + ending).find((each) => links.isSource(each));
}

const buildConfiguration =
  /^(?:(?:rollup|rolldown|esbuild|tsup|tsdown|webpack|rspack|rslib|vite|swc|babel|build|bunchee|microbundle|postcss|terser)\.(?:config|build|prod|preset)(?:\.[\w-]+)*\.[cm]?[jt]s(?:on)?|(?:build|esbuild|bundle)\.[cm]?[jt]s|gulpfile\.[cm]?[jt]s|Gruntfile\.js|Makefile|\.swcrc|\.babelrc(?:\..+)?|tsconfig(?:\.[\w-]+)*\.json)$/;

/** Configuration in a folder, and what the scripts of the package there run to build it. */
function toldIn(root: string, folder: string, files: KnownFiles): string[] {
  const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  const found = new Set(names.filter((name) => buildConfiguration.test(name)).map((name) => posix.join(folder, name)));
  for (const [, script] of buildScripts(join(root, folder))) {
    for (const path of namedByScript(script, [folder], files)) found.add(path);
  }
  for (const path of found) {
    if (!isShellScript(path)) continue;
    const places = [folder, posix.dirname(path)];
    for (const next of namedByScript(readText(join(root, path)), places, files)) found.add(next);
  }
  return [...found].filter((path) => !files.inputs.has(path));
}

function isShellScript(path: string): boolean {
  return /\.(?:ba|z)?sh$/.test(path);
}

/** Programs that a script runs, and files that tell these what to do. */
function namedByScript(script: string, folders: readonly string[], { links, isFile }: KnownFiles): string[] {
  return commandsIn(script).flatMap((words) =>
    words.flatMap((word, i) => {
      if (!/\.(?:[cm]?[jt]s(?:on)?|(?:ba|z)?sh)$/.test(word)) return [];
      const path = folders.map((folder) => posix.join(folder, word)).find((place) => isFile(place));
      return path === undefined || (links.isSource(path) && !isRun(words, i)) ? [] : [path];
    }),
  );
}

/** A source that is named to a bundler is what it builds, but for the program that runs, and what an option names. */
function isRun(words: readonly string[], at: number): boolean {
  const before = words.slice(0, at);
  if (buildConfiguration.test(posix.basename(words[at] ?? ''))) return true;
  if (/^(?:-c|-r|-p|--(?:config|project|require|import|loader|plugin|rcfile|config-file))$/.test(before.at(-1) ?? ''))
    return true;
  const program = before.findLastIndex((word) => runsPrograms.test(word));
  return at === 0 || (program >= 0 && !before.slice(program + 1).some(isProgram));
}

const runsPrograms = /^(?:.*\/)?(?:node|tsx|ts-node(?:-esm)?|bun|deno|zx|jiti|esno|babel-node|vite-node|swc-node)$/;

function isProgram(word: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(word);
}

/** Files that a program which builds names: data, and sources beside it that are not imported. */
function readBy(
  root: string,
  path: string,
  folders: readonly string[],
  { links, inputs, isFile }: KnownFiles,
): string[] {
  if (!/\.[cm]?[jt]s$/.test(path)) return [];
  const own = posix.dirname(path);
  const around = folders.filter((folder) => folder === '' || path.startsWith(`${folder}/`));
  const named = [...readText(join(root, path)).matchAll(/['"`]([\w@./-]+\.\w+)['"`]/g)].map(([, name = '']) => name);
  return [...new Set(named)].flatMap((name) => {
    const found = [own, ...around].map((folder) => posix.join(folder, name)).find((place) => isFile(place));
    if (found === undefined || inputs.has(found) || /(?:package\.json|\.(?:md|html|s?css|less|svg|png))$/.test(found))
      return [];
    const isBeside = posix.dirname(found) === own && own !== '.' && !folders.includes(own);
    return links.isSource(found) && !isBeside ? [] : [found];
  });
}
