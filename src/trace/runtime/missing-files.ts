import { dirname, resolve } from 'node:path';

/** Where an import by path that finds nothing would have found something. */
export function missingFiles(from: string, request: string): readonly string[] {
  if (!/^(?:\.{0,2}\/|\.{1,2}$)/.test(request)) return [];
  const target = resolve(dirname(from), request.replace(/[?#].*$/s, ''));
  if (/\.\w+$/.test(target)) return [target];
  return [target, ...['.js', '.cjs', '.mjs', '.ts', '.json', '/index.js'].map((end) => target + end)];
}
