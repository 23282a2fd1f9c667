import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readText } from './built-from';
import type { Links } from './links';

/**
 * Files that tell how the packages in some folders are built: configuration of bundlers and compilers, what their scripts name, and all that these
 * import. A manifest is one of them where they read it. What is built is none.
 */
export function buildFiles(
  root: string,
  folders: readonly string[],
  links: Links,
  inputs: ReadonlySet<string>,
): string[] {
  const found = new Set<string>();
  for (const folder of folders) {
    const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
    const told = [...names.filter((name) => buildConfiguration.test(name)), ...namedByScripts(join(root, folder))];
    for (const name of told) if (!inputs.has(posix.join(folder, name))) found.add(posix.join(folder, name));
  }
  for (const path of found) for (const next of links.modules(path)) if (!inputs.has(next)) found.add(next);
  const texts = [...found].map((path) => readText(join(root, path)));
  const readsManifest = texts.some((text) => /package\.json|npm_package_/.test(text));
  // By a name under which nothing else is kept of it.
  const manifests = readsManifest ? folders.map((folder) => `./${posix.join(folder, 'package.json')}`) : [];
  return [...found, ...manifests];
}

const buildConfiguration =
  /^(?:(?:rollup|rolldown|esbuild|tsup|tsdown|webpack|rspack|rslib|vite|swc|babel|build|bunchee|microbundle|postcss|terser)\.(?:config|build|prod|preset)(?:\.[\w-]+)*\.[cm]?[jt]s(?:on)?|(?:build|esbuild|bundle)\.[cm]?[jt]s|gulpfile\.[cm]?[jt]s|Gruntfile\.js|Makefile|\.swcrc|\.babelrc(?:\..+)?|tsconfig(?:\.[\w-]+)*\.json)$/;

/** Programs that scripts which may build something run. */
function namedByScripts(folder: string): string[] {
  const words = buildScripts(folder).flatMap(([, script]) => script.split(/[\s"'=;&|()]+/));
  return [...new Set(words.map((word) => posix.normalize(word || '.')))].filter(
    (word) => /\.[cm]?[jt]s(?:on)?$/.test(word) && !word.startsWith('..') && existsSync(join(folder, word)),
  );
}

/** What scripts of a package that may build it say. */
export function buildScripts(folder: string): [string, string][] {
  const isBuilding = /build|bundle|compile|dist|prepa|transpile|make/i;
  return Object.entries(scriptsIn(folder)).filter(([name]) => isBuilding.test(name));
}

function scriptsIn(folder: string): Record<string, string> {
  try {
    const { scripts } = JSON.parse(readText(join(folder, 'package.json'))) as { readonly scripts?: unknown };
    const entries = Object.entries((scripts ?? {}) as Record<string, unknown>);
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}
