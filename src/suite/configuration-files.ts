import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { readText } from './built-from';
import type { Links } from './links';
import { namedByCommand, namedByConfiguration, testingCommands, type NamingText } from './named-configuration';

const configurationName =
  /^(?:(?:vitest|vite|jest|babel|swc|postcss|svelte|tsdown|tsup)\.(?:config|workspace|setup|preset)(?:\.[\w-]+)*\.[cm]?[jt]sx?(?:on)?|jest\.config\.json|\.babelrc(?:\..+)?|\.swcrc|\.mocharc(?:\..+)?|\.?taprc|tsconfig(?:\.[\w-]+)*\.json|jsconfig\.json|\.env(?:\..+)?|\.postcssrc(?:\..+)?|\.browserslistrc|\.npmrc|\.nvmrc|\.node-version)$/;

/** Does a file of this name tell the runner, compilers or resolution what to do? */
export function isConfigurationName(name: string): boolean {
  return configurationName.test(name);
}

/** Where configuration is looked for. The root is the empty folder. */
export interface ConfigurationPlaces {
  readonly root: string;
  readonly packageFolders: readonly string[];
  /** Folders of the code that tests load: compilers look for their configuration in these, and in those above. */
  readonly codeFolders: readonly string[];
  /** What the user has said to run, and where. */
  readonly command: NamingText | null;
  /** Files of the project, but for those that tests were seen to load or read: these count by themselves. */
  readonly isFile: (path: string) => boolean;
}

/**
 * Files that the configuration in some folders leads to: what it imports and names, what the commands name that run tests, and what configuration
 * of a compiler extends. Tools load it past all hooks, bundled or parsed, so that only the source tells of it.
 */
export function importedConfiguration(places: ConfigurationPlaces, links: Links): string[] {
  const { root, packageFolders, codeFolders, command, isFile } = places;
  const manifests = packageFolders.map((folder) => ({ folder, fields: manifestIn(join(root, folder)) }));
  const commands = [
    ...(command === null ? [] : [command]),
    ...manifests.flatMap(({ folder, fields }) =>
      scriptsOf(fields).flatMap((script) => testingCommands(script).map((text) => ({ text, folders: [folder] }))),
    ),
  ];
  const fields = manifests.map(({ folder, fields: told }) => ({ text: runnerFields(told), folders: [folder, ''] }));
  const found = new Set([
    ...packageFolders.flatMap((folder) => namesIn(root, folder, configurationName)),
    ...codeFolders.flatMap((folder) => namesIn(root, folder, nearestName)),
    ...commands.flatMap((text) => namedByCommand(text, isFile)),
    ...fields.flatMap((text) => namedByConfiguration(text, isFile)),
  ]);
  for (const path of found) {
    const next = [...links.modules(path), ...links.files(path), ...extendedBy(root, path)];
    for (const name of [...next, ...settingsNamedBy(path, places, links)]) found.add(name);
  }
  return [...[...found].filter((path) => links.isSource(path) || existsSync(join(root, path))), ...patches(root)];
}

function namesIn(root: string, folder: string, pattern: RegExp): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path).flatMap((name) => (pattern.test(name) ? [posix.join(folder, name)] : []));
}

/** Configuration that a compiler takes from the folder nearest to the code. */
const nearestName = /^(?:[tj]sconfig\.json|\.babelrc(?:\..+)?|\.swcrc)$/;

/** What a compiler is told to compile is no configuration of it. */
function settingsNamedBy(path: string, { root, packageFolders, isFile }: ConfigurationPlaces, links: Links): string[] {
  const text = links.isSource(path) ? links.textOf(path) : readText(join(root, path));
  if (compilerName.test(posix.basename(path)) || text.includes('"compilerOptions"')) return [];
  const around = packageFolders.filter((folder) => folder === '' || path.startsWith(`${folder}/`));
  return namedByConfiguration({ text, folders: [posix.dirname(path), ...around] }, isFile);
}

const compilerName = /^(?:ts|js)config(?:\.[\w-]+)*\.json$/;

type Manifest = Readonly<Record<string, unknown>>;

function manifestIn(folder: string): Manifest {
  try {
    return Object(JSON.parse(readText(join(folder, 'package.json')))) as Manifest;
  } catch {
    return {};
  }
}

function scriptsOf({ scripts }: Manifest): string[] {
  return Object.values(Object(scripts) as Manifest).filter((script) => typeof script === 'string');
}

function runnerFields(manifest: Manifest): string {
  return JSON.stringify(['jest', 'mocha', 'vitest', 'tap', 'babel', 'swc'].map((name) => manifest[name] ?? null));
}

/** What commands and configuration say about how tests are run. Of packages it says nothing that one is installed. */
export function runningTexts(
  root: string,
  {
    configuration,
    packageFolders,
  }: { readonly configuration: readonly string[]; readonly packageFolders: readonly string[] },
  command: readonly string[] | null,
): string[] {
  const manifests = packageFolders.map((folder) => manifestIn(join(root, folder)));
  return [
    ...(command ?? []),
    ...manifests.flatMap(scriptsOf),
    ...manifests.map(runnerFields),
    ...configuration
      .filter((path) => !compilerName.test(posix.basename(path)))
      .map((path) => readText(join(root, path))),
  ];
}

/** Packages are changed in place by these: their versions stay. */
function patches(root: string): string[] {
  return ['patches', '.yarn/patches'].flatMap((folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => posix.join(folder, name)) : [],
  );
}

function extendedBy(root: string, path: string): string[] {
  const text = path.endsWith('.json') ? readText(join(root, path)) : '';
  const value = /"extends"\s*:\s*("[^"]*"|\[[^\]]*\])/.exec(text)?.[1] ?? '';
  return [...value.matchAll(/"([^"]*)"/g)].flatMap(([, target = '']) => {
    if (!/^\.{1,2}\//.test(target)) return linkedFile(root, posix.dirname(path), target);
    const extended = posix.join(posix.dirname(path), target);
    return [extended.endsWith('.json') ? extended : `${extended}.json`];
  });
}

/** A file of a package that lies in the project itself, as those of a workspace do. Of others, the version counts. */
function linkedFile(root: string, folder: string, target: string): string[] {
  const top = realpathSync(root);
  for (let from = folder; ; from = posix.dirname(from)) {
    const place = join(root, from, 'node_modules', target);
    const found = [place, `${place}.json`, join(place, 'tsconfig.json')].find(isPlainFile);
    if (found !== undefined) {
      const path = relative(top, realpathSync(found)).replaceAll('\\', '/');
      return /^\.\.(?:\/|$)|(?:^|\/)node_modules\//.test(path) ? [] : [path];
    }
    if (from === '.') return [];
  }
}

function isPlainFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
