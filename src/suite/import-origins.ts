import type { LoadedProgram } from '#ir/load-program';
import type { ModuleFacts } from '#ir/facts';

/** Where an imported name comes from, through any number of files that pass it on. */
export class ImportOrigins {
  private readonly known = new Map<string, string | null>();
  private readonly namespaces = new Map<string, string>();

  constructor(
    private readonly loaded: LoadedProgram,
    /** The name that a file goes by in both versions. */
    private readonly sameName: (path: string) => string,
  ) {}

  /** A name for what `import { imported } from 'source'` means in a module; null where there is no such export. */
  of(from: string, source: string, imported: string): string | null {
    const found = this.loaded.snapshot.resolve(from, source);
    if (found.kind === 'unresolved') return `unresolved ${source} ${imported}`;
    if (found.kind !== 'file') return `${found.kind} ${found.name} ${imported}`;
    if (imported === '*' || imported === '=') return this.namespace(found.path);
    return this.exported(found.path, imported);
  }

  /** The file whose exports an origin means, all in one object; undefined for one of another kind. */
  fileOfNamespace(origin: string): string | undefined {
    return this.namespaces.get(origin);
  }

  /** All that a file exports, with where it comes from; null where only running it tells. */
  exportsOf(path: string): ReadonlyMap<string, string | null> | null {
    const names = this.namesOf(path, new Set());
    return names === null ? null : new Map([...names].map((name) => [name, this.exported(path, name)]));
  }

  /** Of a package that is passed on as a whole, the name of the package stands for those that nobody knows. */
  private namesOf(path: string, seen: Set<string>): Set<string> | null {
    const { program, snapshot } = this.loaded;
    const module = program.modules[program.moduleIndex(path) ?? -1];
    if (module === undefined || module.format === 'commonjs') return null;
    const names = new Set<string>();
    if (seen.has(path)) return names;
    seen.add(path);
    for (const entry of module.exports) {
      if (entry.kind !== 'star') {
        names.add(entry.exported);
        continue;
      }
      const found = snapshot.resolve(path, entry.source);
      const passed = found.kind === 'file' ? this.namesOf(found.path, seen) : null;
      for (const name of passed ?? [`* of ${entry.source}`]) if (name !== 'default') names.add(name);
    }
    return names;
  }

  private namespace(path: string): string {
    const origin = `${this.sameName(path)} *`;
    this.namespaces.set(origin, path);
    return origin;
  }

  /** The files that loading a module loads next. */
  loads(module: ModuleFacts): string[] {
    return module.specifiers.map((specifier) => {
      const found = this.loaded.snapshot.resolve(module.path, specifier);
      if (found.kind === 'file') return this.sameName(found.path);
      return found.kind === 'unresolved' ? `unresolved ${specifier}` : `${found.kind} ${found.name}`;
    });
  }

  private exported(path: string, name: string): string | null {
    const key = `${path}\0${name}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, null); // a cycle of re-exports leads nowhere
    const origin = this.find(path, name);
    this.known.set(key, origin);
    return origin;
  }

  private find(path: string, name: string): string | null {
    const { program } = this.loaded;
    const module = program.modules[program.moduleIndex(path) ?? -1];
    // A file that cannot be analysed, or that assigns its exports when it runs.
    if (module === undefined || module.format === 'commonjs') return `${this.sameName(path)} ${name}`;
    const stars: string[] = [];
    for (const entry of module.exports) {
      if (entry.kind === 'star') stars.push(entry.source);
      else if (entry.exported !== name) continue;
      else if (entry.kind === 'from') return this.of(path, entry.source, entry.imported);
      else return this.local(module, entry.binding, name);
    }
    if (name === 'default') return null;
    for (const source of stars) {
      const origin = this.of(path, source, name);
      if (origin !== null) return origin;
    }
    return null;
  }

  /** An imported name that is exported again means what it means where it comes from. */
  private local(module: ModuleFacts, binding: number, name: string): string | null {
    const passed = module.imports.find((i) => i.binding === binding);
    if (passed !== undefined) return this.of(module.path, passed.source, passed.imported);
    return `${this.sameName(module.path)} ${module.strings[module.bindings.name[binding] ?? -1] ?? name}`;
  }
}
