import { Enumeration } from './enumeration';
import type { Range } from './range';
import { unsat, type Link, type Solver } from './solver';
import type { Term } from './term';

/** Settles contradictions between constraints that depend on few values alone. */
export function enumerationLink(next: Solver, rangeOf: (term: Term) => Range): Link {
  const count = { seen: 0, answered: 0 };
  const enumeration = new Enumeration(rangeOf);
  return {
    name: 'enumeration',
    count,
    check(query) {
      count.seen++;
      if (!enumeration.contradicts(query.constraints)) return next.check(query);
      count.answered++;
      return unsat;
    },
    close: () => next.close(),
  };
}
