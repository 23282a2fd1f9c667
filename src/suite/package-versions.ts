import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * The versions of a package and of all that it depends on, as they are installed: what a lock file stands for, whichever
 * package manager wrote it. Empty when it is not installed.
 */
export function packageVersions(root: string, folders: readonly string[], name: string): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  const waiting = folders.flatMap((folder) => findPackage(join(root, folder), name) ?? []);
  const seen = new Set(waiting);
  for (const path of seen) {
    const manifest = readManifest(path);
    if (manifest === null) continue;
    versions.set(`${manifest.name} ${placeOf(root, path)}`, manifest.version);
    for (const needed of manifest.needs) {
      const found = findPackage(path, needed);
      if (found !== undefined) seen.add(found);
    }
  }
  return versions;
}

/** Packages that run or compile tests: with another version of them nothing is certain. */
export function isTool(name: string): boolean {
  return tool.test(name);
}

const tool =
  /^(?:vitest|@vitest\/.+|vite|vite-.+|@vitejs\/.+|jest|jest-.+|@jest\/.+|ts-jest|mocha|tap|@tapjs\/.+|libtap|tape|ava|babel-.+|@babel\/.+|@swc\/.+|esbuild.*|tsx|ts-node|typescript|(?:@.+\/)?(?:.+-)?tsconfig(?:-.+)?|@tsconfig\/.+|jsdom|happy-dom|@happy-dom\/.+)$/;

/** Packages that build code. */
export function isBuildTool(name: string): boolean {
  return buildTool.test(name);
}

const buildTool =
  /^(?:rollup.*|@rollup\/.+|rolldown.*|@rolldown\/.+|tsup|tsdown|webpack.*|.+-loader|.+-webpack-plugin|@rspack\/.+|@rslib\/.+|terser|uglify-js|unbuild|bunchee|microbundle|parcel|@parcel\/.+|ncc|@vercel\/ncc|oxc-.+|unplugin.*)$/;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly needs: readonly string[];
}

function readManifest(folder: string): Manifest | null {
  try {
    const fields = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;
    const needs = ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((key) =>
      Object.keys((fields[key] ?? {}) as object),
    );
    return { name: String(fields['name'] ?? ''), version: String(fields['version'] ?? ''), needs };
  } catch {
    return null;
  }
}

/** Does a package lie where an import in a folder finds it, or what tells of its types? */
export function isInstalled(root: string, folder: string, name: string): boolean {
  const types = `@types/${name.replace(/^@(.*)\//, '$1__')}`;
  return [name, types].some((each) => findPackage(join(root, folder), each) !== undefined);
}

/** As the engine finds it: in the nearest `node_modules` on the way up. */
function findPackage(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (dirname(folder) === folder) return undefined;
  }
}

/** Two versions of one package may be installed in different places. */
function placeOf(root: string, path: string): string {
  return relative(root, path).replaceAll('\\', '/');
}
