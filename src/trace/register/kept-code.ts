import fs from 'node:fs';
import { join } from 'node:path';
import { keep } from './code-cache';

// Held here, as the runtime and tests replace functions of `fs`.
const { readFileSync } = fs;

/** Code, and what was made of it: the same where there is nothing to be made. */
export interface MadeCode {
  /** The file that it is kept in. */
  readonly name: string;
  /** All that the text was made of but the code. */
  readonly key: string;
  readonly code: string;
  readonly text: string;
}

export interface KeptCode extends MadeCode {
  /** What the engine made of the text; null where no process has told yet. */
  readonly compiled: Buffer | null;
}

/**
 * Looks for what was made of exactly this code. Entries hold the code that they are of and are compared with it: the engine
 * itself does not see that what it compiled was another text, and to compare takes less time than to load what hashes.
 */
export function findCode(cache: string, key: string, code: string): KeptCode | null {
  for (const name of namesFor(cache, key, code)) {
    const entry = read(name);
    if (entry === null) return null;
    const found = entryOf(entry, key, code);
    if (found !== null) return { name, key, code, ...found };
  }
  return null;
}

/** A name for code that `findCode` does not find: a new one, or that of an older one. */
export function nameFor(cache: string, key: string, code: string): string {
  const names = namesFor(cache, key, code);
  return names.find((name) => read(name) === null) ?? names[code.charCodeAt(code.length >> 1) % names.length] ?? '';
}

export function keepCode(cache: string, { name, key, code, text }: MadeCode, compiled: Buffer | null): void {
  const parts = [key, code, text === code ? '' : text].map((part) => Buffer.from(part));
  const head = `${[layout, ...parts.map(({ length }) => length)].join(' ')}\n`;
  keep(cache, name, Buffer.concat([Buffer.from(head), ...parts, compiled ?? Buffer.alloc(0)]));
}

/** Version of how entries are written. What depends on probes is a part of the key. */
const layout = 1;

function read(name: string): Buffer | null {
  try {
    return readFileSync(name);
  } catch {
    return null;
  }
}

function entryOf(entry: Buffer, key: string, code: string): Pick<KeptCode, 'text' | 'compiled'> | null {
  const start = entry.indexOf(10) + 1;
  const [found, ...lengths] = entry.toString('latin1', 0, start).split(' ').map(Number);
  if (found !== layout || lengths.length !== 3) return null;
  let at = start;
  const part = (length = 0): string => {
    at += length;
    return entry.toString('utf8', at - length, at);
  };
  if (part(lengths[0]) !== key || part(lengths[1]) !== code) return null;
  const text = lengths[2] === 0 ? code : part(lengths[2]);
  return { text, compiled: at === entry.length ? null : entry.subarray(at) };
}

/** So many codes that are equally long are kept of a file. */
const places = [0, 1, 2, 3];

function namesFor(cache: string, key: string, code: string): readonly string[] {
  const name = `${shortHash(key)}-${code.length.toString(36)}`;
  return places.map((place) => join(cache, `${name}-${place}`));
}

/** FNV-1a, for names only. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
