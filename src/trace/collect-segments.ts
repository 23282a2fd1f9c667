import type { ProcessJournal } from './read-journals';
import type { Segment } from './recording';
import type { SegmentEntry } from './runtime/entry';

export type SegmentOwner = SegmentEntry['owner'];

/** What was written of one owner, put together. */
export interface OwnedSegment {
  readonly owner: SegmentOwner;
  readonly segment: Segment;
}

export function collectSegments(
  { entries }: ProcessJournal,
  process: number,
  numbers: ReadonlyMap<number, number>,
): readonly OwnedSegment[] {
  const parts = new Map<string, { owner: SegmentOwner; times: Map<number, Times>; trace: number[] }>();
  for (const entry of entries) {
    if (entry.t !== 'segment') continue;
    const key = JSON.stringify(entry.owner);
    const part = parts.get(key) ?? { owner: entry.owner, times: new Map<number, Times>(), trace: [] };
    parts.set(key, part);
    addTimes(part.times, entry, numbers);
    for (const event of entry.events ?? []) {
      const fn = numbers.get(Math.abs(event) - 1);
      if (fn !== undefined) part.trace.push(event > 0 ? fn + 1 : -(fn + 1));
    }
  }
  return [...parts.values()].map(({ owner, times, trace }) => ({ owner, segment: toSegment(process, times, trace) }));
}

interface Times {
  first: number;
  last: number;
}

function addTimes(times: Map<number, Times>, entry: SegmentEntry, numbers: ReadonlyMap<number, number>): void {
  entry.functions.forEach((local, i) => {
    const fn = numbers.get(local);
    const first = entry.first[i];
    const last = entry.last[i];
    if (fn === undefined || first === undefined || last === undefined) return;
    const known = times.get(fn);
    if (known === undefined) times.set(fn, { first, last });
    else {
      known.first = Math.min(known.first, first);
      known.last = Math.max(known.last, last);
    }
  });
}

function toSegment(process: number, times: ReadonlyMap<number, Times>, trace: readonly number[]): Segment {
  for (const event of trace) {
    const fn = Math.abs(event) - 1;
    if (!times.has(fn)) (times as Map<number, Times>).set(fn, { first: 0, last: 0 });
  }
  const ordered = [...times].toSorted(([a], [b]) => a - b);
  return {
    process,
    functions: Uint32Array.from(ordered, ([fn]) => fn),
    first: Float64Array.from(ordered, ([, { first }]) => first),
    last: Float64Array.from(ordered, ([, { last }]) => last),
    ...(trace.length === 0 ? {} : { trace: Int32Array.from(trace) }),
  };
}
