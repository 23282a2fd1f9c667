import type { Answer, Link, Solver } from './solver';
import type { Term } from './term';

/** Older answers are dropped beyond this number. */
const mostAnswers = 50_000;

/** Remembers the answer for each set of constraints. */
export function branchCacheLink(next: Solver): Link {
  const count = { seen: 0, answered: 0 };
  const answers = new Map<string, Answer>();
  return {
    name: 'branch-cache',
    count,
    check(query) {
      count.seen++;
      const key = keyOf(query.constraints);
      const known = answers.get(key);
      if (known !== undefined) {
        count.answered++;
        return known;
      }
      const answer = next.check(query);
      answers.set(key, answer);
      const [oldest] = answers.keys();
      if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest);
      return answer;
    },
    close: () => next.close(),
  };
}

function keyOf(constraints: readonly Term[]): string {
  const ids = new Set(constraints.map(({ id }) => id));
  return [...ids].toSorted((a, b) => a - b).join(',');
}
