import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import type { ChildModule, ChildProgram, CodeUnit } from '../protocol';
import { decoratorHelpers } from './decorators';
import type { Probes } from './probes';
import { usingCtx } from './using';

type Namespace = Record<PropertyKey, unknown>;
/** What the compiler leaves to be called. */
const babelHelpers = { ...decoratorHelpers, usingCtx };

type ModuleCode = (...values: unknown[]) => unknown;

/** Compiled code and packages: what all instances of a program share. */
export class ModuleLibrary {
  readonly #units = new Map<string, CodeUnit>();
  readonly #code = new Map<string, ModuleCode>();
  readonly #packages = new Map<string, Promise<Namespace>>();

  add(units: readonly CodeUnit[]): void {
    for (const unit of units) this.#units.set(unit.key, unit);
  }

  codeOf(module: ChildModule): ModuleCode {
    let code = this.#code.get(module.key);
    if (code === undefined) {
      const unit = this.#units.get(module.key);
      if (unit === undefined) throw new Error(`invariant: the code of ${module.path} was sent before it is used`);
      code = new vm.Script(unit.code, {
        filename: unit.fileName,
        importModuleDynamically: defaultLoader,
      }).runInThisContext() as ModuleCode;
      this.#code.set(module.key, code);
    }
    return code;
  }

  /** Loaded once and shared: their state is not that of the function's project. */
  packageFor(specifier: string, module: ChildModule): Promise<Namespace> {
    const key = `${module.interop}\0${dirname(module.fileName)}\0${specifier}`;
    let found = this.#packages.get(key);
    if (found === undefined) this.#packages.set(key, (found = importPackage(specifier, module)));
    return found;
  }
}

const defaultLoader = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;

async function importPackage(specifier: string, module: ChildModule): Promise<Namespace> {
  const asEngine = (): Promise<Namespace> => {
    const options = { filename: module.fileName, importModuleDynamically: defaultLoader };
    const load = new vm.Script('(specifier) => import(specifier)', options).runInThisContext() as (
      s: string,
    ) => Promise<Namespace>;
    return load(specifier);
  };
  const asCommonJs = (): Namespace => namespaceOf(createRequire(module.fileName)(specifier), true);
  // What bundlers accept the engine may not: a missing extension, JSON without an attribute. So the other way is tried too.
  if (module.interop === 'commonjs' || specifier.endsWith('.json')) {
    try {
      return asCommonJs();
    } catch (error) {
      if (!isResolutionError(error)) throw error;
      return asEngine();
    }
  }
  try {
    return await asEngine();
  } catch (error) {
    if (!isResolutionError(error)) throw error;
    return asCommonJs();
  }
}

function isResolutionError(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return (
    typeof code === 'string' &&
    /^(?:ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|ERR_UNSUPPORTED_DIR_IMPORT|ERR_PACKAGE_|ERR_IMPORT_A|ERR_REQUIRE_)/.test(
      code,
    )
  );
}

/** What a CommonJS module looks like to one that imports it; `compiled`: by code that becomes CommonJS itself. */
function namespaceOf(exports: unknown, compiled: boolean): Namespace {
  const namespace: Namespace = Object.create(null) as Namespace;
  const isObject = (typeof exports === 'object' && exports !== null) || typeof exports === 'function';
  if (isObject && compiled && Reflect.get(exports, '__esModule') === true) return exports as Namespace;
  if (compiled && typeof exports === 'function') return callableNamespace(exports);
  if (isObject) {
    for (const key of Object.keys(exports)) {
      Object.defineProperty(namespace, key, {
        enumerable: true,
        configurable: true,
        get: () => Reflect.get(exports, key) as unknown,
      });
    }
  }
  Object.defineProperty(namespace, 'default', { enumerable: true, configurable: true, value: exports });
  return namespace;
}

/** Without `esModuleInterop`, `import * as f` gives what `require` gives; with it, nobody may call that. */
function callableNamespace(exports: object): Namespace {
  const get = (target: object, key: PropertyKey): unknown =>
    key === 'default' && !(key in target) ? exports : Reflect.get(target, key);
  return new Proxy(exports, { get }) as Namespace;
}

interface ModuleRecord {
  readonly module: ChildModule;
  readonly namespace: Namespace;
  readonly exported: { exports: unknown };
  /** Null until evaluation began. */
  evaluation: Promise<void> | null;
  done: boolean;
}

/** One instance of every module of a program: loaded once, used for one call. */
export class ModuleGraph {
  readonly #library: ModuleLibrary;
  readonly #modules: ReadonlyMap<string, ChildModule>;
  readonly #entry: string;
  readonly #probes: Probes;
  readonly #records = new Map<string, ModuleRecord>();

  constructor(
    library: ModuleLibrary,
    program: ChildProgram,
    modules: ReadonlyMap<string, ChildModule>,
    probes: Probes,
  ) {
    this.#library = library;
    this.#modules = modules;
    this.#entry = program.entry;
    this.#probes = probes;
  }

  load(path: string): Promise<Namespace> {
    return this.#load(path, [], this.#record(path).module);
  }

  /** What `specifier` means to the entry module. */
  loadFromEntry(specifier: string): Promise<Namespace> {
    return this.#import(this.#record(this.#entry).module, specifier, []);
  }

  /** The value that `require` gives for a loaded module. */
  exportsOf(path: string): unknown {
    const record = this.#record(path);
    return record.module.format === 'esm' ? record.namespace : record.exported.exports;
  }

