import { createSolver } from '#smt/chain';
import type { Solver } from '#smt/solver';
import type { Term } from '#smt/term';
import type { Condition, ConditionList } from './condition';
import type { Location } from './location';
import type { World } from './machine';
import { listed, type State } from './state';

/** Longer paths are left as they are: what one would have to compare grows with the square. */
const mostConditions = 60;

/**
 * Finds conditions that the others of a path say already, such as `x !== 0` before `x === 1`. They are left out where a path is
 * put into words, which then mean the same. Only what intervals show is found: no solver is asked.
 */
export class ImpliedConditions {
  readonly #world: World;
  readonly #solver: Solver = createSolver({ core: 'none' });

  constructor(world: World) {
    this.#world = world;
  }

  of({ conditions }: Pick<State, 'conditions'>): ReadonlySet<Condition> {
    const implied = wideShapes(conditions);
    if ((conditions?.length ?? 0) > mostConditions) return implied;
    const terms = termConditions(conditions);
    for (const { condition, term } of terms) {
      if (condition.role === 'input' || condition.role === 'precondition') continue;
      const others = terms.filter((other) => other.condition !== condition && !implied.has(other.condition));
      const constraints = [...others.map((other) => other.term), this.#world.terms.not(term)];
      if (this.#solver.check({ constraints }).kind === 'unsat') implied.add(condition);
    }
    return implied;
  }
}

/** What is said of the kind of an input, and said again more narrowly. */
function wideShapes(list: ConditionList | null): Set<Condition> {
  const wide = new Set<Condition>();
  const latest = new Map<Location, number>();
  for (let at = list; at !== null; at = at.before) {
    const { condition } = at;
    if (condition.kind !== 'shape') continue;
    const { location, members } = condition;
    const narrower = latest.get(location);
    if (narrower === undefined) latest.set(location, members);
    else if ((narrower & ~members) === 0) wide.add(condition);
  }
  return wide;
}

interface TermCondition {
  readonly condition: Extract<Condition, { kind: 'term' }>;
  readonly term: Term;
}

function termConditions(list: ConditionList | null): TermCondition[] {
  return listed(list).flatMap(({ condition }) =>
    condition.kind === 'term' ? [{ condition, term: condition.term }] : [],
  );
}
