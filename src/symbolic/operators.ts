import type { BinaryOp, UnaryOp } from '#ir/expression';
import type { OperationName } from '#smt/operations';
import type { Term } from '#smt/term';
import { isNullish, isUndefined, toNumeric, toPrimitive, toText, truth, typeOf, type Primitive } from './conversions';
import { looseEquals, strictEquals } from './equality';
import { throwError, throwTypeError } from './errors';
import { instanceOf } from './instance-of';
import type { Machine } from './machine';
import { throwNotDestructurable } from './nullish-complaints';
import { hasProperty } from './own-keys';
import { propertyKey } from './property-key';
import { settle } from './settle';
import { throwShown } from './shown';
import { isTerm, undefinedValue, type Value } from './value';

export function applyUnary(machine: Machine, op: UnaryOp, operand: Value): Value {
  const { terms } = machine;
  switch (op) {
    case '!':
      return terms.not(truth(machine, operand));
    case 'typeof':
      return terms.constant(typeOf(machine, operand));
    case 'void':
      return undefinedValue;
    case 'is-nullish':
      return terms.constant(isNullish(machine, operand));
    case 'is-undefined':
      return terms.constant(isUndefined(machine, operand));
    case '+': {
      const number = toNumeric(machine, operand);
      if (number.sort === 'big') throwTypeError(machine, 'Cannot convert a BigInt value to a number');
      return number;
    }
    case '-':
      return numeric(machine, operand, 'num.neg', 'big.neg');
    case '~':
      return numeric(machine, operand, 'num.bitNot', 'big.bitNot');
    case 'numeric':
      return toNumeric(machine, operand);
    case 'increment':
      return step(machine, operand, 'num.add', 'big.add');
    case 'decrement':
      return step(machine, operand, 'num.sub', 'big.sub');
    case 'property-key':
      return propertyKey(machine, operand);
    case 'require-object':
      if (isNullish(machine, operand)) {
        const { kind } = settle(machine, operand);
        throwNotDestructurable(machine, kind === 'null' ? kind : 'undefined');
      }
      return operand;
  }
}

function numeric(machine: Machine, operand: Value, number: OperationName, bigint: OperationName): Term {
  const term = toNumeric(machine, operand);
  return machine.terms.apply(term.sort === 'big' ? bigint : number, [term]);
}

function step(machine: Machine, operand: Value, number: OperationName, bigint: OperationName): Term {
  const { terms } = machine;
  const term = toNumeric(machine, operand);
  return term.sort === 'big'
    ? terms.apply(bigint, [term, terms.constant(1n)])
    : terms.apply(number, [term, terms.constant(1)]);
}

export function applyBinary(machine: Machine, op: BinaryOp, left: Value, right: Value): Value {
  const { terms } = machine;
  switch (op) {
    case '===':
      return strictEquals(machine, left, right);
    case '!==':
      return terms.not(strictEquals(machine, left, right));
    case '==':
      return looseEquals(machine, left, right);
    case '!=':
      return terms.not(looseEquals(machine, left, right));
    case '<':
      return lessThan(machine, left, right, true);
    case '>':
      return lessThan(machine, right, left, false);
    case '<=':
      return atMost(machine, left, right, true);
    case '>=':
      return atMost(machine, right, left, false);
    case '+':
      return add(machine, left, right);
    case 'in':
      return contains(machine, left, right);
    case 'instanceof':
      return instanceOf(machine, left, right);
    default:
      return arithmetic(machine, op, left, right);
  }
}

function add(machine: Machine, left: Value, right: Value): Value {
  const { terms } = machine;
  const a = toPrimitive(machine, left);
  const b = toPrimitive(machine, right);
  if (isText(a) || isText(b)) return terms.apply('str.concat', [toText(machine, a), toText(machine, b)]);
  return arithmetic(machine, '+', a, b);
}

function isText(value: Primitive): value is Term {
  return isTerm(value) && value.sort === 'str';
}

type ArithmeticOp = Exclude<BinaryOp, '===' | '!==' | '==' | '!=' | '<' | '>' | '<=' | '>=' | 'in' | 'instanceof'>;

