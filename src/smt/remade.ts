import { partsOf, type Term } from './term';
import type { Terms } from './terms';

/** A term with other parts in the place of its own. */
export function remade(terms: Terms, term: Term, partOf: (part: Term) => Term): Term {
  const parts = partsOf(term);
  const others = parts.map(partOf);
  if (others.every((part, index) => part === parts[index])) return term;
  switch (term.kind) {
    case 'operation':
      return terms.apply(term.operation, others, term.data);
    case 'application':
      return terms.application(term.name, term.sort, others);
    case 'choice': {
      const [condition = term.condition, yes = term.yes, no = term.no] = others;
      return terms.choice(condition, yes, no);
    }
    default:
      return term;
  }
}
