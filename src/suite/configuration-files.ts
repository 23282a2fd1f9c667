import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Links } from './links';

const configurationName =
  /^(?:(?:vitest|vite|jest|babel|swc|tsdown|tsup)\.(?:config|workspace|setup|preset)(?:\.[\w-]+)*\.[cm]?[jt]sx?(?:on)?|jest\.config\.json|\.babelrc(?:\..+)?|\.swcrc|\.mocharc(?:\..+)?|\.?taprc|tsconfig(?:\.[\w-]+)*\.json|jsconfig\.json|\.env(?:\..+)?|\.npmrc|\.nvmrc|\.node-version)$/;

/** Does a file of this name tell the runner, compilers or resolution what to do? */
export function isConfigurationName(name: string): boolean {
  return configurationName.test(name);
}

/**
 * Files that the configuration in some folders leads to: what it imports, and what configuration of a compiler extends.
 * Tools load it past all hooks, bundled or parsed, so that only the source tells of it.
 */
export function importedConfiguration(root: string, folders: readonly string[], links: Links): string[] {
  const isOf = new Set(folders.map((folder) => (folder === '' ? '.' : folder)));
  const starts = links.sources.filter(
    (path) => isOf.has(posix.dirname(path)) && isConfigurationName(posix.basename(path)),
  );
  const found = new Set(starts);
  for (const path of found) for (const next of [...links.modules(path), ...links.files(path)]) found.add(next);
  const extended = new Set(
    folders.flatMap((folder) => ['tsconfig.json', 'jsconfig.json'].map((name) => posix.join(folder, name))),
  );
  for (const path of extended) for (const next of extendedBy(root, path)) extended.add(next);
  return [...found, ...[...extended].filter((path) => existsSync(join(root, path))), ...patches(root)];
}

/** Packages are changed in place by these: their versions stay. */
function patches(root: string): string[] {
  return ['patches', '.yarn/patches'].flatMap((folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => posix.join(folder, name)) : [],
  );
}

function extendedBy(root: string, path: string): string[] {
  const file = join(root, path);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const value = /"extends"\s*:\s*("[^"]*"|\[[^\]]*\])/.exec(text)?.[1] ?? '';
  return [...value.matchAll(/"(\.{1,2}\/[^"]*)"/g)].map(([, target = '']) => {
    const extended = posix.join(posix.dirname(path), target);
    return extended.endsWith('.json') ? extended : `${extended}.json`;
  });
}
