import { posix } from 'node:path';
import { sourceExtensions, withoutSourceExtension } from './source-path';

/**
 * The source of a build output that is not in the snapshot, guessed from its place: `dist/x.js` of a package comes from
 * `src/x.ts`, `x.ts` or, when the output has a folder for each format (`dist/esm/x.js`), also from there without it.
 */
export function sourceCounterpart(
  path: string,
  packageFolder: string,
  sources: ReadonlySet<string>,
): string | undefined {
  const [output = '', ...rest] = withoutSourceExtension(posix.relative(packageFolder, path)).split('/');
  if (!outputFolders.has(output)) return undefined;
  const inside = rest.length > 1 && formatFolders.has(rest[0] ?? '') ? [rest, rest.slice(1)] : [rest];
  for (const parts of inside) {
    for (const stem of [posix.join(packageFolder, 'src', ...parts), posix.join(packageFolder, ...parts)]) {
      const source = sourceExtensions.map((extension) => stem + extension).find((candidate) => sources.has(candidate));
      if (source !== undefined) return source;
    }
  }
  return undefined;
}

const formatFolders = new Set(['browser', 'cjs', 'es', 'esm', 'mjs', 'node', 'types', 'umd']);
const outputFolders = new Set(['build', 'dist', 'lib', 'out', ...formatFolders]);
