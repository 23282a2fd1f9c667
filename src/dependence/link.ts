import type { ExportFacts } from '#ir/facts';
import type { Program } from '#ir/program';
import { isPattern, mayMean } from '#ir/specifier-pattern';

/** Where a module specifier of a file leads. */
export type ModuleTarget =
  | { readonly kind: 'module'; readonly index: number }
  | { readonly kind: 'external'; readonly name: string }
  | { readonly kind: 'unresolved' };

/** What an imported name stands for. */
export type LinkedName =
  | { readonly kind: 'binding'; readonly module: number; readonly binding: number }
  | { readonly kind: 'namespace'; readonly module: number }
  /** A property of `module.exports`; the whole of it when `name` is null. */
  | { readonly kind: 'commonjs'; readonly module: number; readonly name: string | null }
  | { readonly kind: 'external'; readonly name: string }
  | { readonly kind: 'unresolved' };

export type ResolveModule = (fromPath: string, specifier: string) => ModuleTarget;

/** Follows imports through re-exports to the declaration they mean. */
export class Linker {
  private readonly exportsOf: Map<string, ExportFacts>[];
  private readonly targets: (Map<string, ModuleTarget> | undefined)[] = [];
  private readonly linked: (Map<string, LinkedName> | undefined)[] = [];
  private readonly typesOf: (Map<string, ExportFacts> | undefined)[] = [];

  constructor(
    private readonly program: Program,
    private readonly resolveModule: ResolveModule,
  ) {
    this.exportsOf = program.modules.map((module) => byName(module.exports));
  }

  target(module: number, specifier: string): ModuleTarget {
    const known = (this.targets[module] ??= new Map<string, ModuleTarget>());
    let target = known.get(specifier);
    if (target === undefined) {
      target = this.resolveModule(this.program.modules[module]!.path, specifier);
      known.set(specifier, target);
    }
    return target;
  }

  /** The modules of the program that a specifier may mean: of one that is partly computed, all that it fits. */
  modulesOf(module: number, specifier: string): readonly number[] {
    if (isPattern(specifier)) {
      const { modules } = this.program;
      const { path: from } = modules[module]!;
      return modules.flatMap(({ path }, m) => (m !== module && mayMean(from, specifier, path) ? [m] : []));
    }
    const target = this.target(module, specifier);
    return target.kind === 'module' ? [target.index] : [];
  }

  imported(fromModule: number, source: string, name: string): LinkedName {
    const target = this.target(fromModule, source);
    if (target.kind !== 'module') return target.kind === 'external' ? { kind: 'external', name: target.name } : target;
    return this.exported(target.index, name);
  }

  /** What an imported name means where a type is expected. */
  importedType(fromModule: number, source: string, name: string): LinkedName {
    return this.reExported(fromModule, source, name, new Set(), 'type');
  }

  /** What an exported name means where a type is expected. */
  exportedType(module: number, name: string): LinkedName {
    return this.follow(module, name, new Set(), 'type');
  }

  /** All names that a module exports, through `export *`. */
  exportedNames(module: number, seen = new Set<number>()): Set<string> {
    const names = new Set<string>();
    if (seen.has(module)) return names;
    seen.add(module);
    for (const record of this.program.modules[module]!.exports) {
      if (record.kind !== 'star') names.add(record.exported);
      else {
        const target = this.target(module, record.source);
        if (target.kind !== 'module') continue;
        for (const name of this.exportedNames(target.index, seen)) if (name !== 'default') names.add(name);
      }
    }
    return names;
  }

  exported(module: number, name: string): LinkedName {
    const known = (this.linked[module] ??= new Map<string, LinkedName>());
    let found = known.get(name);
    if (found === undefined) known.set(name, (found = this.follow(module, name, new Set(), 'value')));
    return found;
  }

  /** `seen` are the names that led here: re-exports may go in circles. */
  private follow(module: number, name: string, seen: Set<string>, as: Meaning): LinkedName {
    const facts = this.program.modules[module]!;
    if (name === '*') return { kind: 'namespace', module };
    const key = `${module}\0${name}`;
    if (seen.has(key)) return { kind: 'unresolved' };
    seen.add(key);
    if (facts.format === 'commonjs') {
      const whole = name === 'default' || name === '=';
      const named = whole && as === 'type' ? this.typeExport(module, '=') : undefined;
      if (named?.kind === 'local') return this.throughImport(module, named.binding, seen, as);
      return { kind: 'commonjs', module, name: whole ? null : name };
    }
    if (name === '=') return { kind: 'namespace', module };
    const record = this.exportsOf[module]!.get(name) ?? (as === 'type' ? this.typeExport(module, name) : undefined);
    if (record?.kind === 'local') return this.throughImport(module, record.binding, seen, as);
    if (record?.kind === 'from') return this.reExported(module, record.source, record.imported, seen, as);
    for (const star of as === 'type' ? [...facts.exports, ...facts.typeExports] : facts.exports) {
      if (star.kind !== 'star' || name === 'default') continue;
      const found = this.reExported(module, star.source, name, seen, as);
      if (found.kind !== 'unresolved') return found;
    }
    return { kind: 'unresolved' };
  }

  private typeExport(module: number, name: string): ExportFacts | undefined {
    const known = (this.typesOf[module] ??= byName(this.program.modules[module]!.typeExports));
    return known.get(name);
  }

  private reExported(module: number, source: string, name: string, seen: Set<string>, as: Meaning): LinkedName {
    const target = this.target(module, source);
    if (target.kind === 'module') return this.follow(target.index, name, seen, as);
    return target.kind === 'external' ? { kind: 'external', name: target.name } : target;
  }

  /** `import { a } from 'x'; export { a }` exports what `x` declares. */
  private throughImport(module: number, binding: number, seen: Set<string>, as: Meaning): LinkedName {
    const { imports, typeImports } = this.program.modules[module]!;
    const isMeant = (record: { readonly binding: number }): boolean => record.binding === binding;
    const record = imports.find(isMeant) ?? (as === 'type' ? typeImports.find(isMeant) : undefined);
    if (record === undefined) return { kind: 'binding', module, binding };
    return this.reExported(module, record.source, record.imported, seen, as);
  }
}

/** One name can be a value and a type, which may come from different places. */
type Meaning = 'value' | 'type';

function byName(exports: readonly ExportFacts[]): Map<string, ExportFacts> {
  return new Map(exports.flatMap((record) => (record.kind === 'star' ? [] : [[record.exported, record] as const])));
}
