import type { SpanResult } from './location';

/** Whether two versions of a function behave alike; `unknown` is never shown as `same`. */
export type Verdict = DiffersVerdict | SameVerdict | UnknownVerdict;

/** How a verdict was come by. */
export interface Compared {
  /** How many pairs of paths were compared, one path of each version. */
  readonly tried?: number;
  /** What was taken for granted, in words: `log does the same in both versions`. */
  readonly assumptions?: readonly string[];
}

export interface DiffersVerdict extends Compared {
  readonly kind: 'differs';
  readonly witness: Witness;
  /** What is known of the inputs that no behaviour is about; absent when nobody asked. */
  readonly elsewhere?: SameVerdict | UnknownVerdict;
}

export interface SameVerdict extends Compared {
  readonly kind: 'same';
  /** Null: for all inputs. */
  readonly bound: Bound | null;
  /** No call can reach what has changed. */
  readonly unaffected?: true;
  /** Why, in words, where it is not for having compared all paths. */
  readonly because?: string;
}

export interface UnknownVerdict extends Compared {
  readonly kind: 'unknown';
  readonly reason: string;
  /** The code that the reason is about. */
  readonly place?: SpanResult;
}

/** The reason of every verdict when no verdict was asked for. */
export const notAskedFor = 'behaviour was not compared (--no-behaviour)';

export interface Bound {
  /** Turns of an undecided loop, in one activation of a function, that were followed to what comes after them. */
  readonly loops: number;
  /** Calls inside of each other. */
  readonly depth: number;
}

/** Inputs that show a difference, run on both versions. */
export interface Witness {
  /** Source text: `f(3, 'x')`. */
  readonly call: string;
  readonly base: Outcome;
  readonly head: Outcome;
  readonly replayed: true;
  /** The time zone in which it was run, where a version asked for local time: `America/St_Johns`. */
  readonly timeZone?: string;
}

/** What one call did, as source text. */
export type Outcome = Effects &
  (
    | { readonly kind: 'returns'; readonly value: string }
    | { readonly kind: 'throws'; readonly error: string }
    | { readonly kind: 'times-out' }
    /** A promise that nothing is left to settle. */
    | { readonly kind: 'never-settles' }
    /** `process.exit`. */
    | { readonly kind: 'exits'; readonly code: number }
  );

export interface Effects {
  /** What can be seen besides the completion, in order: `a.x = 1`, `console.log("x")`. */
  readonly effects?: readonly string[];
}

/** Inputs for which the versions behave differently in one way. */
export interface Behaviour {
  /** On the inputs, in terms of the source; `true` for all. */
  readonly when: string;
  /** For all these inputs: `returns a + 1`. */
  readonly before: string;
  readonly now: string;
  readonly witness: Witness;
  /** The changed code that is responsible. */
  readonly locations: readonly SpanResult[];
  /** How many pairs of paths it stands for. */
  readonly count?: number;
  /** Only the witness is known to behave so; `when` says how far its path was followed. */
  readonly certain?: false;
  /** Further calls that show it; a few. */
  readonly inputs?: readonly string[];
  /** Which recorded tests call the function so; absent where nothing was recorded. */
  readonly tests?: BehaviourTests;
}

export interface BehaviourTests {
  /** Tests that run the function. */
  readonly running: number;
  /** Tests that call it with such an input. */
  readonly reaching: readonly string[];
  /** Tests that may, as what they call it with is not known, or does not say. */
  readonly open: readonly string[];
}

export interface PathResult {
  readonly condition: string;
  readonly outcome: Outcome;
  readonly call: string;
  readonly replayed: boolean;
  readonly bounded: boolean;
}
