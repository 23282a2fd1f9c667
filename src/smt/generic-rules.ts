import { forwardRange } from './forward-range';
import { operations, type OperationName } from './operations';
import { hasNumbers, pointOf, type Range } from './range';
import type { Rule, TermFactory } from './rule';
import type { Sort } from './sorts';
import type { Term } from './term';

/** A choice with more leaves stays under an operation. */
const mostLeaves = 16;

/** Operations whose range is one value only where their arguments are constants. */
export const neverKnown: ReadonlySet<OperationName> = new Set([
  ...(['num.neg', 'num.abs', 'num.math', 'num.fromBig', 'num.fromStr', 'num.parseInt', 'num.parseFloat'] as const),
  ...(['num.utcPart', 'num.localPart', 'num.localTime', 'num.utcTime'] as const),
  ...(['str.concat', 'str.toLowerCase', 'str.toUpperCase', 'str.trim', 'str.trimStart', 'str.trimEnd'] as const),
  ...([
    'str.localeCompare',
    'str.fromNum',
    'str.fromNumRadix',
    'str.toFixed',
    'str.toPrecision',
    'str.fromBig',
    'str.toJson',
  ] as const),
  ...(['str.fromCode', 'str.fromCodePoint', 'regexp.test', 'regexp.index', 'regexp.participates'] as const),
  ...([
    'big.add',
    'big.sub',
    'big.pow',
    'big.neg',
    'big.bitXor',
    'big.bitNot',
    'big.shl',
    'big.shr',
    'big.asIntN',
  ] as const),
]);

/** The result of an operation, where its arguments' ranges leave only one. */
export function knownResult(operation: OperationName): Rule {
  return {
    name: 'known result',
    rewrite(terms, args, data) {
      const result = forwardRange[operation](
        args.map((arg) => terms.rangeOf(arg)),
        data,
      );
      return onlyValue(terms, operations[operation].result, result);
    },
  };
}

function onlyValue(terms: TermFactory, sort: Sort, range: Range): Term | null {
  if (sort === 'str') return range.max === 0 ? terms.constant('') : null;
  if (sort === 'num' && !hasNumbers(range) && range.nan) return terms.constant(Number.NaN);
  const point = pointOf(range);
  if (point === null) return null;
  if (sort === 'bool') return point === 1 ? terms.true : terms.false;
  if (sort === 'num') return terms.constant(point);
  return Number.isSafeInteger(point) ? terms.constant(BigInt(point)) : null;
}

/**
 * An operation on constants and one choice between constants is a choice between its results. A condition may also
 * have one side of the choice that is no constant: `(c ? 1 : x) === 1` is `c || x === 1`.
 */
export function choiceOfConstants(operation: OperationName): Rule {
  const others = operations[operation].result === 'bool' ? 1 : 0;
  return {
    name: 'operation on a choice of constants',
    rewrite(terms, args, data) {
      const at = onlyChoice(args);
      const choice = at === null ? undefined : args[at];
      if (choice === undefined || !hasConstantLeaves(choice, others)) return null;
      return mapLeaves(terms, choice, (leaf) => terms.apply(operation, args.with(at ?? 0, leaf), data));
    },
  };
}

/** The position of the only argument that is no constant, when it is a choice. */
function onlyChoice(args: readonly Term[]): number | null {
  let found: number | null = null;
  for (const [index, arg] of args.entries()) {
    if (arg.kind === 'constant') continue;
    if (arg.kind !== 'choice' || found !== null) return null;
    found = index;
  }
  return found;
}

/** At most so many leaves that are no constants, and few leaves in all. */
function hasConstantLeaves(root: Term, others: number): boolean {
  const stack = [root];
  let [leaves, left] = [0, others];
  for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
    if (term.kind === 'choice') {
      if (stack.length > mostLeaves) return false;
      stack.push(term.yes, term.no);
      continue;
    }
    leaves += 1;
    if (term.kind !== 'constant') left -= 1;
    if (leaves > mostLeaves || left < 0) return false;
  }
  return true;
}

function mapLeaves(terms: TermFactory, term: Term, map: (leaf: Term) => Term): Term {
  if (term.kind !== 'choice') return map(term);
  return terms.choice(term.condition, mapLeaves(terms, term.yes, map), mapLeaves(terms, term.no, map));
}

/** An operation on choices by one condition between constants is made on both sides. */
export function choicesByOneCondition(operation: OperationName): Rule {
  return {
    name: 'operation on choices by one condition',
    rewrite(terms, args, data) {
      let condition: Term | null = null;
      for (const arg of args) {
        if (arg.kind === 'constant') continue;
        if (arg.kind !== 'choice' || arg.yes.kind !== 'constant' || arg.no.kind !== 'constant') return null;
        if (condition !== null && condition !== arg.condition) return null;
        condition = arg.condition;
      }
      if (condition === null) return null;
      const yes = args.map((arg) => (arg.kind === 'choice' ? arg.yes : arg));
      const no = args.map((arg) => (arg.kind === 'choice' ? arg.no : arg));
      return terms.choice(condition, terms.apply(operation, yes, data), terms.apply(operation, no, data));
    },
  };
}
