import { asOperation, operandOf, operandsOf } from './match';
import { inPostOrder } from './post-order';
import { remade } from './remade';
import { unsat, type Solver } from './solver';
import type { Term } from './term';
import { isUnknown, type Terms } from './terms';

/**
 * Sees what follows of unknowns being equal: what is computed of one is what is computed of the other. Solvers take pains with that
 * where products are rounded. Equal numbers are one but for the zeros; keys of maps may be NaN as well.
 */
export function withEqualsUnified(terms: Terms, solver: Solver): Solver {
  return {
    check: (query) => (isImpossible(terms, query.constraints, mostEqualities) ? unsat : solver.check(query)),
    close: () => solver.close(),
  };
}

/** Each splits what is asked into a few cases. */
const mostEqualities = 3;

/** An unknown and another, or a constant, that are equal. */
interface Equality {
  readonly left: Term;
  readonly right: Term;
  /** Neither, or both. */
  readonly mayBeNaN: boolean;
}

function isImpossible(terms: Terms, constraints: readonly Term[], left: number): boolean {
  const equality = left === 0 ? null : firstEquality(constraints, left < mostEqualities);
  if (equality === null) return false;
  return casesOf(terms, equality).every((values) => {
    const rest = replaced(terms, constraints, values);
    return rest.includes(terms.false) || isImpossible(terms, rest, left - 1);
  });
}

/** What is equal to a constant solvers see, but for what is left of others. */
function firstEquality(constraints: readonly Term[], withConstants: boolean): Equality | null {
  for (const constraint of constraints) {
    const found = equalityOf(constraint, withConstants) ?? keyEqualityOf(constraint);
    if (found !== null) return found;
  }
  return null;
}

function equalityOf(term: Term, withConstants = false): Equality | null {
  const [right, left] = operandsOf(term, 'num.eq') ?? operandsOf(term, 'str.eq') ?? [];
  if (left === undefined || right === undefined || !isUnknown(right)) return null;
  return isUnknown(left) || (withConstants && left.kind === 'constant') ? { left, right, mayBeNaN: false } : null;
}

/** SameValueZero: `a === b || (isNaN(a) && isNaN(b))`. */
function keyEqualityOf(term: Term): Equality | null {
  const [one, other, ...more] = asOperation(term, 'or')?.args ?? [];
  if (one === undefined || other === undefined || more.length > 0) return null;
  const equality = equalityOf(one) ?? equalityOf(other);
  const nan = asOperation(equalityOf(one) === null ? one : other, 'and');
  if (equality === null || nan?.args.length !== 2) return null;
  const both = new Set(nan.args.map((part) => operandOf(part, 'num.isNaN')));
  return both.has(equality.left) && both.has(equality.right) ? { ...equality, mayBeNaN: true } : null;
}

/** What the two stand for, in all cases. */
function casesOf(terms: Terms, { left, right, mayBeNaN }: Equality): readonly ReadonlyMap<Term, Term>[] {
  const one = new Map([[right, left]]);
  if (left.sort !== 'num') return [one];
  const zeros = [terms.constant(0), terms.constant(-0)];
  if (left.kind === 'constant') return left.value === 0 ? zeros.map((zero) => new Map([[right, zero]])) : [one];
  const both = (a: Term, b: Term): ReadonlyMap<Term, Term> => new Map([[left, a] as const, [right, b] as const]);
  const nan = terms.constant(Number.NaN);
  return [one, ...zeros.flatMap((a) => zeros.map((b) => both(a, b))), ...(mayBeNaN ? [both(nan, nan)] : [])];
}

function replaced(terms: Terms, constraints: readonly Term[], values: ReadonlyMap<Term, Term>): readonly Term[] {
  const made = new Map(values);
  return constraints.map((constraint) => {
    inPostOrder(
      constraint,
      (part) => made.has(part),
      (part) =>
        made.set(
          part,
          remade(terms, part, (each) => made.get(each) ?? each),
        ),
    );
    return made.get(constraint) ?? constraint;
  });
}
