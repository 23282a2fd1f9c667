import type { Execution, Recording, Segment } from '#trace/recording';

/** Functions of a build, by the numbers of those of its sources that they are. */
export interface Renaming {
  readonly renamed: ReadonlyMap<number, number>;
  readonly isOfBuild: (fn: number) => boolean;
  /** Functions that may have run wherever a function of the build has. */
  readonly along: readonly number[];
  /** All functions of the sources: any of them may be part of the text of one of the build, or decide how that is written. */
  readonly sources: readonly number[];
  /** Functions that ran in these segments. */
  readonly atLoad: { readonly segments: ReadonlySet<number>; readonly functions: readonly number[] };
}

export function renameFunctions(recording: Recording, renaming: Renaming): Recording {
  const rename = (fn: number): number => renaming.renamed.get(fn) ?? fn;
  const renameTexts = <T extends { readonly texts?: readonly number[] }>(asking: T): T =>
    asking.texts?.some(renaming.isOfBuild) === true
      ? { ...asking, texts: [...new Set([...asking.texts, ...renaming.sources])] }
      : asking;
  return {
    ...renameTexts(recording),
    modules: recording.modules.map(renameTexts),
    segments: recording.segments.map((segment, s) => renamedSegment(segment, s, renaming, rename)),
    executions: recording.executions.map((execution): Execution => ({
      ...renameTexts(execution),
      calls: execution.calls.map((call) => ({ ...call, fn: rename(call.fn) })),
    })),
  };
}

function renamedSegment(segment: Segment, s: number, renaming: Renaming, rename: (fn: number) => number): Segment {
  const ends = new Map<number, { first: number; last: number }>();
  const whole = { first: Infinity, last: -Infinity };
  let isBuilt = false;
  const add = (fn: number, first: number, last: number): void => {
    const known = ends.get(fn);
    ends.set(fn, { first: Math.min(first, known?.first ?? first), last: Math.max(last, known?.last ?? last) });
  };
  segment.functions.forEach((fn, i) => {
    const first = segment.first[i] ?? 0;
    const last = segment.last[i] ?? 0;
    add(rename(fn), first, last);
    if (!renaming.isOfBuild(fn)) return;
    isBuilt = true;
    whole.first = Math.min(whole.first, first);
    whole.last = Math.max(whole.last, last);
  });
  const isLoad = renaming.atLoad.segments.has(s);
  if (!isBuilt && !isLoad) return segment;
  const { first, last } = isBuilt ? whole : { first: 0, last: 0 };
  for (const fn of renaming.along) add(fn, first, last);
  if (isLoad) for (const fn of renaming.atLoad.functions) add(fn, first, last);
  const sorted = [...ends].toSorted(([a], [b]) => a - b);
  return {
    ...segment,
    functions: Uint32Array.from(sorted, ([fn]) => fn),
    first: Float64Array.from(sorted, ([, end]) => end.first),
    last: Float64Array.from(sorted, ([, end]) => end.last),
    ...(segment.trace === undefined ? {} : { trace: segment.trace.map((event) => renamedEvent(event, rename)) }),
  };
}

/** Of a trace: `function + 1` for an entry, `-(function + 1)` for a return. */
function renamedEvent(event: number, rename: (fn: number) => number): number {
  return event > 0 ? rename(event - 1) + 1 : -(rename(-event - 1) + 1);
}
