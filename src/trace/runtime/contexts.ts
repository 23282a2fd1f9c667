import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import type { Clock } from './clock';
import type { OpenSegment } from './segment';

/**
 * Which segment what runs now belongs to: the innermost module that is being loaded, else the test or suite that is
 * running, else the process. Tests that overlap are told apart by their asynchronous context, which costs time and is
 * therefore watched only from the first overlap on.
 */
export class Contexts {
  readonly #clock: Clock;
  readonly #outside: OpenSegment;
  #context: OpenSegment;
  /** Contexts that were entered and not left, oldest first. */
  #entered: OpenSegment[] = [];
  readonly #loads: OpenSegment[] = [];
  #storage: AsyncLocalStorage<OpenSegment> | null = null;
  /** Those that functions were run for by `inside`, with a store. */
  readonly #stored = new WeakSet<OpenSegment>();
  /** Told of contexts that overlap and cannot be told apart. */
  onMixed: (segments: readonly OpenSegment[]) => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#outside = clock.current;
    this.#context = clock.current;
  }

  get context(): OpenSegment {
    return this.#context;
  }

  /** All that has begun and not ended. */
  get open(): readonly OpenSegment[] {
    return [...this.#loads, ...this.#entered];
  }

  /**
   * From here on, until `leave`, what runs belongs to a segment. When others run at the same time, only functions that
   * are run by `inside` can be told apart; a runner that cannot do so says that it is not `separable`.
   */
  enter(segment: OpenSegment, within: OpenSegment | null, separable: boolean): void {
    const others = this.#entered.filter((other) => other !== segment && !isAround(other, within));
    if (others.length > 0 && separable) this.watch();
    else if (others.length > 0) this.onMixed([...others, segment]);
    if (!this.#entered.includes(segment)) this.#entered.push(segment);
    this.#context = segment;
    this.#switch();
  }

  /** What a function of a segment that was entered is to be run with. */
  inside(segment: OpenSegment): Inside {
    const before = this.#context;
    this.#use(segment);
    const storage = this.#storage;
    if (storage === null) return { storage, storing: (fn) => fn, leave: () => {} };
    this.#stored.add(segment);
    const use = (): void => this.#use(segment);
    const storing = (fn: AnyFunction): AnyFunction =>
      function (this: unknown, ...args: unknown[]) {
        use();
        return storage.run(segment, () => Reflect.apply(fn, this, args) as unknown);
      };
    return { storage, storing, leave: () => this.#use(before) };
  }

  /**
   * A function of a segment that was entered is run next, until `endStretch`. Does what `inside` does, without calls around
   * the function: where runners write stacks out all the time, each takes as long as much of a test.
   */
  beginStretch(segment: OpenSegment): Stretch {
    const before = this.#context;
    this.#use(segment);
    const storage = this.#storage;
    if (storage === null) return { before, restore: null };
    this.#stored.add(segment);
    const stored = storage.getStore();
    if (stored === segment) return { before, restore: null };
    storage.enterWith(segment);
    // What is not there is put back as nothing.
    return { before, restore: () => storage.enterWith(stored as OpenSegment) };
  }

  endStretch({ before, restore }: Stretch): void {
    restore?.();
    this.#use(before);
  }

  /** For the rest of what runs at a stretch. */
  goOnIn(segment: OpenSegment): void {
    if (this.#entered.includes(segment)) this.#use(segment);
  }

  leave(segment: OpenSegment): void {
    this.#entered = this.#entered.filter((other) => other !== segment);
    if (this.#context === segment) this.#context = this.#entered.at(-1) ?? this.#outside;
    this.#switch();
  }

  /** The innermost module that is being loaded. */
  get loading(): OpenSegment | undefined {
    return this.#loads.at(-1);
  }

  /** How many modules are being loaded, one inside the other. */
  get loadDepth(): number {
    return this.#loads.length;
  }

  beginLoad(segment: OpenSegment): void {
    this.#loads.push(segment);
    this.#switch();
  }

  /** Ends also the loads inside of it that an error has ended. Returns what was ended. */
  endLoad(segment: OpenSegment): readonly OpenSegment[] {
    const place = this.#loads.lastIndexOf(segment);
    return place < 0 ? [] : this.endLoadsFrom(place);
  }

  endLoadsFrom(depth: number): readonly OpenSegment[] {
    if (this.#loads.length <= depth) return [];
    this.#clock.flush();
    const ended = this.#loads.splice(depth);
    this.#switch();
    return ended;
  }

  #use(context: OpenSegment): void {
    if (context === this.#context) return;
    this.#context = context;
    this.#switch();
  }

  #switch(): void {
    this.#clock.switchTo(this.#loads.at(-1) ?? this.#context);
  }

  /** From here on contexts are told apart, also where they overlap. */
  watch(): void {
    if (this.#storage !== null) return;
    const storage = new AsyncLocalStorage<OpenSegment>();
    this.#storage = storage;
    createHook({
      before: () => {
        const known = storage.getStore();
        if (known !== undefined && this.#entered.includes(known)) this.#use(known);
        // The last that has no store: it began before the first overlap, or only the others run their functions apart.
        else this.#use(this.#entered.findLast((segment) => !this.#stored.has(segment)) ?? this.#outside);
      },
    }).enable();
  }
}

/** What was so before a function of a segment was run. */
export interface Stretch {
  readonly before: OpenSegment;
  readonly restore: (() => void) | null;
}

export type AnyFunction = (...args: unknown[]) => unknown;

/** For a run of a function: how to have what it waits for told apart, where that is needed, and what to call after. */
export interface Inside {
  /** Null as long as nothing overlaps. */
  readonly storage: AsyncLocalStorage<OpenSegment> | null;
  /** The function, in the storage. */
  storing(fn: AnyFunction): AnyFunction;
  leave(result: unknown): void;
}

function isAround(outer: OpenSegment, inner: OpenSegment | null): boolean {
  for (let segment = inner; segment !== null; segment = segment.within) if (segment === outer) return true;
  return false;
}
