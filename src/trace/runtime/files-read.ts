import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceMethod } from './replace-method';

const names = [
  'access',
  'copyFile',
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

export interface ReadOfPath {
  readonly path: string;
  readonly asked: Asked;
  /** By the engine's own means: runners ask so for every module. */
  readonly isNative: boolean;
}

/** Tells of every path that is read, copied, listed or looked for through `fs`, by calls of `by`. */
export function watchReads(told: (read: ReadOfPath, by: CallableFunction) => void): void {
  const { readdirSync } = fs;
  for (const name of [...names, 'openAsBlob']) {
    const asked = places.has(name) ? 'place' : 'content';
    const tell: Tell = (path, by, options) => {
      told({ path, asked, isNative: false }, by);
      if (listing.has(name) && isRecursive(options))
        for (const folder of foldersWithin(path, readdirSync)) told({ path: folder, asked, isNative: false }, by);
    };
    watch(fs, name, tell);
    watch(fs, `${name}Sync`, tell);
    watch(fs.promises, name, tell);
  }
  const tellAll: Tell = (path, by) => {
    for (const each of withContents(path, readdirSync)) told({ path: each, asked: 'content', isNative: false }, by);
  };
  for (const [object, name] of copying) watch(object, name, tellAll);
  for (const realpath of [fs.realpath, fs.realpathSync])
    watch(realpath, 'native', (path, by) => told({ path, asked: 'place', isNative: true }, by));
  watch(process, 'loadEnvFile', (path, by) => told({ path, asked: 'content', isNative: false }, by), '.env');
  syncBuiltinESMExports();
}

type Tell = (path: string, by: CallableFunction, options: unknown) => void;

/** The engine lists folders in folders by itself. */
const listing = new Set(['opendir', 'readdir']);

function isRecursive(options: unknown): boolean {
  return typeof options === 'object' && options !== null && Reflect.get(options, 'recursive') === true;
}

function foldersWithin(path: string, readdirSync: typeof fs.readdirSync): string[] {
  const found = [path];
  for (const each of found) {
    try {
      for (const entry of readdirSync(each, { withFileTypes: true }))
        if (entry.isDirectory() && entry.name !== 'node_modules') found.push(join(each, entry.name));
    } catch {
      // Who asked for it will find out.
    }
  }
  return found.slice(1);
}

/** And copies them. */
const copying = [
  [fs, 'cp'],
  [fs, 'cpSync'],
  [fs.promises, 'cp'],
] as const;

/** A path, and where it is a folder all that lies in it but for packages. */
function withContents(path: string, readdirSync: typeof fs.readdirSync): string[] {
  const found = [path];
  for (const each of found) {
    try {
      for (const { name } of readdirSync(each, { withFileTypes: true }))
        if (name !== 'node_modules') found.push(join(each, name));
    } catch {
      // It is a file, or not there: who asked for it will find out.
    }
  }
  return found;
}

function watch(object: object, name: string, told: Tell, otherwise?: string): void {
  const original: unknown = Reflect.get(object, name);
  if (typeof original !== 'function') return;
  const watched = function (this: unknown, ...args: unknown[]): unknown {
    const path = pathOf(args[0] ?? otherwise);
    if (path !== null) told(path, watched, args[1]);
    return Reflect.apply(original, this, args) as unknown;
  };
  replaceMethod(object, name, watched);
}

function pathOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value instanceof URL) return value.protocol === 'file:' ? fileURLToPath(value) : null;
  return Buffer.isBuffer(value) ? value.toString() : null;
}
