import { posix } from 'node:path';
import { accessWidth, places } from '#ir/facts';
import type { LoadedProgram } from '#ir/load-program';
import { aliasedFolders, asksForPatterns, importedFolders } from './imported-folders';

/** Where the imports of files lead, as their source shows it. */
export class Links {
  private readonly known = new Map<string, ModuleLinks>();

  constructor(private readonly loaded: LoadedProgram) {}

  get sources(): readonly string[] {
    return this.loaded.program.modules.map(({ path }) => path);
  }

  isSource(path: string): boolean {
    return this.loaded.program.moduleIndex(path) !== undefined;
  }

  textOf(path: string): string {
    return this.isSource(path) ? this.loaded.textOf(path) : '';
  }

  modules(path: string): readonly string[] {
    return this.of(path).modules;
  }

  packages(path: string): readonly string[] {
    return this.of(path).packages;
  }

  /** Data, texts and built code that it imports by path, also where nothing is there. */
  files(path: string): readonly string[] {
    return this.of(path).files;
  }

  /** What it imports and nobody finds: a bundler may be told where it is. */
  unresolved(path: string): readonly string[] {
    return this.of(path).unresolved;
  }

  /** Whether it may import what its source does not name, as far as words tell. */
  computes(path: string): boolean {
    const text = this.textOf(path);
    return computing.test(text) || asksForPatterns.test(text);
  }

  /** Folders out of which it imports what a computed name or a pattern finds. */
  folders(path: string): readonly string[] {
    return this.of(path).folders;
  }

  /** Where such folders end, for patterns that begin with a name which only a bundler knows. */
  endsOfFolders(path: string): readonly string[] {
    return aliasedFolders(path, this.textOf(path));
  }

  /** What it says of properties, globals and exports: no compiler gives these other names. */
  lastingNames(path: string): ReadonlySet<string> {
    const { program } = this.loaded;
    const module = program.modules[program.moduleIndex(path) ?? -1];
    if (module === undefined) return new Set();
    const { words } = module.accesses;
    const names = new Set(module.exports.flatMap((record) => (record.kind === 'star' ? [] : [record.exported])));
    for (let at = 0; at < words.length; at += accessWidth) {
      const [, , place, a = -1, b = -1] = words.subarray(at, at + accessWidth);
      const name = place === places.field ? module.strings[b] : place === places.global ? module.strings[a] : undefined;
      if (name !== undefined && /^[A-Za-z_$][\w$]*$/.test(name)) names.add(name);
    }
    return names;
  }

  private of(path: string): ModuleLinks {
    const known = this.known.get(path);
    if (known !== undefined) return known;
    const { program, snapshot } = this.loaded;
    const folders = importedFolders(path, this.textOf(path));
    const found: { [Kind in Exclude<keyof ModuleLinks, 'folders'>]: string[] } & Pick<ModuleLinks, 'folders'> = {
      modules: [],
      packages: [],
      files: [],
      unresolved: [],
      folders,
    };
    for (const specifier of program.modules[program.moduleIndex(path) ?? -1]?.specifiers ?? []) {
      const target = snapshot.resolve(path, specifier);
      if (target.kind === 'file') {
        found.modules.push(target.path);
        continue;
      }
      if (target.kind === 'unresolved') found.unresolved.push(specifier);
      // Not the resolved name alone: the file may be gone by the time that it is asked for again.
      if (/^\.{1,2}\//.test(specifier)) found.files.push(...possiblePlaces(path, specifier));
      else if (target.kind === 'external') {
        found.packages.push(target.name);
        if (/^[^@].*\/.*\.\w+$/.test(target.name)) found.files.push(target.name);
      }
    }
    this.known.set(path, found);
    return found;
  }
}

const computing = /\b(?:import|require)\s*\(\s*(?!['"])|\bcreateRequire\b|\b(?:import|require)(?:Actual|Mock)\b/;

interface ModuleLinks {
  readonly modules: readonly string[];
  readonly packages: readonly string[];
  readonly files: readonly string[];
  readonly unresolved: readonly string[];
  readonly folders: readonly string[];
}

/** Where a relative import that leads to no source may find something. */
function possiblePlaces(path: string, specifier: string): string[] {
  const target = posix.join(posix.dirname(path), specifier.replace(/[?#].*$/s, ''));
  return /\.\w+$/.test(target) ? [target] : [target, `${target}.json`, `${target}.node`];
}
