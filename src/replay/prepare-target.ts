import { posix } from 'node:path';
import type { Program } from 'oxc-parser';
import { lowerSource } from '#ir/lower-module';
import type { ModuleIr } from '#ir/cfg';
import type { Snapshot } from '#project/snapshot';
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
  readonly classes?: readonly ClassOfModule[];
  /** Other modules whose variables are to be looked at, too. */
  readonly others?: readonly OtherModule[];
}

export interface OtherModule {
  readonly path: string;
  /** What it is called where its variables are told. */
  readonly shownAs: string;
}

export interface ClassOfModule {
  readonly name: string;
  readonly path: string;
}

/** Prepares targets of one snapshot; modules that they share are compiled once. */
export class TargetPreparer {
  readonly #snapshot: Snapshot;
  readonly #compiler: ModuleCompiler;
  readonly #lowered = new Map<string, ModuleIr | null>();
  readonly #prepared = new Map<string, PreparedTarget>();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    this.#compiler = new ModuleCompiler(snapshot);
  }

  prepare(request: TargetRequest): PreparedTarget {
    const key = JSON.stringify([request.path, request.functionName, request.state, request.classes, request.others]);
    let prepared = this.#prepared.get(key);
    if (prepared === undefined) this.#prepared.set(key, (prepared = this.#prepare(request)));
    return prepared;
  }

  #prepare({ path, functionName, state, classes = [], others = [] }: TargetRequest): PreparedTarget {
    const module = this.#lower(path);
    if (module === null) return { kind: 'not-callable', reason: `${path} cannot be read as source` };
    const fn = module.functions.find(({ qualifiedName }) => qualifiedName === functionName);
    if (fn === undefined) return { kind: 'not-callable', reason: `${path} has no function ${functionName}` };
    const probe = placeProbe(module.functions[0]?.origin as Program, fn);
    if (probe.kind === 'impossible') return { kind: 'not-callable', reason: probe.reason };
    const imports = [...importsOf(module), ...classes.flatMap((each) => this.#importOf(each, module))];
    const closure = this.#compiler.close(
      path,
      probe.insertions,
      imports.map(({ specifier }) => specifier),
      new Set(others.map((other) => other.path)),
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

  /** A class that the module does not know, by the name that its own module exports it under. */
  #importOf({ name, path }: ClassOfModule, into: ModuleIr): ImportedName[] {
    if (path === into.path || into.bindings.some((binding) => binding.owner === 0 && binding.name === name)) return [];
    const from = this.#lower(path);
    const klass = from?.classes.find((each) => each.name === name);
    const exported = from?.exports.find((each) => each.kind === 'local' && each.binding === klass?.binding);
    if (exported?.kind !== 'local') return [];
    const relative = posix.relative(posix.dirname(into.path), path);
    const specifier = relative.startsWith('.') ? relative : `./${relative}`;
    return [{ local: name, specifier, imported: exported.exported }];
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
