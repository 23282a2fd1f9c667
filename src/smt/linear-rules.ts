import type { OperationName } from './operations';
import { combine, isExact, type Linear, type LinearPart } from './linear';
import { binaryRule, type Rule, type RuleTable, type TermFactory } from './rule';
import type { Term } from './term';

type Sum = 'num.add' | 'num.sub' | 'num.mul' | 'num.neg';
type Comparison = 'num.lt' | 'num.le' | 'num.eq';

/** Sums that doubles count exactly are written in one way: see `write`. */
function canonicalSum(operation: Sum): Rule {
  return {
    name: `exact sum in ${operation}`,
    rewrite(terms, args) {
      const linear = terms.sumOf(operation, args);
      if (linear === null) return null;
      const written = write(terms, linear);
      if (isWritten(written, operation, args)) return null;
      return written.operation === null ? first(terms, written.args) : terms.apply(written.operation, written.args);
    },
  };
}

interface Written {
  /** Null for a part alone. */
  readonly operation: Sum | null;
  readonly args: readonly Term[];
}

/** What is added, what is taken away, the constant; each group in the order of numbers. */
function write(terms: TermFactory, { parts, constant }: Linear): Written {
  const added = parts.filter(({ factor }) => factor > 0);
  const taken = parts.filter(({ factor }) => factor < 0);
  const [lead] = added;
  let written: Written = { operation: null, args: [terms.constant(constant)] };
  if (lead !== undefined) {
    written = multiple(terms, lead);
    for (const part of added.slice(1)) {
      const args = [made(terms, written), made(terms, multiple(terms, part))];
      written = { operation: 'num.add', args: args.toSorted((a, b) => a.id - b.id) };
    }
  }
  for (const { term, factor } of taken) {
    const subtracted = made(terms, multiple(terms, { term, factor: -factor }));
    written = { operation: 'num.sub', args: [made(terms, written), subtracted] };
  }
  if (lead === undefined || constant === 0) return written;
  return { operation: 'num.add', args: [made(terms, written), terms.constant(constant)] };
}

function multiple(terms: TermFactory, { term, factor }: LinearPart): Written {
  if (factor === 1) return { operation: null, args: [term] };
  return { operation: 'num.mul', args: [term, terms.constant(factor)] };
}

function made(terms: TermFactory, { operation, args }: Written): Term {
  return operation === null ? first(terms, args) : terms.operation(operation, args);
}

function first(terms: TermFactory, [term]: readonly Term[]): Term {
  return term ?? terms.constant(0);
}

function isWritten(written: Written, operation: OperationName, args: readonly Term[]): boolean {
  return written.operation === operation && written.args.every((arg, index) => arg === args[index]);
}

/**
 * A comparison of exact sums has each part on one side, with a positive factor, and the constant on the right, or
 * alone on its side; factors have no common divisor. `<` is used, and `<=` only between sums without a constant.
 */
function comparisonOfSums(operation: Comparison): Rule {
  return binaryRule(`exact sums in ${operation}`, (terms, a, b) => {
    if (!isSum(a) && !isSum(b)) return null;
    const [left, right] = [terms.linearOf(a), terms.linearOf(b)];
    if (left === null || right === null) return null;
    const difference = combine(left, right, -1);
    if (!isExact(difference)) return null;
    const compared = operation === 'num.eq' ? equation(terms, difference) : inequation(terms, operation, difference);
    if (compared.kind !== 'operation') return compared;
    return isGiven(compared, operation, a, b) ? null : terms.apply(compared.operation, compared.args);
  });
}

function isSum(term: Term): boolean {
  return (
    term.kind === 'operation' &&
    (term.operation === 'num.add' || term.operation === 'num.sub' || term.operation === 'num.mul')
  );
}

/** An equation may have come with its sides swapped. */
function isGiven(compared: Term, operation: Comparison, a: Term, b: Term): boolean {
  if (compared.kind !== 'operation' || compared.operation !== operation) return false;
  const [left, right] = compared.args;
  return (left === a && right === b) || (operation === 'num.eq' && left === b && right === a);
}

function inequation(terms: TermFactory, operation: 'num.lt' | 'num.le', { parts, constant }: Linear): Term {
  const divisor = commonDivisor(parts);
  const limit = operation === 'num.lt' ? Math.ceil(-constant / divisor) : Math.floor(-constant / divisor) + 1;
  if (parts.length === 0) return limit > 0 ? terms.true : terms.false;
  const { added, taken } = sides(parts, divisor);
  if (taken.length === 0) return terms.operation('num.lt', [sum(terms, added, 0), terms.constant(limit + 0)]);
  if (added.length === 0) return terms.operation('num.lt', [terms.constant(0 - limit), sum(terms, taken, 0)]);
  if (limit === 1) return terms.operation('num.le', [sum(terms, added, 0), sum(terms, taken, 0)]);
  return terms.operation('num.lt', [sum(terms, added, 0), sum(terms, taken, limit)]);
}

function equation(terms: TermFactory, { parts, constant }: Linear): Term {
  const [lead] = parts;
  if (lead === undefined) return constant === 0 ? terms.true : terms.false;
  const divisor = commonDivisor(parts);
  if (constant % divisor !== 0) return terms.false;
  const sign = Math.sign(lead.factor);
  const { added, taken } = sides(parts, divisor * sign);
  return terms.operation('num.eq', [sum(terms, added, 0), sum(terms, taken, 0 - constant / divisor / sign)]);
}

function sides(parts: readonly LinearPart[], divisor: number): { added: LinearPart[]; taken: LinearPart[] } {
  const divided = parts.map(({ term, factor }) => ({ term, factor: factor / divisor }));
  return {
    added: divided.filter(({ factor }) => factor > 0),
    taken: divided.filter(({ factor }) => factor < 0).map(({ term, factor }) => ({ term, factor: -factor })),
  };
}

function sum(terms: TermFactory, parts: readonly LinearPart[], constant: number): Term {
  return made(terms, write(terms, { parts, constant: constant + 0, bound: 0 }));
}

function commonDivisor(parts: readonly LinearPart[]): number {
  let divisor = 0;
  for (const { factor } of parts) {
    let [a, b] = [divisor, Math.abs(factor)];
    while (b !== 0) [a, b] = [b, a % b];
    divisor = a;
  }
  return divisor === 0 ? 1 : divisor;
}

export const linearRules: RuleTable = {
  'num.add': [canonicalSum('num.add')],
  'num.sub': [canonicalSum('num.sub')],
  'num.mul': [canonicalSum('num.mul')],
  'num.neg': [canonicalSum('num.neg')],
  'num.lt': [comparisonOfSums('num.lt')],
  'num.le': [comparisonOfSums('num.le')],
  'num.eq': [comparisonOfSums('num.eq')],
};
