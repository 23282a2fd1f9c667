import type { ParamInput } from '#symbolic/input-type';
import type { Argument } from './argument';
import type { MembersAround } from './class-members';
import type { ResultParams } from './result-calls';
import type { Part, Step } from './steps';
import type { TellingCalls } from './telling-calls';

/** What is handed to a function that the call gives; null where none is called. */
export type LaterArguments = readonly Argument[] | null;

/** A call on trial. */
export interface TrialCall {
  /** What the object that it is called on is made with; null where there is none. */
  readonly self: readonly Argument[] | null;
  /** Calls of other members of that object. */
  readonly around: Around;
  readonly args: readonly Argument[];
  /** What the function that it gives is called with; null where that is not called. */
  readonly later: LaterArguments;
  /** Calls of functions that it gives as parts of something. */
  readonly steps: readonly Step[];
  /** What comes after it is called before what it waits for is done. */
  readonly atOnce?: true;
  /** By people, all of its values. */
  readonly isWritten: boolean;
}

/** What comes before a call leads to what an object keeps, what comes after shows it. */
export interface Around {
  readonly before: readonly Step[];
  readonly after: readonly Step[];
}

export const byItself: Around = { before: [], after: [] };

/** Whether what it does depends on what earlier calls have left in its module. */
export function isForFreshModules({ self, around }: TrialCall): boolean {
  return self === null && around.before.length > 0;
}

/** What is known where a function is called. */
export interface CallSurroundings {
  /** Classes that can be named. */
  readonly classNames: readonly string[];
  /** Parameters of the constructor of the class that the function belongs to. */
  readonly makes: readonly ParamInput[];
  /** Of that class. */
  readonly members: MembersAround;
  readonly results: ResultParams;
  readonly parts: readonly Part[];
  /** What shows how things are while it waits for something. */
  readonly amid: readonly Part[];
  /** Values that the function itself writes, as it compares its inputs with. */
  readonly own: readonly Argument[];
  /** Of all functions of the change. */
  readonly telling: TellingCalls;
}
