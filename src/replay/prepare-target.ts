import { posix } from 'node:path';
import type { Program } from 'oxc-parser';
import { lowerSource } from '#ir/lower-module';
import type { ModuleIr } from '#ir/cfg';
import type { Snapshot } from '#project/snapshot';
import { ClassesAround, type NameOfModule } from './classes-around';
import { ModuleCompiler } from './module-closure';
import { placeProbe } from './place-probe';
import type { ChildProgram, CodeUnit, ImportedName, StateName } from './protocol';

/** A function that the child can be told to call, or why it cannot be called. */
export type PreparedTarget =
  | { readonly kind: 'prepared'; readonly program: ChildProgram; readonly units: readonly CodeUnit[] }
  | { readonly kind: 'not-callable'; readonly reason: string };

export interface TargetRequest {
  readonly path: string;
  /** `FunctionIr.qualifiedName`, e.g. `f`, `Class.method`, `Class.get size`, `Space.f`. */
  readonly functionName: string;
  /** Names at the top of the module to look at after the call. */
  readonly state: readonly string[] | null;
  /** Those of other modules that inputs may name. */
  readonly classes?: readonly NameOfModule[];
  /** Other modules whose variables are to be looked at, too. */
  readonly others?: readonly OtherModule[];
  /** Names that inputs may use, and that may be those of classes of other modules. */
  readonly names?: readonly string[];
}

export interface OtherModule {
  readonly path: string;
  /** What it is called where its variables are told. */
  readonly shownAs: string;
}

/** Prepares targets of one snapshot; modules that they share are compiled once. */
export class TargetPreparer {
  readonly #snapshot: Snapshot;
  readonly #compiler: ModuleCompiler;
  readonly #lowered = new Map<string, ModuleIr | null>();
  readonly #prepared = new Map<string, { readonly target: PreparedTarget; readonly names: ReadonlySet<string> }>();
  readonly #classes: ClassesAround;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    this.#compiler = new ModuleCompiler(snapshot);
    this.#classes = new ClassesAround(snapshot, (path) => this.#lower(path));
  }

  /** Names that were asked for once stay known: inputs of one function use the same few. */
  prepare({ names = [], ...request }: TargetRequest): PreparedTarget {
    const key = JSON.stringify(Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const known = this.#prepared.get(key);
    if (known !== undefined && names.every((name) => known.names.has(name))) return known.target;
    const all = new Set([...(known?.names ?? []), ...names]);
    const target = this.#prepare({ ...request, names: [...all] });
    this.#prepared.set(key, { target, names: all });
    return target;
  }

  #prepare({ path, functionName, state, classes = [], others = [], names = [] }: TargetRequest): PreparedTarget {
    const module = this.#lower(path);
    if (module === null) return { kind: 'not-callable', reason: `${path} cannot be read as source` };
    const fn = module.functions.find(({ qualifiedName }) => qualifiedName === functionName);
    if (fn === undefined) return { kind: 'not-callable', reason: `${path} has no function ${functionName}` };
    const probe = placeProbe(module.functions[0]?.origin as Program, fn);
    if (probe.kind === 'impossible') return { kind: 'not-callable', reason: probe.reason };
    const imported = importsOf(module);
    const isKnown = (name: string): boolean => isBound(module, name) || imported.some(({ local }) => local === name);
    const given = classes.filter(({ name }) => !isKnown(name));
    const unknown = names.filter((name) => !isKnown(name) && given.every((each) => each.name !== name));
    const imports = [
      ...imported,
      ...[...given, ...this.#classes.find(module, unknown)].map((each) => importedClass(each, module)),
    ];
    const closure = this.#compiler.close(
      path,
      probe.insertions,
      imports.map(({ specifier }) => specifier),
      new Set([...others.map((other) => other.path), ...imports.flatMap(({ scope }) => scope ?? [])]),
    );
    if (closure.kind === 'broken') return { kind: 'not-callable', reason: closure.reason };
    const program: ChildProgram = {
      entry: path,
      modules: closure.modules,
      target: probe.place,
      imports,
      state: state?.map((name) => ({ name, isConstant: false })) ?? stateOf(module),
      otherState: others.flatMap((other) => {
        const lowered = other.path === path ? null : this.#lower(other.path);
        return lowered === null ? [] : [{ ...other, state: stateOf(lowered) }];
      }),
    };
    return { kind: 'prepared', program, units: closure.units };
  }

  #lower(path: string): ModuleIr | null {
    const known = this.#lowered.get(path);
    if (known !== undefined) return known;
    const file = this.#snapshot.read(path);
    const module = file === undefined ? null : lowerSource(path, file.text).module;
    this.#lowered.set(path, module);
    return module;
  }
}

function isBound({ bindings }: ModuleIr, name: string): boolean {
  return bindings.some((binding) => binding.owner === 0 && binding.name === name);
}

/** A class that the module does not know, out of the scope of its own. */
function importedClass({ name, path, written = name }: NameOfModule, into: ModuleIr): ImportedName {
  const relative = posix.relative(posix.dirname(into.path), path);
  return {
    local: name,
    specifier: relative.startsWith('.') ? relative : `./${relative}`,
    imported: written,
    scope: path,
  };
}

/** Compiled modules reach imports through their source, and those of types are gone: inputs may name both. */
function importsOf(module: ModuleIr): ImportedName[] {
  return [...module.imports, ...module.typeImports].flatMap(({ binding, source, imported }) => {
    const local = module.bindings[binding]?.name;
    return local === undefined || imported === '=' ? [] : [{ local, specifier: source, imported }];
  });
}

/** What a call can leave behind: variables, constants that hold something mutable, and what classes hold. */
function stateOf(module: ModuleIr): StateName[] {
  const states = new Map<string, StateName>();
  for (const { owner, kind, name } of module.bindings) {
    if (owner !== 0 || !stateKinds.has(kind) || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) continue;
    states.set(name, { name, isConstant: kind === 'const' || kind === 'class' });
  }
  return [...states.values()];
}

const stateKinds: ReadonlySet<string> = new Set(['var', 'let', 'const', 'class']);
