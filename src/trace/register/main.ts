import { createRequire, register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import type { WriteCall } from '../runtime/call-log';
import { install, type Installed } from '../runtime/install';
import { takeSettings, type TraceSettings } from '../runtime/settings';
import { installAdapters, type Adapters } from '../runners/adapters';
import { VitestMain, vitestProgram } from '../runners/vitest-main';
import { readsForVitest, vitestEvaluators, VitestWorker, type ImportModule } from '../runners/vitest-worker';
import type { CompiledCode } from './compiled-code';
import { hookRequire } from './hook-require';
import { lazyInstrumenter } from './lazy-instrumenter';
import { ModuleLoads, resolved, startsTestsOfNode, wordsOfOptions } from './module-loads';
import { preloadedFiles } from './preloaded-files';

/** Starts recording in this process, when it was told to. */
export type Start = (compiled: CompiledCode | null, importing: ImportModule) => void;

export const start: Start = (compiled, importing) => {
  const settings = startsTestsOfNode() ? null : takeSettings(process.env);
  if (settings === null) return;
  const { preload } = settings;
  const installed = install(settings, writeCallOf(settings));
  const load = lazyInstrumenter(preload);
  // What is read for it is read by no test, and it imports nothing of the project.
  const instrumenter = (): ReturnType<typeof load> => installed.quietly(() => loads.without(load));
  const loads = new ModuleLoads(() => {
    const data = { settings, id: installed.id };
    installed.quietly(() => register(new URL('trace-loader.js', preload), { data }));
  });
  hookRequire({ settings, instrumenter, loads, compiled }, installed);
  const adapters = installAdapters(settings, instrumenter, installed);
  tellPreloaded(installed);
  expectModules({ settings, installed, loads, adapters, importing });
};

/** What is loaded before the program is there for all that the program does, whoever else imports it. */
function tellPreloaded({ own, quietly, recorder }: Installed): void {
  const [, program] = process.argv;
  const main = isMainThread && program !== undefined ? own(program) : null;
  if (main === null) return;
  for (const file of preloadedFiles(wordsOfOptions(), process.cwd())) {
    const found = quietly(() => resolved(file));
    const path = found === null ? null : own(found);
    if (path !== null) recorder.imported(main, path);
  }
}

interface ExpectRequest {
  readonly settings: TraceSettings;
  readonly installed: Installed;
  readonly loads: ModuleLoads;
  readonly adapters: Adapters;
  readonly importing: ImportModule;
}

/** Modules are watched from when the program of this process may load one of the project. */
function expectModules({ settings, installed, loads, adapters, importing }: ExpectRequest): void {
  const { own, quietly, recorder, known } = installed;
  const evaluators = quietly(() => vitestEvaluators(settings));
  const program = evaluators === null && isMainThread ? quietly(() => vitestProgram()) : null;
  if (evaluators === null && program === null) {
    quietly(() => loads.expectFromStart());
    return;
  }
  known.readsForItself = (file) => readsForVitest.test(file);
  loads.expectFromOptions();
  if (evaluators !== null) {
    const worker = new VitestWorker(evaluators, loads);
    known.begins = () => quietly(() => worker.confirm());
    void worker.watch(quietly, importing);
  }
  if (program !== null) {
    const note = (message: string): void => recorder.note('not-instrumented', message);
    const main = new VitestMain({ program, loads, ...adapters, own, quietly, note, importing });
    known.isAlone = () => main.isAlone;
    known.loadsModules = () => quietly(() => loads.expect());
    void main.watch();
  }
}

/** What puts calls into words is loaded where functions are watched: it takes as long to load as all else. */
function writeCallOf({ watched, preload }: TraceSettings): WriteCall {
  if (watched === null) return () => null;
  const file = fileURLToPath(new URL('trace-calls.cjs', preload));
  return (createRequire(preload)(file) as { readonly encodeCall: WriteCall }).encodeCall;
}
