import type { LoadedProgram } from '#ir/load-program';
import type { FunctionPlace } from './change-facts';
import type { HeldPart } from './held-parts';
import { ModuleUses } from './module-uses';

/** A variable or a function of a module. */
export type Place = string;

export function placeOf(path: string, number: number): Place {
  return `${number} ${path}`;
}

export function pathOf(place: Place): string {
  return place.slice(place.indexOf(' ') + 1);
}

/** In the place of a variable: what a CommonJS module exports as a whole. */
export const wholeExports = -1;

/** What functions use of the variables of modules, their own and those that they import. */
export class UsesOfProgram {
  readonly #loaded: LoadedProgram;
  readonly #uses = new Map<string, ModuleUses | null>();

  constructor(loaded: LoadedProgram) {
    this.#loaded = loaded;
  }

  /**
   * With all that the functions name, be it in other modules; `wholly`, also all of a module that is imported as one; `directly`, without functions that
   * objects have, of which a call may run some only.
   */
  reach(
    path: string,
    functions: Iterable<number>,
    wholly: boolean,
    how: 'directly' | 'at all' = 'at all',
  ): { readonly reads: Set<Place>; readonly functions: Set<Place> } {
    const reads = new Set<Place>();
    const pending = [...functions].map((fn) => [path, fn] as const);
    const met = new Set(pending.map(([at, fn]) => placeOf(at, fn)));
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [at, fn] = next;
      const uses = this.#of(at)?.of(fn);
      if (uses === undefined) continue;
      const taken = [
        ...uses.takes.filter(({ name }) => wholly || name !== null),
        ...(wholly ? [...uses.loads].map((source) => ({ source, name: null })) : []),
      ].map(({ source, name }) => this.#taken(at, source, name, new Set()));
      const seen = [
        ...[...uses.reads].flatMap((binding) => this.placesOf(at, binding, wholly)),
        ...taken.flatMap(({ places }) => places),
        ...(wholly ? [...uses.loads].flatMap((source) => this.#allOf(at, source)) : []),
      ];
      for (const place of seen) reads.add(place);
      const named = [
        ...[...uses.functions].map((each) => [at, each] as const),
        ...seen.flatMap((each) => this.#heldIn(each, how)),
        ...[...uses.reads].flatMap((binding) => this.#required(at, binding).functions),
        ...taken.flatMap((each) => each.functions),
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
      const places = [...(this.#of(path)?.of(index)?.writes ?? [])].flatMap((each) => this.placesOf(path, each, true));
      return places.map((place) => ({ place, by: { path, fn: index } }));
    });
  }

  /** Whether other modules can get at a variable. */
  isExported(place: Place): boolean {
    const path = pathOf(place);
    const records = this.#loaded.module(path)?.exports ?? [];
    const bindings = records.flatMap((each) => (each.kind === 'local' ? [each.binding] : []));
    const exported = [...bindings, ...(this.#of(path)?.exportedAsProperties() ?? [])];
    return exported.some((binding) => this.placesOf(path, binding, false).includes(place));
  }

  /** Whether functions of its module name a variable, but for these. */
  isNamedBeside(place: Place, but: ReadonlySet<Place>): boolean {
    const path = pathOf(place);
    const functions = this.#loaded.module(path)?.functions ?? [];
    return functions.some(({ index, kind }) => {
      if (kind === 'module' || but.has(placeOf(path, index))) return false;
      return [...(this.#of(path)?.of(index)?.reads ?? [])].some((each) => placeOf(path, each) === place);
    });
  }

  /** Whether functions of its module change a variable, but for these. */
  isChangedBeside(place: Place, but: ReadonlySet<Place>): boolean {
    return this.writes(pathOf(place), but).some((each) => each.place === place);
  }

  /** Whether functions of its module return what a variable holds. */
  isHandedOut(place: Place): boolean {
    const path = pathOf(place);
    const functions = this.#loaded.module(path)?.functions ?? [];
    return functions.some(({ index }) => {
      return [...(this.#of(path)?.of(index)?.gives ?? [])].some((each) => placeOf(path, each) === place);
    });
  }

  nameOf(place: Place, path: string = pathOf(place)): string {
    const number = Number.parseInt(place, 10);
    if (number === wholeExports) return `exports of ${path}`;
    return `${this.#loaded.module(pathOf(place))?.bindings[number]?.name ?? ''} of ${path}`;
  }

  /** The CommonJS module that a variable holds all of. */
  wholeIn(path: string, binding: number): string | null {
    const held = this.#of(path)?.requiredBy(binding) ?? null;
    const target = held?.name === null ? this.#loaded.snapshot.resolve(path, held.source) : null;
    if (target?.kind !== 'file') return null;
    return this.#loaded.module(target.path)?.format === 'commonjs' ? target.path : null;
  }

  /** What a CommonJS module exports, or what a module puts into a variable. */
  partsOf(place: Place): readonly HeldPart[] {
    const uses = this.#of(pathOf(place));
    const number = Number.parseInt(place, 10);
    return (number === wholeExports ? uses?.exports : uses?.partsOf(number)) ?? [];
  }

  /** Whether a function, or one that it names, writes into the object that it is a method of, into a class or into what its module exports. */
  changesOwner(path: string, fn: number): boolean {
    return [...this.reach(path, [fn], false).functions].some((place) => {
      return this.#of(pathOf(place))?.of(Number.parseInt(place, 10))?.changesOwner === true;
    });
  }

  #of(path: string): ModuleUses | null {
    const known = this.#uses.get(path);
    if (known !== undefined) return known;
    const module = this.#loaded.module(path);
    const found = module === null ? null : new ModuleUses(module);
    this.#uses.set(path, found);
    return found;
  }

  #heldIn(place: Place, how: 'directly' | 'at all'): (readonly [path: string, fn: number])[] {
    const path = pathOf(place);
    return [...(this.#of(path)?.heldIn(Number.parseInt(place, 10), how) ?? [])].map((fn) => [path, fn] as const);
  }

  /** The variable itself, or those of other modules that it stands for. */
  placesOf(path: string, binding: number, wholly: boolean): Place[] {
    const module = this.#loaded.module(path);
    const record = module?.imports.find((each) => each.binding === binding);
    const required = this.#required(path, binding).places;
    if (record === undefined) return [...required, placeOf(path, this.#of(path)?.standsFor(binding) ?? binding)];
    if (!wholly && record.imported === '*') return [...required];
    return [...required, ...this.#from(path, record.source, record.imported, new Set())];
  }

  /** What a variable has taken out of a CommonJS module, which may have it from another one. Of one that holds all of a module it counts what is taken of it. */
  #required(path: string, binding: number): Taken {
    const { source, name } = this.#of(path)?.requiredBy(binding) ?? nothingRequired;
    return source === null || name === null ? nothingTaken : this.#taken(path, source, name, new Set());
  }

  /** What a CommonJS module exports under a name, or at all. */
  #taken(path: string, source: string, name: string | null, met: Set<string>): Taken {
    const target = this.#loaded.snapshot.resolve(path, source);
    if (target.kind !== 'file' || met.has(`${name ?? '*'} ${target.path}`)) return nothingTaken;
    met.add(`${name ?? '*'} ${target.path}`);
    const isRequired = this.#loaded.module(path)?.format === 'commonjs';
    if (this.#loaded.module(target.path)?.format !== 'commonjs') {
      const places = isRequired ? this.#exported(target.path, name ?? '*', new Set()) : [];
      return { places, functions: [] };
    }
    const uses = this.#of(target.path);
    const found = (uses?.exportedUnder(name) ?? []).map((each): Taken => {
      if (each.kind === 'function') return { places: [], functions: [[target.path, each.fn]] };
      if (each.kind === 'module') return this.#taken(target.path, each.source, each.isNamed ? null : name, met);
      const held = uses?.requiredBy(each.binding) ?? null;
      const further = held === null ? nothingTaken : this.#taken(target.path, held.source, held.name, met);
      const own = placeOf(target.path, uses?.standsFor(each.binding) ?? each.binding);
      return { places: [own, ...further.places], functions: further.functions };
    });
    return {
      places: found.flatMap(({ places }) => places),
      functions: found.flatMap(({ functions }) => functions),
    };
  }

  /** All that a module exports. */
  #allOf(path: string, source: string): Place[] {
    const target = this.#loaded.snapshot.resolve(path, source);
    if (target.kind !== 'file') return [];
    const format = this.#loaded.module(target.path)?.format;
    return [
      ...this.#exported(target.path, '*', new Set()),
      ...(format === 'commonjs' ? [placeOf(target.path, wholeExports)] : []),
    ];
  }

  #exported(path: string, name: string, seen: Set<string>): Place[] {
    const module = this.#loaded.module(path);
    if (module === null || seen.has(`${path} ${name}`)) return [];
    seen.add(`${path} ${name}`);
    return module.exports.flatMap((record) => {
      if (record.kind === 'star') return this.#from(path, record.source, name, seen);
      if (name !== '*' && record.exported !== name) return [];
      if (record.kind === 'local') return this.placesOf(path, record.binding, true);
      return this.#from(path, record.source, record.imported, seen);
    });
  }

  #from(path: string, source: string, name: string, seen: Set<string>): Place[] {
    const target = this.#loaded.snapshot.resolve(path, source);
    return target.kind === 'file' ? this.#exported(target.path, name, seen) : [];
  }
}

interface Taken {
  readonly places: readonly Place[];
  readonly functions: readonly (readonly [path: string, fn: number])[];
}

const nothingTaken: Taken = { places: [], functions: [] };
const nothingRequired = { source: null, name: null };
