import { inPostOrder } from '#smt/post-order';
import { remade } from '#smt/remade';
import { partsOf, type Term } from '#smt/term';
import type { Terms } from '#smt/terms';
import type { Solver } from '#smt/solver';

/** Questions for one list of conditions: what is read for a person is not worth more. */
const mostQuestions = 60;
/** Under more conditions than these only what one of them says outright is known. */
const mostConditions = 60;

/**
 * Terms as they read where some conditions hold: a test that the conditions decide is its answer, and a choice that hangs on it
 * is one of its sides. The values are the same for all inputs that satisfy the conditions.
 */
export class TermsUnder {
  readonly #terms: Terms;
  readonly #solver: Solver;
  readonly #conditions: readonly Term[];
  readonly #read = new Map<Term, Term>();
  #questions = 0;

  /** The solver may be a weak one: what it does not answer stays as it is. */
  constructor(terms: Terms, solver: Solver, conditions: readonly Term[]) {
    this.#terms = terms;
    this.#solver = solver;
    this.#conditions = conditions;
    for (const condition of conditions) {
      if (condition.kind === 'constant') continue;
      this.#read.set(condition, terms.true);
      this.#read.set(terms.not(condition), terms.false);
    }
  }

  of(term: Term): Term {
    inPostOrder(
      term,
      (each) => this.#read.has(each),
      (each) => this.#read.set(each, this.#decided(this.#remade(each))),
    );
    return this.#read.get(term) ?? term;
  }

  /** The same test, or its parts where it is one of the conditions itself and cannot be left out. */
  insideOf(term: Term): Term {
    for (const part of partsOf(term)) this.of(part);
    return this.#remade(term);
  }

  #remade(term: Term): Term {
    return remade(this.#terms, term, (part) => this.#read.get(part) ?? part);
  }

  #decided(term: Term): Term {
    if (term.sort !== 'bool' || term.kind === 'constant') return term;
    const known = this.#read.get(term);
    if (known !== undefined) return known;
    if (this.#isNever(this.#terms.not(term))) return this.#terms.true;
    return this.#isNever(term) ? this.#terms.false : term;
  }

  #isNever(term: Term): boolean {
    if (this.#conditions.length > mostConditions || this.#questions++ > mostQuestions) return false;
    return this.#solver.check({ constraints: [...this.#conditions, term] }).kind === 'unsat';
  }
}
