import { register } from 'node:module';
import { encodeCall } from '../recorded-call';
import { install } from '../runtime/install';
import { takeSettings } from '../runtime/settings';
import { installAdapters } from '../runners/adapters';
import { hookRequire } from './hook-require';
import { lazyInstrumenter } from './lazy-instrumenter';

/** Preloaded into every process of a recorded run, by `--import`. */
const settings = takeSettings(process.env);
if (settings !== null) {
  const installed = install(settings, encodeCall);
  const load = lazyInstrumenter(settings.preload);
  // What is read for it is read by no test.
  const instrumenter = (): ReturnType<typeof load> => installed.quietly(load);
  hookRequire(settings, instrumenter, installed);
  installAdapters(settings, instrumenter, installed);
  register(new URL('trace-loader.js', settings.preload), { data: { settings, id: installed.id } });
}
