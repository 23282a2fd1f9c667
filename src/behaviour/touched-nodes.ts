import type { Observer } from '#symbolic/run';
import type { Site } from '#symbolic/site';
import type { State } from '#symbolic/state';

/** Remembers which of some nodes each path has executed. */
export class TouchedNodes implements Observer {
  readonly #isWatched: (site: Site) => boolean;
  readonly #touched = new WeakMap<State, ReadonlyMap<string, Site>>();

  constructor(isWatched: (site: Site) => boolean) {
    this.#isWatched = isWatched;
  }

  hasTouched(state: State): boolean {
    return this.#touched.has(state);
  }

  of(state: State): readonly Site[] {
    return [...(this.#touched.get(state)?.values() ?? [])];
  }

  stepped(state: State): void {
    const { frame } = state;
    if (frame === null) return;
    const { closure, node } = frame;
    const site = { path: closure.module.path, fn: closure.fn.index, node };
    if (!this.#isWatched(site)) return;
    const known = this.#touched.get(state);
    const key = `${site.path}#${site.fn}:${node}`;
    if (known?.has(key) !== true) this.#touched.set(state, new Map([...(known ?? []), [key, site]]));
  }

  forked([moved, ...siblings]: readonly State[]): void {
    const known = moved === undefined ? undefined : this.#touched.get(moved);
    if (known !== undefined) for (const sibling of siblings) this.#touched.set(sibling, known);
  }
}
