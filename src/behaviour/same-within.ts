import type { World } from '#symbolic/machine';
import type { Gap } from './gaps';
import { searchPair, type PairSearchOptions } from './pair-search';
import type { SameProof } from './prove-same';

/** How many turns are tried where there are too many paths for those that were asked for. */
const fewerTurns = [3, 2];

/**
 * Where there are more paths than may be followed, whether the versions behave the same in fewer turns of loops, with fewer
 * elements. Null where they may not, where nothing was cut short by that, or where there are too many paths still.
 */
export async function sameWithin(
  search: Omit<PairSearchOptions, 'again' | 'found'>,
  isInterrupted: () => boolean,
): Promise<SameProof | null> {
  for (const loops of fewerTurns) {
    if (loops >= search.worlds.head.limits.loops) continue;
    const within = (world: World): World => ({ ...world, limits: { ...world.limits, loops, elements: loops } });
    const worlds = { base: within(search.worlds.base), head: within(search.worlds.head) };
    const found = new FoundWithin();
    const result = await searchPair({
      ...search,
      worlds,
      again: [],
      found: ({ differences, gaps }) => {
        found.see(differences.length, gaps);
        return Promise.resolve(found.isSame && !isInterrupted());
      },
    });
    if (!found.isSame || (!result.complete && !result.full)) return null;
    if (result.complete && !result.missed) return { ...result, loops, gaps: found.gaps, remarks: [] };
  }
  return null;
}

class FoundWithin {
  /** By what is taken for granted. */
  readonly #assumed = new Map<string, Gap>();
  #bound: Gap | null = null;
  isSame = true;

  see(differences: number, gaps: readonly Gap[]): void {
    this.isSame &&= differences === 0 && gaps.every(({ kind }) => kind !== 'unknown');
    for (const gap of gaps) {
      if (gap.why.kind === 'note') this.#assumed.set(gap.why.note.what, gap);
      if (gap.kind === 'bound') this.#bound = gap;
    }
  }

  get gaps(): readonly Gap[] {
    return [...(this.#bound === null ? [] : [this.#bound]), ...this.#assumed.values()];
  }
}
