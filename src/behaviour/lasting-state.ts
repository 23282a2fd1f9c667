import type { ModuleIr } from '#ir/cfg';
import { ModuleUses } from './module-uses';

/** What the functions of a module keep in its variables from one call to the next. */
export class LastingState {
  readonly #module: ModuleIr;
  readonly #uses: ModuleUses;

  constructor(module: ModuleIr) {
    this.#module = module;
    this.#uses = new ModuleUses(module);
  }

  /** Functions, by number, that change what this one may see; those among them that are called change it, too. */
  writersFor(fn: number): ReadonlySet<number> {
    const seen = this.#closure(fn).reads;
    const writers = this.#module.functions.filter(({ index, kind }) => {
      if (kind === 'module') return false;
      return [...this.#closure(index).writes].some((binding) => seen.has(binding));
    });
    return new Set(writers.map(({ index }) => index));
  }

  /** With all that the function names: who names a function may call it. */
  #closure(fn: number): { readonly reads: ReadonlySet<number>; readonly writes: ReadonlySet<number> } {
    const [reads, writes] = [new Set<number>(), new Set<number>()];
    const pending = [fn];
    const met = new Set(pending);
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const uses = this.#uses.of(at);
      if (uses === undefined) continue;
      for (const binding of uses.reads) reads.add(binding);
      for (const binding of uses.writes) writes.add(binding);
      for (const next of [
        ...uses.functions,
        ...Array.from(uses.reads, (binding) => Array.from(this.#uses.heldIn(binding, 'at all'))).flat(),
      ]) {
        if (met.has(next)) continue;
        met.add(next);
        pending.push(next);
      }
    }
    return { reads, writes };
  }
}
