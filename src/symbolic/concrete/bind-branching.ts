import type { Solver } from '#smt/solver';
import type { Term } from '#smt/term';
import { Branching, type Possible } from '../branching';
import type { Condition } from '../condition';
import { describeCondition } from '../describe-condition';
import type { Location } from '../location';
import type { World } from '../machine';
import { Cut } from '../signals';
import type { State } from '../state';
import type { GivenInput } from './bind-input';

/**
 * Decides as one concrete input does (concolic execution): of several conditions the one that holds for it. What was decided
 * becomes a condition of the path even where no input could have it otherwise, since nobody asks.
 */
export class GivenBranching extends Branching {
  override readonly isGiven = true;
  readonly #world: World;
  readonly #given: GivenInput;

  constructor(world: World, solver: Solver, given: GivenInput) {
    super(world.terms, solver);
    this.#world = world;
    this.#given = given;
  }

  override furtherNames(object: Location): readonly string[] {
    return this.#given.namesAt(object);
  }

  override possible(state: State, alternatives: readonly Condition[]): Possible[] {
    this.branches++;
    const judged = alternatives.map((condition) => this.#given.holds(condition));
    const index = judged.indexOf(true);
    const condition = alternatives[index];
    if (condition === undefined) {
      const open = alternatives[judged.indexOf(null)];
      if (open !== undefined) throw this.#notGiven(open);
      return [];
    }
    const possible: Possible = { index, condition, model: this.#given.model };
    this.assume(state, possible);
    return [possible];
  }

  override require(state: State, term: Term, role: 'input' | 'precondition' | 'implicit' = 'input'): void {
    if (state.facts.get(term.id) === true) return;
    const condition: Condition = { kind: 'term', term, role, site: null };
    const holds = this.#given.holds(condition);
    if (holds === null) throw this.#notGiven(condition);
    if (!holds) throw new Cut({ kind: 'unsupported', what: 'an input that is not of its declared type', at: null });
    this.assume(state, { index: 0, condition, model: this.#given.model });
  }

  #notGiven(condition: Condition): Cut {
    const { text, site } = describeCondition(this.#world, condition);
    return new Cut({ kind: 'unsupported', what: `${text}, which the call does not say`, at: site });
  }
}
