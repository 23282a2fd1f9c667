import type { Term } from '#smt/term';
import { sameObject } from './aliasing';
import { toNumber, toPrimitive, type Primitive } from './conversions';
import type { InputMember } from './input-type';
import type { Machine } from './machine';
import { settle, settleBy } from './settle';
import { isInputSymbol, isTerm, type SettledValue, type UniqueValue, type Value } from './value';

/** `===`. */
export function strictEquals(machine: Machine, left: Value, right: Value): Term {
  return equals(machine, left, right, strictNumbers);
}

/** `Object.is`: NaN is NaN, −0 is not 0. */
export function sameValue(machine: Machine, left: Value, right: Value): Term {
  return equals(machine, left, right, sameNumbers);
}

/** As collections and `includes` compare: NaN is NaN, −0 is 0. */
export function sameValueZero(machine: Machine, left: Value, right: Value): Term {
  return equals(machine, left, right, sameNumbersButZero);
}

/** `==`. */
export function looseEquals(machine: Machine, left: Value, right: Value): Term {
  if (isNullishValue(left)) return nullish(machine, right);
  if (isNullishValue(right)) return nullish(machine, left);
  return looseSettled(machine, settle(machine, left), settle(machine, right));
}

/** How numbers compare; `reflexive` says whether every number is equal to itself. */
interface NumberEquality {
  readonly reflexive: boolean;
  readonly of: (machine: Machine, left: Term, right: Term) => Term;
}

const strictNumbers: NumberEquality = {
  reflexive: false,
  of: ({ terms }, left, right) => terms.apply('num.eq', [left, right]),
};

const sameNumbers: NumberEquality = {
  reflexive: true,
  of: ({ terms }, left, right) => (left === right ? terms.true : terms.apply('num.same', [left, right])),
};

const sameNumbersButZero: NumberEquality = {
  reflexive: true,
  of: ({ terms }, left, right) =>
    left === right
      ? terms.true
      : terms.or([
          terms.apply('num.eq', [left, right]),
          terms.and([terms.apply('num.isNaN', [left]), terms.apply('num.isNaN', [right])]),
        ]),
};

function equals(machine: Machine, left: Value, right: Value, numbers: NumberEquality): Term {
  const { terms } = machine;
  if (left.kind === 'guarded') {
    const { condition, yes, no } = left;
    return terms.choice(condition, equals(machine, yes, right, numbers), equals(machine, no, right, numbers));
  }
  if (right.kind === 'guarded') return equals(machine, right, left, numbers);
  if (left.kind === 'input' && right.kind === 'input') {
    if (left.location === right.location) return equalsItself(machine, left, numbers);
    return equalsSettled(machine, settle(machine, left), right, numbers);
  }
  if (left.kind === 'input') return equalsSettled(machine, right as SettledValue, left, numbers);
  return equalsSettled(machine, left, right, numbers);
}

/** Only NaN may differ from itself. */
function equalsItself(machine: Machine, value: Value, numbers: NumberEquality): Term {
  if (numbers.reflexive) return machine.terms.true;
  const found = settleBy(machine, value, (kind) => (kind === 'number' || kind === 'literals' ? 1 : 0));
  if ('class' in found && found.class === 0) return machine.terms.true;
  const settled = settle(machine, value);
  return isTerm(settled) && settled.sort === 'num' ? numbers.of(machine, settled, settled) : machine.terms.true;
}

/** Of an open input only as much is decided as the comparison needs. */
function equalsSettled(machine: Machine, left: SettledValue, right: Value, numbers: NumberEquality): Term {
  const { terms } = machine;
  const found = settleBy(machine, right, (kind) => (mayBe(kind, left) ? 1 : 0));
  if ('class' in found) {
    if (found.class === 0) return terms.false;
    if (left.kind === 'undefined' || left.kind === 'null') return terms.true;
  }
  const other = 'settled' in found ? found.settled : settle(machine, right);
  if (isTerm(left)) return isTerm(other) ? equalTerms(machine, left, other, numbers) : terms.false;
  if (isTerm(other) || left.kind !== other.kind) return terms.false;
  if (left.kind === 'object' && other.kind === 'object') {
    return terms.constant(sameObject(machine, left.ref, other.ref));
  }
  if (left.kind === 'unique' && other.kind === 'unique') return terms.constant(sameSymbol(machine, left, other));
  return terms.true;
}

