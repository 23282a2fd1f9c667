import { posix } from 'node:path';
import type { ModuleIr } from '#ir/cfg';
import type { TypeSource } from '#symbolic/inputs/type-source';
import { lowered } from '../../ir/lowered';

const extensions = ['', '.ts', '.js', '.tsx', '/index.ts'];

/** Modules from texts by path; `./x.js` may mean `./x.ts`. */
export function memorySource(
  files: Readonly<Record<string, string>>,
): Omit<TypeSource, 'moduleAt'> & { moduleAt(path: string): ModuleIr } {
  const known = new Map<string, ModuleIr>();
  const moduleAt = (path: string): ModuleIr => {
    let module = known.get(path);
    const text = files[path];
    if (module === undefined) {
      if (text === undefined) throw new Error(`no file ${path}`);
      known.set(path, (module = lowered(path, text)));
    }
    return module;
  };
  return {
    moduleAt,
    resolve(fromPath, specifier) {
      if (!specifier.startsWith('.')) return null;
      const target = posix.join(posix.dirname(fromPath), specifier);
      const stems = [target, target.replace(/\.js$/, '')];
      return (
        stems.flatMap((stem) => extensions.map((e) => stem + e)).find((path) => Object.hasOwn(files, path)) ?? null
      );
    },
    ambientModules: () =>
      Object.keys(files)
        .filter((path) => /global/.test(path))
        .map(moduleAt),
  };
}
