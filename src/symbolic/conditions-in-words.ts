import { createSolver } from '#smt/chain';
import { printTerm } from '#smt/print-term';
import type { Solver } from '#smt/solver';
import type { Term } from '#smt/term';
import { withCondition, type Condition, type ConditionList } from './condition';
import { describeCondition, type DescribedCondition } from './describe-condition';
import { ImpliedConditions } from './implied-conditions';
import type { World } from './machine';
import { TermsUnder } from './terms-under';

/** Conditions that hold together, in as few words as say it. */
export class ConditionsInWords {
  readonly #world: World;
  readonly #implied: ImpliedConditions;
  readonly #solver: Solver = createSolver({ core: 'none' });

  constructor(world: World) {
    this.#world = world;
    this.#implied = new ImpliedConditions(world);
  }

  of(conditions: readonly Condition[]): DescribedCondition[] {
    return this.asTheyAre(this.shortened(conditions));
  }

  /** For conditions that nobody will read to the end: to shorten them takes longer than all else about them. */
  asTheyAre(conditions: readonly Condition[]): DescribedCondition[] {
    return conditions.flatMap((condition) => {
      const described = describeCondition(this.#world, condition);
      return isGiven(condition) ? [] : [described];
    });
  }

  /** Fewer and shorter conditions that mean the same together. What is true of every input stays among them. */
  shortened(conditions: readonly Condition[]): readonly Condition[] {
    const implied = this.#implied.of({ conditions: conditions.reduce<ConditionList | null>(withCondition, null) });
    let kept = conditions.filter((condition) => !implied.has(condition));
    for (const condition of kept) {
      if (condition.kind !== 'term' || isGiven(condition)) continue;
      const others = kept.flatMap((other) => (other.kind === 'term' && other !== condition ? [other.term] : []));
      const term = this.#shorter(condition.term, others);
      // One at a time: each is read where the others hold as they are said.
      kept =
        term === this.#world.terms.true
          ? kept.filter((other) => other !== condition)
          : kept.map((other) => (other === condition ? { ...condition, term } : other));
    }
    return kept;
  }

  #shorter(term: Term, others: readonly Term[]): Term {
    const shorter = new TermsUnder(this.#world.terms, this.#solver, others).insideOf(term);
    return shorter === term || printTerm(shorter).length >= printTerm(term).length ? term : shorter;
  }
}

/** Said of the inputs before the program has run. */
function isGiven(condition: Condition): boolean {
  return condition.kind === 'term' && (condition.role === 'input' || condition.role === 'precondition');
}
