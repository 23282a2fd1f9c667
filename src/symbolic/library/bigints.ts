import { argument, isUndefined, toBigInt, toInteger, toPrimitive } from '../conversions';
import { makeError, throwError, throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { isTerm, type Value } from '../value';
import { fromEngine, plainValue } from './engine-call';
import { concretised, exact, type LibraryCall, type LibraryPart } from './library-model';
import { receiverScalar } from './receivers';
import { localeOf } from './string-locale';

export const bigints: LibraryPart = {
  BigInt: concretised((machine, call) => {
    if (call.newTarget !== null) throwTypeError(machine, 'BigInt is not a constructor');
    const { terms } = machine;
    const value = toPrimitive(machine, argument(call.args, 0), 'number');
    if (!isTerm(value) || value.sort !== 'num') return toBigInt(machine, value);
    if (!machine.decide(terms.apply('num.isInteger', [value]))) {
      const message = terms.apply('str.concat', [
        terms.constant('The number '),
        terms.apply('str.fromNum', [value]),
        terms.constant(' cannot be converted to a BigInt because it is not an integer'),
      ]);
      machine.throwValue(makeError(machine, 'RangeError', message));
    }
    return terms.apply('big.fromNum', [value]);
  }),
  'BigInt.asIntN': concretised((machine, call) => wrapped(machine, call, 'big.asIntN')),
  'BigInt.asUintN': concretised((machine, call) => wrapped(machine, call, 'big.asUintN')),
  'BigInt.prototype.toString': concretised((machine, call) => {
    const { terms } = machine;
    const value = receiverScalar(machine, call, 'big');
    const given = argument(call.args, 0);
    if (isUndefined(machine, given)) return terms.apply('str.fromBig', [value]);
    const radix = Number(plainValue(machine, toInteger(machine, given), call.name));
    if (radix === 10) return terms.apply('str.fromBig', [value]);
    if (radix < 2 || radix > 36) {
      throwError(machine, 'RangeError', 'toString() radix argument must be between 2 and 36');
    }
    const known = plainValue(machine, value, call.name) as bigint;
    return fromEngine(machine, () => known.toString(radix));
  }),
  'BigInt.prototype.toLocaleString': concretised((machine, call) => {
    const known = plainValue(machine, receiverScalar(machine, call, 'big'), call.name) as bigint;
    const locale = localeOf(machine, call, argument(call.args, 0));
    if (!isUndefined(machine, argument(call.args, 1))) machine.unsupported(`options of ${call.name}`);
    return fromEngine(machine, () => known.toLocaleString(locale));
  }),
  'BigInt.prototype.valueOf': exact((machine, call) => receiverScalar(machine, call, 'big')),
};

/** The engine is asked only for numbers of bits that it can do. */
const mostBits = 1 << 16;

function wrapped(machine: Machine, call: LibraryCall, operation: 'big.asIntN' | 'big.asUintN'): Value {
  const { terms } = machine;
  const open = toInteger(machine, argument(call.args, 0));
  const bits = Number(plainValue(machine, open, `the bits of ${call.name}`));
  if (bits < 0 || bits > Number.MAX_SAFE_INTEGER) {
    throwError(machine, 'RangeError', 'Invalid value: not (convertible to) a safe integer');
  }
  const value = toBigInt(machine, argument(call.args, 1));
  if (bits <= mostBits) return terms.apply(operation, [terms.constant(bits), value]);
  const known = plainValue(machine, value, call.name) as bigint;
  return fromEngine(machine, () =>
    operation === 'big.asIntN' ? BigInt.asIntN(bits, known) : BigInt.asUintN(bits, known),
  );
}
