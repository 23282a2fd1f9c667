import { combine, type Linear, type LinearForms } from './linear';
import type { OperationName } from './operations';
import type { Propagation } from './propagation';
import type { OperationTerm, Term } from './term';

/** More comparisons than this are left to others. */
const mostSteps = 256;
/** Of so many numbers or texts that differ it is asked whether either can come first. */
const mostApart = 16;
/** Sums of that many whole numbers up to this one are exact. */
const mostDistance = 2 ** 40;

/**
 * Whether comparisons that hold lead round in a circle that no numbers can go: `a < b`, `b <= c` and `c < a + 1` of whole
 * numbers. Narrowing ranges sees such a circle only by going round it once for every number in the ranges. Texts are in an
 * order, too: of two that differ, one comes first.
 */
export function hasOrderContradiction(known: Propagation, forms: LinearForms): boolean {
  const steps = new Steps(known, forms);
  for (const term of known.terms) if (term.kind === 'operation') steps.learn(term);
  return steps.count <= mostSteps && (steps.haveCircle() || steps.leaveNoOrder());
}

type Order = 'less' | 'at most' | 'equal';

const orders: Partial<Record<OperationName, Order>> = {
  'num.lt': 'less',
  'num.le': 'at most',
  'num.eq': 'equal',
  'str.lt': 'less',
  'str.eq': 'equal',
};

/** `from - to <= distance`, or less than it. */
interface Step {
  readonly from: number;
  readonly to: number;
  readonly distance: number;
  readonly strict: boolean;
}

class Steps {
  readonly #known: Propagation;
  readonly #forms: LinearForms;
  readonly #steps: Step[] = [];
  /** What differs, if neither is NaN. */
  readonly #apart: (readonly [Term, Term])[] = [];
  /** Sums without their constants; the first is the empty one, 0. */
  readonly #places = new Map<string, number>([['', 0]]);

  constructor(known: Propagation, forms: LinearForms) {
    this.#known = known;
    this.#forms = forms;
  }

  get count(): number {
    return this.#steps.length;
  }

  learn(term: OperationTerm): void {
    const { operation, args } = term;
    const [left, right] = args;
    const order = orders[operation];
    if (left === undefined || right === undefined || order === undefined) return;
    const truth = this.#known.valueOf(term);
    if (truth === true) {
      this.#add(left, right, order === 'less');
      if (order === 'equal') this.#add(right, left, false);
    }
    // What is not less may be NaN, and then it is not more either.
    const mayBeNaN = left.sort === 'num' && [left, right].some((side) => this.#known.rangeOf(side).nan);
    if (truth !== false || mayBeNaN) return;
    if (order === 'equal') this.#apart.push([left, right]);
    else this.#add(right, left, order === 'at most');
  }

  /** Whether there are two that differ, of which neither can come first. */
  leaveNoOrder(): boolean {
    return this.#apart
      .slice(0, mostApart)
      .some(([left, right]) => this.#cannotBeLess(left, right) && this.#cannotBeLess(right, left));
  }

  #cannotBeLess(left: Term, right: Term): boolean {
    const before = this.#steps.length;
    this.#add(left, right, true);
    const isImpossible = this.haveCircle();
    this.#steps.length = before;
    return isImpossible;
  }

  /** Bellman and Ford: distances that shrink for ever go round a circle of less than nothing. */
  haveCircle(): boolean {
    const size = this.#places.size;
    const distances = new Float64Array(size);
    const strictness = new Int32Array(size);
    for (let round = 0; round <= size; round++) {
      let isChanged = false;
      for (const { from, to, distance, strict } of this.#steps) {
        const shorter = (distances[to] ?? 0) + distance;
        const stricter = (strictness[to] ?? 0) + Number(strict);
        const before = distances[from] ?? 0;
        if (shorter > before || (shorter === before && stricter <= (strictness[from] ?? 0))) continue;
        distances[from] = shorter;
        strictness[from] = stricter;
        isChanged = true;
      }
      if (!isChanged) return false;
    }
    return true;
  }

  /** Left is at most right, or less. Neither is NaN, since that compares with nothing. */
  #add(left: Term, right: Term, strict: boolean): void {
    const isNumber = left.sort === 'num';
    const [small, large] = isNumber ? [this.#forms.of(left), this.#forms.of(right)] : [null, null];
    const { parts, constant } = combine(small ?? itself(left), large ?? itself(right), -1);
    // Whole numbers that differ do so by one.
    const isCounted = small !== null && large !== null;
    const from = this.#place(parts, 1);
    const to = this.#place(parts, -1);
    this.#step({ from, to, distance: -constant - Number(strict && isCounted), strict: strict && !isCounted });
  }

  /** Of the parts of one side: those of the other have the opposite sign. */
  #place(all: Linear['parts'], sign: 1 | -1): number {
    const parts = all.filter(({ factor }) => factor * sign > 0);
    const key = parts.map(({ term, factor }) => `${factor * sign}*${term.id}`).join(' ');
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const made = this.#places.size;
    this.#places.set(key, made);
    const [only] = parts;
    const isOne = only !== undefined && parts.length === 1 && only.factor === sign;
    if (isOne && only.term.sort === 'num') this.#bound(made, only.term);
    return made;
  }

  #bound(place: number, term: Term): void {
    const { min, max } = this.#known.rangeOf(term);
    this.#step({ from: place, to: 0, distance: max, strict: false });
    this.#step({ from: 0, to: place, distance: -min, strict: false });
  }

  #step(step: Step): void {
    if (Number.isInteger(step.distance) && Math.abs(step.distance) <= mostDistance) this.#steps.push(step);
  }
}

/** Of a number that may have a fraction, or be an infinity, only its order is known. */
function itself(term: Term): Linear {
  return { parts: [{ term, factor: 1 }], constant: 0, bound: 0 };
}
