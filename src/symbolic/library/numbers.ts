import type { Term } from '#smt/term';
import { argument, isUndefined, toInteger, toNumber, toNumeric, toText } from '../conversions';
import { throwError } from '../errors';
import type { Machine } from '../machine';
import { settle, settleBy } from '../settle';
import { isTerm, type Value } from '../value';
import { fromEngine, plainValue } from './engine-call';
import { instancePrototype } from './instance-prototype';
import { concretised, exact, type LibraryModel, type LibraryPart } from './library-model';
import { receiverScalar } from './receivers';
import { localeOf } from './string-locale';

const mostSafe = Number.MAX_SAFE_INTEGER;

export const numbers: LibraryPart = {
  Number: exact((machine, call) => {
    const value = call.args.length === 0 ? machine.terms.constant(0) : numberOf(machine, argument(call.args, 0));
    if (call.newTarget === null) return value;
    return machine.create({ kind: 'boxed', value }, instancePrototype(machine, call, 'Number.prototype'));
  }),
  'Number.isFinite': ofNumbers(isFiniteTerm),
  'Number.isInteger': ofNumbers((machine, x) => machine.terms.apply('num.isInteger', [x])),
  'Number.isNaN': ofNumbers((machine, x) => machine.terms.apply('num.isNaN', [x])),
  'Number.isSafeInteger': ofNumbers((machine, x) => {
    return machine.terms.and([machine.terms.apply('num.isInteger', [x]), isWithin(machine, x, -mostSafe, mostSafe)]);
  }),
  isFinite: exact((machine, { args }) => isFiniteTerm(machine, toNumber(machine, argument(args, 0)))),
  isNaN: exact((machine, { args }) => machine.terms.apply('num.isNaN', [toNumber(machine, argument(args, 0))])),
  parseInt: exact((machine, { args }) => {
    const text = settle(machine, argument(args, 0));
    const radix = argument(args, 1);
    if (isNumber(text) && isUndefined(machine, radix)) return wholePart(machine, text);
    return machine.terms.apply('num.parseInt', [toText(machine, text), toNumber(machine, radix)]);
  }),
  parseFloat: exact((machine, { args }) => {
    const { terms } = machine;
    const text = settle(machine, argument(args, 0));
    if (!isNumber(text)) return terms.apply('num.parseFloat', [toText(machine, text)]);
    // The text of a number reads as that number, but for the sign of zero.
    return terms.choice(terms.apply('num.eq', [text, terms.constant(0)]), terms.constant(0), text);
  }),
  'Number.prototype.toString': exact((machine, call) => {
    const { terms } = machine;
    const number = receiverScalar(machine, call, 'num');
    const given = argument(call.args, 0);
    if (isUndefined(machine, given)) return terms.apply('str.fromNum', [number]);
    const radix = toInteger(machine, given);
    requireWithin(machine, radix, 2, 36, 'toString() radix argument must be between 2 and 36');
    if (radix === terms.constant(10)) return terms.apply('str.fromNum', [number]);
    return terms.apply('str.fromNumRadix', [number, radix]);
  }),
  'Number.prototype.toFixed': exact((machine, call) => {
    const number = receiverScalar(machine, call, 'num');
    const digits = toInteger(machine, argument(call.args, 0));
    requireWithin(machine, digits, 0, 100, 'toFixed() digits argument must be between 0 and 100');
    return machine.terms.apply('str.toFixed', [number, digits]);
  }),
  'Number.prototype.toPrecision': exact((machine, call) => {
    const number = receiverScalar(machine, call, 'num');
    const given = argument(call.args, 0);
    if (isUndefined(machine, given)) return machine.terms.apply('str.fromNum', [number]);
    const digits = toInteger(machine, given);
    if (!machine.decide(isFiniteTerm(machine, number))) return machine.terms.apply('str.fromNum', [number]);
    requireWithin(machine, digits, 1, 100, 'toPrecision() argument must be between 1 and 100');
    return machine.terms.apply('str.toPrecision', [number, digits]);
  }),
  'Number.prototype.toExponential': concretised((machine, call) => {
    const number = receiverScalar(machine, call, 'num');
    const given = argument(call.args, 0);
    const digits = isUndefined(machine, given) ? undefined : toInteger(machine, given);
    const known = Number(plainValue(machine, number, call.name));
    const wanted = digits === undefined ? undefined : Number(plainValue(machine, digits, call.name));
    return fromEngine(machine, () => known.toExponential(wanted));
  }),
  'Number.prototype.toLocaleString': concretised((machine, call) => {
    const known = Number(plainValue(machine, receiverScalar(machine, call, 'num'), call.name));
    const locale = localeOf(machine, call, argument(call.args, 0));
    if (!isUndefined(machine, argument(call.args, 1))) machine.unsupported(`options of ${call.name}`);
    return fromEngine(machine, () => known.toLocaleString(locale));
  }),
  'Number.prototype.valueOf': exact((machine, call) => receiverScalar(machine, call, 'num')),
};

/** `Number(value)`: bigints are numbers, too. */
function numberOf(machine: Machine, value: Value): Term {
  const numeric = toNumeric(machine, value);
  return numeric.sort === 'big' ? machine.terms.apply('num.fromBig', [numeric]) : numeric;
}

/** A property of numbers that nothing else has; an input need only be known to be a number or none. */
function ofNumbers(holds: (machine: Machine, number: Term) => Term): LibraryModel {
  return exact((machine, { args }) => {
    const value = argument(args, 0);
    const found = settleBy(machine, value, (kind) => (kind === 'number' || kind === 'literals' ? 1 : 0));
    if ('class' in found && found.class === 0) return machine.terms.false;
    const settled = 'settled' in found ? found.settled : settle(machine, value);
    return isNumber(settled) ? holds(machine, settled) : machine.terms.false;
  });
}

function isNumber(value: Value): value is Term {
  return isTerm(value) && value.sort === 'num';
}

export function isFiniteTerm(machine: Machine, number: Term): Term {
  const { terms } = machine;
  return terms.and([
    terms.apply('num.lt', [terms.constant(-Infinity), number]),
    terms.apply('num.lt', [number, terms.constant(Infinity)]),
  ]);
}

function isWithin(machine: Machine, number: Term, least: number, most: number): Term {
  const { terms } = machine;
  return terms.and([
    terms.apply('num.le', [terms.constant(least), number]),
    terms.apply('num.le', [number, terms.constant(most)]),
  ]);
}

function requireWithin(machine: Machine, number: Term, least: number, most: number, otherwise: string): void {
  if (!machine.decide(isWithin(machine, number, least, most))) throwError(machine, 'RangeError', otherwise);
}

/**
 * `parseInt` of a number. Its text is read up to the point, so that this is its whole part, unless the text is
 * written with an exponent.
 */
function wholePart(machine: Machine, number: Term): Term {
  const { terms } = machine;
  const size = terms.apply('num.abs', [number]);
  const isWrittenOut = terms.and([
    terms.apply('num.le', [terms.constant(1e-6), size]),
    terms.apply('num.lt', [size, terms.constant(1e21)]),
  ]);
  const text = terms.apply('str.fromNum', [number]);
  const read = terms.apply('num.parseInt', [text, terms.constant(10)]);
  return terms.choice(isWrittenOut, terms.apply('num.trunc', [number]), read);
}
