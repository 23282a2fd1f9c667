import type { BlobStore } from '#store/blob-store';

/** What earlier runs found out, and what this one leaves for later ones. */
export class Memory {
  private fresh: (readonly [string, () => Uint8Array])[] = [];

  /** `contentKey` names the facts of a file by its path. */
  constructor(
    readonly store: BlobStore,
    readonly contentKey: (path: string) => string,
  ) {}

  /** To be written with the next `save`: many at once are much cheaper than one by one. */
  keep(key: string, blob: () => Uint8Array): void {
    this.fresh.push([key, blob]);
  }

  save(): void {
    const { fresh } = this;
    this.fresh = [];
    this.store.put(fresh.map(([key, blob]) => [key, blob()]));
  }
}
