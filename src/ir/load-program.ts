import { deserialize, serialize } from 'node:v8';
import { outOfTime, type Diagnostic } from '#core/diagnostics';
import { withDataModules } from '#project/data-modules';
import type { Snapshot } from '#project/snapshot';
import { isDataPath } from '#project/source-path';
import type { BlobStore } from '#store/blob-store';
import type { ModuleIr } from './cfg';
import { extractFacts } from './extract-facts';
import type { ModuleFacts } from './facts';
import { lowerSource } from './lower-module';
import { pointerFacts, type PointerFacts } from './pointer-facts';
import { Program } from './program';
import type { RenamedMembers } from './renamed-members';

/** Raise when the shape or meaning of facts changes: entries of other versions are not read. */
const factsVersion = 26;

/** One version of the source, ready for analysis. */
export interface LoadedProgram {
  readonly snapshot: Snapshot;
  readonly program: Program;
  /** Names the facts of a file: what is derived from them alone can be kept under it. */
  contentKey(path: string): string;
  /** Files that could not be analysed, and why. */
  readonly problems: readonly Diagnostic[];
  /** The graphs of one file, built when first asked for. */
  module(path: string): ModuleIr | null;
  textOf(path: string): string;
  /** What the version that it is compared with calls otherwise. */
  readonly renamed?: RenamedMembers;
}

export interface LoadOptions {
  readonly store?: BlobStore | null;
  readonly onProgress?: (done: number, total: number) => void;
  /** True once there is no time left: the files not read by then are left out. */
  readonly expired?: () => boolean;
  /** Files whose graphs will be asked for. */
  readonly keep?: ReadonlySet<string>;
  /** JSON files that are imported are modules, and so are these; without it, none is. */
  readonly data?: readonly string[];
  /** Facts of other versions that were loaded before, by content. */
  readonly known?: Map<string, CachedFacts>;
}

export interface CachedFacts {
  readonly facts: ModuleFacts | null;
  readonly form: PointerFacts | null;
  readonly problems: readonly Diagnostic[];
}

/** Snapshot → program: files are parsed and lowered unless their facts are known by their content. */
export function loadProgram(given: Snapshot, options: LoadOptions = {}): LoadedProgram {
  const { store = null, known = new Map<string, CachedFacts>(), data = null } = options;
  const lowered = new Map<string, ModuleIr | null>();
  const found = new Map<string, CachedFacts>();
  let left = readFacts(given, given.paths);
  const imported = data === null ? [] : [...data, ...importedData(given, found.values())];
  const snapshot = imported.length === 0 ? given : withDataModules(given, imported);
  if (snapshot !== given)
    left += readFacts(
      snapshot,
      snapshot.paths.filter((path) => isDataPath(path)),
    );
  const entries = snapshot.paths.flatMap((path) => found.get(path) ?? []);
  return {
    snapshot,
    program: programOf(entries),
    contentKey: (path) => keyOf(snapshot, path),
    problems: [
      ...(left > 0 && options.expired?.() === true ? [outOfTime(left, snapshot.paths.length)] : []),
      ...entries.flatMap((entry) => entry.problems),
      ...snapshot.diagnostics,
    ],
    module(path) {
      let module = lowered.get(path);
      if (module === undefined) {
        const file = snapshot.read(path);
        module = file === undefined ? null : lowerSource(path, file.text).module;
        lowered.set(path, module);
      }
      return module;
    },
    textOf: (path) => snapshot.read(path)?.text ?? '',
  };

  /** Returns how many files could not be read. */
  function readFacts(files: Snapshot, paths: readonly string[]): number {
    const missing: string[] = [];
    for (const path of paths) {
      const key = keyOf(files, path);
      const entry = known.get(key) ?? cached(store, key, path);
      if (entry === undefined) missing.push(path);
      else {
        known.set(key, entry);
        found.set(path, entry);
      }
    }
    const fresh: (readonly [string, Uint8Array])[] = [];
    let done = paths.length - missing.length;
    for (const { path, text } of files.readMany(missing)) {
      if (options.expired?.() === true) break;
      const { module, problems } = lowerSource(path, text);
      if (options.keep?.has(path) === true) lowered.set(path, module);
      const facts = module === null ? null : extractFacts(module);
      const entry: CachedFacts = { facts, form: facts === null ? null : pointerFacts(facts), problems };
      const key = keyOf(files, path);
      known.set(key, entry);
      found.set(path, entry);
      if (store !== null) fresh.push([key, serialize(entry)]);
      options.onProgress?.(++done, paths.length);
    }
    store?.put(fresh);
    return paths.length - done;
  }
}

function keyOf(snapshot: Snapshot, path: string): string {
  return `facts${factsVersion}:${snapshot.hashAlgorithm}:${snapshot.hashOf(path)}:${path}`;
}

/** JSON files that modules import for what they say. */
function importedData(snapshot: Snapshot, entries: Iterable<CachedFacts>): string[] {
  const found = new Set<string>();
  for (const { facts } of entries) {
    for (const specifier of facts?.specifiers ?? []) {
      // All others lead to source, or out of the project.
      if (facts === null || !/^[./#@~]|\.json$/.test(specifier)) continue;
      const target = snapshot.resolve(facts.path, specifier);
      if (target.kind === 'external' && isDataPath(target.name)) found.add(target.name);
    }
  }
  return [...found];
}

function programOf(entries: readonly CachedFacts[]): Program {
  const forms = new Map<ModuleFacts, PointerFacts>();
  for (const { facts, form } of entries) if (facts !== null && form !== null) forms.set(facts, form);
  return new Program([...forms.keys()], forms);
}

/** A torn entry, or one that is something else, is as good as none. */
function cached(store: BlobStore | null, key: string, path: string): CachedFacts | undefined {
  const blob = store?.get(key);
  if (blob === undefined) return undefined;
  try {
    const entry: unknown = deserialize(blob);
    return isCachedFacts(entry, path) ? entry : undefined;
  } catch {
    return undefined;
  }
}

const parts = ['functions', 'nodes', 'accesses', 'bindings', 'sites', 'constraints', 'calls', 'strings'] as const;

function isCachedFacts(entry: unknown, path: string): entry is CachedFacts {
  if (!isObject(entry) || !Array.isArray(entry['problems'])) return false;
  const facts = entry['facts'];
  if (facts === null) return true;
  if (!isObject(entry['form'])) return false;
  return isObject(facts) && facts['path'] === path && parts.every((part) => isObject(facts[part]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
