import { numberOf } from './match';
import type { OperationName } from './operations';
import { inPostOrder } from './post-order';
import { contains, isSafeInteger, magnitude, type Range } from './range';
import type { Term } from './term';

/**
 * A sum of whole numbers with whole factors. `bound` is the largest magnitude that any partial sum can have:
 * while it is safe, doubles add and multiply the parts exactly and in any order. No part may be −0.
 */
export interface Linear {
  /** Factors that are not 0, in the order of the terms' numbers. */
  readonly parts: readonly LinearPart[];
  readonly constant: number;
  readonly bound: number;
}

export interface LinearPart {
  readonly term: Term;
  readonly factor: number;
}

/** Longer sums are parts of others as they are. */
const mostParts = 8;

/** The sums that terms are, each computed once. */
export class LinearForms {
  readonly #rangeOf: (term: Term) => Range;
  /** By the number of the term. */
  readonly #known: (Linear | null | undefined)[] = [];

  constructor(rangeOf: (term: Term) => Range) {
    this.#rangeOf = rangeOf;
  }

  /** Null when doubles may not count the term exactly, or it may be −0. */
  of(term: Term): Linear | null {
    const known = this.#known[term.id];
    if (known !== undefined) return known;
    inPostOrder(
      term,
      ({ id }) => this.#known[id] !== undefined,
      (part) => {
        this.#known[part.id] = this.#compute(part);
      },
      (part) => (this.#isCounted(part) && part.kind === 'operation' && sums.has(part.operation) ? part.args : []),
    );
    return this.#known[term.id] ?? null;
  }

  #isCounted(term: Term): boolean {
    const range = this.#rangeOf(term);
    return isSafeInteger(range) && !range.negativeZero;
  }

  #compute(term: Term): Linear | null {
    if (!this.#isCounted(term)) return null;
    const value = numberOf(term);
    if (value !== null) return { parts: [], constant: value, bound: Math.abs(value) };
    const sum = term.kind === 'operation' ? this.ofOperation(term.operation, term.args) : null;
    return sum ?? { parts: [{ term, factor: 1 }], constant: 0, bound: magnitude(this.#rangeOf(term)) };
  }

  /** The sum that an operation makes of its arguments; null when it is none, too long or not exact. */
  ofOperation(operation: OperationName, [a, b]: readonly Term[]): Linear | null {
    if (a === undefined) return null;
    if (operation === 'num.neg') return this.#scaled(a, -1);
    if (b === undefined) return null;
    if (operation === 'num.mul') return this.#scaled(a, numberOf(b));
    if (operation !== 'num.add' && operation !== 'num.sub') return null;
    const [left, right] = [this.of(a), this.of(b)];
    if (left === null || right === null) return null;
    const sum = combine(left, right, operation === 'num.add' ? 1 : -1);
    return sum.parts.length <= mostParts && isExact(sum) ? sum : null;
  }

  /** A negative factor would make −0 of 0. */
  #scaled(term: Term, by: number | null): Linear | null {
    if (by === null || by === 0 || !Number.isSafeInteger(by)) return null;
    if (by < 0 && contains(this.#rangeOf(term), 0)) return null;
    const linear = this.of(term);
    if (linear === null) return null;
    const parts = linear.parts.map(({ term: part, factor }) => ({ term: part, factor: factor * by }));
    const scaled = { parts, constant: linear.constant * by + 0, bound: linear.bound * Math.abs(by) };
    return isExact(scaled) ? scaled : null;
  }
}

const sums: ReadonlySet<string> = new Set(['num.add', 'num.sub', 'num.mul', 'num.neg']);

/** `left + sign * right`. */
export function combine(left: Linear, right: Linear, sign: 1 | -1): Linear {
  const parts: LinearPart[] = [];
  let at = 0;
  for (const part of left.parts) {
    for (let other = right.parts[at]; other !== undefined && other.term.id < part.term.id; other = right.parts[++at]) {
      parts.push({ term: other.term, factor: sign * other.factor });
    }
    const same = right.parts[at];
    const factor = same?.term === part.term ? part.factor + sign * same.factor : part.factor;
    if (same?.term === part.term) at += 1;
    if (factor !== 0) parts.push({ term: part.term, factor });
  }
  for (const { term, factor } of right.parts.slice(at)) parts.push({ term, factor: sign * factor });
  return { parts, constant: left.constant + sign * right.constant + 0, bound: left.bound + right.bound };
}

export function isExact({ bound }: Linear): boolean {
  return bound < Number.MAX_SAFE_INTEGER;
}
