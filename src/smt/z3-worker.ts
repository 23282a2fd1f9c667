import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';
import { resetCommand } from './script-runner';
import { serveScripts } from './serve-scripts';
import type { ThreadStart } from './worker-runner';

/** The thread that z3 runs in: compiled to WebAssembly, called synchronously, killed from outside when it hangs. */

const { warmth, port } = workerData as ThreadStart;
const require = createRequire(import.meta.url);

/** As much of what the compiled z3 exports as is used here. */
interface Z3 {
  ccall(name: string, returns: null, types: readonly string[], args: readonly unknown[]): void;
  ccall(name: string, returns: 'number', types: readonly string[], args: readonly unknown[]): number;
  ccall(name: string, returns: 'string', types: readonly string[], args: readonly unknown[]): string;
}

type Initialize = (options: {
  instantiateWasm(imports: object, done: (instance: object, module: object) => void): object;
  print(line: string): void;
  printErr(line: string): void;
}) => Promise<Z3>;

/** The part of the global `WebAssembly` that is used here: it is no part of the language's own types. */
interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
}

/** Bytes after which z3 gives up a query, and megabytes after which it crashes: the build has 2 GB. */
const limits = { memory_high_watermark: String(1200 * 1024 ** 2), memory_max_size: '1500' };

async function start(): Promise<(script: string) => string> {
  const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi };
  const module =
    (warmth as object | null) ??
    (await WebAssembly.compile(readFileSync(require.resolve('z3-solver/build/z3-built.wasm'))));
  if (warmth === null) port.postMessage({ kind: 'warmth', warmth: module });
  const initialize = require('z3-solver/build/z3-built.js') as Initialize;
  const z3 = await initialize({
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
    print() {},
    printErr() {},
  });
  for (const [name, value] of Object.entries(limits)) {
    z3.ccall('Z3_global_param_set', null, ['string', 'string'], [name, value]);
  }
  const makeContext = (): number => {
    const config = z3.ccall('Z3_mk_config', 'number', [], []);
    const made = z3.ccall('Z3_mk_context', 'number', ['number'], [config]);
    z3.ccall('Z3_del_config', null, ['number'], [config]);
    // Errors are printed into the output instead of thrown through the compiled code.
    z3.ccall('set_noop_error_handler', null, ['number'], [made]);
    return made;
  };
  let context = makeContext();
  return (script) => {
    // A context whose budget ran out in a tactic stays cancelled, also after a reset: only a new one is empty for sure.
    if (script.startsWith(resetCommand)) {
      z3.ccall('Z3_del_context', null, ['number'], [context]);
      context = makeContext();
    }
    return z3.ccall('Z3_eval_smtlib2_string', 'string', ['number', 'string'], [context, script]);
  };
}

serveScripts(start().then((evaluate) => async (script: string) => evaluate(script)));
