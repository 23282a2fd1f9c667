import type { Model } from './model';
import type { Term } from './term';

/**
 * One link of the chain that answers whether constraints can hold together. A link answers itself or
 * asks the next one; the order of links is in `chain`.
 */
export interface Solver {
  check(query: Query): Answer;
  /** Ends processes and threads. A solver that was closed starts them anew when asked again. */
  close(): void;
}

export interface Query {
  /** Must hold together. Boolean terms in canonical form, in the order in which the path met them. */
  readonly constraints: readonly Term[];
  /** Makes most of them hold: something like it may make all of them hold. The answer does not depend on it where it is `unsat`. */
  readonly near?: Model;
}

export type Answer =
  | { readonly kind: 'sat'; readonly model: Model }
  | { readonly kind: 'unsat' }
  /** Nobody knows within the budget. Never to be taken for either of the others. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** A link with the count of its work. */
export interface Link extends Solver {
  readonly name: string;
  readonly count: LinkCount;
}

export interface LinkCount {
  seen: number;
  /** Answered without asking the next link. */
  answered: number;
}

export const unsat: Answer = { kind: 'unsat' };

export function sat(model: Model): Answer {
  return { kind: 'sat', model };
}

export function unknown(reason: string): Answer {
  return { kind: 'unknown', reason };
}
