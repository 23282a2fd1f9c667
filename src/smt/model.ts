import { operations } from './operations';
import type { Scalar } from './sorts';
import type { Term, Unknown } from './term';

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

/** Computes terms under one model, each once. */
export class Evaluation {
  readonly #model: Model;
  readonly #values = new Map<Term, Scalar>();

  constructor(model: Model) {
    this.#model = model;
  }

  valueOf(term: Term): Scalar {
    if (term.kind === 'constant') return term.value;
    const known = this.#values.get(term);
    if (known !== undefined) return known;
    const value = this.#compute(term);
    this.#values.set(term, value);
    return value;
  }

  holds(term: Term): boolean {
    return this.valueOf(term) === true;
  }

  #compute(term: Exclude<Term, { kind: 'constant' }>): Scalar {
    switch (term.kind) {
      case 'symbol':
      case 'application':
        return this.#model.get(term) ?? plainValue(term);
      case 'choice':
        return this.holds(term.condition) ? this.valueOf(term.yes) : this.valueOf(term.no);
      case 'operation':
        return operations[term.operation].evaluate(
          term.args.map((arg) => this.valueOf(arg)),
          term.data,
        );
    }
  }
}
