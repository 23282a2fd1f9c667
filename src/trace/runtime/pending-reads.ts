import type { Reader } from './entry';

/** Held here, as tests may replace it. */
const later = setTimeout;

/** Milliseconds until what Node looked up and nobody compiled counts as read. */
const longestToCompile = 1000;

/** A module's file is read right before it is compiled: only the next step tells that it was not read for itself. */
export class PendingReads {
  #pending: PendingRead | null = null;
  readonly #toCompile = new Map<string, PendingRead>();

  /** `reader` tells who reads at the time of the read; `told` is called when it is known to be one. */
  constructor(
    private readonly reader: () => Reader,
    private readonly told: (path: string, reader: Reader) => void,
  ) {}

  add(path: string, isOfLoader: boolean): void {
    if (isOfLoader && isSource(path)) {
      this.#addToCompile(path);
      return;
    }
    const reader = this.reader();
    // Where a module lies is looked up before it is read.
    if (this.#pending?.path === path) {
      this.#pending.readers.set(keyOf(reader), reader);
      return;
    }
    this.settle();
    if (isSource(path)) this.#pending = { path, readers: new Map([[keyOf(reader), reader]]) };
    else this.told(path, reader);
  }

  drop(path: string): void {
    if (this.#pending?.path === path) this.#pending = null;
    this.#toCompile.delete(path);
  }

  settle(): void {
    this.#tell(this.#pending);
    this.#pending = null;
  }

  settleAll(): void {
    this.settle();
    for (const path of this.#toCompile.keys()) this.#settleToCompile(path);
  }

  #addToCompile(path: string): void {
    if (this.#pending?.path === path) this.#pending = null;
    const reader = this.reader();
    this.#toCompile.set(path, { path, readers: new Map([[keyOf(reader), reader]]) });
    later(() => this.#settleToCompile(path), longestToCompile).unref();
  }

  #settleToCompile(path: string): void {
    this.#tell(this.#toCompile.get(path) ?? null);
    this.#toCompile.delete(path);
  }

  #tell(read: PendingRead | null): void {
    for (const reader of read?.readers.values() ?? []) this.told(read?.path ?? '', reader);
  }
}

interface PendingRead {
  readonly path: string;
  readonly readers: Map<string, Reader>;
}

function keyOf({ execution, suite }: Reader): string {
  return `${execution} ${suite}`;
}

export function hasEnding(path: string): boolean {
  return /\.\w+$/.test(path);
}

export function isSource(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}
