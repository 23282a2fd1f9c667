import { relative, resolve, sep } from 'node:path';

/** Path relative to the root, with `/`; null for what is not the project's own: packages, and what lies elsewhere. */
export function ownPath(root: string, path: string): string | null {
  const within = relative(root, path);
  if (within === '' || within.startsWith('..') || resolve(root, within) !== resolve(path) || isPackage(within))
    return null;
  return sep === '/' ? within : within.replaceAll(sep, '/');
}

export function isPackage(path: string): boolean {
  return /(?:^|[\\/])node_modules[\\/]/.test(path);
}
