import type { SpanResult } from './location';

/** Whether two versions of a function behave alike; `unknown` is never shown as `same`. */
export type Verdict =
  | { readonly kind: 'differs'; readonly witness: Witness }
  /** For all inputs, or up to a bound. */
  | { readonly kind: 'same'; readonly bound: null | { readonly loops: number; readonly depth: number } }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Inputs that show a difference, run on both versions. */
export interface Witness {
  /** Source text: `f(3, 'x')`. */
  readonly call: string;
  readonly base: Outcome;
  readonly head: Outcome;
  readonly replayed: true;
}

export type Outcome =
  | { readonly kind: 'returns'; readonly value: string }
  | { readonly kind: 'throws'; readonly error: string }
  | { readonly kind: 'times-out' };

export interface Behaviour {
  readonly when: string;
  readonly before: string;
  readonly now: string;
  readonly witness: Witness;
  readonly locations: readonly SpanResult[];
}

export interface PathResult {
  readonly condition: string;
  readonly outcome: Outcome;
  readonly call: string;
  readonly replayed: boolean;
  readonly bounded: boolean;
}
