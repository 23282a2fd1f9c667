import { BitSet } from '#core/bit-set';
import type { Recording } from '#trace/recording';

/** What a recorded run shows of the order of functions, which have their numbers of the recording. */
export interface ObservedEdges {
  readonly functionCount: number;
  readonly events: number;
  /** Who was entered while whom was on top of the stack, and how often; pairs as `caller * functionCount + callee`. */
  readonly calls: ReadonlyMap<number, number>;
  /** Entered by code that is not watched, with nothing of the project below it. */
  readonly roots: ReadonlySet<number>;
  /** Per function, those that ran at the same or a later event, before the stack was empty again (EAT's execute-after). */
  readonly after: ReadonlyMap<number, BitSet>;
}

/** Reads whole paths: entries and returns of every stretch of execution. */
export function observeEdges({ modules, segments }: Recording): ObservedEdges {
  const functionCount = modules.reduce((most, m) => Math.max(most, m.firstFunction + m.functions.length), 0);
  const found = new Observer(functionCount, new Set(modules.map(({ firstFunction }) => firstFunction)));
  for (const { trace } of segments) if (trace !== undefined) found.read(trace);
  return found;
}

class Observer implements ObservedEdges {
  readonly calls = new Map<number, number>();
  readonly roots = new Set<number>();
  readonly after = new Map<number, BitSet>();
  events = 0;
  private clock = 0;
  private readonly first = new Map<number, number>();
  private readonly last = new Map<number, number>();

  constructor(
    readonly functionCount: number,
    private readonly bodies: ReadonlySet<number>,
  ) {}

  read(trace: Int32Array): void {
    const stack: Frame[] = [];
    for (const event of trace) {
      this.events++;
      if (event > 0) this.enter(stack, event - 1);
      else this.leave(stack, -event - 1);
    }
    this.endEpisode();
  }

  private enter(stack: Frame[], fn: number): void {
    const caller = stack.at(-1)?.runs;
    // Helpers of a compiler count as part of the module that they stand in: here, of who calls them.
    const isHelper = caller !== undefined && this.bodies.has(fn);
    const runs = isHelper ? caller : fn;
    stack.push({ fn, runs });
    this.runs(runs);
    if (isHelper) return;
    if (caller === undefined) this.roots.add(fn);
    else {
      const pair = caller * this.functionCount + fn;
      this.calls.set(pair, (this.calls.get(pair) ?? 0) + 1);
    }
  }

  /** What was above the one that returns has been left by an error that no probe saw. */
  private leave(stack: Frame[], fn: number): void {
    const at = stack.findLastIndex((frame) => frame.fn === fn);
    if (at < 0) return;
    stack.length = at;
    const caller = stack.at(-1)?.runs;
    if (caller === undefined) this.endEpisode();
    else this.runs(caller);
  }

  private runs(fn: number): void {
    this.clock++;
    if (!this.first.has(fn)) this.first.set(fn, this.clock);
    this.last.set(fn, this.clock);
  }

  private endEpisode(): void {
    if (this.first.size === 0) return;
    const byLast = [...this.last].toSorted(([, a], [, b]) => b - a);
    const byFirst = [...this.first].toSorted(([, a], [, b]) => b - a);
    const later = new BitSet(this.functionCount);
    let at = 0;
    for (const [fn, first] of byFirst) {
      for (; at < byLast.length && (byLast[at]?.[1] ?? 0) >= first; at++) later.add(byLast[at]?.[0] ?? 0);
      const known = this.after.get(fn);
      if (known === undefined) this.after.set(fn, later.clone());
      else known.unionWith(later);
    }
    this.first.clear();
    this.last.clear();
    this.clock = 0;
  }
}

interface Frame {
  readonly fn: number;
  /** Whom what happens in the frame counts for. */
  readonly runs: number;
}
