import { asOperation } from './match';
import { Evaluation } from './model';
import { operations } from './operations';
import { inPostOrder } from './post-order';
import type { Range } from './range';
import { partsOfText } from './string-rules';
import type { Scalar } from './sorts';
import { partsOf, type Term } from './term';

/** Values that one term may have, to be tried one by one. */
const mostValues = 512;
/** Combinations of values of several terms. */
const mostCombinations = 2048;
/** Sets of constraints that are tried by themselves, where all together depend on too much. */
const mostGroups = 8;

type Cover = ReadonlySet<Term>;

/**
 * Tries all values of terms that have few: the month of a date, the bits that a mask leaves. Where no combination of them satisfies
 * the constraints that depend on these alone, nothing does.
 */
export class Enumeration {
  readonly #covers: Covers;

  constructor(rangeOf: (term: Term) => Range) {
    this.#covers = new Covers(rangeOf);
  }

  contradicts(constraints: readonly Term[]): boolean {
    const covered = constraints.flatMap((constraint) => {
      const cover = this.#covers.of(constraint);
      return cover === null || cover.has(constraint) ? [] : [{ constraint, cover }];
    });
    const groups = groupsOf(covered, this.#covers);
    return groups.some((group) => !this.#covers.canHold(group)) || constraints.some((each) => this.#isDenied(each));
  }

  /** That two texts differ whose parts are the same, one by one: all of them together have too many values. */
  #isDenied(constraint: Term): boolean {
    const [denied] = asOperation(constraint, 'not')?.args ?? [];
    const [left, right] = (denied && asOperation(denied, 'str.eq')?.args) ?? [];
    if (left === undefined || right === undefined) return false;
    const [first, second] = [partsOfText(left), partsOfText(right)];
    return first.length === second.length && first.every((part, at) => this.#covers.areEqual(part, second[at] ?? part));
  }
}

interface Group {
  readonly constraints: readonly Term[];
  readonly cover: Cover;
}

interface Covered {
  readonly constraint: Term;
  readonly cover: Cover;
}

/** All together, or else each with those that depend on no more than it does. */
function groupsOf(covered: readonly Covered[], covers: Covers): readonly Group[] {
  const whole = covers.united(covered.map(({ cover }) => cover));
  if (whole !== null) return [{ constraints: covered.map(({ constraint }) => constraint), cover: whole }];
  return covered.slice(-mostGroups).map(({ cover }) => {
    const within = covered.filter((other) => [...other.cover].every((term) => cover.has(term)));
    return { constraints: within.map(({ constraint }) => constraint), cover };
  });
}

/** Terms with few values that others depend on alone: the lowest such terms, so that what they have in common counts. */
class Covers {
  readonly #rangeOf: (term: Term) => Range;
  readonly #known = new WeakMap<Term, { readonly cover: Cover | null }>();

  constructor(rangeOf: (term: Term) => Range) {
    this.#rangeOf = rangeOf;
  }

  /** Null where a term depends on more than can be tried. */
  of(root: Term): Cover | null {
    inPostOrder(
      root,
      (term) => this.#known.has(term),
      (term) => this.#known.set(term, { cover: this.#cover(term) }),
    );
    return this.#known.get(root)?.cover ?? null;
  }

  /** Null where there are too many combinations. */
  united(covers: readonly Cover[]): Cover | null {
    const all = new Set(covers.flatMap((cover) => [...cover]));
    let combinations = 1;
    for (const term of all) {
      combinations *= this.#valuesOf(term)?.length ?? Infinity;
      if (combinations > mostCombinations) return null;
    }
    return all;
  }

  canHold({ constraints, cover }: Group): boolean {
    return this.#some(cover, (evaluation) => constraints.every((constraint) => evaluation.holds(constraint)));
  }

  /** False also where it is not known. */
  areEqual(left: Term, right: Term): boolean {
    if (left === right) return true;
    const covers = [this.of(left), this.of(right)];
    const cover = covers.every((each) => each !== null) ? this.united(covers) : null;
    if (cover === null || cover.has(left) || cover.has(right)) return false;
    return !this.#some(cover, (evaluation) => !Object.is(evaluation.valueOf(left), evaluation.valueOf(right)));
  }

  /** Whether something is so for some values of the terms. */
  #some(cover: Cover, holds: (evaluation: Evaluation) => boolean): boolean {
    const terms = [...cover];
    const values = terms.map((term) => this.#valuesOf(term) ?? []);
    const places = terms.map(() => 0);
    for (;;) {
      const given = terms.map((term, at): [Term, Scalar] => [term, values[at]?.[places[at] ?? 0] ?? false]);
      const evaluation = new Evaluation(new Map(), given);
      if (holds(evaluation)) return true;
      const moved = places.findIndex((place, at) => place + 1 < (values[at]?.length ?? 0));
      if (moved < 0) return false;
      places.fill(0, 0, moved);
      places[moved] = (places[moved] ?? 0) + 1;
    }
  }

  #cover(term: Term): Cover | null {
    if (term.kind === 'constant') return new Set();
    const isOfPlace = term.kind === 'operation' && operations[term.operation].ofPlace;
    if (!isOfPlace && (term.kind === 'operation' || term.kind === 'choice')) {
      const parts = partsOf(term).map((part) => this.#known.get(part)?.cover ?? null);
      const united = parts.every((part) => part !== null) ? this.united(parts) : null;
      if (united !== null) return united;
    }
    return this.#valuesOf(term) === null ? null : new Set([term]);
  }

  /** All that a number or a condition may be; null where that is too much. */
  #valuesOf(term: Term): readonly Scalar[] | null {
    if (term.sort === 'bool') return [false, true];
    if (term.sort !== 'num') return null;
    const { integer, min, max, nan, negativeZero } = this.#rangeOf(term);
    if (!integer || (min <= max && !(max - min < mostValues))) return null;
    const count = min <= max ? max - min + 1 : 0;
    const numbers = Array.from({ length: count }, (_, index) => min + index);
    return [...numbers, ...(nan ? [Number.NaN] : []), ...(negativeZero ? [-0] : [])];
  }
}
