import { register } from 'node:module';
import { encodeCall } from '../recorded-call';
import { install } from '../runtime/install';
import { takeSettings } from '../runtime/settings';
import { installAdapters } from '../runners/adapters';
import { hookRequire } from './hook-require';

/** Preloaded into every process of a recorded run, by `--import`. */
const settings = takeSettings(process.env);
if (settings !== null) {
  const installed = install(settings, encodeCall);
  hookRequire(settings, installed);
  installAdapters(settings, installed);
  register(new URL('trace-loader.js', settings.preload), { data: { settings, id: installed.id } });
}
