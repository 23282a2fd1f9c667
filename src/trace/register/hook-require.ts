import Module from 'node:module';
import type { Installed } from '../runtime/install';
import { replaceMethod } from '../runtime/replace-method';
import type { TraceSettings } from '../runtime/settings';
import { instrumentFile } from './instrument-file';
import { withMochaWatch } from './mocha-runner';
import type { LazyInstrumenter } from './lazy-instrumenter';
import { watchRequires, type ModuleStatics } from './watch-requires';

interface ModulePrototype {
  _compile(this: unknown, code: string, file: string, ...rest: unknown[]): unknown;
}

/** CommonJS modules, and whatever compilers hook in front of them, are compiled by one method. */
export function hookRequire(
  settings: TraceSettings,
  instrumenter: LazyInstrumenter,
  { recorder, own, compiled }: Installed,
): void {
  const prototype = Module.prototype as unknown as ModulePrototype;
  const { _compile: compile } = prototype;
  const loading = new Set<string>();
  replaceMethod(prototype, '_compile', function (this: unknown, code: string, file: string, ...rest: unknown[]) {
    if (rest[0] === 'module' && own(file) !== null) requireImports(this, code, file);
    const depth = recorder.loadDepth;
    try {
      return Reflect.apply(compile, this, [instrumented(code, file, rest[0] === 'module'), file, ...rest]) as unknown;
    } finally {
      recorder.endLoadsFrom(depth);
    }
  });
  const instrumented = (code: string, file: string, isModule: boolean): string => {
    compiled(file);
    const path = own(file);
    if (path === null) return withMochaWatch(code, file);
    if (!/\.[cm]?[jt]sx?$/.test(file)) return code;
    const format = isModule ? 'esm' : 'commonjs';
    const made = instrumentFile(settings, instrumenter, { file, path, code, format, isFinal: true });
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
  const { _load: load } = Module as unknown as ModuleStatics;
  watchRequires(Module as unknown as ModuleStatics, recorder, own);
}
