import { guessModel } from './guess-model';
import { guessNear } from './guess-near';
import { LinearForms } from './linear';
import { hasOrderContradiction } from './order-contradiction';
import { Propagation } from './propagation';
import type { Range } from './range';
import { sat, unsat, type Link, type Solver } from './solver';
import type { Term } from './term';

/** Larger conjunctions go straight to the next link. */
const mostTerms = 4000;

/**
 * Settles what ranges can settle: contradictions by narrowing and by comparisons that go round in a circle, models by trying
 * values at the bounds.
 */
export function domainLink(next: Solver, rangeOf: (term: Term) => Range): Link {
  const count = { seen: 0, answered: 0 };
  const forms = new LinearForms(rangeOf);
  return {
    name: 'domain',
    count,
    check(query) {
      count.seen++;
      const known = Propagation.of(query.constraints, rangeOf);
      if (known.size <= mostTerms) {
        if (!known.run() || hasOrderContradiction(known, forms)) {
          count.answered++;
          return unsat;
        }
        const { constraints, near } = query;
        const model =
          guessModel(constraints, known) ?? (near === undefined ? null : guessNear(constraints, near, known));
        if (model !== null) {
          count.answered++;
          return sat(model);
        }
      }
      return next.check(query);
    },
    close: () => next.close(),
  };
}
