import { invariant } from '#core/diagnostics';
import { satisfies } from './satisfies';
import type { Link, Solver } from './solver';

/** For debugging: asks the end of the chain as well, and ends the run when both are sure and differ. */
export function validationLink(next: Solver, reference: Solver): Link {
  const count = { seen: 0, answered: 0 };
  return {
    name: 'validation',
    count,
    check(query) {
      count.seen++;
      const answer = next.check(query);
      if (answer.kind === 'sat') invariant(satisfies(query.constraints, answer.model), 'the model of an answer holds');
      const expected = reference.check(query);
      if (answer.kind === 'unsat') invariant(expected.kind !== 'sat', 'what is answered unsat has no model');
      if (answer.kind === 'sat') invariant(expected.kind !== 'unsat', 'what is answered sat is not refuted');
      return answer;
    },
    close() {
      next.close();
      reference.close();
    },
  };
}
