import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settingsVariable, type TraceSettings } from '../runtime/settings';
import { CompiledCode } from './compiled-code';
import type { Start } from './main';

/**
 * Preloaded into every process of a recorded run, by `--require`. Starts the recorder from what the engine compiled of it in
 * an earlier process: it is larger than most of what tests load.
 */
const text = process.env[settingsVariable];
if (text !== undefined) {
  const { cache, preload } = JSON.parse(text) as TraceSettings;
  const file = fileURLToPath(new URL('trace-recorder.cjs', preload));
  const compiled = cache === null ? null : CompiledCode.in(cache);
  const required = createRequire(preload);
  const start = (compiled === null ? required(file) : loaded(file, compiled, required)) as { readonly start: Start };
  start.start(compiled, (address) => import(address));
}

function loaded(file: string, compiled: CompiledCode, required: NodeJS.Require): unknown {
  const body = compiled.bodyOf(readFileSync(file, 'utf8'), file, true);
  if (body === null) return required(file);
  const module = { exports: {} };
  Reflect.apply(body, module.exports, [module.exports, required, module, file, dirname(file)]);
  return module.exports;
}
