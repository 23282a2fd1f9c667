import { createHash } from 'node:crypto';
import { MagicString } from 'magic-string';
import type { Node } from 'oxc-parser';
import { parseModule } from '#syntax/parse';
import { encodeFunctions } from './function-table';
import { listFunctions, type FoundFunction } from './list-functions';
import { matchOriginal, type MatchedFunctions, type Original } from './match-original';
import { calledWith } from './called-with';
import { ProbePlacer } from './place-probes';
import type { Numbering, PlacerRequest } from './placer-request';
import { afterProbes, pathProbes, type Reach } from './probes';
import { callKinds } from './quiet-calls';
import type { RecordedFunction } from './recording';
import { composeMaps, type SourceMapText } from './compose-maps';
import type { TraceMode } from './runner';

/** Source → instrumented source, as the runtime of `trace/runtime` expects it. */
export interface InstrumentRequest {
  readonly code: string;
  /** Of the module as its author wrote it, relative to the root, with `/`. */
  readonly path: string;
  /** What the code was compiled from. */
  readonly original?: Original;
  readonly mode: TraceMode;
  readonly format: 'esm' | 'commonjs';
  /** A global variable when not said. */
  readonly reach?: Reach;
  /** Starts in `code` of calls that are known to reach no code of the project. */
  readonly quietCalls?: ReadonlySet<number>;
  /** Functions of the author's text that tell what they are called with, as `watchKey` names them. */
  readonly watched?: ReadonlySet<string>;
}

export function watchKey({ kind, start }: RecordedFunction): string {
  return `${kind} ${start}`;
}

export interface Instrumented {
  readonly code: string;
  /** From the instrumented code to the author's text. */
  readonly map: SourceMapText;
  /** From the instrumented code to the code that was given. */
  readonly ownMap: SourceMapText;
  /** SHA-256 of the author's text, hexadecimal. */
  readonly hash: string;
  readonly functions: readonly RecordedFunction[];
}

/** Null when the code cannot be read: it is then run as it is, and nothing is known of it. */
export function instrument(request: InstrumentRequest): Instrumented | null {
  const { code, path, original, format } = request;
  const { tree } = parseModule(nameForParser(request), code);
  if (tree === null) return null;
  const found = listFunctions(tree);
  const matched = original === undefined ? asWritten(found) : matchOriginal(code, found, path, original);
  if (matched === null) return null;
  const text = new MagicString(code, { filename: path });
  const hash = createHash('sha256')
    .update(original?.text ?? code)
    .digest('hex');
  const site = {
    prefix: freePrefix(code),
    path,
    hash,
    table: encodeFunctions(matched.functions),
    functions: matched.functions.length,
    format,
    reach: request.reach ?? 'global',
  };
  const probes = request.mode === 'after' ? afterProbes(site) : pathProbes(site);
  const numbers = numberingOf(found, matched.numbers);
  const calls = callKinds(code, request.quietCalls ?? new Set());
  const { watched } = request;
  const watch: PlacerRequest['watch'] = (node, number) => {
    const fn = matched.functions[number];
    if (fn === undefined || numbers.ofFunction(node) !== number || watched?.has(watchKey(fn)) !== true) return null;
    return probes.called(number, calledWith(node, fn.kind, code));
  };
  new ProbePlacer({ text, tree, probes, numbers, calls, watch }).module();
  const ownMap = text.generateMap({ source: path, includeContent: true, hires: 'boundary' }).toString();
  return {
    code: text.toString(),
    map: original?.map === undefined || original.map === null ? ownMap : composeMaps(ownMap, original.map),
    ownMap,
    hash,
    functions: matched.functions,
  };
}

/** Compiled code is JavaScript whatever its author's file is called. */
function nameForParser({ path, original, format }: InstrumentRequest): string {
  const plain = original !== undefined || /\.jsx?$/.test(path);
  return plain ? `${path}.${format === 'esm' ? 'mjs' : 'cjs'}` : path;
}

/** Functions of code that nothing was compiled from. */
function asWritten(found: readonly FoundFunction[]): MatchedFunctions {
  const functions: RecordedFunction[] = [];
  const numbers = found.map(({ start, kind, seen }) => (seen ? functions.push({ start, kind }) - 1 : null));
  return { functions, numbers };
}

function numberingOf(found: readonly FoundFunction[], numbers: readonly (number | null)[]): Numbering {
  const functions = new Map<Node, number>();
  const classes = { fields: new Map<Node, number>(), static: new Map<Node, number>() };
  found.forEach(({ node, kind }, i) => {
    const number = numbers[i] ?? null;
    if (number === null) return;
    const table = kind === 'fields' || kind === 'static' ? classes[kind] : functions;
    table.set(node, number);
  });
  return {
    ofFunction: (node) => functions.get(node),
    ofClass: (body, kind) => classes[kind].get(body),
  };
}

function freePrefix(code: string): string {
  let prefix = '$wb';
  for (let i = 0; code.includes(prefix); i++) prefix = `$wb${i}`;
  return prefix;
}
