import type { ComparedFunction } from '#behaviour/compared-function';

export type Verdict = 'same' | 'differs' | 'unknown';

/** What is known of two versions once nothing is left open. */
export function verdictOf({ behaviours, gaps, unconfirmed, problem, complete }: ComparedFunction): Verdict {
  if (behaviours.length > 0) return 'differs';
  return gaps.length === 0 && unconfirmed.length === 0 && problem === null && complete ? 'same' : 'unknown';
}
