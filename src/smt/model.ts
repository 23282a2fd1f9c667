import { invariant } from '#core/diagnostics';
import { operations } from './operations';
import { inPostOrder } from './post-order';
import type { Scalar } from './sorts';
import { partsOf, type ChoiceTerm, type Term, type Unknown } from './term';

/** Values for unknowns. One that is not mentioned is free: any value of its domain will do. */
export type Model = ReadonlyMap<Unknown, Scalar>;

/** A value for an unknown that no model mentions: the plainest one of its domain. */
export function plainValue(unknown: Unknown): Scalar {
  switch (unknown.sort) {
    case 'bool':
      return false;
    case 'str':
      return '';
    case 'big':
      return 0n;
    case 'num':
      return unknown.kind === 'symbol' ? Math.min(Math.max(0, unknown.domain.min), unknown.domain.max) : 0;
  }
}

/** Computes terms under one model, each once. Of a choice only the side that is taken is computed. */
export class Evaluation {
  readonly #model: Model;
  readonly #values: Map<Term, Scalar>;

  /** `given`: values that terms are taken to have, whatever their parts. */
  constructor(model: Model, given: Iterable<readonly [Term, Scalar]> = []) {
    this.#model = model;
    this.#values = new Map(given);
  }

  valueOf(term: Term): Scalar {
    if (term.kind === 'constant') return term.value;
    const known = this.#values.get(term);
    if (known !== undefined) return known;
    inPostOrder(
      term,
      (part) => part.kind === 'constant' || this.#values.has(part),
      (part) => this.#values.set(part, this.#compute(part)),
      (part) => (part.kind === 'choice' ? this.#partsOfChoice(part) : partsOf(part)),
    );
    return this.#known(term);
  }

  holds(term: Term): boolean {
    return this.valueOf(term) === true;
  }

  #partsOfChoice({ condition, yes, no }: ChoiceTerm): readonly Term[] {
    const decided = condition.kind === 'constant' ? condition.value : this.#values.get(condition);
    if (decided === undefined) return [condition];
    return [decided === true ? yes : no];
  }

  /** Parts that count have their values already. */
  #compute(term: Term): Scalar {
    switch (term.kind) {
      case 'constant':
        return term.value;
      case 'symbol':
      case 'application':
        return this.#model.get(term) ?? plainValue(term);
      case 'choice':
        return this.#known(this.#known(term.condition) === true ? term.yes : term.no);
      case 'operation':
        return operations[term.operation].evaluate(
          term.args.map((arg) => this.#known(arg)),
          term.data,
        );
    }
  }

  #known(term: Term): Scalar {
    if (term.kind === 'constant') return term.value;
    const value = this.#values.get(term);
    invariant(value !== undefined, 'a part is computed before the whole');
    return value;
  }
}
