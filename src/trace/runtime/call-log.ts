import type { CallEntry, Reader } from './entry';

/** What one caller's calls of one function were. */
interface Known {
  readonly inputs: Set<string>;
  seen: number;
  isComplete: boolean;
}

/** Calls that are looked at, and different ones that are kept, of one function in one test. */
const mostSeen = 100;
const mostKept = 20;

/** Puts a call into words; null for what is too large, or more than data. Must not run code of the program. */
export type WriteCall = (receiver: unknown, args: ArrayLike<unknown>) => string | null;

/** What watched functions are called with. */
export class CallLog {
  readonly #told: (entry: CallEntry) => void;
  readonly #write: WriteCall;
  readonly #known = new Map<number, Map<string, Known>>();

  constructor(told: (entry: CallEntry) => void, write: WriteCall) {
    this.#told = told;
    this.#write = write;
  }

  add(fn: number, { execution, suite }: Reader, receiver: unknown, args: ArrayLike<unknown> | null): void {
    const known = this.#of(fn, `${execution} ${suite}`);
    const text = known.seen++ < mostSeen && args !== null ? this.#write(receiver, args) : null;
    if (text !== null && known.inputs.has(text)) return;
    const input = known.inputs.size < mostKept ? text : null;
    if (input === null && !known.isComplete) return;
    if (input === null) known.isComplete = false;
    else known.inputs.add(input);
    this.#told({ t: 'call', fn, execution, suite, input });
  }

  #of(fn: number, caller: string): Known {
    const callers = this.#known.get(fn) ?? new Map<string, Known>();
    this.#known.set(fn, callers);
    const known = callers.get(caller) ?? { inputs: new Set(), seen: 0, isComplete: true };
    callers.set(caller, known);
    return known;
  }
}
