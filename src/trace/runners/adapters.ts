import Module, { type SourceMap } from 'node:module';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import v8 from 'node:v8';
import { instrumentFile } from '../register/instrument-file';
import type { LazyInstrumenter } from '../register/lazy-instrumenter';
import { packageName } from '../register/package-name';
import { watchedIn } from '../register/watched-functions';
import { watchCoverage, type FunctionCoverage } from '../runtime/inspector-coverage';
import type { Installed } from '../runtime/install';
import type { TraceSettings } from '../runtime/settings';
import { watchTap } from '../runtime/tap';
import { instrumentJestCode } from './jest-code';
import { jestHooks, type JestHooks } from './jest-hooks';
import { withoutProbeNodes } from './probe-nodes';
import { quietObject } from './quiet-object';
import { RecorderEvents } from './recorder-events';
import { decodeSelection } from './selection';
import type { Selection } from './test-events';
import type { ResolvedViteConfig, ViteConfig, VitestConfig } from './vitest-plugin';
import { observeRunner, type TestFunctions, type VitestRunner } from './vitest-runner';
import { recordIn, withRecording, type AddPlugins } from './vitest-server';
import { leavesModulesToServer } from './vitest-worker';

/**
 * Lets vitest and jest find the recorder of this process: both run tests in contexts with other globals than the
 * process has, and share its built-in modules. What is put in their way are functions of the recorder.
 */
export function installAdapters(
  settings: TraceSettings,
  instrumenter: LazyInstrumenter,
  { recorder, own, quietly, environment, known }: Installed,
): Adapters {
  const relative = (file: string): string => own(file) ?? file;
  const selection = settings.only === null ? null : decodeSelection(readFileSync(settings.only, 'utf8'), relative);
  if (settings.runner === 'mocha' && settings.only !== null) {
    const asked = decodeSelection(readFileSync(settings.only, 'utf8'), (file) => file);
    const pathsOf = (file: string): string[] => [relative(file), resolve(settings.root, relative(file))];
    known.runsTestsOf = (file) => pathsOf(file).some((path) => asked.hasFile(path));
    known.runsTest = (file, titles) => pathsOf(file).some((path) => asked.hasTitles(path, titles));
  }
  const leftOut = leftOutIn(settings);
  watchTap({ recorder, file: tapFile(settings, own), isLeftOut: (test) => leftOut?.has(test) === true });
  if (settings.runner === 'tap') {
    const probed = (file: string, code: string): string | null => {
      const loaded = { file, path: relative(file), code, format: 'esm', isFinal: false } as const;
      return /\.[cm]?jsx?$/.test(file) ? null : instrumentFile(settings, instrumenter, loaded);
    };
    const ofSource = (file: string, functions: readonly FunctionCoverage[], map: SourceMap) =>
      quietly(() => sourceCoverage({ file, functions, map, instrumenter, probed }));
    watchCoverage({ isOwn: (file) => own(file) !== null, ofSource });
  }
  const events = new RecorderEvents(recorder, relative);
  const imported = (from: string, to: string): void => {
    const importer = own(from);
    if (importer === null) return;
    const path = own(to);
    const name = path === null ? packageName(to) : null;
    if (path !== null) recorder.imported(importer, path);
    else if (name !== null) recorder.importedPackage(importer, name);
  };
  const note = (message: string): void => recorder.note('not-instrumented', message);
  const { folder, mode } = settings;
  const cache = settings.cache ?? join(folder, 'code');
  const watched = (path: string): ReadonlySet<string> => watchedIn(settings, path);
  const projects: VitestConfig[] = [];
  const configured = (vitest: string, config: VitestConfig, ofAll: VitestConfig): void => {
    projects.push(config);
    if (ofAll.coverage?.enabled === true || !leavesModulesToServer(config)) known.loadsModules();
    // Asked when a worker is started: until then, others may change it.
    known.vitest = () => (projects.every(leavesModulesToServer) ? vitest : null);
  };
  const server = { folder, mode, instrumenter, cache, selection, own, watched, imported, configured, note };
  const adapters = {
    vite: (config: ViteConfig, vitest: string): ViteConfig => withRecording(config, vitest, server),
    withoutProbes: withoutProbeNodes,
    quiet: <T extends object>(object: T): T => quietObject(object, quietly),
    vitest(runner: VitestRunner, functionOf: TestFunctions): void {
      known.begins();
      observeRunner(runner, { events, selection, functionOf });
    },
  };
  Object.defineProperty(v8, '__wingbeat__', { value: Object.assign(recorder, adapters), configurable: true });
  hookPackages(
    jestHooks({
      events,
      selection,
      imported,
      note,
      quietly,
      watched: (env) => environment.watched(env),
      place: new URL('.', settings.preload).href,
      withoutProbes: (coverage) => instrumenter()?.withoutProbes(coverage) ?? coverage,
      instrument(file, transformed) {
        // Jest loads modules anew for every test file.
        recorder.modulesStay = false;
        const path = own(file);
        if (path === null || !/\.[cm]?[jt]sx?$/.test(file)) return null;
        const made = instrumentJestCode(transformed, { file, path, mode, cache, instrumenter, watched: watched(path) });
        if (made === null) note(path);
        return made;
      },
    }),
  );
  return { recordIn: (config, vitest) => recordIn(config, vitest, server) };
}

