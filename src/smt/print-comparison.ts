import { numberOf } from './match';
import type { OperationName } from './operations';
import { levels, part, type Printed } from './printed';
import type { Range } from './range';
import type { OperationTerm, Term } from './term';

interface Comparing {
  readonly term: OperationTerm;
  readonly parts: readonly Printed[];
  readonly rangeOf: (term: Term) => Range;
  readonly textOf: (term: Term) => Printed;
}

type Operator = '<' | '<=' | '>' | '>=' | '===' | '!==' | '==' | '!=';

const operators: Readonly<Partial<Record<OperationName, Operator>>> = {
  'num.lt': '<',
  'num.le': '<=',
  'num.eq': '===',
  'str.lt': '<',
  'str.eq': '===',
  'bool.eq': '===',
  'big.lt': '<',
  'big.eq': '===',
  'big.ltNum': '<',
  'big.gtNum': '>',
  'big.eqNum': '==',
};

/** With the sides swapped. */
const mirrored: Readonly<Record<Operator, Operator>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '===': '===',
  '!==': '!==',
  '==': '==',
  '!=': '!=',
};

const negated: Readonly<Record<Operator, Operator>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
};

/** Orders are negated by the other operator only where there is no NaN. */
const orders: ReadonlySet<Operator> = new Set(['<', '<=', '>', '>=']);

export function printComparison(comparing: Comparing): Printed {
  return compared(comparing, operators[comparing.term.operation] ?? '===');
}

export function printNegation({ term, parts: [inner], rangeOf, textOf }: Comparing): Printed {
  const [comparison] = term.args;
  const operator = comparison?.kind === 'operation' ? operators[comparison.operation] : undefined;
  if (comparison?.kind === 'operation' && operator !== undefined && mayNegate(comparison, operator, rangeOf)) {
    const parts = comparison.args.map(textOf);
    return compared({ term: comparison, parts, rangeOf, textOf }, negated[operator]);
  }
  return { text: `!${part(inner ?? { text: '…', level: levels.primary }, levels.unary)}`, level: levels.unary };
}

function mayNegate({ args }: OperationTerm, operator: Operator, rangeOf: (term: Term) => Range): boolean {
  return !orders.has(operator) || !args.some((arg) => arg.sort === 'num' && rangeOf(arg).nan);
}

/** A constant stands on the right, and `x > -1` of a whole number is `x >= 0`. */
function compared({ term: { args }, parts, rangeOf }: Comparing, operator: Operator): Printed {
  const [a, b] = args;
  const [left, right] = parts;
  if (a === undefined || b === undefined || left === undefined || right === undefined) {
    return { text: '…', level: levels.primary };
  }
  if (a.kind === 'constant' && b.kind !== 'constant') return written(right, mirrored[operator], left, b, a, rangeOf);
  return written(left, operator, right, a, b, rangeOf);
}

function written(
  left: Printed,
  operator: Operator,
  right: Printed,
  leftTerm: Term,
  rightTerm: Term,
  rangeOf: (term: Term) => Range,
): Printed {
  const isWhole = leftTerm.sort === 'num' && rangeOf(leftTerm).integer;
  if (isWhole && numberOf(rightTerm) === -1 && (operator === '>' || operator === '<=')) {
    return infix(left, operator === '>' ? '>=' : '<', { text: '0', level: levels.number });
  }
  return infix(left, operator, right);
}

/** Comparisons of comparisons are put into parentheses, though they need none. */
function infix(left: Printed, operator: Operator, right: Printed): Printed {
  const level = orders.has(operator) ? levels.relation : levels.equality;
  return { text: `${part(left, levels.shift)} ${operator} ${part(right, levels.shift)}`, level };
}
