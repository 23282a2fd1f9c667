import type { SegmentEntry } from './entry';

/** A stretch of execution while it is being recorded: first and last events of functions, by their number in the process. */
export class OpenSegment<Owner extends SegmentEntry['owner'] = SegmentEntry['owner']> {
  readonly owner: Owner;
  readonly functions: number[] = [];
  readonly first: number[] = [];
  readonly last: number[] = [];
  /** In mode `paths`: `fn + 1` for an entry, `-(fn + 1)` for a return. */
  readonly events: number[] = [];
  /** Where functions are in the arrays; made when something is added for the second time. */
  #places: Map<number, number> | null = null;

  /** What this runs as a part of. */
  readonly within: OpenSegment | null;

  constructor(owner: Owner, within: OpenSegment | null) {
    this.owner = owner;
    this.within = within;
  }

  /** What was recorded so far, or null when nothing was; the segment then begins anew. */
  take(): SegmentEntry | null {
    const { owner, functions, first, last, events } = this;
    if (functions.length === 0 && events.length === 0) return null;
    const entry: SegmentEntry = {
      t: 'segment',
      owner,
      functions: functions.splice(0),
      first: first.splice(0),
      last: last.splice(0),
      ...(events.length === 0 ? {} : { events: events.splice(0) }),
    };
    this.#places = null;
    return entry;
  }

  /**
   * Parts come in the order of time, each with every function once, at one reading after the other from `first` on: what is
   * first stays first. `last` is by functions, and counts from `base`.
   */
  addPart(functions: Int32Array, count: number, first: number, last: Int32Array, base: number): void {
    const places = this.functions.length === 0 ? null : this.#knownPlaces();
    for (let i = 0; i < count; i++) {
      const fn = functions[i] ?? 0;
      const time = base + (last[fn] ?? 0);
      const place = places?.get(fn);
      if (place !== undefined) {
        this.last[place] = time;
        continue;
      }
      places?.set(fn, this.functions.length);
      this.functions.push(fn);
      this.first.push(first + i);
      this.last.push(time);
    }
  }

  #knownPlaces(): Map<number, number> {
    this.#places ??= new Map(this.functions.map((fn, place) => [fn, place]));
    return this.#places;
  }
}

export type TestSegment = OpenSegment<Extract<SegmentEntry['owner'], { kind: 'test' }>>;
export type SuiteSegment = OpenSegment<Extract<SegmentEntry['owner'], { kind: 'suite' }>>;

export interface TestOptions {
  /** The test that this one is a part of. */
  readonly within?: TestSegment | null;
  readonly attempt?: number;
}
