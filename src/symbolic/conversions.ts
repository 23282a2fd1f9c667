import type { Term } from '#smt/term';
import { concretise } from './concretise';
import { throwError, throwTypeError } from './errors';
import type { Machine } from './machine';
import { hostType } from './host-values';
import { getFrom, isCallable } from './properties';
import { settle, settleBy } from './settle';
import { isTerm, undefinedValue, wellKnownSymbol, type Ref, type SettledValue, type Value } from './value';

/** Whether a value counts as true. */
export function truth(machine: Machine, value: Value): Term {
  const { terms } = machine;
  if (value.kind === 'guarded') {
    return terms.choice(value.condition, truth(machine, value.yes), truth(machine, value.no));
  }
  const found = settleBy(machine, value, (kind) => {
    if (kind === 'undefined' || kind === 'null') return 'no';
    if (kind === 'boolean' || kind === 'number' || kind === 'string' || kind === 'bigint' || kind === 'literals')
      return kind;
    return 'yes';
  });
  if ('class' in found && found.class === 'yes') return terms.true;
  if ('class' in found && found.class === 'no') return terms.false;
  const settled = 'settled' in found ? found.settled : settle(machine, value);
  if (!isTerm(settled)) return settled.kind === 'undefined' || settled.kind === 'null' ? terms.false : terms.true;
  switch (settled.sort) {
    case 'bool':
      return settled;
    case 'num':
      return terms.not(
        terms.or([terms.apply('num.eq', [settled, terms.constant(0)]), terms.apply('num.isNaN', [settled])]),
      );
    case 'str':
      return terms.not(terms.apply('str.eq', [settled, terms.constant('')]));
    case 'big':
      return terms.not(terms.apply('big.eq', [settled, terms.constant(0n)]));
  }
}

export function typeOf(machine: Machine, value: Value): string {
  const found = settleBy(machine, value, (kind) => {
    switch (kind) {
      case 'undefined':
      case 'boolean':
      case 'number':
      case 'string':
      case 'bigint':
      case 'symbol':
      case 'function':
        return kind;
      case 'literals':
        return 'literals';
      default:
        return 'object';
    }
  });
  if ('class' in found && found.class !== 'literals') return found.class;
  return typeOfSettled(machine, 'settled' in found ? found.settled : settle(machine, value));
}

function typeOfSettled(machine: Machine, value: SettledValue): string {
  if (isTerm(value)) return { bool: 'boolean', num: 'number', str: 'string', big: 'bigint' }[value.sort];
  switch (value.kind) {
    case 'undefined':
      return 'undefined';
    case 'null':
      return 'object';
    case 'unique':
      return 'symbol';
    case 'object': {
      const { internal } = machine.object(value.ref);
      if (internal.kind === 'outside') return typeOfThing(machine, internal.name);
      return isCallable(machine, value) ? 'function' : 'object';
    }
  }
}

function typeOfThing(machine: Machine, name: string): string {
  const type = hostType(name);
  if (type === 'function' || type === 'object') return type;
  return machine.unsupported(`the type of ${name}, of the outside`);
}

export function isNullish(machine: Machine, value: Value): boolean {
  const found = settleBy(machine, value, (kind) => (kind === 'undefined' || kind === 'null' ? 1 : 0));
  if ('class' in found) return found.class === 1;
  return found.settled.kind === 'undefined' || found.settled.kind === 'null';
}

export function isUndefined(machine: Machine, value: Value): boolean {
  const found = settleBy(machine, value, (kind) => (kind === 'undefined' ? 1 : 0));
  return 'class' in found ? found.class === 1 : found.settled.kind === 'undefined';
}

export type Primitive = Exclude<SettledValue, { kind: 'object' }>;