function mayBe(kind: InputMember['kind'], value: SettledValue): boolean {
  switch (kind) {
    case 'undefined':
    case 'null':
      return value.kind === kind;
    case 'boolean':
      return isTerm(value) && value.sort === 'bool';
    case 'number':
      return isTerm(value) && value.sort === 'num';
    case 'string':
      return isTerm(value) && value.sort === 'str';
    case 'bigint':
      return isTerm(value) && value.sort === 'big';
    case 'literals':
      return isTerm(value);
    case 'symbol':
      return value.kind === 'unique';
    default:
      return value.kind === 'object';
  }
}

function equalTerms(machine: Machine, left: Term, right: Term, numbers: NumberEquality): Term {
  const { terms } = machine;
  if (left.sort !== right.sort) return terms.false;
  if (left.sort === 'num') return numbers.of(machine, left, right);
  return left === right ? terms.true : terms.apply(`${left.sort}.eq`, [left, right]);
}

/** A symbol that was handed in is taken for one that nobody else has. */
function sameSymbol(machine: Machine, left: UniqueValue, right: UniqueValue): boolean {
  if (left.key === right.key) return true;
  if (isInputSymbol(left) || isInputSymbol(right)) {
    machine.note({ kind: 'stated', what: 'symbols handed in are different from all others' });
  }
  return false;
}

function isNullishValue(value: Value): boolean {
  return value.kind === 'undefined' || value.kind === 'null';
}

function nullish(machine: Machine, value: Value): Term {
  const { terms } = machine;
  if (value.kind === 'guarded') {
    return terms.choice(value.condition, nullish(machine, value.yes), nullish(machine, value.no));
  }
  const found = settleBy(machine, value, (kind) => (kind === 'undefined' || kind === 'null' ? 1 : 0));
  return terms.constant('class' in found ? found.class === 1 : isNullishValue(found.settled));
}

function looseSettled(machine: Machine, left: SettledValue, right: SettledValue): Term {
  if (left.kind === 'object') {
    if (right.kind === 'object' || isNullishValue(right)) return strictEquals(machine, left, right);
    return loosePrimitives(machine, toPrimitive(machine, left), right);
  }
  if (right.kind !== 'object') return loosePrimitives(machine, left, right);
  if (isNullishValue(left)) return machine.terms.false;
  return loosePrimitives(machine, left, toPrimitive(machine, right));
}

function loosePrimitives(machine: Machine, left: Primitive, right: Primitive): Term {
  const { terms } = machine;
  if (isNullishValue(left) || isNullishValue(right)) {
    return terms.constant(isNullishValue(left) && isNullishValue(right));
  }
  if (!isTerm(left) || !isTerm(right) || left.sort === right.sort) return strictEquals(machine, left, right);
  if (left.sort !== 'big' && right.sort !== 'big') {
    return terms.apply('num.eq', [toNumber(machine, left), toNumber(machine, right)]);
  }
  const [big, other] = left.sort === 'big' ? [left, right] : [right, left];
  if (other.sort !== 'str') return terms.apply('big.eqNum', [big, toNumber(machine, other)]);
  if (other.kind !== 'constant') {
    machine.note({ kind: 'opaque', what: 'whether a text says a bigint' });
    return terms.symbol(`bigint ${big.id} == text ${other.id}`, 'bool');
  }
  const parsed = bigintOf(String(other.value));
  return parsed === null ? terms.false : terms.apply('big.eq', [big, terms.constant(parsed)]);
}

/** StringToBigInt. */
function bigintOf(text: string): bigint | null {
  try {
    return BigInt(text);
  } catch {
    return null;
  }
}
