import type { ModuleIr } from '#ir/cfg';
import type { Snapshot } from '#project/snapshot';

/** What a module has at its top: a class, or a function. */
export interface NameOfModule {
  readonly name: string;
  readonly path: string;
  /** What it is called there, where that is something else. */
  readonly written?: string;
}

/** More modules than these are not looked through for a class. */
const mostModules = 2_000;

/** Classes by their names: of the modules that a module imports, be it for types alone or in a comment, the nearest one that has such a class. */
export class ClassesAround {
  readonly #snapshot: Snapshot;
  readonly #moduleAt: (path: string) => ModuleIr | null;

  constructor(snapshot: Snapshot, moduleAt: (path: string) => ModuleIr | null) {
    this.#snapshot = snapshot;
    this.#moduleAt = moduleAt;
  }

  find(from: ModuleIr, names: readonly string[]): NameOfModule[] {
    const wanted = new Set(names);
    const found: NameOfModule[] = [];
    const seen = new Set([from.path]);
    for (const path of seen) {
      if (wanted.size === 0 || seen.size > mostModules) break;
      const module = this.#moduleAt(path);
      if (module === null) continue;
      for (const { name, binding } of module.classes) {
        if (path === from.path || binding === null || name === null || module.bindings[binding]?.owner !== 0) continue;
        if (wanted.delete(name)) found.push({ name, path });
      }
      for (const next of this.#importedBy(path, module)) seen.add(next);
    }
    return found;
  }

  #importedBy(path: string, { imports, typeImports, exports }: ModuleIr): string[] {
    const text = this.#snapshot.read(path)?.text ?? '';
    const inText = [...text.matchAll(/\b(?:import|require)\(\s*(['"])((?:(?!\1)[^\\\n])+)\1\s*\)/g)].map(
      ([, , specifier = '']) => specifier,
    );
    const written = [
      ...[...imports, ...typeImports].map(({ source }) => source),
      ...exports.flatMap((each) => ('source' in each ? [each.source] : [])),
    ];
    return [...new Set([...written, ...inText])].flatMap((specifier) => {
      const resolved = this.#snapshot.resolve(path, specifier);
      return resolved.kind === 'file' ? [resolved.path] : [];
    });
  }
}
