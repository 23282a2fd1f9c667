import type { CallKind } from './cfg';

/** Whether a call is of a function of the language that goes through its first argument, by the iterator that this has. */
export function iteratesFirst(kind: CallKind, global: string | null, method: string | null): boolean {
  if (global === null) return false;
  if (kind === 'new') return method === null && iteratingConstructors.has(global);
  return method !== null && iteratingFunctions.has(`${global}.${method}`);
}

const numbers = ['Int8', 'Uint8', 'Uint8Clamped', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64'];

const iteratingConstructors: ReadonlySet<string> = new Set([
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'AggregateError',
  'URLSearchParams',
  'Headers',
  ...[...numbers, 'BigInt64', 'BigUint64'].map((kind) => `${kind}Array`),
]);

const iteratingFunctions: ReadonlySet<string> = new Set([
  'Array.from',
  'Array.fromAsync',
  'Object.fromEntries',
  'Object.groupBy',
  'Map.groupBy',
  'Iterator.from',
  ...['all', 'allSettled', 'race', 'any'].map((name) => `Promise.${name}`),
]);
