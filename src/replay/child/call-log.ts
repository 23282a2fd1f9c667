import { observationLimits } from '../observed';
import type { OutsideCall } from '../outcome';
import { Observer, type PromiseStates } from './observe';

/** The ordered log of what one input called outside of the program, and of what it was kept from doing. */
export class CallLog {
  calls: OutsideCall[] = [];
  /** What functions of the input were called with, as it is. */
  given: (readonly unknown[])[] = [];
  /** False when calls or parts of their arguments are missing. */
  complete = true;
  /** The first thing that was refused. */
  refused: string | null = null;
  /** The code of the first `process.exit`. */
  exitCode: number | null = null;
  #closed = false;
  /** Of arguments that hold promises. */
  #open: Observer[] = [];

  add(callee: string, args: readonly unknown[]): void {
    if (this.#closed || this.exitCode !== null) return;
    if (this.calls.length >= observationLimits.calls) {
      this.complete = false;
      return;
    }
    const observed = [];
    for (let i = 0; i < args.length; i++) {
      const observer = new Observer();
      observed.push(observer.observe(args[i]));
      if (!observer.complete) this.complete = false;
      if (observer.unsettled.length > 0) this.#open.push(observer);
    }
    this.calls.push({ callee, args: observed });
  }

  /** A call of a function of the input. */
  addGiven(callee: string, args: readonly unknown[]): void {
    this.add(callee, args);
    if (!this.#closed) this.given.push(args);
  }

  /** Promises among the arguments: what becomes of them is known later. */
  get unsettled(): readonly object[] {
    return this.#open.flatMap(({ unsettled }) => unsettled);
  }

  fillIn(states: PromiseStates): void {
    for (const observer of this.#open) {
      observer.fillIn(states);
      if (!observer.complete) this.complete = false;
    }
    this.#open = [];
  }

  refuse(what: string): void {
    if (!this.#closed) this.refused ??= what;
  }

  exit(code: number): void {
    if (!this.#closed) this.exitCode ??= code;
  }

  /** What happened while the module was loaded, and did not keep it from that, is not the function's doing. */
  forget(): void {
    this.calls = [];
    this.given = [];
    this.#open = [];
    this.complete = true;
    this.refused = null;
    this.exitCode = null;
  }

  /** Whatever still runs of this input is no longer listened to. */
  close(): void {
    this.#closed = true;
  }
}

/** Global functions write into the log of the input that runs now. */
export interface CurrentLog {
  log: CallLog;
}
