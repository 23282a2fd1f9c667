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

/** Tells of every path that is read, listed or looked for through `fs`. */
export function watchReads(told: (path: string) => void): void {
  for (const name of names) {
    watch(fs, name, told);
    watch(fs, `${name}Sync`, told);
    watch(fs.promises, name, told);
  }
  watch(fs, 'openAsBlob', told);
  syncBuiltinESMExports();
}

function watch(object: object, name: string, told: (path: string) => void): void {
  const original: unknown = Reflect.get(object, name);
  if (typeof original !== 'function') return;
  replaceMethod(object, name, function (this: unknown, ...args: unknown[]) {
    const path = pathOf(args[0]);
    if (path !== null) told(path);
    return Reflect.apply(original, this, args) as unknown;
  });
}

function pathOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value instanceof URL) return value.protocol === 'file:' ? fileURLToPath(value) : null;
  return Buffer.isBuffer(value) ? value.toString() : null;
}