export function toPrimitive(
  machine: Machine,
  value: Value,
  hint: 'default' | 'number' | 'string' = 'default',
): Primitive {
  const settled = settle(machine, value);
  if (settled.kind !== 'object') return settled;
  const exotic = getFrom(machine, settled.ref, wellKnownSymbol('toPrimitive'), settled);
  if (!isNullish(machine, exotic)) {
    const made = settle(machine, machine.call(exotic, settled, [machine.terms.constant(hint)]));
    if (made.kind !== 'object') return made;
    return throwTypeError(machine, 'Cannot convert object to primitive value');
  }
  const order = hint === 'string' ? ['toString', 'valueOf'] : ['valueOf', 'toString'];
  for (const name of order) {
    const method = settle(machine, getFrom(machine, settled.ref, name, settled));
    if (!isCallable(machine, method)) continue;
    const made = settle(machine, machine.call(method, settled, []));
    if (made.kind !== 'object') return made;
  }
  return throwTypeError(machine, 'Cannot convert object to primitive value');
}

/** ToNumber. */
export function toNumber(machine: Machine, value: Value): Term {
  const { terms } = machine;
  const primitive = toPrimitive(machine, value, 'number');
  if (!isTerm(primitive)) {
    if (primitive.kind === 'unique') throwTypeError(machine, 'Cannot convert a Symbol value to a number');
    return terms.constant(primitive.kind === 'null' ? 0 : Number.NaN);
  }
  switch (primitive.sort) {
    case 'num':
      return primitive;
    case 'bool':
      return terms.apply('num.fromBool', [primitive]);
    case 'str':
      return terms.apply('num.fromStr', [primitive]);
    case 'big':
      return throwTypeError(machine, 'Cannot convert a BigInt value to a number');
  }
}

/** ToNumeric: a number or a bigint. */
export function toNumeric(machine: Machine, value: Value): Term {
  const primitive = toPrimitive(machine, value, 'number');
  return isTerm(primitive) && primitive.sort === 'big' ? primitive : toNumber(machine, primitive);
}

/** ToBigInt: numbers are refused; an open text is fixed. */
export function toBigInt(machine: Machine, value: Value): Term {
  const { terms, world } = machine;
  const primitive = toPrimitive(machine, value, 'number');
  if (!isTerm(primitive) || primitive.sort === 'num') {
    return world.language.complain(machine, ['Cannot convert ', { of: primitive }, ' to a BigInt']);
  }
  if (primitive.sort === 'big') return primitive;
  if (primitive.sort === 'bool') return terms.apply('big.fromBool', [primitive]);
  const text = String(concretise(machine, primitive, 'a bigint from text'));
  try {
    return terms.constant(BigInt(text));
  } catch (error) {
    return throwError(machine, 'SyntaxError', (error as Error).message);
  }
}

/** ToIntegerOrInfinity. */
export function toInteger(machine: Machine, value: Value): Term {
  return machine.terms.apply('num.integer', [toNumber(machine, value)]);
}

/** ToString. */
export function toText(machine: Machine, value: Value): Term {
  const { terms } = machine;
  const primitive = toPrimitive(machine, value, 'string');
  if (!isTerm(primitive)) {
    if (primitive.kind === 'unique') throwTypeError(machine, 'Cannot convert a Symbol value to a string');
    return terms.constant(primitive.kind);
  }
  switch (primitive.sort) {
    case 'str':
      return primitive;
    case 'num':
      return terms.apply('str.fromNum', [primitive]);
    case 'bool':
      return terms.apply('str.fromBool', [primitive]);
    case 'big':
      return terms.apply('str.fromBig', [primitive]);
  }
}

/** ToObject: primitives are boxed. */
export function toObject(machine: Machine, value: Value): Ref {
  const settled = settle(machine, value);
  if (settled.kind === 'object') return settled.ref;
  if (settled.kind === 'undefined' || settled.kind === 'null') {
    return throwTypeError(machine, 'Cannot convert undefined or null to object');
  }
  const { realm } = machine.world;
  const name =
    settled.kind === 'unique'
      ? 'Symbol'
      : { bool: 'Boolean', num: 'Number', str: 'String', big: 'BigInt' }[settled.sort];
  const made = machine.create({ kind: 'boxed', value: settled }, realm.ref(`${name}.prototype`));
  return made.ref;
}

/** A value that is settled, or undefined for an argument that was not given. */
export function argument(args: readonly Value[], index: number): Value {
  return args[index] ?? undefinedValue;
}
