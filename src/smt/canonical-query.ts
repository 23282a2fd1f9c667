import { createHash } from 'node:crypto';
import { inPostOrder } from './post-order';
import { partsOf, type Term, type Unknown } from './term';
import { isUnknown } from './terms';

/** A query without the names of its symbols and the numbers of its terms. */
export interface CanonicalQuery {
  /** Equal for queries that differ in names alone. */
  readonly hash: string;
  /** The unknowns in the order of their first occurrence. */
  readonly unknowns: readonly Unknown[];
}

export function canonicalQuery(constraints: readonly Term[]): CanonicalQuery {
  const places = new Map<Term, number>();
  const functions = new Map<string, number>();
  const unknowns: Unknown[] = [];
  const hash = createHash('sha256');
  for (const constraint of constraints) {
    inPostOrder(
      constraint,
      (term) => places.has(term),
      (term) => {
        const parts = partsOf(term).map((part) => places.get(part));
        hash.update(`${headOf(term, functions)}(${parts.join(',')})\n`);
        places.set(term, places.size);
        if (isUnknown(term)) unknowns.push(term);
      },
    );
    hash.update(`assert ${places.get(constraint)}\n`);
  }
  return { hash: hash.digest('hex'), unknowns };
}

function headOf(term: Term, functions: Map<string, number>): string {
  switch (term.kind) {
    case 'constant':
      return `${term.sort} ${Object.is(term.value, -0) ? '-0' : JSON.stringify(String(term.value))}`;
    case 'symbol': {
      const { integer, min, max, nan, negativeZero } = term.domain;
      return `symbol ${term.sort}${term.sort === 'num' ? ` ${[integer, min, max, nan, negativeZero].join(' ')}` : ''}`;
    }
    case 'application': {
      const name = `${term.sort} ${term.name}`;
      const number = functions.get(name) ?? functions.size;
      functions.set(name, number);
      return `function ${term.sort} ${number}`;
    }
    case 'operation':
      return `${term.operation} ${JSON.stringify(term.data)}`;
    case 'choice':
      return 'choice';
  }
}
