import type { ModuleFacts } from './facts';

/** What names of a module stand for: a variable of a module, or nothing, as two modules have the name that are passed on. */
type Meaning = string | typeof ambiguous;

const ambiguous = Symbol('ambiguous');

/** What modules export, by themselves and from others (`export *`). */
export class StarExports {
  readonly #modules: ReadonlyMap<string, ModuleFacts>;
  readonly #resolve: (from: string, specifier: string) => string | null;
  readonly #known = new Map<string, ReadonlyMap<string, Meaning>>();

  /** `resolve`: the file of the program that a specifier means; null for what is outside. */
  constructor(modules: readonly ModuleFacts[], resolve: (from: string, specifier: string) => string | null) {
    this.#modules = new Map(modules.map((module) => [module.path, module]));
    this.#resolve = resolve;
  }

  /** Names that a module passes on from two modules, and so from none. */
  ambiguousIn(path: string): string[] {
    return [...this.#of(path)].flatMap(([name, meaning]) => (meaning === ambiguous ? [name] : []));
  }

  has(path: string, name: string): boolean {
    const meaning = this.#of(path).get(name);
    return meaning !== undefined && meaning !== ambiguous;
  }

  #of(path: string): ReadonlyMap<string, Meaning> {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const found = new Map<string, Meaning>();
    // Whoever passes itself on adds nothing.
    this.#known.set(path, found);
    const records = this.#modules.get(path)?.exports ?? [];
    for (const record of records) {
      if (record.kind === 'star') continue;
      const meaning =
        record.kind === 'local' ? `${path} ${record.binding}` : this.#imported(path, record.source, record.imported);
      found.set(record.exported, meaning);
    }
    const own = new Set(found.keys());
    for (const record of records) {
      if (record.kind !== 'star') continue;
      const target = this.#resolve(path, record.source);
      for (const [name, meaning] of target === null ? [] : this.#of(target)) {
        if (name === 'default' || own.has(name)) continue;
        const other = found.get(name);
        found.set(name, other === undefined || other === meaning ? meaning : ambiguous);
      }
    }
    return found;
  }

  #imported(path: string, source: string, name: string): Meaning {
    const target = this.#resolve(path, source);
    if (target === null) return `${source} ${name}`;
    return this.#of(target).get(name) ?? `${target} ${name}`;
  }
}
