import type { FunctionId } from '#core/ids';
import { Linker } from '#dependence/link';
import type { Binding, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import type { Keys } from '#symbolic/keys';
import type { State } from '#symbolic/state';
import { isSameValue } from '#symbolic/object-changes';
import { isTerm, type Ref, type Value } from '#symbolic/value';
import { ConstantReads, type Mention, type Read } from './constant-reads';

export type VersionName = 'base' | 'head';

/** One version with what its modules hold, as their functions read it. */
export class ReadVersion {
  readonly loaded: LoadedProgram;
  /** Modules that may be loaded. */
  readonly paths: ReadonlySet<string>;
  readonly #state: State;
  readonly #keys: Keys;
  readonly #texts: VersionTexts;

  constructor(texts: VersionTexts, paths: ReadonlySet<string>, state: State, keys: Keys) {
    this.loaded = texts.loaded;
    this.#texts = texts;
    this.paths = paths;
    this.#state = state;
    this.#keys = keys;
  }

  /** Objects may inherit from what is no class. */
  get hasInherited(): boolean {
    return [...this.paths].some((path) => {
      const index = this.loaded.program.moduleIndex(path);
      const strings = index === undefined ? [] : (this.loaded.program.modules[index]?.strings ?? []);
      return strings.some((text) => inheriting.has(text));
    });
  }

  module(path: string): ModuleIr | null {
    return this.loaded.module(path);
  }

  idOf(path: string, fn: number): FunctionId | undefined {
    const module = this.loaded.program.moduleIndex(path);
    return module === undefined ? undefined : this.loaded.program.functionAt(module, fn);
  }

  /** Those that run later than when the module is loaded. */
  functionsOf(path: string): FunctionId[] {
    return (this.module(path)?.functions ?? []).flatMap(({ index, kind }) =>
      atLoad.has(kind) ? [] : (this.idOf(path, index) ?? []),
    );
  }

  /** In a CommonJS module, `this` of arrow functions that are in no other function is what it exports, and `arguments` has it. */
  seesExports(fn: FunctionId): boolean {
    const { module: facts, index } = this.loaded.program.locate(fn);
    const module = this.module(facts.path);
    const own = module?.functions[index];
    if (module === null || own === undefined) return true;
    for (let at = own; at.kind === 'arrow';) {
      const around = at.parent === null ? undefined : module.functions[at.parent];
      if (around === undefined || around.kind === 'module')
        return ['this', 'arguments'].some((name) => this.mentionsIn(fn, name).length > 0);
      at = around;
    }
    return false;
  }

  mentionsIn(fn: FunctionId, name: string): readonly Mention[] {
    const { module, index } = this.loaded.program.locate(fn);
    const range = this.module(module.path)?.functions[index];
    return range === undefined ? [] : this.#texts.readsIn(module.path).of(name, range);
  }

  /** What of a package a name of a module stands for; null where it stands for something else. */
  outsideOf(path: string, name: string): string | null {
    const linked = this.#texts.linkedTo(path, name);
    return typeof linked === 'string' ? linked : null;
  }

  isConstant(path: string, name: string): boolean {
    const bindings = this.#bindings(path, name);
    return bindings.length > 0 && bindings.every(({ owner, constant }) => owner === 0 && constant);
  }

  /** What is read; null where that is not there, would run code, or may be another thing by that name. */
  valueOf({ name, keys }: Read, path: string, staysAsItIs: (read: Read) => boolean): Value | null {
    // Nothing inside of the functions has the name, so that it means the same in all of them.
    if (keys.length > 0 && this.#bindings(path, name).some(({ owner }) => owner !== 0)) return null;
    const variable = this.#texts.linkedTo(path, name);
    let value = variable === null || typeof variable === 'string' ? null : this.#held(variable);
    for (const key of keys) {
      if (value?.kind !== 'object') return null;
      const text = key.kind === 'text' ? key.text : this.#keyOf(key.read, path, staysAsItIs);
      value = text === null ? null : this.#member(value.ref, text);
    }
    return value;
  }

  #bindings(path: string, name: string): readonly Binding[] {
    return this.module(path)?.bindings.filter((each) => each.name === name) ?? [];
  }

  /** Blocks of a module may have variables of one name: all have to hold the same. */
  #held({ path, name }: Variable): Value | null {
    const env = this.#state.modules.get(this.#keys.idOf(path))?.env;
    const bindings = this.#bindings(path, name);
    const own = bindings.filter((each) => each.owner === 0 && !isInsideOfClass(each, bindings));
    const cells = own.map(({ index }) => env?.get(index));
    const values = cells.map((cell) => (cell === undefined ? undefined : this.#state.cells.get(cell)));
    const [first, ...others] = values;
    if (first === undefined || first === null) return null;
    return others.every((other) => other !== undefined && other !== null && isSameValue(first, other)) ? first : null;
  }

  #keyOf(read: Read, path: string, staysAsItIs: (read: Read) => boolean): string | null {
    const isAlone = this.#bindings(path, read.name).every(({ owner }) => owner === 0);
    const value = isAlone && staysAsItIs(read) ? this.valueOf(read, path, staysAsItIs) : null;
    if (value === null || !isTerm(value) || value.kind !== 'constant') return null;
    return typeof value.value === 'string' || typeof value.value === 'number' ? String(value.value) : null;
  }

  #member(ref: Ref, key: string): Value | null {
    const object = this.#state.heap.get(ref);
    if (object === undefined || object.input !== null) return null;
    const { internal } = object;
    if (internal.kind === 'array' && /^(?:0|[1-9]\d*)$/.test(key)) return internal.elements.get(Number(key)) ?? null;
    if (internal.kind !== 'plain' && internal.kind !== 'array') return null;
    const property = object.properties.get(this.#keys.idOf(key));
    return property?.kind === 'data' ? property.value : null;
  }
}

/** Classes have a second variable of their name inside, which holds what the first does as long as nothing is assigned to that. */
function isInsideOfClass(binding: Binding, others: readonly Binding[]): boolean {
  const isOuter = (each: Binding): boolean => each.kind === 'class' && each.constant && each.start === binding.start;
  return binding.kind === 'const' && others.some(isOuter);
}

/** A variable of a module, something of a package by name, or what is not known. */
type Linked = Variable | string | null;

interface Variable {
  readonly path: string;
  readonly name: string;
}

/** What is known of the texts of a version, whichever of its modules are loaded. */
export class VersionTexts {
  readonly loaded: LoadedProgram;
  readonly #reads = new Map<string, ConstantReads>();
  readonly #linked = new Map<string, Linked>();
  #linker: Linker | null = null;

  constructor(loaded: LoadedProgram) {
    this.loaded = loaded;
  }

  readsIn(path: string): ConstantReads {
    const known = this.#reads.get(path) ?? new ConstantReads(path, this.loaded.textOf(path));
    this.#reads.set(path, known);
    return known;
  }

  /** What a name at the top of a module stands for; null where that is not clear. */
  linkedTo(path: string, name: string): Linked {
    const key = `${name} of ${path}`;
    const known = this.#linked.get(key);
    const found = known === undefined ? this.#link(path, name) : known;
    this.#linked.set(key, found);
    return found;
  }

  #link(path: string, name: string): Linked {
    const { program } = this.loaded;
    const module = program.moduleIndex(path);
    const binding = this.loaded.module(path)?.bindings.find((each) => each.owner === 0 && each.name === name);
    if (module === undefined || binding === undefined) return null;
    const imported = program.modules[module]?.imports.find((each) => each.binding === binding.index);
    if (imported === undefined) return binding.kind === 'import' ? null : { path, name };
    const linked = this.#linkerOf().imported(module, imported.source, imported.imported);
    if (linked.kind === 'external') return `${imported.imported} of ${linked.name}`;
    const target = linked.kind === 'binding' ? program.modules[linked.module] : undefined;
    if (linked.kind !== 'binding' || target === undefined) return null;
    return { path: target.path, name: target.strings[target.bindings.name[linked.binding] ?? -1] ?? '' };
  }

  #linkerOf(): Linker {
    const { program, snapshot } = this.loaded;
    return (this.#linker ??= new Linker(program, (from, specifier) => {
      const target = snapshot.resolve(from, specifier);
      const index = target.kind === 'file' ? program.moduleIndex(target.path) : undefined;
      return index === undefined ? { kind: 'external', name: specifier } : { kind: 'module', index };
    }));
  }
}

const atLoad: ReadonlySet<string> = new Set(['module', 'static', 'namespace']);

const inheriting: ReadonlySet<string> = new Set(['prototype', 'getPrototypeOf', 'setPrototypeOf']);
