import { IntColumn } from './int-column';

/**
 * Functions that variables have no room for: all such variables hold them in common (`ObjectSpace.common`). Whoever calls what one
 * of these variables holds may call any of them.
 */
export class CommonFunctions {
  readonly list: number[] = [];
  private readonly isListed = new IntColumn();
  private readonly watchers: ((fn: number) => void)[] = [];
  /** How many of the list were told to the watchers. */
  private told = 0;

  has(fn: number): boolean {
    return this.isListed.at(fn) === 1;
  }

  add(fn: number): void {
    if (this.has(fn)) return;
    this.isListed.set(fn, 1);
    this.list.push(fn);
  }

  /** Calls back for every one of them, now and later. */
  each(watcher: (fn: number) => void): void {
    this.watchers.push(watcher);
    for (let i = 0; i < this.told; i++) watcher(this.list[i]!);
  }

  /** True when there were any to tell of. */
  tell(): boolean {
    const { length } = this.list;
    const first = this.told;
    this.told = length;
    for (let i = first; i < length; i++) {
      for (let w = 0, { length: count } = this.watchers; w < count; w++) this.watchers[w]!(this.list[i]!);
    }
    return length > first;
  }
}
