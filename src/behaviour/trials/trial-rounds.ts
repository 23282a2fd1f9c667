import type { FunctionPair } from '../function-pair';
import type { TimeOfChange } from '../shared-time';
import type { Trials } from './trials';

/** Makes calls of many functions, a few of each before many of any: most differences show soon, and time is short. */
export class TrialRounds {
  readonly #make: (pair: FunctionPair) => Trials | null;
  readonly #time: TimeOfChange;
  readonly #trials = new Map<FunctionPair, Trials | null>();

  constructor(make: (pair: FunctionPair) => Trials | null, time: TimeOfChange) {
    this.#make = make;
    this.#time = time;
  }

  /** Null where none are made. */
  of(pair: FunctionPair): Trials | null {
    const known = this.#trials.get(pair);
    if (known !== undefined) return known;
    const made = this.#make(pair);
    this.#trials.set(pair, made);
    return made;
  }

  /** More is known of what may be called. */
  renew(pair: FunctionPair): void {
    this.#trials.delete(pair);
  }

  /** Those that have had their turn. */
  begun(pair: FunctionPair): Trials | null {
    return this.#trials.get(pair) ?? null;
  }

  /** Whether calls that were made have shown something. */
  hasFound(pair: FunctionPair): boolean {
    return (this.begun(pair)?.found.length ?? 0) > 0;
  }

  /**
   * So many calls of each function that has shown nothing yet, in a share of the time that is left at most: where there are too
   * many, the last have no turn.
   */
  async go(pairs: Iterable<FunctionPair>, most: number, share: number): Promise<void> {
    const { timeLeft, isOver, now } = this.#time;
    const end = now() + timeLeft() * share;
    const waiting = [...pairs].filter((pair) => !this.hasFound(pair));
    const tried: Trials[] = [];
    for (const [index, pair] of waiting.entries()) {
      if (isOver() || now() > end) break;
      const trials = this.of(pair);
      if (trials === null) continue;
      tried.push(trials);
      const ownEnd = now() + Math.max(leastMs, (end - now()) / (waiting.length - index));
      await trials.go(most, () => isOver() || now() > ownEnd);
    }
    await this.#hear(tried);
  }

  /** So many calls of one function after the other, until a share of the time that is left is used up. */
  async glance(pairs: Iterable<FunctionPair>, most: number, share: number): Promise<void> {
    const { timeLeft, isOver, now } = this.#time;
    const end = now() + Math.min(mostMsForGlance, timeLeft() * share);
    const isLate = (): boolean => isOver() || now() > end;
    for (const pair of pairs) {
      if (isLate()) return;
      await this.of(pair)?.go(most, isLate);
    }
  }

  /** What shows a difference of one function is tried with those that had their turn before. */
  async #hear(tried: readonly Trials[]): Promise<void> {
    const { isOver } = this.#time;
    for (let isNews = true; isNews && !isOver();) {
      isNews = false;
      for (const trials of tried) {
        if (isOver() || trials.found.length > 0 || !trials.hasNews) continue;
        isNews = true;
        await trials.go(callsForNews, isOver);
      }
    }
  }
}

/** To start processes, and for a first look. */
const leastMs = 300;
const mostMsForGlance = 10_000;
/** Made like one that shows a difference of another function. */
const callsForNews = 48;
