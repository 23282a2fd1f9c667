import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { throughCache } from '../register/code-cache';
import type { LazyInstrumenter } from '../register/lazy-instrumenter';
import type { TraceMode } from '../runner';
import type { Selection } from './test-events';
import { ViteMaps } from './vite-maps';
import {
  vitestPlugins,
  type ResolvedViteConfig,
  type RunnerFile,
  type ViteConfig,
  type VitestConfig,
  type VitestHost,
} from './vitest-plugin';

export interface ServerRequest {
  /** Where files for vitest's workers may be put. */
  readonly folder: string;
  readonly mode: TraceMode;
  readonly instrumenter: LazyInstrumenter;
  /** Where instrumented code is kept between runs. */
  readonly cache: string | null;
  /** Null to run all tests. */
  readonly selection: Selection | null;
  /** Path relative to the root with `/`, or null for what is not the project's own. */
  own(file: string): string | null;
  /** Functions of a module that tell what they are called with. */
  watched(path: string): ReadonlySet<string>;
  imported(from: string, to: string): void;
  /** Projects of the vitest in this folder are run as its configuration, and that of all, say by then. */
  configured(vitest: string, config: VitestConfig, ofAll: VitestConfig): void;
  note(message: string): void;
}

/** Makes a server that vitest is about to create hand out instrumented modules. `vitest` is the address of the package. */
export function withRecording(config: ViteConfig, vitest: string, request: ServerRequest): ViteConfig {
  return { ...config, plugins: [...(config.plugins ?? []), ...vitestPlugins(hostOf(vitest, request))] };
}

/**
 * The same for one whose configuration is settled, and whose plugins have not been asked for modules. Puts the recorder's into
 * its list, and returns what does so with the lists of its environments.
 */
export function recordIn(config: ResolvedViteConfig, vitest: string, request: ServerRequest): AddPlugins {
  const [early, late] = vitestPlugins(hostOf(vitest, request));
  early.configResolved(config);
  const add: AddPlugins = (plugins) => {
    if (plugins.includes(early)) return;
    // Where they would stand, had they come with the configuration.
    plugins.splice(plugins.findLastIndex(({ enforce }) => enforce === 'pre') + 1, 0, early);
    const lastLate = plugins.findLastIndex(({ enforce }) => enforce === 'post');
    plugins.splice(lastLate < 0 ? plugins.length : lastLate + 1, 0, late);
  };
  add(config.plugins);
  return add;
}

export type AddPlugins = (plugins: ResolvedViteConfig['plugins']) => void;

function hostOf(vitest: string, request: ServerRequest): VitestHost {
  const maps = new ViteMaps(request.cache);
  return {
    selection: request.selection,
    instrument: (file, code, map) => instrumented(request, maps, file, code, map),
    combineMaps: (context) => maps.combine(context),
    imported: (from, to) => request.imported(from, to),
    configured: (found, ofAll) => request.configured(fileURLToPath(vitest), found, ofAll),
    note: (message) => request.note(message),
    runnerFile: (runner) => runnerFile(runner, fileURLToPath(vitest), request.folder),
  };
}

function instrumented(
  { own, mode, instrumenter, cache, note, watched }: ServerRequest,
  maps: ViteMaps,
  file: string,
  code: string,
  map: () => unknown,
): ReturnType<VitestHost['instrument']> {
  const path = own(file);
  if (path === null || !/\.[cm]?[jt]sx?$/.test(file)) return null;
  // Modules that plugins make are in no file.
  if (!isAbsolute(file) || !existsSync(file)) return null;
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  const original = text === code ? null : { text, map: JSON.stringify(map()) };
  const functions = watched(path);
  const parts = ['vitest', mode, path, [...functions].join(), code, original?.text ?? '', original?.map ?? ''];
  const known = throughCache(cache, parts, () => {
    const request = { code, path, mode, format: 'esm', watched: functions } as const;
    const made = instrumenter()?.instrument(original === null ? request : { ...request, original });
    return made === undefined || made === null ? null : { code: made.code, map: made.ownMap };
  });
  if (known === null) {
    note(path);
    return null;
  }
  return { code: known.code, map: maps.of(file, known.map) };
}

function runnerFile(runner: string | null, vitest: string, folder: string): RunnerFile {
  const text = runnerText(runner, vitest);
  const name = (runner ?? vitest).replaceAll(/[^\w.-]/g, '_');
  const file = join(folder, 'runners', `${name}.mjs`);
  mkdirSync(join(folder, 'runners'), { recursive: true });
  writeFileSync(file, text);
  return { file, text };
}

/**
 * Text of the module that vitest's workers take as their runner: the project's own, or vitest's, that tells the
 * runtime of its process of every instance. It is the first module of a worker's context, which may have other
 * globals than the process: it hands the runtime on, before anything instrumented is loaded.
 */
export function runnerText(runner: string | null, vitest: string): string {
  const base =
    runner === null
      ? `(${imported(join(vitest, 'dist/index.js'))}).TestRunner??(${imported(join(vitest, 'dist/runners.js'))}).VitestTestRunner`
      : `(${imported(runner)}).default`;
  return (
    `import v8 from"node:v8";const value=v8.__wingbeat__;` +
    `Object.defineProperty(globalThis,"__wingbeat__",{configurable:true,writable:true,value});` +
    `const B=${base},f=B.getTestFn??(${imported(join(vitest, 'dist/suite.js'))}).getFn;` +
    `export default class extends B{constructor(c){super(c);value.vitest(this,f)}}`
  );
}

function imported(path: string): string {
  return `await import(${JSON.stringify(path)})`;
}
