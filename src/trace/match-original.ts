import { TraceMap, traceSegment } from '@jridgewell/trace-mapping';
import { LineIndex } from '#core/span';
import { parseModule } from '#syntax/parse';
import type { SourceMapText } from './compose-maps';
import { listFunctions, type FoundFunction } from './list-functions';
import type { RecordedFunction } from './recording';

/** The text that code was compiled from; a map of null says that every position stayed what it was. */
export interface Original {
  readonly text: string;
  readonly map: SourceMapText | null;
}

export interface MatchedFunctions {
  readonly functions: readonly RecordedFunction[];
  /** For each function of the code, its index in `functions`; null for helpers of the compiler and for what is unseen. */
  readonly numbers: readonly (number | null)[];
}

/**
 * Which function of the original each function of compiled code is: the one that starts, or whose name or body
 * starts, exactly where the map says. What a compiler made up has no such place and counts as part of what it is in.
 * Null when the original cannot be read.
 */
export function matchOriginal(
  code: string,
  found: readonly FoundFunction[],
  path: string,
  original: Original,
): MatchedFunctions | null {
  const { tree } = parseModule(path, original.text);
  if (tree === null) return null;
  const targets = listFunctions(tree);
  const positions = original.map === null ? null : mappedOffsets(code, original.text, path, original.map);
  const byAnchor = new Map<number, FoundFunction[]>();
  for (const target of targets)
    for (const anchor of target.anchors) byAnchor.set(anchor, [...(byAnchor.get(anchor) ?? []), target]);
  const matches = found.map((fn, i): FoundFunction | null => {
    if (i === 0) return targets[0] ?? null;
    if (!fn.seen) return null;
    for (const anchor of fn.anchors) {
      const place = positions === null ? anchor : positions(anchor);
      const target = place === null ? undefined : best(byAnchor.get(place) ?? [], fn.kind);
      if (target !== undefined) return target;
    }
    return null;
  });
  const matched = targets.filter((target) => matches.includes(target));
  const indexes = new Map(matched.map((target, i) => [target, i]));
  return {
    functions: matched.map(({ start, kind }) => ({ start, kind })),
    numbers: matches.map((target) => (target === null ? null : (indexes.get(target) ?? null))),
  };
}

/** A compiler may turn arrows, methods and constructors into functions, but a class's own parts stay its own. */
function best(targets: readonly FoundFunction[], kind: RecordedFunction['kind']): FoundFunction | undefined {
  const plain = targets.filter((target) => target.kind !== 'module');
  const same = plain.find((target) => target.kind === kind);
  if (same !== undefined) return same;
  const ofClass = kind === 'fields' || kind === 'static';
  return ofClass ? undefined : plain.find((target) => target.kind !== 'fields' && target.kind !== 'static');
}

function mappedOffsets(code: string, text: string, path: string, json: SourceMapText): (at: number) => number | null {
  const map = new TraceMap(json);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const sources = map.sources.map((source) => map.sources.length === 1 || (source ?? '').endsWith(name));
  const generated = new LineIndex(code);
  const written = new LineIndex(text);
  return (at) => {
    const { line, column } = generated.positionAt(at);
    const segment = traceSegment(map, line - 1, column - 1);
    if (segment === null || segment.length === 1 || segment[0] !== column - 1 || sources[segment[1]] !== true)
      return null;
    return written.offsetAt({ line: segment[2] + 1, column: segment[3] + 1 }) ?? null;
  };
}
