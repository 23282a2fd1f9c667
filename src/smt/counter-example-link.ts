import type { Model } from './model';
import { satisfies } from './satisfies';
import { sat, unsat, type Link, type Solver } from './solver';
import type { Term } from './term';

/** How many of the last models are tried on a new query. */
const recentModels = 8;
const mostContradictions = 20_000;

/**
 * Answers from earlier answers about other sets of constraints. More constraints than contradictory ones are
 * contradictory; a model of more constraints is one of fewer; and a model may by luck hold for others.
 */
export function counterExampleLink(next: Solver): Link {
  const count = { seen: 0, answered: 0 };
  const recent: Model[] = [];
  /** The last model under which a constraint held. */
  const modelFor = new Map<Term, Model>();
  const contradictions = new Contradictions();

  function modelThatHolds(constraints: readonly Term[]): Model | null {
    // The newest constraint is the one most likely to fail.
    const newestFirst = constraints.toReversed();
    const tried = new Set(recent);
    for (const constraint of newestFirst.slice(0, 2)) {
      const model = modelFor.get(constraint);
      if (model !== undefined) tried.add(model);
    }
    for (const model of tried) if (satisfies(newestFirst, model)) return model;
    return null;
  }

  return {
    name: 'counter-example',
    count,
    check(query) {
      count.seen++;
      const { constraints } = query;
      const known = contradictions.within(constraints) ? unsat : null;
      const model = known === null ? modelThatHolds(constraints) : null;
      if (known !== null || model !== null) {
        count.answered++;
        return model === null ? unsat : sat(model);
      }
      const answer = next.check(query);
      if (answer.kind === 'unsat') contradictions.add(constraints);
      if (answer.kind === 'sat') {
        for (const constraint of constraints) modelFor.set(constraint, answer.model);
        recent.unshift(answer.model);
        recent.length = Math.min(recent.length, recentModels);
      }
      return answer;
    },
    close: () => next.close(),
  };
}

/** Sets of constraints that cannot hold together, found by their newest member. */
class Contradictions {
  readonly #byNewest = new Map<Term, ReadonlySet<Term>[]>();
  #count = 0;

  add(constraints: readonly Term[]): void {
    const newest = newestOf(constraints);
    if (newest === null || this.#count >= mostContradictions) return;
    const sets = this.#byNewest.get(newest) ?? [];
    sets.push(new Set(constraints));
    this.#byNewest.set(newest, sets);
    this.#count++;
  }

  /** Whether all of a known set are among these. */
  within(constraints: readonly Term[]): boolean {
    const present = new Set(constraints);
    for (const constraint of present) {
      const sets = this.#byNewest.get(constraint) ?? [];
      if (sets.some((set) => isSubset(set, present))) return true;
    }
    return false;
  }
}

function isSubset(inner: ReadonlySet<Term>, outer: ReadonlySet<Term>): boolean {
  if (inner.size > outer.size) return false;
  for (const member of inner) if (!outer.has(member)) return false;
  return true;
}

function newestOf(constraints: readonly Term[]): Term | null {
  return constraints.reduce<Term | null>(
    (newest, term) => (newest === null || term.id > newest.id ? term : newest),
    null,
  );
}
