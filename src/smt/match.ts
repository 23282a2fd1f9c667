import type { OperationName } from './operations';
import type { OperationTerm, Term } from './term';

/** The term as that operation, or null. */
export function asOperation(term: Term, operation: OperationName): OperationTerm | null {
  return term.kind === 'operation' && term.operation === operation ? term : null;
}

/** The argument of an operation that has one. */
export function operandOf(term: Term, operation: OperationName): Term | null {
  return term.kind === 'operation' && term.operation === operation ? (term.args[0] ?? null) : null;
}

/** The first two arguments of an operation. */
export function operandsOf(term: Term, operation: OperationName): readonly [Term, Term] | null {
  if (term.kind !== 'operation' || term.operation !== operation) return null;
  const [a, b] = term.args;
  return a === undefined || b === undefined ? null : [a, b];
}

export function numberOf(term: Term): number | null {
  return term.kind === 'constant' && typeof term.value === 'number' ? term.value : null;
}

export function textOf(term: Term): string | null {
  return term.kind === 'constant' && typeof term.value === 'string' ? term.value : null;
}

export function bigintOf(term: Term): bigint | null {
  return term.kind === 'constant' && typeof term.value === 'bigint' ? term.value : null;
}
