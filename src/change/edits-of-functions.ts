import type { FoundEdits } from './find-edits';
import type { VersionFunction } from './version';

/** Which edits change a function's own syntax, or hold all of it. */
export class EditsOfFunctions {
  readonly #found: FoundEdits;
  readonly #owned = new Map<number, Set<number>>();

  constructor(found: FoundEdits) {
    this.#found = found;
    found.placed.all.forEach((hunk, i) => {
      if (hunk.kind !== 'replace') return;
      for (const owner of hunk.owners) {
        const edits = this.#owned.get(owner) ?? new Set();
        edits.add(found.editOf[i]!);
        this.#owned.set(owner, edits);
      }
    });
  }

  of(base: VersionFunction, head: VersionFunction): number[] {
    const edits = new Set([
      ...(this.#owned.get(base.id) ?? []),
      ...this.around('base', base),
      ...this.around('head', head),
    ]);
    return [...edits].toSorted((a, b) => a - b);
  }

  around(side: 'base' | 'head', { moduleIndex, fn }: VersionFunction): number[] {
    const hunk = this.#found.placed.around(side, moduleIndex, fn.start, fn.end);
    return hunk < 0 ? [] : [this.#found.editOf[hunk]!];
  }
}
