import type { BindingPairs } from './binding-pairs';
import type { Version } from './version';

/** Follows imports between the compared modules of one version; a moved declaration is then still the same thing. */
export class Entities {
  readonly #version: Version;
  readonly #modules = new Map<string, number>();
  readonly #pairOf: ReadonlyMap<number, number>;
  readonly #imports: readonly ReadonlyMap<number, { readonly source: string; readonly imported: string }>[];

  /** `pairOf` gives partners among the modules of the two versions one number. */
  constructor(version: Version, pairOf: ReadonlyMap<number, number>) {
    this.#version = version;
    this.#pairOf = pairOf;
    version.modules.forEach(({ path }, index) => {
      const stem = withoutExtension(path);
      this.#modules.set(stem, index);
      if (stem.endsWith('/index')) this.#modules.set(stem.slice(0, -'/index'.length), index);
    });
    this.#imports = version.modules.map((module) => new Map(module.imports.map((record) => [record.binding, record])));
  }

  of(module: number, binding: number): Entity {
    const record = this.#imports[module]?.get(binding);
    if (record === undefined) return { kind: 'variable', module, binding };
    return this.#exported(module, record.source, record.imported, new Set());
  }

  /** What `export … from` and `import … from` this source get under this name. */
  imported(module: number, source: string, name: string): Entity {
    return this.#exported(module, source, name, new Set());
  }

  /** A name for the module that a specifier means: the same in both versions for partners and for unchanged files. */
  sourceKey(module: number, source: string): string {
    const resolved = this.#resolve(module, source);
    if (typeof resolved === 'string') return resolved;
    const pair = this.#pairOf.get(resolved);
    return pair === undefined ? `file ${withoutExtension(this.#version.modules[resolved]!.path)}` : `pair ${pair}`;
  }

  /** How a module names what `sourceKey` means, if that is a file known by its path. */
  specifierFor(module: number, key: string): string | null {
    const pair = /^pair (\d+)$/.exec(key);
    const file = /^file (.*)$/s.exec(key);
    const partner = pair === null ? undefined : [...this.#pairOf].find(([, number]) => number === Number(pair[1]))?.[0];
    const path = partner === undefined ? file?.[1] : withoutExtension(this.#version.modules[partner]!.path);
    return path === undefined ? null : relative(this.#version.modules[module]!.path, path);
  }

  #exported(from: number, source: string, name: string, seen: Set<string>): Entity {
    const unknown: Entity = { kind: 'export', source: this.sourceKey(from, source), name };
    const module = this.#resolve(from, source);
    if (typeof module === 'string' || name === '*' || name === '=') return unknown;
    return this.#lookUp(module, name, seen) ?? unknown;
  }

  #lookUp(module: number, name: string, seen: Set<string>): Entity | null {
    const step = `${module} ${name}`;
    if (seen.has(step)) return null;
    seen.add(step);
    const stars: string[] = [];
    for (const record of this.#version.modules[module]!.exports) {
      if (record.kind === 'star') stars.push(record.source);
      else if (record.exported !== name) continue;
      else if (record.kind === 'from') return this.#exported(module, record.source, record.imported, seen);
      else {
        const behind = this.#imports[module]?.get(record.binding);
        if (behind === undefined) return { kind: 'variable', module, binding: record.binding };
        return this.#exported(module, behind.source, behind.imported, seen);
      }
    }
    if (name === 'default') return null;
    for (const source of stars) {
      const through = this.#resolve(module, source);
      const found = typeof through === 'string' ? null : this.#lookUp(through, name, seen);
      if (found !== null) return found;
    }
    return null;
  }

  /** The compared module that a specifier means, else a text that names the other one. */
  #resolve(from: number, source: string): number | string {
    if (!source.startsWith('.')) return source;
    const stem = withoutExtension(join(this.#version.modules[from]!.path, source));
    return this.#modules.get(stem) ?? `file ${stem}`;
  }
}

/** What a name means once imports are followed: a variable of a compared module, or an export of another one. */
export type Entity =
  | { readonly kind: 'variable'; readonly module: number; readonly binding: number }
  | { readonly kind: 'export'; readonly source: string; readonly name: string };

export function sameEntity(base: Entity, head: Entity, bindings: BindingPairs): boolean {
  if (base.kind === 'variable') {
    return head.kind === 'variable' && bindings.arePartners(base.module, base.binding, head.module, head.binding);
  }
  return head.kind === 'export' && base.source === head.source && base.name === head.name;
}

function withoutExtension(path: string): string {
  return path.replace(/\.(?:d\.)?[cm]?[jt]sx?$/, '');
}

/** A specifier relative to the file that holds it. */
function join(file: string, specifier: string): string {
  const parts = file.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** A specifier by which one file reaches another. */
function relative(file: string, target: string): string {
  const from = file.split('/').slice(0, -1);
  const to = target.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const up = from.slice(shared).map(() => '..');
  return [...(up.length === 0 ? ['.'] : up), ...to.slice(shared)].join('/');
}
