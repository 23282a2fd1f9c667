import type { World } from '#symbolic/machine';
import type { Observer } from '#symbolic/run';
import { explore, type ExploreRequest } from '#symbolic/explore';
import type { Site } from '#symbolic/site';
import type { State } from '#symbolic/state';
import { siteKey } from './concrete-run';

/** Paths of one function that execute affected nodes in the same order: an affected sequence of DiSE (Theorem 3.10). */
export interface AffectedSequence {
  /** All of them; one input for any exercises what is affected. */
  readonly ends: readonly State[];
}

export interface AffectedPaths {
  readonly sequences: readonly AffectedSequence[];
  /** Paths that execute nothing that is affected. */
  readonly unaffected: number;
  /** False when paths were left unexplored or were cut. */
  readonly complete: boolean;
}

/** Follows a function of the head along all its paths and tells those apart that the change affects. */
export function findAffectedPaths(
  request: Omit<ExploreRequest, 'observer'> & { readonly world: World },
  isAffected: (site: Site) => boolean,
): AffectedPaths {
  const sequences = new SequenceRecorder(isAffected);
  const { ends, complete } = explore({ ...request, observer: sequences });
  const groups = new Map<string, State[]>();
  let unaffected = 0;
  for (const end of ends) {
    const key = sequences.of(end);
    if (key === '') unaffected++;
    else groups.set(key, [...(groups.get(key) ?? []), end]);
  }
  return {
    sequences: [...groups.values()].map((group) => ({ ends: group })),
    unaffected,
    complete: complete && ends.every(({ completion }) => completion?.kind !== 'cut'),
  };
}

interface Sequence {
  readonly key: string;
  readonly before: Sequence | null;
}

/** Remembers in which order each path has executed affected nodes. */
class SequenceRecorder implements Observer {
  readonly #isAffected: (site: Site) => boolean;
  readonly #known = new Map<string, boolean>();
  readonly #sequences = new WeakMap<State, Sequence>();

  constructor(isAffected: (site: Site) => boolean) {
    this.#isAffected = isAffected;
  }

  of(state: State): string {
    const keys: string[] = [];
    for (let at = this.#sequences.get(state) ?? null; at !== null; at = at.before) keys.push(at.key);
    return keys.toReversed().join('\n');
  }

  stepped(state: State): void {
    const { frame } = state;
    if (frame === null) return;
    const site = { path: frame.closure.module.path, fn: frame.closure.fn.index, node: frame.node };
    const key = siteKey(site);
    let isAffected = this.#known.get(key);
    if (isAffected === undefined) this.#known.set(key, (isAffected = this.#isAffected(site)));
    if (!isAffected) return;
    const before = this.#sequences.get(state) ?? null;
    // A node that is attempted again, for a call on its way, was executed once.
    if (frame.progress.log.length > 0 && before?.key === key) return;
    this.#sequences.set(state, { key, before });
  }

  forked([moved, ...siblings]: readonly State[]): void {
    const known = moved === undefined ? undefined : this.#sequences.get(moved);
    if (known !== undefined) for (const sibling of siblings) this.#sequences.set(sibling, known);
  }
}
