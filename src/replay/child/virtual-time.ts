import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { replaceMember } from './replace-member';

type Callback = (...args: unknown[]) => unknown;

/** Every input begins at this moment. */
export const startOfTime = Date.UTC(2024, 0, 1);

/** Reading the clock takes this long, so that code which waits for it to move goes on. */
const tickMs = 0.001;

const RealDate = Date;
const real = { setImmediate, setTimeout };

interface VirtualTimer {
  readonly id: number;
  due: number;
  readonly every: number | null;
  readonly run: () => void;
}

/**
 * The clock and the timers that programs see. Time passes by being looked at and by waiting for timers, which costs
 * no real time: the next timer fires when nothing else is left to do. So two versions see the same moments.
 */
export class VirtualTime {
  #now = 0;
  #timers = new Map<number, VirtualTimer>();
  #lastId = 0;
  readonly #onError: (error: unknown) => void;

  /** `onError` gets what callbacks of timers throw. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Milliseconds since the input began. */
  read(): number {
    return (this.#now += tickMs);
  }

  reset(): void {
    this.#now = 0;
    this.#lastId = 0;
    this.#timers.clear();
  }

  /** Moves to the next timer and runs it; false when there is none. */
  fireNext(): boolean {
    let next: VirtualTimer | undefined;
    for (const timer of this.#timers.values()) if (next === undefined || timer.due < next.due) next = timer;
    if (next === undefined) return false;
    this.#now = Math.max(this.#now, next.due);
    if (next.every === null) this.#timers.delete(next.id);
    else next.due = this.#now + next.every;
    try {
      next.run();
    } catch (error) {
      this.#onError(error);
    }
    return true;
  }

  start(callback: Callback, delay: unknown, args: unknown[], repeat: boolean): Timer {
    if (typeof callback !== 'function') {
      throw Object.assign(new TypeError('The "callback" argument must be of type function.'), {
        code: 'ERR_INVALID_ARG_TYPE',
      });
    }
    const wait = Number(delay);
    const ms = wait >= 1 && wait <= 2 ** 31 - 1 ? Math.trunc(wait) : 1;
    const id = ++this.#lastId;
    const timer = new Timer(this, id);
    const run = (): void => void Reflect.apply(callback, timer, args);
    this.#timers.set(id, { id, due: this.#now + ms, every: repeat ? ms : null, run });
    return timer;
  }

  /** After what is already waiting for this very moment. */
  soon(callback: Callback, args: unknown[]): Timer {
    const id = ++this.#lastId;
    this.#timers.set(id, { id, due: this.#now, every: null, run: () => void callback(...args) });
    return new Timer(this, id);
  }

  stop(timer: unknown): void {
    if (timer instanceof Timer) this.#timers.delete(timer.id);
    else if (timer !== undefined && timer !== null) this.#timers.delete(Number(timer));
  }

  isWaiting(id: number): boolean {
    return this.#timers.has(id);
  }

  again(id: number): void {
    const timer = this.#timers.get(id);
    if (timer !== undefined) timer.due = this.#now + (timer.every ?? 1);
  }

  /** Puts the virtual clock and timers in the place of the real ones. */
  install(): void {
    installClock(this);
    installTimers(this);
  }
}

/** What `setTimeout` returns, with the methods that Node gives it. */
class Timer {
  readonly #time: VirtualTime;
  readonly id: number;

  constructor(time: VirtualTime, id: number) {
    this.#time = time;
    this.id = id;
    Object.defineProperty(this, 'id', { enumerable: false });
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return this.#time.isWaiting(this.id);
  }

  refresh(): this {
    this.#time.again(this.id);
    return this;
  }

  close(): this {
    this.#time.stop(this);
    return this;
  }

  [Symbol.toPrimitive](): number {
    return this.id;
  }
}

/** One turn of the real event loop. */
export function realTurn(): Promise<void> {
  return new Promise((resolve) => real.setImmediate(resolve));
}

/** The next timer fires in a turn of its own: what `process.nextTick` is given then runs before what promises have to do. */
export function fireInTurn(time: VirtualTime): Promise<boolean> {
  return new Promise((resolve) => real.setImmediate(() => resolve(time.fireNext())));
}

export function realDelay(ms: number): Promise<void> {
  return new Promise((resolve) => real.setTimeout(resolve, ms));
}

function installClock(time: VirtualTime): void {
  const now = (): number => Math.floor(startOfTime + time.read());
  const VirtualDate: DateConstructor = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(
        target,
        args.length === 0 ? [now()] : args,
        newTarget === VirtualDate ? target : newTarget,
      ) as object,
    apply: () => new RealDate(now()).toString(),
  });
  replaceMember(RealDate, 'now', now);
  replaceMember(RealDate.prototype, 'constructor', VirtualDate);
  replaceMember(globalThis, 'Date', VirtualDate);
  replaceMember(performance, 'now', () => time.read());
  const hrtime = Object.assign(
    (before?: [number, number]): [number, number] => {
      const nanoseconds =
        BigInt(Math.round(time.read() * 1e6)) -
        (before === undefined ? 0n : BigInt(before[0]) * 1_000_000_000n + BigInt(before[1]));
      return [Number(nanoseconds / 1_000_000_000n), Number(nanoseconds % 1_000_000_000n)];
    },
    { bigint: (): bigint => BigInt(Math.round(time.read() * 1e6)) },
  );
  replaceMember(process, 'hrtime', hrtime);
  replaceMember(process, 'uptime', () => time.read() / 1000);
}

function installTimers(time: VirtualTime): void {
  const wait = (ms: unknown, value?: unknown): Promise<unknown> =>
    new Promise((resolve) => void time.start(() => resolve(value), ms, [], false));
  const soon = (value?: unknown): Promise<unknown> =>
    new Promise((resolve) => void time.soon(() => resolve(value), []));
  const functions: Record<string, unknown> = {
    setTimeout: Object.assign((f: Callback, ms?: unknown, ...args: unknown[]) => time.start(f, ms, args, false), {
      [promisify.custom]: wait,
    }),
    setInterval: (f: Callback, ms?: unknown, ...args: unknown[]) => time.start(f, ms, args, true),
    setImmediate: Object.assign((f: Callback, ...args: unknown[]) => time.soon(f, args), { [promisify.custom]: soon }),
    clearTimeout: (timer: unknown) => time.stop(timer),
    clearInterval: (timer: unknown) => time.stop(timer),
    clearImmediate: (timer: unknown) => time.stop(timer),
  };
  for (const [name, value] of Object.entries(functions)) {
    Object.defineProperty(value, 'name', { value: name });
    replaceMember(globalThis, name, value);
    replaceMember(timers, name, value);
  }
  replaceMember(timersPromises, 'setTimeout', wait);
  replaceMember(timersPromises, 'setImmediate', soon);
  replaceMember(timersPromises.scheduler, 'wait', (ms: unknown) => wait(ms));
}
