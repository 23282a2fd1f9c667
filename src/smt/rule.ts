import type { Term } from './term';
import type { Terms } from './terms';

/**
 * One rewriting of an operation, which keeps its value under every model.
 *
 * The result must be smaller, or nearer to canonical form, than the operation: rules run until none applies.
 */
export interface Rule {
  readonly name: string;
  /** Null where the rule does not apply. */
  readonly rewrite: (terms: Terms, args: readonly Term[], data: string) => Term | null;
}
