import type { Frame } from './frame';
import { typeOf } from './conversions';
import { throwError } from './errors';
import type { Machine } from './machine';
import { outsideValue } from './outside';
import { findProperty, getFrom, setFrom } from './properties';
import { objectValue, type Value } from './value';

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
  'document',
  'fetch',
  'global',
  'localStorage',
  'navigator',
  'performance',
  'process',
  'queueMicrotask',
  'self',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'structuredClone',
  'window',
]);

/** Of these a program of Node sees nothing. */
const browserGlobals: ReadonlySet<string> = new Set(['document', 'localStorage', 'self', 'window']);

export function readGlobal(machine: Machine, frame: Frame, name: string): Value {
  const found = lookUp(machine, frame, name);
  if (found === null) throwError(machine, 'ReferenceError', `${name} is not defined`);
  return found;
}

export function typeofGlobal(machine: Machine, frame: Frame, name: string): string {
  const found = lookUp(machine, frame, name);
  return found === null ? 'undefined' : typeOf(machine, found);
}

export function writeGlobal(machine: Machine, frame: Frame, name: string, value: Value): void {
  const { global } = machine.world.realm;
  if (frame.closure.fn.strict && lookUp(machine, frame, name) === null) {
    throwError(machine, 'ReferenceError', `${name} is not defined`);
  }
  const failure = setFrom(machine, global, name, value, objectValue(global));
  if (failure !== null && frame.closure.fn.strict) machine.world.language.complain(machine, failure);
}

function lookUp(machine: Machine, frame: Frame, name: string): Value | null {
  const { module } = frame.closure;
  if (module.format === 'commonjs') {
    const own = machine.world.language.commonJsGlobal(machine, module, name);
    if (own !== null) return own;
  }
  const { global } = machine.world.realm;
  if (findProperty(machine, global, name) !== null) return getFrom(machine, global, name, objectValue(global));
  if (name === 'global') return objectValue(global);
  if (browserGlobals.has(name) || !hostGlobals.has(name)) return null;
  return outsideValue(machine, name);
}
