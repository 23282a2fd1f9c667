import type { Comparison } from './comparison';
import type { RawHunk } from './raw-hunk';
import type { Range } from './text-ranges';

/** All hunks, none inside another, in the order of the head's files and offsets; found again by place. */
export class PlacedHunks {
  readonly all: readonly PlacedHunk[];
  readonly #bySide: Readonly<Record<Side, ReadonlyMap<number, readonly Placed[]>>>;

  constructor(comparison: Comparison, raw: readonly RawHunk[]) {
    const { base, head, match } = comparison;
    const all: PlacedHunk[] = [];
    const pairOf = new Map(match.modules.map(([i, j]) => [j, i]));
    head.modules.forEach((module, j) => {
      const i = pairOf.get(j);
      if (i === undefined) all.push({ kind: 'add-file', headModule: j });
      else {
        const texts = [base.modules[i]!.text.length, module.text.length] as const;
        all.push(
          ...outermost(
            raw.filter((hunk) => hunk.headModule === j && hunk.baseModule === i),
            texts,
          ),
        );
      }
    });
    const paired = new Set(match.modules.map(([i]) => i));
    base.modules.forEach((_, i) => {
      if (!paired.has(i)) all.push({ kind: 'remove-file', baseModule: i });
    });
    this.all = all;
    this.#bySide = { base: index(all, 'base'), head: index(all, 'head') };
  }

  /** The hunk around a stretch of a file, as an index in `all`, or −1. */
  around(side: Side, module: number, start: number, end: number): number {
    const list = this.#bySide[side].get(module) ?? [];
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (list[middle]!.start <= start) low = middle + 1;
      else high = middle;
    }
    // Insertions are empty on one side and may share their offset with a neighbour.
    for (let i = low - 1; i >= 0 && i >= low - 3; i--) {
      const { start: from, end: to, index: found } = list[i]!;
      if (from <= start && end <= to && from < to) return found;
    }
    return -1;
  }

  /** Hunks inside a stretch of a file. */
  within(side: Side, module: number, [start, end]: Range): readonly number[] {
    const list = this.#bySide[side].get(module) ?? [];
    return list.filter((hunk) => start <= hunk.start && hunk.end <= end).map((hunk) => hunk.index);
  }
}

export type PlacedHunk =
  /** `owners`: the base functions whose syntax it exchanges. */
  | { readonly kind: 'replace'; readonly raw: RawHunk; readonly owners: ReadonlySet<number> }
  | { readonly kind: 'add-file'; readonly headModule: number }
  | { readonly kind: 'remove-file'; readonly baseModule: number };

type Side = 'base' | 'head';

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly index: number;
}

function index(all: readonly PlacedHunk[], side: Side): Map<number, Placed[]> {
  const lists = new Map<number, Placed[]>();
  const add = (module: number, [start, end]: Range, i: number): void => {
    const list = lists.get(module) ?? [];
    list.push({ start, end, index: i });
    lists.set(module, list);
  };
  all.forEach((hunk, i) => {
    if (hunk.kind === 'replace') add(side === 'base' ? hunk.raw.baseModule : hunk.raw.headModule, hunk.raw[side], i);
    else if (hunk.kind === 'add-file' && side === 'head') add(hunk.headModule, [0, Infinity], i);
    else if (hunk.kind === 'remove-file' && side === 'base') add(hunk.baseModule, [0, Infinity], i);
  });
  for (const list of lists.values()) list.sort((a, b) => a.start - b.start || a.end - b.end);
  return lists;
}

/** Hunks of one pair of files without those inside others. Should two cross, the files are exchanged as a whole. */
function outermost(raw: readonly RawHunk[], [baseLength, headLength]: readonly [number, number]): PlacedHunk[] {
  const order = raw.toSorted(
    (a, b) => a.base[0] - b.base[0] || a.head[0] - b.head[0] || b.base[1] - a.base[1] || b.head[1] - a.head[1],
  );
  const kept: { raw: RawHunk; owners: Set<number> }[] = [];
  for (const hunk of order) {
    const outer = findOuter(kept, hunk);
    if (outer !== undefined) {
      outer.owners.add(hunk.owner);
      continue;
    }
    while (kept.length > 0 && contains(hunk, kept.at(-1)!.raw)) kept.pop();
    kept.push({ raw: hunk, owners: new Set([hunk.owner]) });
  }
  const crosses = kept.some(({ raw: hunk }, i) => i > 0 && !isBefore(kept[i - 1]!.raw, hunk));
  const first = kept[0];
  if (!crosses || first === undefined)
    return kept.map(({ raw: hunk, owners }) => ({ kind: 'replace', raw: hunk, owners }));
  const { baseModule, headModule, owner } = first.raw;
  const whole: RawHunk = {
    baseModule,
    headModule,
    owner,
    base: [0, baseLength],
    head: [0, headLength],
    form: { kind: 'exact' },
  };
  const owners = new Set(kept.flatMap((hunk) => Array.from(hunk.owners)));
  return [{ kind: 'replace', raw: whole, owners }];
}

/** Those kept are in order and apart, so only the last of them can reach as far as the next hunk. */
function findOuter<T extends { readonly raw: RawHunk }>(kept: readonly T[], hunk: RawHunk): T | undefined {
  for (let i = kept.length - 1; i >= 0; i--) {
    const other = kept[i]!;
    if (contains(other.raw, hunk)) return other;
    if (other.raw.base[1] < hunk.base[0]) return undefined;
  }
  return undefined;
}

function contains(outer: RawHunk, inner: RawHunk): boolean {
  return isInside(inner.base, outer.base) && isInside(inner.head, outer.head);
}

function isInside([start, end]: Range, [from, to]: Range): boolean {
  return from <= start && end <= to;
}

function isBefore(a: RawHunk, b: RawHunk): boolean {
  return a.base[1] <= b.base[0] && a.head[1] <= b.head[0];
}
