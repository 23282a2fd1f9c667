import type { OperationName } from './operations';
import type { Scalar, Sort } from './sorts';

/** A scalar expression over symbols. Terms of one `Terms` are hash-consed: equal terms are the same object. */
export type Term = ConstantTerm | SymbolTerm | OperationTerm | ChoiceTerm | ApplicationTerm;

interface TermBase {
  /** Dense, in order of creation: the parts of a term have smaller numbers. */
  readonly id: number;
  readonly sort: Sort;
}

export interface ConstantTerm extends TermBase {
  readonly kind: 'constant';
  readonly value: Scalar;
}

/** An unknown, named for where it comes from in the program: `a.b[0].length`. */
export interface SymbolTerm extends TermBase {
  readonly kind: 'symbol';
  readonly name: string;
  readonly domain: Domain;
}

export interface OperationTerm extends TermBase {
  readonly kind: 'operation';
  readonly operation: OperationName;
  readonly args: readonly Term[];
  readonly data: string;
}

/** `ite`: one of two terms of the same sort. */
export interface ChoiceTerm extends TermBase {
  readonly kind: 'choice';
  readonly condition: Term;
  readonly yes: Term;
  readonly no: Term;
}

/** An uninterpreted function of its arguments: equal arguments, equal results. A model gives its value like a symbol's. */
export interface ApplicationTerm extends TermBase {
  readonly kind: 'application';
  readonly name: string;
  readonly args: readonly Term[];
}

/** What is known of a symbol from the start. Numbers alone have one that says anything. */
export interface Domain {
  readonly integer: boolean;
  readonly min: number;
  readonly max: number;
  readonly nan: boolean;
  readonly negativeZero: boolean;
}

export const anyDouble: Domain = { integer: false, min: -Infinity, max: Infinity, nan: true, negativeZero: true };

export function integersFrom(min: number, max: number): Domain {
  return { integer: true, min, max, nan: false, negativeZero: false };
}

/** Terms that a term is directly made of. */
export function partsOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'constant':
    case 'symbol':
      return [];
    case 'operation':
    case 'application':
      return term.args;
    case 'choice':
      return [term.condition, term.yes, term.no];
  }
}

/** What a model gives values to. */
export type Unknown = SymbolTerm | ApplicationTerm;
