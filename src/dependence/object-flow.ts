import { CommonFunctions } from './common-functions';
import { IntColumn } from './int-column';
import { IntSets } from './int-sets';
import { ObjectSpace } from './object-space';
import type { PointerLimit } from './pointer-limits';

/** Objects on their way from variable to variable, each of which holds a bounded number of them. */
export class ObjectFlow {
  readonly common = new CommonFunctions();
  private readonly sets: IntSets = new IntSets();
  /** Per variable: how many of its objects are no functions, whether "some object" is one, how many were passed on. */
  private readonly plainCount = new IntColumn();
  private readonly holdsAny = new IntColumn();
  private readonly passedOn = new IntColumn();
  /** How many of them its watchers were told. */
  private readonly toldOf = new IntColumn();
  /** Whether nothing can be added to a variable any more. */
  private readonly closed = new IntColumn();
  private readonly copies: IntSets = new IntSets();
  private limit: PointerLimit;
  /** How many objects were put into variables, and how many copies there are. */
  protected work = 0;
  private readonly watchers: (Watcher[] | undefined)[] = [];
  private queue: number[] = [];
  /** Variables whose watchers are to be told, and which these are. */
  private untold: number[] = [];
  private readonly isUntold = new IntColumn();

  constructor(
    protected readonly objects: ObjectSpace,
    public varCount: number,
    private readonly limits: readonly PointerLimit[],
  ) {
    this.limit = limits[0]!;
  }

  newVar(): number {
    return this.varCount++;
  }

  objectsOf(variable: number): readonly number[] {
    return this.sets.of(variable);
  }

  /** Whether "some object" is one of them. */
  holdsSome(variable: number): boolean {
    return this.holdsAny.at(variable) === 1;
  }

  isEmpty(variable: number): boolean {
    return this.sets.size(variable) === 0;
  }

  add(variable: number, object: number): void {
    const isFunction = this.objects.functionOf(object) >= 0;
    if (this.closed.at(variable) === 1) {
      if (isFunction) this.leaveOut(variable, object);
      return;
    }
    const { sets, limit, plainCount } = this;
    const plain = plainCount.at(variable);
    const isFull = isFunction ? sets.size(variable) - plain >= limit.functions : plain >= limit.objects;
    if (isFull && isFunction) this.leaveOut(variable, object);
    if (isFull && this.holdsAny.at(variable) === 1) {
      const isFullOfOthers = isFunction ? plain >= limit.objects : sets.size(variable) - plain >= limit.functions;
      if (isFullOfOthers) this.closed.set(variable, 1);
      return;
    }
    if (sets.has(variable, object)) return;
    const added = isFull ? ObjectSpace.any : object;
    if (added === ObjectSpace.any) this.holdsAny.set(variable, 1);
    if (added === ObjectSpace.any || !isFunction) plainCount.set(variable, plain + 1);
    if (this.passedOn.at(variable) === sets.size(variable)) this.queue.push(variable);
    sets.addNew(variable, added);
    if (this.watchers[variable] !== undefined) this.tellLater(variable);
    this.spend();
  }

  /** A function for which a variable has no room is one of those that such variables hold in common. */
  private leaveOut(variable: number, object: number): void {
    const { common } = this;
    const fn = this.objects.functionOf(object);
    if (common.has(fn) && common.areIn(variable)) return;
    if (this.sets.has(variable, object)) return;
    common.add(fn);
    common.putInto(variable);
  }

  /** Everything in `from` is also in `to`. */
  copy(from: number, to: number): void {
    if (from === to || !this.copies.add(from, to)) return;
    this.spend();
    if (this.common.areIn(from)) this.common.putInto(to);
    const held = this.sets.of(from);
    for (let i = 0; i < held.length; i++) this.add(to, held[i]!);
  }

  private spend(): void {
    if (++this.work > this.limit.upTo) this.limit = this.limits.find((l) => this.work <= l.upTo)!;
  }

  /** Calls back for every object that the variable holds, now and later. */
  watch(variable: number, watcher: Watcher): void {
    const list = this.watchers[variable];
    if (list === undefined) {
      // An array with gaps would become a hash table.
      while (this.watchers.length < variable) this.watchers.push(undefined);
      this.watchers[variable] = [watcher];
    } else list.push(watcher);
    // The others come with `solve`.
    const held = this.sets.of(variable);
    for (let i = 0, end = this.toldOf.at(variable); i < end; i++) watcher(held[i]!);
    if (held.length > this.toldOf.at(variable)) this.tellLater(variable);
  }

  /** To the fixpoint, or until there is no time left; true when it got there. */
  solve(expired: () => boolean = () => false): boolean {
    while (this.queue.length > 0 || this.untold.length > 0 || this.common.passOn(this.copies)) {
      if (expired()) return false;
      const { queue, untold } = this;
      // Watchers come last: what a variable holds together is less work than one object after the other.
      if (queue.length > 0) {
        this.queue = [];
        for (const variable of queue) this.passOn(variable);
      } else {
        this.untold = [];
        for (const variable of untold) this.tell(variable);
      }
    }
    return true;
  }

  /** Hands what a variable has got since the last time to those that copy from it. */
  private passOn(variable: number): void {
    const held = this.sets.of(variable);
    const first = this.passedOn.at(variable);
    const end = held.length;
    this.passedOn.set(variable, end);
    const copies = this.copies.of(variable);
    for (let i = 0; i < copies.length; i++) {
      for (let at = first; at < end; at++) this.add(copies[i]!, held[at]!);
    }
  }

  private tellLater(variable: number): void {
    if (this.isUntold.at(variable) === 1) return;
    this.isUntold.set(variable, 1);
    this.untold.push(variable);
  }

  /** Hands what a variable has got since the last time to its watchers. */
  private tell(variable: number): void {
    this.isUntold.set(variable, 0);
    const held = this.sets.of(variable);
    const first = this.toldOf.at(variable);
    const end = held.length;
    this.toldOf.set(variable, end);
    const watchers = this.watchers[variable] ?? [];
    for (let i = 0, { length } = watchers; i < length; i++) {
      for (let at = first; at < end; at++) watchers[i]!(held[at]!);
    }
  }
}

type Watcher = (object: number) => void;