export interface Adapters {
  /** Makes a server of vite hand out instrumented modules; `vitest` is the address of the package. */
  recordIn(config: ResolvedViteConfig, vitest: string): AddPlugins;
}

interface LoadedScript {
  readonly file: string;
  readonly functions: readonly FunctionCoverage[];
  readonly map: SourceMap;
  readonly instrumenter: LazyInstrumenter;
  /** What is given to compilers. */
  probed(file: string, code: string): string | null;
}

function sourceCoverage(script: LoadedScript): readonly FunctionCoverage[] | null {
  const { file, functions, map, instrumenter, probed } = script;
  const lineLengths: unknown = Reflect.get(map, 'lineLengths');
  if (!Array.isArray(lineLengths)) return null;
  const source = readFileSync(file, 'utf8');
  const covered = { functions, map: JSON.stringify(map.payload), lineLengths: lineLengths as number[], source };
  return instrumenter()?.coverageOfSource({ ...covered, probed: probed(file, source) }) ?? null;
}

/** A process that a test has started runs no tests of its own, and programs of packages are the runner's. */
function tapFile({ parent }: TraceSettings, own: Installed['own']): string | null {
  const [, main] = process.argv;
  return main === undefined || (parent !== null && parent.execution !== null) ? null : own(resolve(main));
}

/** Of files as mocha is given them, by their whole paths or from the root. */
function leftOutIn({ leftOut }: TraceSettings): Selection | null {
  return leftOut === null ? null : decodeSelection(readFileSync(leftOut, 'utf8'), (file) => file);
}

/** Packages are hooked by the names that they are required by, whichever copy of them that leads to. */
function hookPackages(hooks: JestHooks): void {
  const load: unknown = Reflect.get(Module, '_load');
  if (typeof load !== 'function') return;
  const hooked = function (this: unknown, ...args: unknown[]): unknown {
    const exported: unknown = Reflect.apply(load, this, args);
    const [request] = args;
    const hook = typeof request === 'string' && Object.hasOwn(hooks, request) ? hooks[request] : undefined;
    if (hook === undefined || exported === null || (typeof exported !== 'object' && typeof exported !== 'function')) {
      return exported;
    }
    const parent: unknown = Reflect.get(Object(args[1]), 'filename');
    return hook(exported, typeof parent === 'string' ? parent : '');
  };
  Object.defineProperty(Module, '_load', { value: hooked, configurable: true, writable: true, enumerable: true });
}
