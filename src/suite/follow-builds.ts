import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parseModule } from '#syntax/parse';
import { listFunctions } from '#trace/list-functions';
import type { RecordedFunction, RecordedModule, Recording } from '#trace/recording';
import { readBuiltCode, type BuiltCode, type ReadSource } from './built-code';
import { readMap, readText, withoutMapComment } from './built-from';
import { functionKey, functionsNamed, hiddenCalls, type Counterparts, type SourceFunction } from './hidden-calls';
import type { Links } from './links';
import { matchBuilt } from './match-built';
import { renameFunctions, type Renaming } from './rename-functions';

/**
 * Tests that load built code run functions of its sources: the recording is made to say so, as if they had been loaded. A source is a module of
 * it then, all of whose functions are listed. One that has no counterpart in the built code (a bundler has left it out, or put it where it was called),
 * or that a call may lead to which the built code does not have, counts as executed wherever anything of the build is.
 *
 * What cannot be told stays known by the built file as a whole.
 */
export function followBuilds(root: string, recording: Recording, linksWith: LinksWith): Recording {
  const builds = readBuilds(root, recording, linksWith(new Map()));
  if (builds.length === 0) return recording;
  const entries = builds.flatMap(({ files }) =>
    [...files].flatMap(([path, { entry }]) => (entry === null ? [] : [[path, entry] as const])),
  );
  const links = linksWith(new Map(entries));
  const named = builds.filter((build) => isNamed(build, recording, links));
  return named.reduce((followed, build) => withBuild(followed, build), recording);
}

/** Imports of the source, where those of some built files lead to their entries. */
export type LinksWith = (entries: ReadonlyMap<string, string>) => Links;

/** Does the source of whoever imports a built file lead to its entry? Else nobody knows what they take from it. */
function isNamed({ files }: Build, { modules }: Recording, links: Links): boolean {
  return modules.every(({ path, imports }) => {
    const entries = imports.flatMap((m) => files.get(modules[m]?.path ?? '')?.entry ?? []);
    if (files.has(path) || entries.length === 0) return true;
    const reached = new Set([path]);
    for (const each of reached) for (const next of links.modules(each)) reached.add(next);
    return entries.every((entry) => reached.has(entry));
  });
}

/** Built files that belong together: chunks of one build import each other. */
interface Build {
  /** Paths of the built files. */
  readonly files: ReadonlyMap<string, BuiltFile>;
  readonly inputs: readonly ReadSource[];
  readonly counterparts: Counterparts;
  /** Functions that nobody can see run. */
  readonly unseen: readonly SourceFunction[];
}

interface BuiltFile {
  readonly code: BuiltCode;
  readonly entry: string | null;
}

/** Is there a built file among the modules? Most projects have none, and need not be read for it. */
export function hasBuilt(root: string, { modules }: Recording, isSource: (path: string) => boolean): boolean {
  return modules.some(({ path }) => {
    return !isSource(path) && readMap(root, path, readText(join(root, path))) !== null;
  });
}

function readBuilds(root: string, { modules }: Recording, links: Links): Build[] {
  const read = new Map<string, ReadSource | null>();
  const sourceOf = (path: string): ReadSource | null => {
    const known = read.get(path);
    if (known !== undefined) return known;
    const found = links.isSource(path) ? readSource(path, links.textOf(path)) : null;
    read.set(path, found);
    return found;
  };
  const codes = new Map<number, BuiltCode>();
  modules.forEach(({ path, hash }, m) => {
    if (links.isSource(path)) return;
    const text = readText(join(root, path));
    if (sha256(text) !== hash && sha256(withoutMapComment(text)) !== hash) return;
    const code = readBuiltCode(root, path, text, sourceOf);
    if (!('why' in code)) codes.set(m, code);
  });
  return groups(modules, codes).flatMap((group) => makeBuild(modules, group, codes, links, sourceOf) ?? []);
}

function readSource(path: string, text: string): ReadSource | null {
  const { tree } = parseModule(path, text);
  return tree === null ? null : { path, text, tree, functions: listFunctions(tree) };
}

/** Modules that import each other, by their indexes. */
function groups(modules: readonly RecordedModule[], codes: ReadonlyMap<number, BuiltCode>): number[][] {
  const next = new Map([...codes.keys()].map((m) => [m, new Set<number>()]));
  for (const m of codes.keys()) {
    for (const to of modules[m]?.imports ?? []) {
      if (!codes.has(to)) continue;
      next.get(m)?.add(to);
      next.get(to)?.add(m);
    }
  }
  const seen = new Set<number>();
  return [...codes.keys()].flatMap((m) => {
    if (seen.has(m)) return [];
    const group = new Set([m]);
    for (const each of group) for (const to of next.get(each) ?? []) group.add(to);
    for (const each of group) seen.add(each);
    return [[...group]];
  });
}

