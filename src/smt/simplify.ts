import type { OperationName } from './operations';
import { booleanRules } from './boolean-rules';
import type { Rule } from './rule';
import type { Term } from './term';
import type { Terms } from './terms';

const rules: Partial<Record<OperationName, readonly Rule[]>> = { ...booleanRules };

/** The canonical form of an operation on canonical arguments; null when it is canonical itself. */
export function simplify(terms: Terms, operation: OperationName, args: readonly Term[], data: string): Term | null {
  for (const rule of rules[operation] ?? []) {
    const rewritten = rule.rewrite(terms, args, data);
    if (rewritten !== null) return rewritten;
  }
  return null;
}
