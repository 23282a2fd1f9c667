import { hostType } from './host-values';

/** Whether a program of Node has it, in the versions that are in use. */
export function isHostGlobal(name: string): boolean {
  return hostGlobals.has(name) || hostType(name) !== null;
}

/** Globals of the hosts that programs run in. */
const hostGlobals: ReadonlySet<string> = new Set([
  'AbortController',
  'AbortSignal',
  'Blob',
  'Buffer',
  'Event',
  'EventTarget',
  'FormData',
  'Headers',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'WebAssembly',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'console',
  'crypto',
  'fetch',
  'global',
  'navigator',
  'performance',
  'process',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'structuredClone',
]);
