import { readFileSync } from 'node:fs';
import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping';

/** What V8 says of one script, as jest hands it on. */
export interface JestCoverage {
  readonly codeTransformResult?: CoveredCode | undefined;
  readonly result: { readonly functions: readonly CoveredFunction[] };
}

export interface CoveredCode {
  readonly code: string;
  readonly sourceMapPath?: string | null;
  readonly wrapperLength?: number;
  /** Put there by who instrumented the code. */
  readonly uninstrumented?: Uninstrumented;
}

export interface Uninstrumented {
  readonly code: string;
  readonly sourceMapPath: string | null;
  /** File with the map from the instrumented code to this one. */
  readonly map: string;
}

export interface CoveredFunction {
  readonly functionName: string;
  readonly ranges: readonly CoveredRange[];
  readonly isBlockCoverage: boolean;
}

export interface CoveredRange {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** The coverage that V8 would have found without probes: places in the code before them, and no branches of theirs. */
export function withoutProbes(coverage: JestCoverage): JestCoverage {
  const { codeTransformResult: covered, result } = coverage;
  const plain = covered?.uninstrumented;
  if (covered === undefined || plain === undefined) return coverage;
  const before = covered.wrapperLength ?? 0;
  const inCode = plainOffsets(covered.code, plain.code, readFileSync(plain.map, 'utf8'));
  const place = (offset: number): number => (offset < before ? offset : before + inCode(offset - before));
  const moved = ({ startOffset, endOffset, count }: CoveredRange): CoveredRange => ({
    startOffset: place(startOffset),
    endOffset: place(endOffset),
    count,
  });
  const functions = result.functions.flatMap((fn): CoveredFunction[] => {
    const ranges = fn.ranges.map(moved).filter(({ startOffset, endOffset }) => endOffset > startOffset);
    return ranges.length === 0 ? [] : [{ ...fn, ranges }];
  });
  const { uninstrumented: _, ...rest } = covered;
  return {
    ...coverage,
    codeTransformResult: { ...rest, code: plain.code, sourceMapPath: plain.sourceMapPath },
    result: { ...result, functions },
  };
}

/**
 * Offsets of instrumented code → offsets of the code that it was made from, which has the same lines. Inside of what
 * was put in, it is the place where that was put.
 */
export function plainOffsets(instrumented: string, plain: string, map: string): (offset: number) => number {
  const starts = lineStarts(instrumented);
  const plainStarts = lineStarts(plain);
  const lines = decodedMappings(new TraceMap(map));
  return (offset) => {
    const line = lastNotAfter(starts, offset);
    const plainStart = plainStarts[line] ?? plain.length;
    const lineEnd = (plainStarts[line + 1] ?? plain.length + 1) - 1;
    const column = offset - (starts[line] ?? 0);
    const segments = lines[line] ?? [];
    const at = segments.findLastIndex(([generated]) => generated <= column);
    const [generated, , , source] = segments[at] ?? [0, 0, 0, 0];
    const next = segments[at + 1]?.[3];
    const limit = next === undefined ? lineEnd : plainStart + next;
    return Math.min(plainStart + (source ?? 0) + (at < 0 ? 0 : column - generated), limit);
  };
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function lastNotAfter(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
