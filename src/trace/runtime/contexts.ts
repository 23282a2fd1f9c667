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
  #loads: OpenSegment[] = [];
  #storage: AsyncLocalStorage<OpenSegment> | null = null;
  /** The last that was entered by name and not left: what runs without a store of its own belongs to it. */
  #ambient: OpenSegment | null = null;
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

  get isLoading(): boolean {
    return this.#loads.length > 0;
  }

  /** All that has begun and not ended. */
  get open(): readonly OpenSegment[] {
    return [...this.#loads, ...this.#entered];
  }

  /** Runs a function of a runner, and what it waits for, in a segment. */
  run<T>(segment: OpenSegment, within: OpenSegment | null, body: () => T): T {
    const overlaps = this.#entered.some((other) => other !== within && !isAround(other, within));
    if (overlaps) this.#watch();
    const enclosed = this.#storage === null ? body : () => this.#storage?.run(segment, body) as T;
    this.#add(segment);
    let result: T;
    try {
      result = enclosed();
    } catch (error) {
      this.leave(segment);
      throw error;
    }
    if (isThenable(result)) {
      const done = (): void => this.leave(segment);
      result.then(done, done);
      this.#switch();
    } else this.leave(segment);
    return result;
  }

  /** For runners that say when something begins and ends, and do not hand out its function. */
  enter(segment: OpenSegment, within: OpenSegment | null): void {
    const others = this.#entered.filter((other) => other !== within && !isAround(other, within));
    if (others.length > 0) this.onMixed([...others, segment]);
    this.#ambient = segment;
    this.#add(segment);
  }

  leave(segment: OpenSegment): void {
    this.#entered = this.#entered.filter((other) => other !== segment);
    if (this.#ambient === segment) this.#ambient = null;
    if (this.#context === segment) this.#context = this.#entered.at(-1) ?? this.#outside;
    this.#switch();
  }

  beginLoad(segment: OpenSegment): void {
    this.#loads.push(segment);
    this.#switch();
  }

  /** Ends also the loads inside of it that an error has ended. Returns what was ended, innermost first. */
  endLoad(segment: OpenSegment): readonly OpenSegment[] {
    const place = this.#loads.lastIndexOf(segment);
    if (place < 0) return [];
    this.#clock.flush();
    const ended = this.#loads.splice(place).toReversed();
    this.#switch();
    return ended;
  }

  #add(segment: OpenSegment): void {
    if (!this.#entered.includes(segment)) this.#entered.push(segment);
    // Modules whose loading an error has ended.
    this.#loads = [];
    this.#context = segment;
    this.#switch();
  }

  #switch(): void {
    this.#clock.switchTo(this.#loads.at(-1) ?? this.#context);
  }

  #watch(): void {
    if (this.#storage !== null) return;
    const storage = new AsyncLocalStorage<OpenSegment>();
    this.#storage = storage;
    // What began before the first overlap has no store: it is the oldest that is still running.
    const unknown = this.#entered[0] ?? this.#outside;
    createHook({
      before: () => {
        const known = [storage.getStore(), this.#ambient, unknown].find((s) => s && this.#entered.includes(s));
        const context = known ?? this.#outside;
        if (context === this.#context) return;
        this.#context = context;
        this.#switch();
      },
    }).enable();
  }
}

function isAround(outer: OpenSegment, inner: OpenSegment | null): boolean {
  for (let segment = inner; segment !== null; segment = segment.within) if (segment === outer) return true;
  return false;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
