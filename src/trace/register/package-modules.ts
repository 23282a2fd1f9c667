import { readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { isPackage } from '../runtime/own-path';
import { isInComment } from './comment-lines';

/** How code is looked at, as `ModuleLoads` does it. */
export interface ModuleTexts {
  /** Whether Node takes a file for a module. Rather yes than no. */
  isModule(file: string): boolean;
  /** Whether a text has an `import()`. Rather yes than no. */
  mayImport(code: string): boolean;
}

/** More files take longer to look at than hooks take to start. */
const mostFiles = 300;

/**
 * Modules of packages by which Node loads nothing but packages: of all that they import, directly or not, nothing is the
 * project's, and none has an `import()`. What cannot be told is none of them.
 */
export class PackageModules {
  readonly #texts: ModuleTexts;
  readonly #known = new Set<string>();

  constructor(texts: ModuleTexts) {
    this.#texts = texts;
  }

  /** Whether this file is one. */
  has(file: string): boolean {
    const found = new Set<string>();
    const open = [file];
    try {
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const real = realpathSync(next);
        if (this.#known.has(real) || found.has(real)) continue;
        if (!isPackage(real) || found.size > mostFiles) return false;
        found.add(real);
        const imported = this.#importedBy(real);
        if (imported === null) return false;
        open.push(...imported);
      }
    } catch {
      return false;
    }
    for (const known of found) this.#known.add(known);
    return true;
  }

  /** Files that a file of a package may import; null where that cannot be told. */
  #importedBy(file: string): readonly string[] | null {
    const end = extname(file);
    // What is required passes the recorder.
    if (end === '.json' || !this.#texts.isModule(file)) return [];
    if (end !== '.js' && end !== '.mjs') return null;
    const code = readFileSync(file, 'utf8');
    if (this.#texts.mayImport(code) || hidesSpecifier(code)) return null;
    const files: string[] = [];
    for (const [, , specifier = ''] of code.matchAll(specifiers)) {
      const targets = targetsOf(specifier, file);
      if (targets === null) return null;
      files.push(...targets);
    }
    return files;
  }
}

/** What follows the last word of a declaration that imports; may find more in texts and comments. */
const specifiers = /\b(?:from|import)\s*(["'])(.*?)\1/g;

/** Whether there may be a comment between that word and the specifier. The word may stand in a comment itself, at the end of a line. */
function hidesSpecifier(code: string): boolean {
  return [...code.matchAll(/\b(?:from|import)\s*\/[/*]/g)].some(({ index }) => !isInComment(code, index));
}

/** All files that Node may find for a specifier; null where that cannot be told. */
function targetsOf(specifier: string, from: string): readonly string[] | null {
  if (isBuiltin(specifier)) return [];
  // Addresses, names of the package's own, and what would have to be decoded.
  if (specifier === '' || /[:%\\?#]/.test(specifier)) return null;
  if (/^\.{0,2}\//.test(specifier)) return [join(specifier.startsWith('/') ? '/' : dirname(from), specifier)];
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
  const folder = folderOf(name, dirname(from));
  if (folder === null) return null;
  const { exports: exported } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { exports?: unknown };
  if (exported !== undefined && exported !== null) return exportedTargets(exported, `.${rest}`, folder);
  return [rest === '' ? createRequire(from).resolve(name) : join(folder, rest)];
}

function folderOf(name: string, from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (statSync(join(folder, 'package.json'), { throwIfNoEntry: false })?.isFile() === true) return folder;
    if (at === dirname(at)) return null;
  }
}

/** Under whatever conditions; null for a part that is not exported by its name. */
function exportedTargets(exported: unknown, part: string, folder: string): readonly string[] | null {
  const isByParts = typeof exported === 'object' && Object.keys(Object(exported)).some((key) => key.startsWith('.'));
  const found = isByParts ? (Reflect.get(Object(exported), part) as unknown) : part === '.' ? exported : undefined;
  if (found === undefined) return null;
  return textsIn(found)
    .filter((target) => !/\.d\.[cm]?ts$/.test(target))
    .map((target) => join(folder, target));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((part) => textsIn(part)) : [];
}
