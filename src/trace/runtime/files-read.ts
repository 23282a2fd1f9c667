import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { replaceMethod } from './replace-method';

const names = [
  'access',
  'createReadStream',
  'exists',
  'lstat',
  'open',
  'opendir',
  'readFile',
  'readdir',
  'readlink',
  'realpath',
  'stat',
];

const places = new Set(['access', 'exists', 'lstat', 'realpath', 'stat']);

/** What a path is asked for: what the file holds, or only whether and where it is. */
export type Asked = 'content' | 'place';

/** Tells of every path that is read, listed or looked for through `fs`, by calls of `by`. */
export function watchReads(told: (path: string, asked: Asked, by: CallableFunction) => void): void {
  for (const name of [...names, 'openAsBlob']) {
    const asked = places.has(name) ? 'place' : 'content';
    const tell = (path: string, by: CallableFunction): void => told(path, asked, by);
    watch(fs, name, tell);
    watch(fs, `${name}Sync`, tell);
    watch(fs.promises, name, tell);
  }
  syncBuiltinESMExports();
}

function watch(object: object, name: string, told: (path: string, by: CallableFunction) => void): void {
  const original: unknown = Reflect.get(object, name);
  if (typeof original !== 'function') return;
  const watched = function (this: unknown, ...args: unknown[]): unknown {
    const path = pathOf(args[0]);
    if (path !== null) told(path, watched);
    return Reflect.apply(original, this, args) as unknown;
  };
  replaceMethod(object, name, watched);
}

function pathOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value instanceof URL) return value.protocol === 'file:' ? fileURLToPath(value) : null;
  return Buffer.isBuffer(value) ? value.toString() : null;
}