  /** What a loaded module exports that is no variable of it: all of it in CommonJS, else the default export. */
  ownExportsOf(path: string): unknown {
    const { module, namespace, exported } = this.#record(path);
    return module.format === 'esm' ? namespace['default'] : exported.exports;
  }

  /** `chain`: the modules whose evaluation waits for this one; `importer` tells how it looks to that one. */
  async #load(path: string, chain: readonly string[], importer: ChildModule): Promise<Namespace> {
    const record = this.#record(path);
    // In a cycle the importer gets what there is so far.
    if (!record.done && !chain.includes(path)) {
      // Later, so that it is known to have begun before its code runs and imports it again.
      record.evaluation ??= Promise.resolve().then(() => this.#evaluate(record, [...chain, path]));
      await record.evaluation;
    }
    return record.module.format === 'esm'
      ? record.namespace
      : namespaceOf(record.exported.exports, importer.interop === 'commonjs');
  }

  async #evaluate(record: ModuleRecord, chain: readonly string[]): Promise<void> {
    await this.#loadEsmBehind(record.module, chain, new Set());
    if (record.module.awaits) await this.#runEsm(record, chain);
    else if (!record.done) this.#runCommonJs(record);
    record.done = true;
  }

  /** `require` cannot wait, so what is written with `import` is loaded before the code that requires it. */
  async #loadEsmBehind(module: ChildModule, chain: readonly string[], seen: Set<string>): Promise<void> {
    seen.add(module.path);
    for (const specifier of module.required) {
      const link = module.links[specifier];
      const linked = link?.kind === 'module' ? this.#modules.get(link.path) : undefined;
      if (linked === undefined || seen.has(linked.path)) continue;
      if (linked.awaits) await this.#load(linked.path, chain, module);
      else await this.#loadEsmBehind(linked, chain, seen);
    }
  }

  async #runEsm(record: ModuleRecord, chain: readonly string[]): Promise<void> {
    const { module, namespace } = record;
    const values: unknown[] = [
      (specifier: string) => this.#import(module, specifier, chain),
      (specifier: unknown) => this.#import(module, String(specifier), []),
      namespace,
      (all: Namespace) => reexport(namespace, all),
      importMeta(module),
      this.#probes.of(module.path, this.#entry),
      babelHelpers,
    ];
    values.push(...this.#commonJsValues(record));
    await Reflect.apply(this.#library.codeOf(module), undefined, values);
  }

  #runCommonJs(record: ModuleRecord): void {
    const { module } = record;
    const values = [
      ...this.#commonJsValues(record),
      this.#probes.of(module.path, this.#entry),
      babelHelpers,
      (specifier: unknown) => this.#import(module, String(specifier), []),
    ];
    record.done = true;
    Reflect.apply(this.#library.codeOf(module), record.exported.exports, values);
  }

  #commonJsValues({ module, exported }: ModuleRecord): unknown[] {
    const native = createRequire(module.fileName);
    const require = Object.assign((specifier: string) => this.#require(module, specifier, native), {
      resolve: native.resolve,
      cache: native.cache,
      main: undefined,
    });
    return [exported.exports, require, exported, module.fileName, dirname(module.fileName)];
  }

  #require(from: ChildModule, specifier: string, native: NodeJS.Require): unknown {
    const link = from.links[specifier];
    if (link?.kind === 'missing') throw new Error(link.reason);
    if (link?.kind === 'asset') return {};
    if (link?.kind !== 'module') return native(specifier) as unknown;
    const record = this.#record(link.path);
    if (!record.done && !record.module.awaits) this.#runCommonJs(record);
    return this.exportsOf(link.path);
  }

  async #import(from: ChildModule, specifier: string, chain: readonly string[]): Promise<Namespace> {
    const link = from.links[specifier];
    switch (link?.kind) {
      case 'module':
        return this.#load(link.path, chain, from);
      case 'missing':
        throw new Error(link.reason);
      case 'asset':
        return Object.create(null) as Namespace;
      default:
        return this.#library.packageFor(specifier, from);
    }
  }

  #record(path: string): ModuleRecord {
    let record = this.#records.get(path);
    if (record === undefined) {
      const module = this.#modules.get(path);
      if (module === undefined) throw new Error(`invariant: ${path} is a module of the program`);
      const namespace: Namespace = Object.create(null) as Namespace;
      Object.defineProperty(namespace, Symbol.toStringTag, { value: 'Module' });
      record = { module, namespace, exported: { exports: {} }, evaluation: null, done: false };
      this.#records.set(path, record);
    }
    return record;
  }
}

/** Namespaces that export all of another one: in a cycle that one may get its names later. */
const followers = new WeakMap<Namespace, Namespace[]>();

function reexport(namespace: Namespace, all: Namespace): void {
  const others = followers.get(all);
  if (others === undefined) followers.set(all, [namespace]);
  else if (!others.includes(namespace)) others.push(namespace);
  let isMore = false;
  for (const key of Object.keys(all)) {
    if (key === 'default' || Object.hasOwn(namespace, key)) continue;
    Object.defineProperty(namespace, key, { enumerable: true, configurable: true, get: () => all[key] });
    isMore = true;
  }
  if (isMore) for (const follower of followers.get(namespace) ?? []) reexport(follower, namespace);
}

function importMeta({ fileName }: ChildModule): object {
  const url = pathToFileURL(fileName).href;
  return {
    url,
    filename: fileName,
    dirname: dirname(fileName),
    resolve: (specifier: string) => new URL(specifier, url).href,
  };
}