const onNumbers: Readonly<Record<ArithmeticOp, OperationName>> = {
  '+': 'num.add',
  '-': 'num.sub',
  '*': 'num.mul',
  '/': 'num.div',
  '%': 'num.rem',
  '**': 'num.pow',
  '<<': 'num.shl',
  '>>': 'num.shr',
  '>>>': 'num.ushr',
  '|': 'num.bitOr',
  '^': 'num.bitXor',
  '&': 'num.bitAnd',
};

const onBigints: Readonly<Record<Exclude<ArithmeticOp, '>>>'>, OperationName>> = {
  '+': 'big.add',
  '-': 'big.sub',
  '*': 'big.mul',
  '/': 'big.div',
  '%': 'big.rem',
  '**': 'big.pow',
  '<<': 'big.shl',
  '>>': 'big.shr',
  '|': 'big.bitOr',
  '^': 'big.bitXor',
  '&': 'big.bitAnd',
};

function arithmetic(machine: Machine, op: ArithmeticOp, left: Value, right: Value): Value {
  const { terms } = machine;
  const a = toNumeric(machine, left);
  const b = toNumeric(machine, right);
  if (a.sort !== b.sort) throwTypeError(machine, 'Cannot mix BigInt and other types, use explicit conversions');
  if (a.sort === 'num') return terms.apply(onNumbers[op], [a, b]);
  if (op === '>>>') return throwTypeError(machine, 'BigInts have no unsigned right shift, use >> instead');
  const zero = terms.constant(0n);
  if ((op === '/' || op === '%') && machine.decide(terms.apply('big.eq', [b, zero]))) {
    throwError(machine, 'RangeError', 'Division by zero');
  }
  if (op === '**' && machine.decide(terms.apply('big.lt', [b, zero]))) {
    throwError(machine, 'RangeError', 'undefined must be positive');
  }
  return terms.apply(onBigints[op], [a, b]);
}

/** Operands are converted from left to right as they stand in the source. */
function comparable(machine: Machine, first: Value, second: Value, leftFirst: boolean): [Primitive, Primitive] {
  if (leftFirst) {
    const a = toPrimitive(machine, first, 'number');
    return [a, toPrimitive(machine, second, 'number')];
  }
  const b = toPrimitive(machine, second, 'number');
  return [toPrimitive(machine, first, 'number'), b];
}

function lessThan(machine: Machine, first: Value, second: Value, leftFirst: boolean): Term {
  const { terms } = machine;
  const [a, b] = comparable(machine, first, second, leftFirst);
  if (isText(a) && isText(b)) return terms.apply('str.lt', [a, b]);
  const [x, y] = [toNumeric(machine, a), toNumeric(machine, b)];
  if (x.sort === y.sort) return terms.apply(x.sort === 'big' ? 'big.lt' : 'num.lt', [x, y]);
  return x.sort === 'big' ? terms.apply('big.ltNum', [x, y]) : terms.apply('big.gtNum', [y, x]);
}

function atMost(machine: Machine, first: Value, second: Value, leftFirst: boolean): Term {
  const { terms } = machine;
  const [a, b] = comparable(machine, first, second, leftFirst);
  if (isText(a) && isText(b)) return terms.not(terms.apply('str.lt', [b, a]));
  const [x, y] = [toNumeric(machine, a), toNumeric(machine, b)];
  if (x.sort === 'num' && y.sort === 'num') return terms.apply('num.le', [x, y]);
  if (x.sort === 'big' && y.sort === 'big') return terms.not(terms.apply('big.lt', [y, x]));
  const less = x.sort === 'big' ? terms.apply('big.ltNum', [x, y]) : terms.apply('big.gtNum', [y, x]);
  const equal = x.sort === 'big' ? terms.apply('big.eqNum', [x, y]) : terms.apply('big.eqNum', [y, x]);
  return terms.or([less, equal]);
}

function contains(machine: Machine, key: Value, object: Value): Term {
  const settled = settle(machine, object);
  if (settled.kind !== 'object') {
    throwShown(machine, 'TypeError', [
      "Cannot use 'in' operator to search for '",
      { of: key },
      "' in ",
      { of: settled },
    ]);
  }
  const text = machine.world.language.decideKey(machine, settled.ref, propertyKey(machine, key));
  return machine.terms.constant(hasProperty(machine, settled.ref, text));
}
