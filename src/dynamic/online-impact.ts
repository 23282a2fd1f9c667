import { EXIT, RETURN } from './events';
import type { ImpactTechnique } from './impact-technique';

/**
 * What is added to the impact sets when a function runs. `after`: the function, to those of all functions that have run, which
 * gives the sets of PathImpact. `stack`: as EAT (Section 4) describes the algorithm of Breech and others, the entered function to
 * those of all functions on the stack, and these to its own.
 */
export type OnlineRule = 'after' | 'stack';

/** Impact sets of all functions, kept while executions run (after Breech, Danalis, Shindo and Pollock). */
export class OnlineImpact implements ImpactTechnique {
  readonly name: string;
  readonly #rule: OnlineRule;
  /** Per function, what a change of it affects. */
  readonly #impacts: Set<number>[] = [];
  readonly #stack: number[] = [];
  /** Functions in the order of their first event in this execution. */
  readonly #started: number[] = [];
  /** Per function, how many had started at its last event. */
  readonly #startedThen = new Map<number, number>();

  constructor(rule: OnlineRule) {
    this.#rule = rule;
    this.name = `online-${rule}`;
  }

  event(event: number): void {
    if (event === EXIT) this.#finish();
    else if (event === RETURN) this.#returned();
    else this.#entered(event);
  }

  execution(events: Int32Array): void {
    for (const event of events) this.event(event);
    this.#finish();
  }

  impact(changed: Iterable<number>): Set<number> {
    const union = new Set<number>();
    for (const number of changed) this.#impacts[number]?.forEach((impacted) => union.add(impacted));
    return union;
  }

  /** Space that the sets take: their members. */
  get members(): number {
    return this.#impacts.reduce((sum, impact) => sum + impact.size, 0);
  }

  #entered(entry: number): void {
    const own = (this.#impacts[entry] ??= new Set([entry]));
    this.#stack.push(entry);
    if (this.#rule === 'after') {
      this.#ran(entry);
      return;
    }
    for (const caller of this.#stack) {
      this.#impacts[caller]?.add(entry);
      own.add(caller);
    }
  }

  #returned(): void {
    this.#stack.pop();
    const caller = this.#stack.at(-1);
    if (caller !== undefined && this.#rule === 'after') this.#ran(caller);
  }

  /** Those that had started before its last event have it in their sets since then. */
  #ran(number: number): void {
    const then = this.#startedThen.get(number);
    if (then === undefined) this.#started.push(number);
    for (let i = then ?? 0; i < this.#started.length; i++) this.#impacts[this.#started[i]!]?.add(number);
    this.#startedThen.set(number, this.#started.length);
  }

  #finish(): void {
    this.#stack.length = 0;
    this.#started.length = 0;
    this.#startedThen.clear();
  }
}
