import { invariant } from '#core/diagnostics';

/**
 * Where executions end in the start rule: Evolve's hash tables TEnd and TLink of T. The tables of the other rules follow from
 * these and from the number of exits in each rule (`end-tables.ts`), so that none is kept that an update could leave stale.
 */
export class TraceEnds {
  /** Key to the node of T that contains its exit. */
  readonly #tEnd = new Map<string, number>();
  /** Node of T to the keys whose exits it contains, in their order. */
  readonly #tLink = new Map<number, string[]>();

  get size(): number {
    return this.#tEnd.size;
  }

  nodeOf(key: string): number | undefined {
    return this.#tEnd.get(key);
  }

  keysAt(node: number): readonly string[] {
    return this.#tLink.get(node) ?? [];
  }

  put(node: number, keys: string[]): void {
    this.#tLink.set(node, keys);
    for (const key of keys) this.#tEnd.set(key, node);
  }

  /** The keys of a node that is about to be replaced; `put` gives them their new nodes. */
  take(node: number): string[] {
    const keys = this.#tLink.get(node);
    if (keys === undefined) return [];
    this.#tLink.delete(node);
    return keys;
  }

  /** Two neighbours have become one node. */
  merge(first: number, second: number, into: number): void {
    const keys = this.take(first);
    const after = this.take(second);
    if (keys.length + after.length > 0) this.put(into, keys.concat(after));
  }

  /** The execution and its exit are gone. */
  forget(node: number): void {
    for (const key of this.take(node)) invariant(this.#tEnd.delete(key), 'a key is in both tables of its rule');
  }
}
