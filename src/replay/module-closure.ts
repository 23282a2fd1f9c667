import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, posix, relative, sep } from 'node:path';
import type { Resolution, Snapshot } from '#project/snapshot';
import { compileModule, type CompiledModule } from './compile-module';
import { CompilerOptionsReader } from './compiler-options';
import type { Insertion } from './place-probe';
import type { ChildModule, CodeUnit, Link } from './protocol';

/** All modules of the project that the entry may load, compiled, and what their specifiers mean. */
export type ModuleClosure =
  | { readonly kind: 'closed'; readonly modules: readonly ChildModule[]; readonly units: readonly CodeUnit[] }
  | { readonly kind: 'broken'; readonly reason: string };

interface NotCompiled {
  readonly kind: 'not-compiled';
  readonly reason: string;
}

/** Compiles the modules of one snapshot, each once. */
export class ModuleCompiler {
  readonly #snapshot: Snapshot;
  readonly #compiled = new Map<string, CompiledModule>();
  readonly #options = new CompilerOptionsReader();
  readonly #packageTypes = new Map<string, PackageType>();
  /** Whether the snapshot has all there are in its folders: a lone file has none of them. */
  #knowsManifests: boolean | null = null;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /** `more`: specifiers that inputs may ask for although the compiled entry no longer imports them; `opened`: modules that open their scope, as the entry does. */
  close(
    entry: string,
    probes: readonly Insertion[],
    more: readonly string[],
    opened: ReadonlySet<string>,
  ): ModuleClosure {
    const modules = new Map<string, ChildModule>();
    const units: CodeUnit[] = [];
    const waiting = [entry];
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (modules.has(path)) continue;
      const isEntry = path === entry;
      const isOpen = isEntry || opened.has(path);
      const compiled = isOpen ? this.#opened(path, isEntry ? probes : []) : this.#known(path);
      if (compiled.kind === 'broken') {
        if (isEntry) return compiled;
        continue;
      }
      const links: Record<string, Link> = {};
      for (const specifier of isEntry ? [...compiled.specifiers, ...more] : compiled.specifiers) {
        const link = this.#link(path, specifier);
        // Code would see an error that is none of the program.
        if (link.kind === 'not-compiled') return { kind: 'broken', reason: link.reason };
        links[specifier] = link;
        if (link.kind === 'module') waiting.push(link.path);
      }
      const variant = isEntry ? JSON.stringify(probes) : isOpen ? 'open' : '';
      const fileName = join(this.#snapshot.root, path);
      const { code, format, interop, awaits, required } = compiled;
      const key = `${path}:${this.#snapshot.hashOf(path)}:${format}:${variant}`;
      modules.set(path, { path, fileName, key, format, interop, awaits, required, links });
      units.push({ key, code, fileName });
    }
    return { kind: 'closed', modules: [...modules.values()], units };
  }

  #link(from: string, specifier: string): Link | NotCompiled {
    const found = this.#snapshot.resolve(from, specifier);
    switch (found.kind) {
      case 'file': {
        const compiled = this.#known(found.path);
        if (compiled.kind === 'compiled') return { kind: 'module', path: found.path };
        return { kind: compiled.isOurs === true ? 'not-compiled' : 'missing', reason: compiled.reason };
      }
      case 'builtin':
        return { kind: 'external' };
      case 'external':
        return externalLink(found, specifier);
      case 'unresolved':
        return { kind: 'missing', reason: `Cannot find module '${specifier}' imported from ${from}` };
    }
  }

  #known(path: string): CompiledModule {
    let compiled = this.#compiled.get(path);
    if (compiled === undefined) this.#compiled.set(path, (compiled = this.#compile(path, [], false)));
    return compiled;
  }

  #opened(path: string, probes: readonly Insertion[]): CompiledModule {
    const key = `${path}\n${JSON.stringify(probes)}`;
    let compiled = this.#compiled.get(key);
    if (compiled === undefined) this.#compiled.set(key, (compiled = this.#compile(path, probes, true)));
    return compiled;
  }

  #compile(path: string, insertions: readonly Insertion[], openScope: boolean): CompiledModule {
    const file = this.#snapshot.read(path);
    if (file === undefined) return { kind: 'broken', reason: `${path} cannot be read` };
    const folder = dirname(join(this.#snapshot.root, path));
    const packageType = this.#packageType(folder);
    return compileModule({
      path,
      text: file.text,
      packageType,
      options: this.#options.at(folder),
      insertions,
      openScope,
    });
  }

  /** Of the nearest package.json: a revision's own, as for the resolution of names; on disk above the snapshot. */
  #packageType(folder: string): PackageType {
    const known = this.#packageTypes.get(folder);
    if (known !== undefined) return known;
    const above = dirname(folder);
    const text = this.#manifestIn(folder);
    const found = text === undefined ? undefined : typeOf(text);
    const type = found ?? (above === folder ? 'commonjs' : this.#packageType(above));
    this.#packageTypes.set(folder, type);
    return type;
  }

  #manifestIn(folder: string): string | undefined {
    const within = relative(this.#snapshot.root, folder);
    const isInside = !within.startsWith('..') && !isAbsolute(within);
    this.#knowsManifests ??= this.#snapshot.otherPaths().some((path) => posix.basename(path) === manifest);
    if (!isInside || !this.#knowsManifests) return textOnDisk(join(folder, manifest));
    return this.#snapshot.readOthers([posix.join(within.replaceAll(sep, '/'), manifest)])[0]?.text;
  }
}

type PackageType = 'module' | 'commonjs';

const manifest = 'package.json';

function externalLink(found: Extract<Resolution, { kind: 'external' }>, specifier: string): Link {
  const isData = /\.(?:json|node)$/.test(specifier) || /\.(?:json|node)$/.test(found.name);
  const isAsset = !isData && /\.(?!(?:[cm]?jsx?)$)\w+$/.test(found.name) && /^[./]/.test(specifier);
  return isAsset ? { kind: 'asset' } : { kind: 'external' };
}

function textOnDisk(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function typeOf(text: string): PackageType {
  return /"type"\s*:\s*"module"/.test(text) ? 'module' : 'commonjs';
}
