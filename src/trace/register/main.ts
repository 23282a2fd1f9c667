import { register } from 'node:module';
import { encodeCall } from '../recorded-call';
import { install } from '../runtime/install';
import { takeSettings } from '../runtime/settings';
import { isMainThread } from 'node:worker_threads';
import { installAdapters } from '../runners/adapters';
import { VitestMain, vitestProgram } from '../runners/vitest-main';
import { readsForVitest, vitestEvaluators, VitestWorker } from '../runners/vitest-worker';
import { hookRequire } from './hook-require';
import { lazyInstrumenter } from './lazy-instrumenter';
import { ModuleLoads, startsTestsOfNode } from './module-loads';

/** Preloaded into every process of a recorded run, by `--require`. */
const settings = startsTestsOfNode() ? null : takeSettings(process.env);
if (settings !== null) {
  const { preload } = settings;
  const installed = install(settings, encodeCall);
  const load = lazyInstrumenter(preload);
  // What is read for it is read by no test, and it imports nothing of the project.
  const instrumenter = (): ReturnType<typeof load> => installed.quietly(() => loads.without(load));
  const loads = new ModuleLoads(() => {
    const data = { settings, id: installed.id };
    installed.quietly(() => register(new URL('trace-loader.js', preload), { data }));
  });
  hookRequire(settings, instrumenter, loads, installed);
  const { recordIn } = installAdapters(settings, instrumenter, installed);
  const evaluators = installed.quietly(() => vitestEvaluators(settings));
  const program = evaluators === null && isMainThread ? installed.quietly(() => vitestProgram()) : null;
  if (program !== null) {
    const { own, quietly, recorder, known } = installed;
    const note = (message: string): void => recorder.note('not-instrumented', message);
    const main = new VitestMain({ program, loads, recordIn, own, quietly, note });
    known.readsForItself = (file) => readsForVitest.test(file);
    known.isAlone = () => main.isAlone;
    known.loadsModules = () => quietly(() => loads.expect());
    loads.expectFromOptions();
    void main.watch();
  } else if (evaluators === null) installed.quietly(() => loads.expectFromStart());
  else {
    const worker = new VitestWorker(evaluators, loads);
    installed.known.readsForItself = (file) => readsForVitest.test(file);
    installed.known.begins = () => installed.quietly(() => worker.confirm());
    loads.expectFromOptions();
    void worker.watch(installed.quietly);
  }
}
