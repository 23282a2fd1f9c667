import type { LoadedProgram } from '#ir/load-program';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import { namesModules } from './touched-modules';

/**
 * Modules that may be loaded when functions of some modules are called: these, and what they import, for values or for types,
 * be it through others. Null where that cannot be told. Inputs bring no others: their types name none.
 */
export function loadableModules(loaded: LoadedProgram, roots: Iterable<string>): ReadonlySet<string> | null {
  const { program, snapshot } = loaded;
  if (typeSourceOf(loaded).ambientModules().length > 0) return null;
  const byPath = new Map(program.modules.map((module) => [module.path, module]));
  const found = new Set(roots);
  for (const path of found) {
    const module = byPath.get(path);
    if (module === undefined || namesModules(snapshot.read(path)?.text ?? '')) return null;
    for (const specifier of [...module.specifiers, ...module.typeImports.map(({ source }) => source)]) {
      const target = snapshot.resolve(path, specifier);
      if (target.kind === 'file' && byPath.has(target.path)) found.add(target.path);
    }
  }
  return found;
}
