import type { Rule } from './rule';
import type { Term } from './term';
import type { Terms } from './terms';

const doubleNegation: Rule = {
  name: 'double negation',
  rewrite: (_terms, [term]) => (term?.kind === 'operation' && term.operation === 'not' ? (term.args[0] ?? null) : null),
};

const conjunction = junction('and');
const disjunction = junction('or');

/** Flattens, sorts and removes duplicates; a part together with its negation decides all. */
function junction(operation: 'and' | 'or'): Rule {
  return {
    name: `canonical ${operation}`,
    rewrite(terms, args) {
      const neutral = operation === 'and' ? terms.true : terms.false;
      const deciding = operation === 'and' ? terms.false : terms.true;
      const parts = new Set<Term>();
      for (const arg of args) {
        if (arg === deciding) return deciding;
        if (arg === neutral) continue;
        if (arg.kind === 'operation' && arg.operation === operation) for (const part of arg.args) parts.add(part);
        else parts.add(arg);
      }
      for (const part of parts) if (parts.has(terms.not(part))) return deciding;
      const sorted = [...parts].toSorted((a, b) => a.id - b.id);
      const [first] = sorted;
      if (first === undefined) return neutral;
      if (sorted.length === 1) return first;
      return sameTerms(sorted, args) ? null : interned(terms, operation, sorted);
    },
  };
}

function interned(terms: Terms, operation: 'and' | 'or', parts: readonly Term[]): Term {
  return terms.operation(operation, parts);
}

function sameTerms(left: readonly Term[], right: readonly Term[]): boolean {
  return left.length === right.length && left.every((term, index) => term === right[index]);
}

const equality: Rule = {
  name: 'equality of booleans',
  rewrite(terms, [left, right]) {
    if (left === undefined || right === undefined) return null;
    if (left === right) return terms.true;
    if (left.kind === 'constant') return left.value === true ? right : terms.not(right);
    if (right.kind === 'constant') return right.value === true ? left : terms.not(left);
    return left.id <= right.id ? null : terms.apply('bool.eq', [right, left]);
  },
};

export const booleanRules = {
  not: [doubleNegation],
  and: [conjunction],
  or: [disjunction],
  'bool.eq': [equality],
};
