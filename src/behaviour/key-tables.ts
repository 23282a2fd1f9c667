import type { Ref, Value } from '#symbolic/value';
import { HeldObjects } from './held-objects';
import type { LoadedPair } from './load-pair';

/** Two values of the same place, as the head and the base have them. */
export interface ValuePair {
  readonly head: Value;
  readonly base: Value;
}

/**
 * Tables of which keys are read that say which element of another is meant. Whoever gets hold of one may change it, and so what
 * leads to one is not taken for alike.
 */
export class KeyTables {
  readonly #loaded: LoadedPair;
  readonly #refs = { base: new Set<Ref>(), head: new Set<Ref>() };

  constructor(loaded: LoadedPair) {
    this.#loaded = loaded;
  }

  get size(): number {
    return this.#refs.base.size + this.#refs.head.size;
  }

  add({ head, base }: ValuePair): boolean {
    if (head.kind !== 'object' || base.kind !== 'object') return false;
    this.#refs.head.add(head.ref);
    this.#refs.base.add(base.ref);
    return true;
  }

  areWithin({ head, base }: ValuePair): boolean {
    return this.#areWithin('head', head) || this.#areWithin('base', base);
  }

  /** Whether objects of the language lead to one. */
  areOfLanguage(): boolean {
    return (['base', 'head'] as const).some((version) =>
      [...this.#loaded[version].heap.entries()].some(
        ([ref, { properties }]) =>
          ref < 0 &&
          [...properties.entries()].some(
            ([, property]) => property.kind === 'data' && this.#areWithin(version, property.value),
          ),
      ),
    );
  }

  #areWithin(version: 'base' | 'head', value: Value): boolean {
    if (this.#refs[version].size === 0) return false;
    const held = new HeldObjects(this.#loaded[version], true);
    return !held.from(value) || [...this.#refs[version]].some((ref) => held.has(ref));
  }
}
