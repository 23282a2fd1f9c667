import { missingFiles } from '../runtime/missing-files';
import type { JestCoverage, Uninstrumented } from './jest-coverage';
import { quietObject } from './quiet-object';
import type { Selection, TestEvents } from './test-events';
import { observeEnvironment, type JestEnvironment } from './jest-events';

/** What the hooks ask of the process that they are in. */
export interface JestHost {
  readonly events: TestEvents;
  /** Null to run all tests. */
  readonly selection: Selection | null;
  /** What addresses of the hooks and of what they call begin with. */
  readonly place: string;
  /** Variables of the environment that tell of being read. */
  watched(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
  /** The code that jest is about to run → the same with probes, null where it is to stay as it is. */
  instrument(file: string, transformed: JestCode): JestCode | null;
  /** The coverage of what was run without probes. */
  withoutProbes(coverage: JestCoverage): JestCoverage;
  imported(from: string, to: string): void;
  note(message: string): void;
  /** Runs what reads files for jest itself. */
  quietly<T>(body: () => T): T;
}

/** What jest's transformer returns. */
export interface JestCode {
  readonly code: string;
  readonly originalCode: string;
  readonly sourceMapPath: string | null;
  readonly uninstrumented?: Uninstrumented;
}

/** What a package of jest exports → what the module that requires it gets instead. */
export type JestHooks = Readonly<Record<string, (exported: object, requiredBy: string) => object>>;

/**
 * Hooks for the packages that jest is made of, by the names that it requires them by; the same from version 28 on.
 * They work on what jest has read of the configuration and of the files, so that no configuration is changed, and
 * what the project's own transformers return is instrumented after jest has put it into its cache.
 */
export function jestHooks(host: JestHost): JestHooks {
  return {
    '@jest/transform': once((exported) => withTransformer(exported, host)),
    '@jest/core': once((exported) => {
      if (host.selection !== null) selectFiles(exported, host.selection);
      return exported;
    }),
    'jest-config': once((exported) => withConfigs(exported, host.selection)),
    'jest-resolve': once((exported) => {
      followImports(exported, host);
      return exported;
    }),
    'graceful-fs': quietFiles(host),
  };
}

function once(hook: (exported: object) => object): (exported: object) => object {
  const made = new WeakMap<object, object>();
  return (exported) => {
    const result = made.get(exported) ?? hook(exported);
    made.set(exported, result);
    return result;
  };
}

/** Packages of jest that read modules. What others read, snapshots and configuration, the tests depend on. */
const loaders = /[\\/](?:@jest[\\/]transform|jest-(?:runtime|runner|haste-map|resolve))[\\/]/;

function quietFiles(host: JestHost): (exported: object, requiredBy: string) => object {
  const quiet = once((exported) => quietObject(exported, (body) => host.quietly(body)));
  return (exported, requiredBy) => (loaders.test(requiredBy) ? quiet(exported) : exported);
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Properties of `exported`, which may be getters that cannot be changed, with others in their place. */
function replaced(exported: object, replacements: Readonly<Record<string, Method>>): object {
  const descriptors = Object.getOwnPropertyDescriptors(exported);
  for (const [name, value] of Object.entries(replacements)) {
    Object.assign(descriptors, { [name]: { configurable: true, enumerable: true, writable: true, value } });
  }
  return Object.create(Object.getPrototypeOf(exported), descriptors);
}

function methodOf(object: unknown, name: string): Method | null {
  const value: unknown = object !== null && object !== undefined ? Reflect.get(Object(object), name) : undefined;
  return typeof value === 'function' ? (...args) => Reflect.apply(value, object, args) : null;
}

function withTransformer(exported: object, host: JestHost): object {
  const create = methodOf(exported, 'createScriptTransformer');
  if (create === null) {
    host.note('this version of jest has no transformer that is known');
    return exported;
  }
  return replaced(exported, {
    async createScriptTransformer(config, ...rest) {
      const transformer = await create(config, ...rest);
      observeTransformer(Object(transformer), testRunnerOf(config), host);
      return transformer;
    },
  });
}

function observeTransformer(transformer: object, testRunner: string | null, host: JestHost): void {
  const instrumented = new WeakMap<object, JestCode>();
  const after = (file: unknown, result: unknown): unknown => {
    if (typeof file !== 'string' || !isJestCode(result)) return result;
    const known = instrumented.get(result);
    if (known !== undefined) return known;
    const made = host.instrument(file, result) ?? result;
    instrumented.set(result, made);
    return made;
  };
  overrideMethod(transformer, 'transform', (inner, file, ...rest) =>
    unseen(host, () => after(file, inner(file, ...rest))),
  );
  overrideMethod(transformer, 'transformAsync', async (inner, file, ...rest) =>
    after(file, await inner(file, ...rest)),
  );
  overrideMethod(transformer, 'requireAndTranspileModule', async (inner, name, ...rest) => {
    const loaded = await inner(name, ...rest);
    return name === testRunner && typeof loaded === 'function' ? observedTestRunner(loaded, host) : loaded;
  });
}

/**
 * `jest-circus/runner`, or what stands in its place: it is called once for every test file. Neither function is
 * `async`, so that neither is a line in the stack of an error.
 */
function observedTestRunner(run: CallableFunction, host: JestHost): Method {
  return function (...args) {
    const [, config, environment, runtime, file] = args;
    const observer = observeEnvironment(environment as JestEnvironment, {
      file: String(file),
      project: displayName(config),
      host,
    });
    watchVariables(environment, host);
    keepSnapshots(Object(runtime));
    overrideMethod(Object(runtime), 'getAllV8CoverageInfoCopy', (inner) => {
      const found: unknown = inner();
      return Array.isArray(found) ? found.map((coverage: JestCoverage) => host.withoutProbes(coverage)) : found;
    });
    const running: unknown = Reflect.apply(run, this, args);
    return Promise.resolve(running).then(
      (result) => {
        observer.fileEnds(result);
        return result;
      },
      (error: unknown) => {
        observer.fileFails();
        throw error;
      },
    );
  };
}

/** Jest gives every test file a copy of the variables of the environment. */
function watchVariables(environment: unknown, host: JestHost): void {
  const own: unknown = Reflect.get(Object(Reflect.get(Object(environment), 'global')), 'process');
  const env: unknown = Reflect.get(Object(own), 'env');
  if (typeof own !== 'object' || own === null || typeof env !== 'object' || env === null) return;
  Reflect.set(own, 'env', host.watched(env as NodeJS.ProcessEnv));
}

/**
 * A run that records leaves the project as it is: snapshots are compared and, where there are none, forgotten. Their
 * state is made by a module that is loaded for every test file.
 */
function keepSnapshots(runtime: object): void {
  overrideMethod(runtime, 'requireInternalModule', (inner, ...args) => {
    const loaded: unknown = inner(...args);
    const initialize = methodOf(loaded, 'initialize');
    if (initialize === null) return loaded;
    return replaced(Object(loaded), {
      initialize: (...given) =>
        Promise.resolve(initialize(...given)).then((made) => {
          const state: unknown = Reflect.get(Object(made), 'snapshotState');
          overrideMethod(Object(state), 'save', () => ({ deleted: false, saved: false }));
          return made;
        }),
    });
  });
}

/** Runs no more than the files that have tests to run, and runs once. */
function withConfigs(exported: object, selection: Selection | null): object {
  const read = methodOf(exported, 'readConfigs');
  if (read === null) return exported;
  return replaced(exported, {
    async readConfigs(...args) {
      const result: unknown = await read(...args);
      const global: unknown = Reflect.get(Object(result), 'globalConfig');
      const oneRun = { watch: false, watchAll: false };
      const globalConfig = { ...Object(global), ...oneRun, ...(selection === null ? {} : { passWithNoTests: true }) };
      return { ...Object(result), globalConfig: Object.freeze(globalConfig) };
    },
  });
}

function selectFiles(exported: object, selection: Selection): void {
  const source: unknown = Reflect.get(exported, 'SearchSource');
  if (typeof source !== 'function') return;
  overrideMethod(Object(source.prototype), 'getTestPaths', async (inner, ...args) => {
    const found: unknown = await inner(...args);
    const tests: unknown = Reflect.get(Object(found), 'tests');
    if (!Array.isArray(tests)) return found;
    const chosen = tests.filter((test: unknown) => selection.hasFile(String(Reflect.get(Object(test), 'path'))));
    return { ...Object(found), tests: chosen };
  });
}

function followImports(exported: object, host: JestHost): void {
  const resolver: unknown = Reflect.get(exported, 'default') ?? exported;
  const prototype: unknown = Reflect.get(Object(resolver), 'prototype');
  if (typeof prototype !== 'object' || prototype === null) return;
  const tell = (from: unknown, found: unknown): unknown => {
    if (typeof from === 'string' && typeof found === 'string') host.imported(from, found);
    return found;
  };
  const miss = (from: unknown, request: unknown, error: unknown): never => {
    if (typeof from === 'string' && typeof request === 'string') {
      for (const file of missingFiles(from, request)) host.imported(from, file);
    }
    throw error;
  };
  for (const name of ['resolveModule', 'resolveStubModuleName', 'getMockModule']) {
    overrideMethod(prototype, name, (inner, from, ...rest) =>
      unseen(host, () => {
        try {
          return tell(from, inner(from, ...rest));
        } catch (error) {
          return miss(from, rest[0], error);
        }
      }),
    );
    overrideMethod(prototype, `${name}Async`, (inner, from, ...rest) =>
      Promise.resolve(inner(from, ...rest)).then(
        (found) => tell(from, found),
        (error: unknown) => miss(from, rest[0], error),
      ),
    );
  }
}

function overrideMethod(
  object: object,
  name: string,
  value: (inner: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown,
): void {
  const inner: unknown = Reflect.get(object, name);
  if (typeof inner !== 'function') return;
  Object.defineProperty(object, name, {
    configurable: true,
    enumerable: false,
    writable: true,
    value(this: unknown, ...args: unknown[]) {
      return value((...given) => Reflect.apply(inner, this, given), ...args);
    },
  });
}

/** Does what jest does for itself, through the hooks. */
function unseen<T>(host: JestHost, body: () => T): T {
  try {
    return host.quietly(body);
  } catch (error) {
    throw withoutHooks(error, host.place);
  }
}

/** The stack of an error as it were without the hooks: jest shows the code of its first line. */
function withoutHooks(error: unknown, place: string): unknown {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return error;
  error.stack = error.stack
    .split('\n')
    .filter((line) => !line.includes(place))
    .join('\n');
  return error;
}

function isJestCode(value: unknown): value is JestCode {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
}

function testRunnerOf(config: unknown): string | null {
  const runner: unknown = Reflect.get(Object(config), 'testRunner');
  return typeof runner === 'string' ? runner : null;
}

function displayName(config: unknown): string | null {
  const name: unknown = Reflect.get(Object(Reflect.get(Object(config), 'displayName')), 'name');
  return typeof name === 'string' ? name : null;
}
