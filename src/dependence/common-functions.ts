import { IntColumn } from './int-column';
import type { IntSets } from './int-sets';

/**
 * Functions that were left out of variables which hold too many: such variables hold them in common. Whoever calls what one of
 * these variables holds may call any of them.
 */
export class CommonFunctions {
  readonly list: number[] = [];
  private readonly isListed = new IntColumn();
  private readonly isHolder = new IntColumn();
  private readonly watchers: ((fn: number) => void)[] = [];
  /** How many of the list were told to the watchers. */
  private told = 0;
  private holders: number[] = [];
  private readonly waiting = new Map<number, (() => void)[]>();

  has(fn: number): boolean {
    return this.isListed.at(fn) === 1;
  }

  add(fn: number): void {
    if (this.has(fn)) return;
    this.isListed.set(fn, 1);
    this.list.push(fn);
  }

  areIn(variable: number): boolean {
    return this.isHolder.at(variable) === 1;
  }

  /** A variable holds them all, now and later. */
  putInto(variable: number): void {
    if (this.areIn(variable)) return;
    this.isHolder.set(variable, 1);
    this.holders.push(variable);
  }

  /** Runs something once a variable holds them. */
  whenIn(variable: number, run: () => void): void {
    if (this.areIn(variable)) {
      run();
      return;
    }
    const known = this.waiting.get(variable);
    if (known === undefined) this.waiting.set(variable, [run]);
    else known.push(run);
  }

  /** Calls back for every one of them, now and later. */
  each(watcher: (fn: number) => void): void {
    this.watchers.push(watcher);
    for (let i = 0; i < this.told; i++) watcher(this.list[i]!);
  }

  /** What copies from a variable that holds them does so, too. True when there was anything to do. */
  passOn(copies: IntSets): boolean {
    if (this.holders.length === 0 && this.told === this.list.length) return false;
    const { holders } = this;
    this.holders = [];
    for (const variable of holders) {
      for (const to of copies.of(variable)) this.putInto(to);
      for (const run of this.waiting.get(variable) ?? []) run();
      this.waiting.delete(variable);
    }
    const { length } = this.list;
    const first = this.told;
    this.told = length;
    for (let i = first; i < length; i++) {
      for (let w = 0, { length: count } = this.watchers; w < count; w++) this.watchers[w]!(this.list[i]!);
    }
    return true;
  }
}
