import type { ProgramStep, RegExpProgram } from './regexp-program';
import type { Characters } from './smt-lib-characters';

/** A way to match that is not given up: where it stands, and the positions that it remembers; −1 for none. */
export interface Thread {
  readonly step: number;
  readonly saved: readonly number[];
}

/** All ways to match that are open after some characters, in the order in which the engine would try them. */
export interface Threads {
  readonly open: readonly Thread[];
  /** A match that ends before, and that all open ones are preferred to. */
  readonly found: readonly number[] | null;
}

/** What happens at a position of a text. */
export interface Position {
  readonly index: number;
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

export function startOf({ entry, slots }: RegExpProgram): Threads {
  return { open: [{ step: entry, saved: Array.from({ length: slots }, () => -1) }], found: null };
}

/** Goes on to where threads wait for the next character. */
export function waitingAt({ steps }: RegExpProgram, threads: Threads, position: Position): Waiting {
  const { waiting, found } = new Walk(steps, position, threads);
  return { waiting, found };
}

/** Threads that wait for characters, those that a match has left. */
export interface Waiting {
  readonly waiting: readonly WaitingThread[];
  readonly found: readonly number[] | null;
}

interface WaitingThread {
  readonly set: Characters;
  readonly next: number;
  readonly saved: readonly number[];
}

/**
 * Goes on by a character that sets have or have not. Threads that stand at the same step do the same from there on, so that the
 * first of them is enough.
 */
export function take({ waiting, found }: Waiting, sets: ReadonlySet<Characters>): Threads {
  const open: Thread[] = [];
  const seen = new Set<number>();
  for (const { set, next, saved } of waiting) {
    if (seen.has(next) || !sets.has(set)) continue;
    seen.add(next);
    open.push({ step: next, saved });
  }
  return { open, found };
}

/** The match when the text ends here. */
export function finish({ steps }: RegExpProgram, threads: Threads, position: Position): readonly number[] | null {
  return new Walk(steps, position, threads).found;
}

/** From where threads stand to the next characters that they wait for. */
class Walk {
  readonly #steps: readonly ProgramStep[];
  readonly #position: Position;
  readonly #seen = new Set<number>();
  readonly waiting: WaitingThread[] = [];
  found: readonly number[] | null;

  constructor(steps: readonly ProgramStep[], position: Position, { open, found }: Threads) {
    this.#steps = steps;
    this.#position = position;
    this.found = found;
    // A match leaves nothing to those that come after it.
    for (const thread of open) if (this.#goOn(thread)) break;
  }

  /** Whether it is a match. */
  #goOn({ step: at, saved }: Thread): boolean {
    const step = this.#steps[at];
    if (step === undefined || this.#seen.has(at)) return false;
    this.#seen.add(at);
    const { index, isStart, isEnd } = this.#position;
    switch (step.kind) {
      case 'take':
        this.waiting.push({ set: step.set, next: step.next, saved });
        return false;
      case 'accept':
        this.found = saved;
        return true;
      case 'fork':
        return step.ways.some((way) => this.#goOn({ step: way, saved }));
      case 'save':
        return this.#goOn({ step: step.next, saved: saved.with(step.slot, index) });
      case 'clear':
        return this.#goOn({ step: step.next, saved: saved.map((old, slot) => (isIn(slot, step) ? -1 : old)) });
      case 'start':
        return isStart && this.#goOn({ step: step.next, saved });
      case 'end':
        return isEnd && this.#goOn({ step: step.next, saved });
    }
  }
}

function isIn(slot: number, { first, end }: { readonly first: number; readonly end: number }): boolean {
  return slot >= first && slot < end;
}
