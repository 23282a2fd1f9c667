import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { probePath } from './probe-path';

/** What a path in an import means on disk: a file, or null. */
export function fileOnDisk(folder: string, specifier: string): string | null {
  const target = resolve(folder, specifier.replace(/[?#].*$/, ''));
  const found = [target, probePath(target, onDisk), `${target}.json`].find(
    (path) => path !== undefined && isFile(path),
  );
  return found ?? null;
}

const onDisk = { has: (path: string): boolean => existsSync(path) && isFile(path) };

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Whether two files hold the same, and all that they import by paths does. */
export function isSameOnDisk(first: string, second: string): boolean {
  const seen = new Set<string>();
  const waiting: [string, string][] = [[first, second]];
  for (const [one, other] of waiting) {
    if (one === other || seen.has(`${one}\n${other}`)) continue;
    seen.add(`${one}\n${other}`);
    if (seen.size > mostFiles) return false;
    const [text, otherText] = [readFileSync(one), readFileSync(other)];
    if (!text.equals(otherText)) return false;
    for (const [, specifier = ''] of text.toString('latin1').matchAll(imports)) {
      if (!specifier.startsWith('.')) {
        if (!isInstalledAlike(dirname(one), dirname(other), packageOf(specifier))) return false;
        continue;
      }
      const [inner, otherInner] = [fileOnDisk(dirname(one), specifier), fileOnDisk(dirname(other), specifier)];
      if (inner === null && otherInner === null) continue;
      if (inner === null || otherInner === null) return false;
      waiting.push([inner, otherInner]);
    }
  }
  return true;
}

const mostFiles = 5_000;
/** Too many are harmless. */
const imports = /\b(?:from|import|require)\s*\(?\s*["']([^"'\n]+)["']/g;

export function packageOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

/** Whether source of two folders gets the same version of a package; where one of them has none, nothing speaks against it. */
export function isInstalledAlike(folder: string, other: string, name: string): boolean {
  if (folder === other) return true;
  const [first, second] = [installedAt(folder, name), installedAt(other, name)];
  return first === null || second === null || first === second || readFileSync(first).equals(readFileSync(second));
}

function installedAt(folder: string, name: string): string | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const manifest = join(at, 'node_modules', name, 'package.json');
    if (isFile(manifest)) return manifest;
    if (dirname(at) === at) return null;
  }
}
