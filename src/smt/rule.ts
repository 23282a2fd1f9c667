import type { Linear } from './linear';
import type { OperationName } from './operations';
import type { Range } from './range';
import type { Scalar } from './sorts';
import type { Term } from './term';

/**
 * One rewriting of an operation, which keeps its value under every model.
 *
 * The result must be smaller, or nearer to canonical form, than the operation: rules run until none applies.
 * A rule looks at its arguments and a bounded number of their parts, so that making a term has a bounded cost.
 */
export interface Rule {
  readonly name: string;
  /** Null where the rule does not apply. */
  readonly rewrite: (terms: TermFactory, args: readonly Term[], data: string) => Term | null;
}

/** What rules are written for: the operations, and the choice between two terms. */
export type Rewritten = OperationName | 'choice';

export type RuleTable = Partial<Record<Rewritten, readonly Rule[]>>;

/** What rules make terms with; `Terms` says what the methods do. */
export interface TermFactory {
  readonly true: Term;
  readonly false: Term;
  constant(value: Scalar): Term;
  apply(operation: OperationName, args: readonly Term[], data?: string): Term;
  operation(operation: OperationName, args: readonly Term[], data?: string): Term;
  choice(condition: Term, yes: Term, no: Term): Term;
  not(term: Term): Term;
  and(parts: readonly Term[]): Term;
  or(parts: readonly Term[]): Term;
  rangeOf(term: Term): Range;
  linearOf(term: Term): Linear | null;
  sumOf(operation: OperationName, args: readonly Term[]): Linear | null;
}

export function unaryRule(name: string, rewrite: (terms: TermFactory, a: Term, data: string) => Term | null): Rule {
  return { name, rewrite: (terms, [a], data) => (a === undefined ? null : rewrite(terms, a, data)) };
}

export function binaryRule(
  name: string,
  rewrite: (terms: TermFactory, a: Term, b: Term, data: string) => Term | null,
): Rule {
  return {
    name,
    rewrite: (terms, [a, b], data) => (a === undefined || b === undefined ? null : rewrite(terms, a, b, data)),
  };
}

export function ternaryRule(
  name: string,
  rewrite: (terms: TermFactory, a: Term, b: Term, c: Term, data: string) => Term | null,
): Rule {
  return {
    name,
    rewrite: (terms, [a, b, c], data) =>
      a === undefined || b === undefined || c === undefined ? null : rewrite(terms, a, b, c, data),
  };
}

/** Arguments of an operation that may be swapped come in order: by number, constants last. */
export function orderedArguments(operation: OperationName): Rule {
  return binaryRule(`operands of ${operation} in order`, (terms, a, b) =>
    comesBefore(b, a) ? terms.apply(operation, [b, a]) : null,
  );
}

export function comesBefore(left: Term, right: Term): boolean {
  const [leftLast, rightLast] = [left.kind === 'constant', right.kind === 'constant'];
  return leftLast === rightLast ? left.id < right.id : rightLast;
}
