import { TraceMap, decodedMappings } from '@jridgewell/trace-mapping';
import { composeMaps } from './compose-maps';
import type { CoverageRange, FunctionCoverage } from './runtime/inspector-coverage';

export interface CoveredScript {
  readonly functions: readonly FunctionCoverage[];
  /** From the script to the source. */
  readonly map: string;
  /** Of the script, without line breaks. */
  readonly lineLengths: readonly number[];
  readonly source: string;
  /** The source with probes in it and its map, which compilers may have been given instead of the source. */
  readonly probed: string | null;
}

/** Coverage of a script with probes, as coverage of its source: what is about probes alone is left out. */
export function coverageOfSource({ functions, map, lineLengths, source, probed }: CoveredScript): FunctionCoverage[] {
  const inner = probed === null || fits(map, source) ? null : inlineMap(probed);
  const place = placesIn(inner === null ? map : composeMaps(map, inner), lineLengths, source);
  const isCompiled = probed !== null;
  return functions.flatMap((fn): FunctionCoverage[] => {
    // Of code with a map, reports do not count the script itself.
    if (isCompiled && fn.functionName === '' && fn.ranges[0]?.startOffset === 0) return [];
    const ranges = fn.ranges.map(({ startOffset, endOffset, count }, i) => {
      const start = i === 0 && startOffset === 0 ? 0 : place(startOffset);
      return { startOffset: start, endOffset: place(endOffset), count };
    });
    const [whole, ...parts] = ranges;
    if (whole === undefined || whole.endOffset <= whole.startOffset) return [];
    const kept = parts.filter(({ startOffset, endOffset }) => !isNothing(source, startOffset, endOffset));
    return [{ ...fn, ranges: united(whole, kept) }];
  });
}

interface OpenRange {
  readonly range: MutableRange;
  last: MutableRange | null;
}

type MutableRange = { -readonly [Key in keyof CoverageRange]: CoverageRange[Key] };

/** As the engine tells them: one that ran as often as what is around it says nothing, and neighbours that ran alike are one. */
function united(whole: CoverageRange, parts: readonly CoverageRange[]): CoverageRange[] {
  const ranges: MutableRange[] = [{ ...whole }];
  const open: OpenRange[] = ranges.map((range) => ({ range, last: null }));
  for (const part of parts) {
    while (open.length > 1 && (open.at(-1)?.range.endOffset ?? 0) <= part.startOffset) open.pop();
    const around = open.at(-1);
    if (around === undefined || around.range.count === part.count) continue;
    const { last } = around;
    if (last !== null && last.endOffset === part.startOffset && last.count === part.count) {
      last.endOffset = part.endOffset;
      open.push({ range: last, last: null });
      continue;
    }
    const range = { ...part };
    around.last = range;
    ranges.push(range);
    open.push({ range, last: null });
  }
  return ranges;
}

/**
 * What follows the last statement of a block the engine tells only where something comes after it, as a probe does: there may
 * be the condition of the loop that it is, or nothing.
 */
function isNothing(source: string, start: number, end: number): boolean {
  const text = source.slice(start, end);
  return /^[\s{};]*$/.test(text) || (/^\s*while\s*\([^{}]*\)[\s;]*$/.test(text) && source[end] === '}');
}

/** Do all places that a map leads to lie in a text? */
function fits(map: string, text: string): boolean {
  const lines = text.split('\n');
  return decodedMappings(new TraceMap(map)).every((segments) =>
    segments.every(([, , line = 0, column = 0]) => column <= (lines[line]?.length ?? 0)),
  );
}

function inlineMap(text: string): string | null {
  const data = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/.exec(text)?.[1];
  return data === undefined ? null : Buffer.from(data, 'base64').toString();
}

/** How much of the source lies before a place of the script: what was added has no length. */
function placesIn(map: string, lineLengths: readonly number[], source: string): (offset: number) => number {
  const scriptLines = startsOf(lineLengths);
  const sourceLines = startsOf(source.split('\n').map(({ length }) => length));
  const points: { readonly script: number; readonly source: number }[] = [];
  decodedMappings(new TraceMap(map)).forEach((segments, line) => {
    for (const [column, file, sourceLine, sourceColumn] of segments) {
      if (file === undefined || sourceLine === undefined || sourceColumn === undefined) continue;
      const script = (scriptLines[line] ?? 0) + column;
      points.push({ script, source: (sourceLines[sourceLine] ?? source.length) + sourceColumn });
    }
  });
  return (offset) => {
    const next = firstAfter(points, offset);
    const before = points[next - 1];
    const limit = points[next]?.source ?? source.length;
    const reached = before === undefined ? 0 : before.source + offset - before.script;
    // A compiler may put things in another order.
    return before !== undefined && limit < before.source ? reached : Math.min(reached, limit);
  };
}

function firstAfter(points: readonly { readonly script: number }[], offset: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.script ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function startsOf(lengths: readonly number[]): number[] {
  let start = 0;
  return lengths.map((length) => {
    const line = start;
    start += length + 1;
    return line;
  });
}