function makeBuild(
  modules: readonly RecordedModule[],
  group: readonly number[],
  codes: ReadonlyMap<number, BuiltCode>,
  links: Links,
  sourceOf: (path: string) => ReadSource | null,
): Build | null {
  const own = group.flatMap((m) => codes.get(m) ?? []);
  const paths = inputsOf(
    own.flatMap(({ sources }) => [...sources.keys()]),
    links,
  );
  if (paths === null) return null;
  const inputs = paths.flatMap((path) => sourceOf(path) ?? []);
  if (inputs.length !== paths.length) return null;
  // A source that is loaded as it is must be the same there.
  if (modules.some(({ path, hash }) => inputs.some((input) => input.path === path && sha256(input.text) !== hash)))
    return null;
  const files = new Map<string, BuiltFile>();
  const imported = new Set(paths.flatMap((path) => links.modules(path).filter((to) => to !== path)));
  for (const m of group) {
    const code = codes.get(m);
    if (code === undefined) continue;
    const isInner = !modules.some(({ imports }, from) => !group.includes(from) && imports.includes(m));
    const outer = [...code.sources.keys()].filter((path) => !imported.has(path));
    // What is compiled file by file has the exports of its only source, whoever imports that.
    const [entry = null, other] = !isInner && code.sources.size === 1 ? code.sources.keys() : outer;
    if ((entry === null || other !== undefined) && !isInner) return null;
    files.set(code.path, { code, entry: other === undefined ? entry : null });
  }
  const counterparts = new Map(own.map((code) => [code, matchBuilt(code)]));
  const named = functionsNamed(hiddenCalls(inputs, counterparts), inputs);
  if (named === null) return null;
  return { files, inputs, counterparts, unseen: [...unmatched(inputs, counterparts), ...named] };
}

/** Sources with all that they import; null where it is not known what that is. */
function inputsOf(sources: readonly string[], links: Links): string[] | null {
  const found = new Set(sources);
  for (const path of found) {
    if (links.folders(path).length > 0 || links.unresolved(path).length > 0) return null;
    for (const next of links.modules(path)) found.add(next);
  }
  return [...found];
}

function unmatched(inputs: readonly ReadSource[], counterparts: Counterparts): SourceFunction[] {
  const matched = new Set(
    [...counterparts.values()].flatMap((found) =>
      [...found.values()].map(({ path, index }) => functionKey(path, index)),
    ),
  );
  return inputs.flatMap(({ path, functions }) =>
    functions.flatMap((_, index) => (index === 0 || matched.has(functionKey(path, index)) ? [] : [{ path, index }])),
  );
}

/** The recording with the sources of a build as modules. */
function withBuild(recording: Recording, build: Build): Recording {
  const modules = [...recording.modules];
  const indexOf = new Map(modules.map(({ path }, m) => [path, m]));
  const built = modules.flatMap(({ path }, m) => (build.files.has(path) ? [m] : []));
  const loads = built.flatMap((m) => modules[m]?.loads ?? []);
  let next = modules.reduce((sum, { functions }) => sum + functions.length, 0);
  const sources = build.inputs.map(({ path, text, functions }) => {
    const m = indexOf.get(path);
    const known = modules[m ?? -1];
    if (m !== undefined && known !== undefined) {
      modules[m] = { ...known, loads: [...new Set([...known.loads, ...loads])], imports: [...known.imports, ...built] };
      return m;
    }
    const listed = functions.map(({ start, kind }): RecordedFunction => ({ start, kind }));
    const module = { path, hash: sha256(text), firstFunction: next, functions: listed, loads, imports: built };
    next += functions.length;
    indexOf.set(path, modules.length);
    return modules.push({ ...module, packages: [], files: [], environment: [], texts: [] }) - 1;
  });
  const inputs = build.inputs.map(({ path }) => path);
  for (const m of built) {
    const module = modules[m];
    if (module === undefined) continue;
    const entry = build.files.get(module.path)?.entry ?? null;
    modules[m] = { ...module, imports: [...new Set([...module.imports, ...sources])], build: { entry, inputs } };
  }
  const renaming = renamingOf(modules, built, loads, build);
  return renameFunctions({ ...recording, modules }, renaming);
}

function renamingOf(
  modules: readonly RecordedModule[],
  built: readonly number[],
  loads: readonly number[],
  build: Build,
): Renaming {
  const numbers = new Map(
    modules.flatMap(({ path, functions, firstFunction }) =>
      functions.map(({ start, kind }, i) => [`${kind} ${start} ${path}`, firstFunction + i] as const),
    ),
  );
  const sources = new Map(build.inputs.map((source) => [source.path, source]));
  const numberOf = ({ path, index }: SourceFunction): number[] => {
    const fn = sources.get(path)?.functions[index];
    const number = fn === undefined ? undefined : numbers.get(`${fn.kind} ${fn.start} ${path}`);
    return number === undefined ? [] : [number];
  };
  const renamed = new Map<number, number>();
  const ofBuild = new Set<number>();
  for (const m of built) {
    const { path = '', functions = [], firstFunction = 0 } = modules[m] ?? {};
    functions.forEach((_, i) => ofBuild.add(firstFunction + i));
    const code = build.files.get(path)?.code;
    if (code === undefined) continue;
    for (const [index, source] of build.counterparts.get(code) ?? []) {
      const fn = code.functions[index];
      const from = fn === undefined ? undefined : numbers.get(`${fn.kind} ${fn.start} ${path}`);
      const [to] = numberOf(source);
      if (from !== undefined && to !== undefined) renamed.set(from, to);
    }
  }
  return {
    renamed,
    isOfBuild: (fn) => ofBuild.has(fn),
    along: build.unseen.flatMap(numberOf),
    sources: build.inputs.flatMap(({ path, functions }) => functions.flatMap((_, index) => numberOf({ path, index }))),
    atLoad: { segments: new Set(loads), functions: build.inputs.flatMap(({ path }) => numberOf({ path, index: 0 })) },
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
