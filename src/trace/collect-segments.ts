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
  let clock = 0;
  for (const entry of entries) {
    if (entry.t !== 'segment') continue;
    const key = JSON.stringify(entry.owner);
    const part = parts.get(key) ?? { owner: entry.owner, times: new Map<number, Times>(), trace: [] };
    parts.set(key, part);
    addTimes(part.times, entry, numbers);
    const events = (entry.events ?? []).flatMap((event) => {
      const fn = numbers.get(Math.abs(event) - 1);
      return fn === undefined ? [] : [event > 0 ? fn + 1 : -(fn + 1)];
    });
    for (const event of events) part.trace.push(event);
    clock = timeEvents(part.times, events, clock);
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

/** Times of a path: a function runs when it is entered and when one that it called returns. Returns when the next event would be. */
function timeEvents(times: Map<number, Times>, events: readonly number[], start: number): number {
  let clock = start;
  const stack: number[] = [];
  const runs = (fn: number): void => {
    clock++;
    const known = times.get(fn);
    if (known === undefined) times.set(fn, { first: clock, last: clock });
    else known.last = clock;
  };
  for (const event of events) {
    if (event > 0) {
      stack.push(event - 1);
      runs(event - 1);
      continue;
    }
    // Functions that wait or yield do not return in the order of their calls.
    const at = stack.lastIndexOf(-event - 1);
    if (at >= 0) stack.splice(at, 1);
    const caller = stack.at(-1);
    if (caller !== undefined) runs(caller);
  }
  return clock;
}

function toSegment(process: number, times: ReadonlyMap<number, Times>, trace: readonly number[]): Segment {
  const ordered = [...times].toSorted(([a], [b]) => a - b);
  return {
    process,
    functions: Uint32Array.from(ordered, ([fn]) => fn),
    first: Float64Array.from(ordered, ([, { first }]) => first),
    last: Float64Array.from(ordered, ([, { last }]) => last),
    ...(trace.length === 0 ? {} : { trace: Int32Array.from(trace) }),
  };
}
