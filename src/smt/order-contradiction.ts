import { combine, type Linear, type LinearForms } from './linear';
import type { Propagation } from './propagation';
import type { OperationTerm, Term } from './term';

/** More comparisons than this are left to others. */
const mostSteps = 256;
/** Sums of that many whole numbers up to this one are exact. */
const mostDistance = 2 ** 40;

/**
 * Whether comparisons that hold lead round in a circle that no numbers can go: `a < b`, `b <= c` and `c < a + 1` of whole
 * numbers. Narrowing ranges sees such a circle only by going round it once for every number in the ranges.
 */
export function hasOrderContradiction(known: Propagation, forms: LinearForms): boolean {
  const steps = new Steps(known, forms);
  for (const term of known.terms) if (term.kind === 'operation') steps.learn(term);
  return steps.count <= mostSteps && steps.haveCircle();
}

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
    if (left === undefined || right === undefined || left.sort !== 'num') return;
    if (operation !== 'num.lt' && operation !== 'num.le' && operation !== 'num.eq') return;
    const truth = this.#known.valueOf(term);
    if (truth === true) {
      this.#add(left, right, operation === 'num.lt');
      if (operation === 'num.eq') this.#add(right, left, false);
    }
    // What is not less may be NaN, and then it is not more either.
    const mayBeNaN = [left, right].some((side) => this.#known.rangeOf(side).nan);
    if (truth === false && operation !== 'num.eq' && !mayBeNaN) this.#add(right, left, operation === 'num.le');
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
    const [small, large] = [this.#forms.of(left), this.#forms.of(right)];
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
    if (only !== undefined && parts.length === 1 && only.factor === sign) this.#bound(made, only.term);
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
