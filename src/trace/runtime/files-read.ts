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

/** Tells of every path that is read, copied, listed or looked for through `fs`, by calls of `by`. */
export function watchReads(told: (path: string, asked: Asked, by: CallableFunction) => void): void {
  const { readdirSync } = fs;
  for (const name of [...names, 'openAsBlob']) {
    const asked = places.has(name) ? 'place' : 'content';
    const tell = (path: string, by: CallableFunction): void => told(path, asked, by);
    watch(fs, name, tell);
    watch(fs, `${name}Sync`, tell);
    watch(fs.promises, name, tell);
  }
  const tellAll = (path: string, by: CallableFunction): void => {
    for (const each of withContents(path, readdirSync)) told(each, 'content', by);
  };
  for (const [object, name] of copying) watch(object, name, tellAll);
  watch(process, 'loadEnvFile', (path, by) => told(path, 'content', by), '.env');
  syncBuiltinESMExports();
}

/** The engine copies folders by itself. */
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

function watch(
  object: object,
  name: string,
  told: (path: string, by: CallableFunction) => void,
  otherwise?: string,
): void {
  const original: unknown = Reflect.get(object, name);
  if (typeof original !== 'function') return;
  const watched = function (this: unknown, ...args: unknown[]): unknown {
    const path = pathOf(args[0] ?? otherwise);
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
