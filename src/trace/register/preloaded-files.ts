import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Files that Node is told to load before the program, by options like `--import ./setup.js`. Packages are left out: they are none of
 * the project.
 */
export function preloadedFiles(options: readonly string[], cwd: string): string[] {
  return options.flatMap((option, i) => {
    const [, inWord] = /^(?:--import|--require|-r)=(.*)$/s.exec(option) ?? [];
    const named = inWord ?? (/^(?:--import|--require|-r)$/.test(option) ? options[i + 1] : undefined);
    if (named === undefined) return [];
    const text = named.replace(/^(["'])(.*)\1$/s, '$2');
    if (text.startsWith('file:')) return [fileURLToPath(text)];
    return /^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])/.test(text) ? [resolve(cwd, text)] : [];
  });
}
