import remapping from '@jridgewell/remapping';
import { TraceMap, traceSegment } from '@jridgewell/trace-mapping';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from 'oxc-parser';
import { LineIndex } from '#core/span';
import { parseModule } from '#syntax/parse';
import { listFunctions, type FoundFunction } from '#trace/list-functions';
import { isOfProject, parsedMap, readMap, readText, type ReadMap } from './built-from';

/** A file of the project with its tree and functions. */
export interface ReadSource {
  readonly path: string;
  readonly text: string;
  readonly tree: Program;
  readonly functions: readonly FoundFunction[];
}

/** A place in a source. */
export interface SourcePlace {
  readonly path: string;
  readonly offset: number;
}

/** Built code with a map that was found to be true. */
export interface BuiltCode {
  readonly path: string;
  readonly text: string;
  readonly tree: Program;
  readonly functions: readonly FoundFunction[];
  /** Sources of the project that its map names, by path. */
  readonly sources: ReadonlyMap<string, ReadSource>;
  /** Where something that starts exactly here was written. */
  readonly placeOf: (offset: number) => SourcePlace | null;
}

/** Why built code is known as a whole only. */
export interface NotFollowed {
  readonly why: string;
}

export type SourceOf = (path: string) => ReadSource | null;

/**
 * Built code as it lies on the disk, if its map can be relied on: it names sources of the project that are as they were when the code was
 * built, and what it says about them is so.
 */
export function readBuiltCode(root: string, path: string, text: string, sourceOf: SourceOf): BuiltCode | NotFollowed {
  const outer = readMap(root, path, text);
  if (outer === null) return { why: 'it has no map that can be read' };
  const { tree } = parseModule(`${path}.${/\bmodule\.exports\b|\brequire\(/.test(text) ? 'cjs' : 'mjs'}`, text);
  if (tree === null) return { why: 'it cannot be read' };
  const map = chained(root, outer);
  if (map === null) return { why: 'a map of what it was made from is not that of the file' };
  const sources = new Map<string, ReadSource>();
  for (const [i] of map.sources.entries()) {
    const place = map.placeOf(i);
    if (!isOfProject(place)) continue;
    if (!existsSync(join(root, place))) {
      if (isMadeUp(place)) continue;
      return { why: `${place} is not there` };
    }
    const source = sourceOf(place);
    if (source === null) {
      if (place.endsWith('.json')) continue;
      return { why: `${place} is not analysed` };
    }
    if (!isAsBuilt(root, path, source, map.contents[i] ?? null)) return { why: `${place} is not as it was built` };
    sources.set(place, source);
  }
  if (sources.size === 0) return { why: 'its map names no source of the project' };
  const placeOf = places(text, map, sources);
  const built = { path, text, tree, functions: listFunctions(tree), sources, placeOf };
  return isTrue(built) ? built : { why: 'its map is not that of the file' };
}

/** What bundlers add of their own: they name what is no file, or put it into folders that they keep for it. */
export function isMadeUp(place: string): boolean {
  return (
    !/\.[cm]?[jt]sx?$/.test(place) ||
    /\0|(?:^|\/)(?:_virtual\/|(?:vite|rolldown)\/(?:runtime|preload|modulepreload|dynamic-import))/.test(place)
  );
}

function isAsBuilt(root: string, built: string, source: ReadSource, content: string | null): boolean {
  if (content !== null) return content.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n') === source.text;
  return changedAt(root, source.path) <= changedAt(root, built);
}

function changedAt(root: string, path: string): number {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * Down to what was written, where what code was made from was itself made from something. Null where one of the files in between is another now.
 */
function chained(root: string, outer: ReadMap): ReadMap | null {
  const named = outer.sources.map((_, i) => outer.placeOf(i));
  if (new Set(named).size !== named.length) return outer;
  let isSame = true;
  let isChained = false;
  const composed = remapping(rooted(outer), (file) => {
    const place = file.replace(/^\//, '');
    if (!isOfProject(place) || !existsSync(join(root, place))) return null;
    const text = readText(join(root, place));
    const inner = readMap(root, place, text);
    if (inner === null) return null;
    const held = outer.contents[named.indexOf(place)] ?? null;
    if (held !== null && held !== text) isSame = false;
    isChained = true;
    return rooted(inner);
  });
  if (!isSame) return null;
  return isChained ? parsedMap(composed.toString(), ({ source }) => source.replace(/^\//, '')) : outer;
}

/** With sources that are named from the root. */
function rooted(map: ReadMap): string {
  const fields = JSON.parse(map.json) as object;
  return JSON.stringify({ ...fields, sources: map.sources.map((_, i) => `/${map.placeOf(i)}`), sourceRoot: '' });
}

function places(text: string, map: ReadMap, sources: ReadonlyMap<string, ReadSource>): BuiltCode['placeOf'] {
  const trace = new TraceMap(map.json);
  const lines = new LineIndex(text);
  const written = map.sources.map((_, i) => {
    const source = sources.get(map.placeOf(i));
    return source === undefined ? null : { path: source.path, lines: new LineIndex(source.text) };
  });
  return (at) => {
    const { line, column } = lines.positionAt(at);
    const segment = traceSegment(trace, line - 1, column - 1);
    if (segment === null || segment.length === 1 || segment[0] !== column - 1) return null;
    const source = written[segment[1]] ?? null;
    const offset = source?.lines.offsetAt({ line: segment[2] + 1, column: segment[3] + 1 });
    return source === null || offset === undefined ? null : { path: source.path, offset };
  };
}

/**
 * Names of properties stay what they are: where the map says that one was written, the source has it, or a name that it imports (`pad` for
 * `import_pad.default`). A map of another build, or of another file, fails at nearly all of them.
 */
function isTrue({ text, sources, placeOf }: BuiltCode): boolean {
  const imported = new Map<string, ReadonlySet<string>>();
  let right = 0;
  let wrong = 0;
  for (const { 0: dotted, index } of text.matchAll(/(?<=[\w$)\]]\??\.)[a-zA-Z_$][\w$]*/g)) {
    const place = placeOf(index);
    if (place === null) continue;
    const source = sources.get(place.path);
    const [name] =
      source === undefined ? [] : (/^[\w$]+/.exec(source.text.slice(place.offset, place.offset + mostName)) ?? []);
    if (source?.text.startsWith(dotted, place.offset) === true) right++;
    else if (source !== undefined && name !== undefined) {
      let names = imported.get(source.path);
      if (names === undefined) imported.set(source.path, (names = importedNames(source)));
      if (!names.has(name)) wrong++;
    }
  }
  return wrong * 50 <= right;
}

const mostName = 200;

function importedNames({ tree }: ReadSource): ReadonlySet<string> {
  return new Set(
    tree.body.flatMap((node) =>
      node.type === 'ImportDeclaration' ? node.specifiers.map(({ local }) => local.name) : [],
    ),
  );
}
