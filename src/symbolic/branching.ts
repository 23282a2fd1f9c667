import { Evaluation, type Model } from '#smt/model';
import type { Solver } from '#smt/solver';
import type { Term } from '#smt/term';
import type { Terms } from '#smt/terms';
import { termsOf, withCondition, type Condition } from './condition';
import type { Location } from './location';
import { Cut } from './signals';
import type { State } from './state';

/** A condition that can hold on a path, with a model that shows it. */
export interface Possible {
  readonly index: number;
  readonly condition: Condition;
  /** Null when the solver could not tell: the path is explored and says so. */
  readonly model: Model | null;
}

const chosenNames: readonly string[] = ['key', 'other'];

/**
 * Decides which of several conditions a path can still meet. The model of the path shows one of them
 * to be possible without asking; the solver is asked about the others.
 */
export class Branching {
  /** Whether it is one concrete input that decides. */
  readonly isGiven: boolean = false;
  readonly #terms: Terms;
  readonly #solver: Solver;
  /** Questions that the path's own model did not answer. */
  queries = 0;
  branches = 0;

  constructor(terms: Terms, solver: Solver) {
    this.#terms = terms;
    this.#solver = solver;
  }

  /** Names that an object handed in may have beyond those that were looked at. */
  furtherNames(_object: Location): readonly string[] {
    return chosenNames;
  }

  possible(state: State, alternatives: readonly Condition[]): Possible[] {
    this.branches++;
    const evaluation = state.model === null ? null : new Evaluation(state.model);
    const shown = alternatives.findIndex((a) => a.kind === 'term' && evaluation?.holds(a.term) === true);
    return alternatives.flatMap((condition, index): Possible[] => {
      const term = this.#termOf(condition);
      const isShown =
        index === shown || (condition.kind === 'alias' && term !== null && evaluation?.holds(term) === true);
      if (term === null || isShown) return [{ index, condition, model: state.model }];
      if (term === this.#terms.false) return [];
      const known = state.facts.get(term.id);
      if (known === false) return [];
      this.queries++;
      const near = state.model === null ? {} : { near: state.model };
      const answer = this.#solver.check({ constraints: [...termsOf(state.conditions), term], ...near });
      if (answer.kind === 'unsat') return [];
      return [{ index, condition, model: answer.kind === 'sat' ? answer.model : null }];
    });
  }

  /** Adds what is true of every input of the declared type. */
  require(state: State, term: Term, role: 'input' | 'precondition' | 'implicit' = 'input'): void {
    if (state.facts.get(term.id) === true) return;
    const condition: Condition = { kind: 'term', term, role, site: null };
    const [possible] = this.possible(state, [condition]);
    if (possible === undefined) throw new Cut({ kind: 'unsupported', what: 'an input that cannot be', at: null });
    this.assume(state, possible);
  }

  /** Adds a possible condition to a path. */
  assume(state: State, { index, condition, model }: Possible): void {
    if (condition.kind === 'term') {
      if (condition.term === this.#terms.true) return;
      state.facts = state.facts.set(condition.term.id, true).set(this.#terms.not(condition.term).id, false);
      if (model === null) state.undecided++;
      if (model === null && state.model !== null) {
        state.notes = {
          note: {
            kind: 'undecided',
            what: 'the solver could not tell whether this path is possible',
            at: condition.site,
          },
          before: state.notes,
        };
      }
    }
    if (condition.kind === 'shape') state.members = state.members.set(condition.location.id, condition.members);
    state.conditions = withCondition(state.conditions, condition);
    if (condition.kind === 'alias' && condition.equal !== this.#terms.true) {
      const { equal: term, site } = condition;
      this.assume(state, { index, condition: { kind: 'term', term, role: 'input', site }, model });
    }
    state.model = model;
  }

  /** What the solver is asked; null where there is nothing to ask. */
  #termOf(condition: Condition): Term | null {
    switch (condition.kind) {
      case 'term':
        return condition.term;
      case 'shape':
        return null;
      case 'alias':
        return condition.equal === this.#terms.true ? null : condition.equal;
    }
  }
}
