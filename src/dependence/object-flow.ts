import { CommonFunctions } from './common-functions';
import { IntColumn, IntTable } from './int-column';
import { IntSets } from './int-sets';
import { ObjectSpace } from './object-space';
import type { PointerLimit } from './pointer-limits';

/**
 * Objects on their way from variable to variable, each of which holds a bounded number of them. A variable with too many functions
 * gives up all of them for `ObjectSpace.common`, and so does whatever copies from it: which functions a variable holds
 * does not depend on the order in which they come.
 */
export class ObjectFlow {
  readonly common = new CommonFunctions();
  private readonly sets: IntSets = new IntSets();
  private readonly ofVariables = new IntTable(7);
  /** Per variable: how many of its objects are functions, and how many are others but for `ObjectSpace.common`. */
  private readonly functionCount = new IntColumn(this.ofVariables, 0);
  private readonly plainCount = new IntColumn(this.ofVariables, 1);
  private readonly holdsAny = new IntColumn(this.ofVariables, 2);
  private readonly isCommon = new IntColumn(this.ofVariables, 3);
  /** How many objects were passed on, and how many its watchers were told. */
  private readonly passedOn = new IntColumn(this.ofVariables, 4);
  private readonly toldOf = new IntColumn(this.ofVariables, 5);
  private readonly copies: IntSets = new IntSets();
  private work = 0;
  private readonly watchers: (Watcher[] | undefined)[] = [];
  private readonly lastWatchers = new Map<number, Watcher[]>();
  private queue: number[] = [];
  /** Variables whose watchers are to be told, and which these are. */
  private untold: number[] = [];
  private readonly isUntold = new IntColumn(this.ofVariables, 6);
  /** Functions that a variable gave up before those were told who have to know them one by one. */
  private givenUp: { readonly variable: number; readonly functions: readonly number[] }[] = [];

  constructor(
    protected readonly objects: ObjectSpace,
    public varCount: number,
    private readonly limit: PointerLimit,
  ) {}

  /** How many objects were put into variables, and how many copies there are: more means that something was new. */
  get workDone(): number {
    return this.work;
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

  /** Whether the functions that are held in common are among them. */
  holdsCommon(variable: number): boolean {
    return this.isCommon.at(variable) === 1;
  }

  isEmpty(variable: number): boolean {
    return this.sets.size(variable) === 0;
  }

  add(variable: number, object: number): void {
    if (object === ObjectSpace.common) this.holdInCommon(variable);
    else if (this.objects.functionOf(object) >= 0) this.addFunction(variable, object);
    else this.addPlain(variable, object);
  }

  private addPlain(variable: number, object: number): void {
    const plain = this.plainCount.at(variable);
    const isFull = plain >= this.limit.objects;
    if (isFull && this.holdsAny.at(variable) === 1) return;
    if (this.sets.has(variable, object)) return;
    const added = isFull ? ObjectSpace.any : object;
    if (added === ObjectSpace.any) this.holdsAny.set(variable, 1);
    this.plainCount.set(variable, plain + 1);
    this.insert(variable, added);
  }

  private addFunction(variable: number, object: number): void {
    const isKnown = !this.holdsCommon(variable) && this.sets.has(variable, object);
    if (isKnown) return;
    const count = this.functionCount.at(variable);
    if (!this.holdsCommon(variable) && count < this.limit.functions) {
      this.functionCount.set(variable, count + 1);
      this.insert(variable, object);
      return;
    }
    this.common.add(this.objects.functionOf(object));
    this.holdInCommon(variable);
  }

  private holdInCommon(variable: number): void {
    if (this.holdsCommon(variable)) return;
    this.isCommon.set(variable, 1);
    if (this.functionCount.at(variable) > 0) this.giveUpFunctions(variable);
    this.insert(variable, ObjectSpace.common);
    this.addPlain(variable, ObjectSpace.any);
  }

  private giveUpFunctions(variable: number): void {
    const { objects } = this;
    const held = this.sets.of(variable);
    const isFunction = (object: number): boolean => objects.functionOf(object) >= 0;
    const functions = held.filter(isFunction);
    for (const object of functions) this.common.add(objects.functionOf(object));
    const told = this.toldOf.at(variable);
    if (this.lastWatchers.has(variable))
      this.givenUp.push({ variable, functions: held.slice(told).filter(isFunction) });
    this.toldOf.set(variable, others(held, told, isFunction));
    this.passedOn.set(variable, others(held, this.passedOn.at(variable), isFunction));
    this.functionCount.set(variable, 0);
    this.sets.keep(variable, (object) => !isFunction(object));
  }

  private insert(variable: number, object: number): void {
    if (this.passedOn.at(variable) === this.sets.size(variable)) this.queue.push(variable);
    this.sets.addNew(variable, object);
    if (this.watchers[variable] !== undefined) this.tellLater(variable);
    this.work++;
  }

  /** Everything in `from` is also in `to`. */
  copy(from: number, to: number): void {
    if (from === to || !this.copies.add(from, to)) return;
    this.work++;
    const held = this.sets.of(from);
    for (let i = 0; i < held.length; i++) this.add(to, held[i]!);
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

  /** Also for functions that the variable has held until they became too many. */
  watchEach(variable: number, watcher: Watcher): void {
    const known = this.lastWatchers.get(variable);
    if (known === undefined) this.lastWatchers.set(variable, [watcher]);
    else known.push(watcher);
    this.watch(variable, watcher);
  }

  /** To the fixpoint, or until there is no time left; true when it got there. */
  solve(expired: () => boolean = () => false): boolean {
    while (this.queue.length > 0 || this.untold.length > 0 || this.givenUp.length > 0 || this.common.tell()) {
      if (expired()) return false;
      const { queue, untold, givenUp } = this;
      // Watchers come last: what a variable holds together is less work than one object after the other.
      if (queue.length > 0) {
        this.queue = [];
        for (const variable of queue) this.passOn(variable);
      } else {
        this.untold = [];
        this.givenUp = [];
        for (const { variable, functions } of givenUp)
          for (const watcher of this.lastWatchers.get(variable) ?? []) for (const object of functions) watcher(object);
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

/** How many of the first objects of a list are no functions. */
function others(held: readonly number[], end: number, isFunction: (object: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < end; i++) if (!isFunction(held[i]!)) count++;
  return count;
}
