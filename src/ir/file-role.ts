import { isBesidePath, settings } from '#project/test-path';

/** What a file is that only shows, measures, builds or configures the program, or is a copy of it. */
export type FileRole = 'bundle' | 'example' | 'benchmark' | 'documentation' | 'script' | 'settings';

/** Null for what is part of the program. Tests are not told from it here. */
export function fileRole({ path, text }: { readonly path: string; readonly text: string }): FileRole | null {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  if (isBesidePath(path)) {
    for (const [role, folders, names] of roles) if (folders.test(folder) || names.test(path)) return role;
  }
  if (benchmark.test(path)) return 'benchmark';
  return isMinified(text) ? 'bundle' : null;
}

/** At the top of a repository or of one of its packages: inside of source, a folder of such a name may be part of the program. */
function atTop(...names: readonly string[]): RegExp {
  return new RegExp(`^(?:packages/[^/]+/)?(?:${names.join('|')})/`, 'i');
}

const nowhere = /(?!)/;

const roles: readonly (readonly [role: FileRole, folders: RegExp, names: RegExp])[] = [
  ['settings', nowhere, settings],
  ['bundle', /(?:^|\/)(?:dist|umd)\//i, /\.min\.[cm]?js$/i],
  ['bundle', atTop('vendor'), nowhere],
  ['example', atTop('examples?', 'demos?', 'samples?', 'playground'), nowhere],
  ['documentation', atTop('docs?', 'website', 'www'), nowhere],
  ['script', atTop('scripts?', 'tools?'), nowhere],
];

/** `bench.ts` at the top of a package. */
const benchmark = /^(?:packages\/[^/]+\/)?bench(?:mark)?s?\.[cm]?[jt]sx?$/i;

/** Nobody writes a dozen functions in one long line. A long line of data has none. */
function isMinified(text: string): boolean {
  if (text.length < longLine) return false;
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const next = end < 0 ? text.length : end;
    if (next - start >= longLine && (text.slice(start, next).match(functionWord)?.length ?? 0) >= manyFunctions) {
      return true;
    }
    start = next + 1;
  }
  return false;
}

const longLine = 2_000;
const manyFunctions = 12;
const functionWord = /\bfunction\b|=>/g;
