import { datePartTerm } from './date-arithmetic';
import { Enumeration } from './enumeration';
import { inPostOrder } from './post-order';
import { Propagation } from './propagation';
import { remade } from './remade';
import { unsat, type Solver } from './solver';
import { partsOf, type Term } from './term';
import type { Terms } from './terms';

/**
 * Asks for parts of dates as arithmetic, which solvers know. Terms keep the parts as they are: people read `d.getHours()`, and not how
 * hours are counted; and that there are 24 of them is plain to see before.
 */
export function withDatesExpanded(terms: Terms, solver: Solver): Solver {
  const expanded = new Map<Term, Term>();
  const expand = (term: Term): Term => {
    inPostOrder(
      term,
      (part) => expanded.has(part),
      (part) =>
        expanded.set(
          part,
          asArithmetic(terms, part, (each) => expanded.get(each) ?? each),
        ),
      inside,
    );
    return expanded.get(term) ?? term;
  };
  const enumeration = new Enumeration((term) => terms.rangeOf(term));
  return {
    check(query) {
      const constraints = query.constraints.map(expand);
      if (constraints.every((constraint, index) => constraint === query.constraints[index])) return solver.check(query);
      const known = Propagation.of(query.constraints, (term) => terms.rangeOf(term));
      if (!known.run() || enumeration.contradicts(query.constraints)) return unsat;
      return solver.check({ ...query, constraints });
    },
    close: () => solver.close(),
  };
}

function asArithmetic(terms: Terms, term: Term, partOf: (part: Term) => Term): Term {
  if (term.kind === 'application') return term;
  const [time] = partsOf(term).map(partOf);
  if (term.kind === 'operation' && time !== undefined) {
    if (term.operation === 'num.utcPart') return datePartTerm(terms, 'utc', term.data, time);
    if (term.operation === 'num.localPart') return datePartTerm(terms, 'local', term.data, time);
  }
  return remade(terms, term, partOf);
}

/** A model gives values to unknowns as they are: those of functions are not looked into. */
function inside(term: Term): readonly Term[] {
  return term.kind === 'application' ? [] : partsOf(term);
}
