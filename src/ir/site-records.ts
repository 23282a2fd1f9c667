import { IntList } from '#core/int-list';
import type { SiteTable } from './facts';

/** The places of a module where objects are made. */
export class SiteRecords {
  private readonly kind = new IntList();
  private readonly fn = new IntList();
  private readonly node = new IntList();

  /** Returns the number of the site. */
  add(kind: number, fn: number, node: number): number {
    this.kind.push(kind);
    this.fn.push(fn);
    this.node.push(node);
    return this.kind.length - 1;
  }

  table(): SiteTable {
    return {
      count: this.kind.length,
      kind: Uint8Array.from(this.kind.toArray()),
      fn: this.fn.toArray(),
      node: this.node.toArray(),
    };
  }
}
