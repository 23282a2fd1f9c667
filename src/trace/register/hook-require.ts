import Module from 'node:module';
import { dirname } from 'node:path';
import type { Installed } from '../runtime/install';
import { isPackage } from '../runtime/own-path';
import { replaceMethod } from '../runtime/replace-method';
import type { TraceSettings } from '../runtime/settings';
import type { CompiledCode } from './compiled-code';
import { instrumentFile, instrumentThrough, type LoadedFile } from './instrument-file';
import type { KeptCode } from './kept-code';
import { withMochaWatch } from './mocha-runner';
import type { LazyInstrumenter } from './lazy-instrumenter';
import type { ModuleLoads } from './module-loads';
import { watchRequires, type ModuleStatics } from './watch-requires';

interface ModuleOfNode {
  readonly exports: unknown;
}

interface ModulePrototype {
  _compile(this: unknown, code: string, file: string, ...rest: unknown[]): unknown;
}

export interface RequireRequest {
  readonly settings: TraceSettings;
  readonly instrumenter: LazyInstrumenter;
  readonly loads: ModuleLoads;
  readonly compiled: CompiledCode | null;
}

/** CommonJS modules, and whatever compilers hook in front of them, are compiled by one method. */
export function hookRequire(
  { settings, instrumenter, loads, compiled: scripts }: RequireRequest,
  { recorder, own, compiled, quietly, atEnd }: Installed,
): void {
  const prototype = Module.prototype as unknown as ModulePrototype;
  const { _compile: compile } = prototype;
  const loading = new Set<string>();
  const { cache } = settings;
  atEnd(() => scripts?.keep());
  replaceMethod(prototype, '_compile', function (this: ModuleOfNode, code: string, file: string, ...rest: unknown[]) {
    // What a module imports is loaded past this method.
    if (rest[0] === 'module') loads.expect();
    if (rest[0] === 'module' && own(file) !== null) requireImports(this, code, file);
    const depth = recorder.loadDepth;
    try {
      const made = instrumented(code, file, rest[0] === 'module');
      // What others have made up, they may make up anew every time.
      const isKept = rest[0] !== 'module' && (typeof made !== 'string' || isPackage(file));
      const body = isKept ? (scripts?.bodyOf(made, file) ?? null) : null;
      if (body === null) return Reflect.apply(compile, this, [textOf(made), file, ...rest]) as unknown;
      const { exports } = this;
      const require: unknown = Reflect.apply(compile, this, ['return require', file, ...rest]);
      return Reflect.apply(body, exports, [exports, require, this, file, dirname(file)]) as unknown;
    } finally {
      recorder.endLoadsFrom(depth);
    }
  });
  const instrumented = (text: string, file: string, isModule: boolean): KeptCode | string => {
    compiled(file);
    const path = own(file);
    const code = loads.expectFrom(text, file);
    if (path === null) return withMochaWatch(code, file);
    if (!/\.[cm]?[jt]sx?$/.test(file)) return code;
    const format = isModule ? 'esm' : 'commonjs';
    const loaded: LoadedFile = { file, path, code, format, isFinal: true };
    const made =
      cache === null
        ? instrumentFile(settings, instrumenter, loaded)
        : instrumentThrough(cache, settings, instrumenter, loaded);
    if (made === null) recorder.note('not-instrumented', path);
    return made ?? code;
  };
  /** What a module that is required imports is loaded past all hooks, unless it was required before. */
  const requireImports = (parent: unknown, code: string, file: string): void => {
    loading.add(file);
    for (const imported of instrumenter()?.relativeImports(code, file) ?? []) {
      const path = own(imported);
      if (path === null || !/\.m?[jt]s$/.test(imported)) continue;
      if (loading.has(imported)) recorder.note('not-instrumented', path);
      else load(imported, parent, false);
    }
    loading.delete(file);
  };
  Object.assign(recorder, { imports: (specifier: unknown) => quietly(() => loads.expectFor(specifier)) });
  const { _load: load } = Module as unknown as ModuleStatics;
  watchRequires(Module as unknown as ModuleStatics, recorder, own);
}

function textOf(made: KeptCode | string): string {
  return typeof made === 'string' ? made : made.text;
}
