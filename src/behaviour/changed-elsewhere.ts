import type { LoadedProgram } from '#ir/load-program';
import type { FunctionPlace } from './change-facts';
import type { FunctionVersion } from './function-pair';
import { ModuleUses } from './module-uses';

/** Programs of more files than these are not searched for code that changes a variable of another module. */
const mostFiles = 200;

/**
 * Variables of modules, by name, that a function sees and that code changes which is not called in between: methods, and functions
 * of other modules. `followed`, of its own module, are.
 */
export function changedElsewhere(
  { loaded, path, index }: FunctionVersion,
  followed: Iterable<number>,
): ChangedVariable[] {
  const program = new UsesOfProgram(loaded);
  const { reads } = program.reach(path, [index], true);
  const { functions } = program.reach(path, [index, ...followed], false);
  const { paths } = loaded.snapshot;
  const isShared = paths.length <= mostFiles && [...reads].some((place) => program.isExported(place));
  const modules = new Set([...[...reads].map(pathOf), ...(isShared ? paths : [])]);
  const writers = new Map<Place, FunctionPlace[]>();
  for (const { place, by } of [...modules].flatMap((each) => program.writes(each, functions))) {
    if (reads.has(place)) writers.set(place, [...(writers.get(place) ?? []), by]);
  }
  return [...writers]
    .map(([place, by]) => ({ name: program.nameOf(place), by }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export interface ChangedVariable {
  /** `cache of src/store.ts` */
  readonly name: string;
  /** Functions that change it, or what it holds. */
  readonly by: readonly FunctionPlace[];
}

/** A variable or a function of a module. */
type Place = string;

function placeOf(path: string, number: number): Place {
  return `${number} ${path}`;
}

function pathOf(place: Place): string {
  return place.slice(place.indexOf(' ') + 1);
}

/** What functions use of the variables of modules, their own and those that they import. */
class UsesOfProgram {
  readonly #loaded: LoadedProgram;
  readonly #uses = new Map<string, ModuleUses | null>();

  constructor(loaded: LoadedProgram) {
    this.#loaded = loaded;
  }

  /** With all that the functions name, be it in other modules; `wholly`, also all of a module that is imported as one. */
  reach(
    path: string,
    functions: Iterable<number>,
    wholly: boolean,
  ): { readonly reads: Set<Place>; readonly functions: Set<Place> } {
    const reads = new Set<Place>();
    const pending = [...functions].map((fn) => [path, fn] as const);
    const met = new Set(pending.map(([at, fn]) => placeOf(at, fn)));
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [at, fn] = next;
      const uses = this.#of(at)?.of(fn);
      if (uses === undefined) continue;
      const seen = [...uses.reads].flatMap((binding) => this.#placesOf(at, binding, wholly));
      for (const place of seen) reads.add(place);
      const named = [
        ...[...uses.functions].map((each) => [at, each] as const),
        ...seen.flatMap((each) => this.#heldIn(each)),
      ];
      for (const [where, each] of named) {
        const place = placeOf(where, each);
        if (met.has(place)) continue;
        met.add(place);
        pending.push([where, each]);
      }
    }
    return { reads, functions: met };
  }

  /** What functions of a module change, but for these. */
  writes(path: string, but: ReadonlySet<Place>): { readonly place: Place; readonly by: FunctionPlace }[] {
    const functions = this.#loaded.module(path)?.functions ?? [];
    return functions.flatMap(({ index, kind }) => {
      if (kind === 'module' || but.has(placeOf(path, index))) return [];
      const places = [...(this.#of(path)?.of(index)?.writes ?? [])].flatMap((each) => this.#placesOf(path, each, true));
      return places.map((place) => ({ place, by: { path, fn: index } }));
    });
  }

  /** Whether other modules can get at a variable. */
  isExported(place: Place): boolean {
    const path = pathOf(place);
    const records = this.#loaded.module(path)?.exports ?? [];
    return records.some((each) => each.kind === 'local' && this.#placesOf(path, each.binding, false).includes(place));
  }

  nameOf(place: Place): string {
    const binding = this.#loaded.module(pathOf(place))?.bindings[Number.parseInt(place, 10)];
    return `${binding?.name ?? ''} of ${pathOf(place)}`;
  }

  #of(path: string): ModuleUses | null {
    const known = this.#uses.get(path);
    if (known !== undefined) return known;
    const module = this.#loaded.module(path);
    const found = module === null ? null : new ModuleUses(module);
    this.#uses.set(path, found);
    return found;
  }

  #heldIn(place: Place): (readonly [path: string, fn: number])[] {
    const path = pathOf(place);
    return (this.#of(path)?.heldIn(Number.parseInt(place, 10)) ?? []).map((fn) => [path, fn] as const);
  }

  /** The variable itself, or those of other modules that it stands for. */
  #placesOf(path: string, binding: number, wholly: boolean): Place[] {
    const module = this.#loaded.module(path);
    const record = module?.imports.find((each) => each.binding === binding);
    if (record === undefined) return [placeOf(path, this.#of(path)?.standsFor(binding) ?? binding)];
    return wholly || record.imported !== '*' ? this.#from(path, record.source, record.imported, new Set()) : [];
  }

  #exported(path: string, name: string, seen: Set<string>): Place[] {
    const module = this.#loaded.module(path);
    if (module === null || seen.has(`${path} ${name}`)) return [];
    seen.add(`${path} ${name}`);
    return module.exports.flatMap((record) => {
      if (record.kind === 'star') return this.#from(path, record.source, name, seen);
      if (name !== '*' && record.exported !== name) return [];
      if (record.kind === 'local') return this.#placesOf(path, record.binding, true);
      return this.#from(path, record.source, record.imported, seen);
    });
  }

  #from(path: string, source: string, name: string, seen: Set<string>): Place[] {
    const target = this.#loaded.snapshot.resolve(path, source);
    return target.kind === 'file' ? this.#exported(target.path, name, seen) : [];
  }
}
