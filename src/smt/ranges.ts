import { capturesDigits } from './captured-digits';
import { forwardRange } from './forward-range';
import { inPostOrder } from './post-order';
import {
  anyBigint,
  anyBoolean,
  anyLength,
  anyNumber,
  decided,
  integers,
  join,
  lengths,
  nextAbove,
  nextBelow,
  pointRange,
  range,
  type Range,
} from './range';
import type { Scalar, Sort } from './sorts';
import type { OperationTerm, SymbolTerm, Term } from './term';

/** What is known of each term whatever the model: computed bottom-up, once per term. */
export class Ranges {
  /** By the number of the term: one instance serves the terms of one `Terms`. */
  readonly #known: (Range | undefined)[] = [];

  of(term: Term): Range {
    const known = this.#known[term.id];
    if (known !== undefined) return known;
    inPostOrder(
      term,
      ({ id }) => this.#known[id] !== undefined,
      (part) => {
        this.#known[part.id] = this.#compute(part);
      },
    );
    return this.#known[term.id] ?? unrestricted(term.sort);
  }

  #compute(term: Term): Range {
    switch (term.kind) {
      case 'constant':
        return rangeOfScalar(term.value);
      case 'symbol':
        return rangeOfSymbol(term);
      case 'application':
        return unrestricted(term.sort);
      case 'choice':
        return join(this.of(term.yes), this.of(term.no));
      case 'operation':
        if (isNumberOfDigits(term)) return integers(0, Infinity);
        return forwardRange[term.operation](
          term.args.map((arg) => this.of(arg)),
          term.data,
        );
    }
  }
}

/** `Number(text)` of digits that a regular expression has found; without a match the text is empty. */
function isNumberOfDigits({ operation, args: [text] }: OperationTerm): boolean {
  if (operation !== 'num.fromStr' || text?.kind !== 'operation') return false;
  return text.operation === 'regexp.capture' && capturesDigits(text.data);
}

export function unrestricted(sort: Sort): Range {
  switch (sort) {
    case 'bool':
      return anyBoolean;
    case 'num':
      return anyNumber;
    case 'str':
      return anyLength;
    case 'big':
      return anyBigint;
  }
}

export function rangeOfScalar(value: Scalar): Range {
  switch (typeof value) {
    case 'boolean':
      return decided(value);
    case 'number':
      return pointRange(value);
    case 'string':
      return lengths(value.length, value.length);
    case 'bigint':
      return rangeOfBigint(value);
  }
}

function rangeOfBigint(value: bigint): Range {
  const near = Number(value);
  if (Number.isSafeInteger(near)) return integers(near, near);
  const bound = Math.min(Math.max(near, -Number.MAX_VALUE), Number.MAX_VALUE);
  return integers(near < 0 ? nextBelow(near) : nextBelow(bound), near > 0 ? nextAbove(near) : nextAbove(bound));
}

function rangeOfSymbol({ sort, domain }: SymbolTerm): Range {
  if (sort !== 'num') return unrestricted(sort);
  return range(domain.min, domain.max, domain.integer, domain.nan, domain.negativeZero);
}
