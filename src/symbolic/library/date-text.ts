import { localTime, timeZone, timeZoneName } from '#core/local-time';
import type { Term } from '#smt/term';
import { concretise } from '../concretise';
import { argument, isUndefined, toObject, toPrimitive } from '../conversions';
import { throwError, throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { getProperty, isCallable } from '../properties';
import { settle } from '../settle';
import { throwShown } from '../shown';
import { isTerm, nullValue, objectValue, type Value } from '../value';
import { dateParts } from './date-parts';
import { dateAt } from './dates';
import { concretised, exact, type LibraryCall, type LibraryModel, type LibraryPart } from './library-model';
import { isFiniteTerm } from './numbers';
import { throwIncompatible } from './receivers';
import { localeOf } from './string-locale';

/** Dates as text. */
export const dateTexts: LibraryPart = {
  'Date.prototype.toISOString': exact((machine, call) => {
    const { time } = dateAt(machine, call);
    if (machine.decide(machine.terms.apply('num.isNaN', [time]))) {
      throwError(machine, 'RangeError', 'Invalid time value');
    }
    return isoText(machine, time);
  }),
  'Date.prototype.toJSON': exact((machine, call) => {
    const object = objectValue(toObject(machine, call.receiver));
    const value = toPrimitive(machine, object, 'number');
    if (isTerm(value) && value.sort === 'num' && !machine.decide(isFiniteTerm(machine, value))) return nullValue;
    const method = settle(machine, getProperty(machine, object, 'toISOString'));
    if (!isCallable(machine, method)) throwTypeError(machine, 'toISOString is not a function');
    return machine.call(method, object, []);
  }),
  'Date.prototype.toString': textMethod((time, machine) => dateText(machine, time, 'both')),
  'Date.prototype.toDateString': textMethod((time, machine) => dateText(machine, time, 'date')),
  'Date.prototype.toTimeString': textMethod((time, machine) => dateText(machine, time, 'time')),
  'Date.prototype.toUTCString': textMethod((time) => new Date(time).toUTCString()),
  'Date.prototype.toLocaleString': localeMethod((date, locale) => date.toLocaleString(locale, { timeZone })),
  'Date.prototype.toLocaleDateString': localeMethod((date, locale) => date.toLocaleDateString(locale, { timeZone })),
  'Date.prototype.toLocaleTimeString': localeMethod((date, locale) => date.toLocaleTimeString(locale, { timeZone })),
  'Date.prototype[Symbol.toPrimitive]': concretised((machine, call) => {
    const receiver = settle(machine, call.receiver);
    if (receiver.kind !== 'object') {
      return throwIncompatible(machine, 'Date.prototype [ @@toPrimitive ]', receiver);
    }
    const hint = settle(machine, argument(call.args, 0));
    const wanted =
      isTerm(hint) && hint.sort === 'str' ? String(concretise(machine, hint, 'the hint of a conversion')) : '';
    if (wanted !== 'string' && wanted !== 'default' && wanted !== 'number') {
      return throwShown(machine, 'TypeError', ['Invalid hint: ', { of: hint }]);
    }
    return ordinary(machine, receiver, wanted === 'number' ? ['valueOf', 'toString'] : ['toString', 'valueOf']);
  }),
};

/** OrdinaryToPrimitive. */
function ordinary(machine: Machine, receiver: Value, methods: readonly string[]): Value {
  for (const name of methods) {
    const method = settle(machine, getProperty(machine, receiver, name));
    if (!isCallable(machine, method)) continue;
    const made = settle(machine, machine.call(method, receiver, []));
    if (made.kind !== 'object') return made;
  }
  return throwTypeError(machine, 'Cannot convert object to primitive value');
}

/** Years outside of four digits are written with a sign and six. */
function isoText(machine: Machine, time: Term): Term {
  const { terms } = machine;
  const parts = dateParts(machine, time, 'utc');
  const digits = (part: Term, count: number): Term =>
    terms.apply('str.padStart', [terms.apply('str.fromNum', [part]), terms.constant(count), terms.constant('0')]);
  const isNegative = terms.apply('num.lt', [parts.FullYear, terms.constant(0)]);
  const sign = terms.choice(isNegative, terms.constant('-'), terms.constant('+'));
  const extended = terms.apply('str.concat', [sign, digits(terms.apply('num.abs', [parts.FullYear]), 6)]);
  const isPlain = terms.and([terms.not(isNegative), terms.apply('num.le', [parts.FullYear, terms.constant(9999)])]);
  return terms.apply('str.concat', [
    terms.choice(isPlain, digits(parts.FullYear, 4), extended),
    terms.constant('-'),
    digits(terms.apply('num.add', [parts.Month, terms.constant(1)]), 2),
    terms.constant('-'),
    digits(parts.Date, 2),
    terms.constant('T'),
    digits(parts.Hours, 2),
    terms.constant(':'),
    digits(parts.Minutes, 2),
    terms.constant(':'),
    digits(parts.Seconds, 2),
    terms.constant('.'),
    digits(parts.Milliseconds, 3),
    terms.constant('Z'),
  ]);
}

/** `toString` and its parts, in the time zone of replays. */
export function dateText(machine: Machine, time: number, part: 'date' | 'time' | 'both'): string {
  if (Number.isNaN(time)) return 'Invalid Date';
  assumeZone(machine);
  const shown = localTime(time);
  const [weekday = '', date = '', month = '', year = '', clock = ''] = new Date(shown).toUTCString().split(/,? /);
  const dateOnly = `${weekday} ${month} ${date} ${year}`;
  const minutes = Math.trunc((shown - time) / 60_000);
  const distance = String(Math.trunc(Math.abs(minutes) / 60) * 100 + (Math.abs(minutes) % 60)).padStart(4, '0');
  const timeOnly = `${clock} GMT${minutes < 0 ? '-' : '+'}${distance} (${timeZoneName(time)})`;
  if (part === 'both') return `${dateOnly} ${timeOnly}`;
  return part === 'date' ? dateOnly : timeOnly;
}

function assumeZone(machine: Machine): void {
  machine.note({ kind: 'assumed', what: `the time zone ${timeZone}` });
}

function textMethod(text: (time: number, machine: Machine) => string): LibraryModel {
  return concretised((machine, call) => {
    const time = concretise(machine, dateAt(machine, call).time, call.name);
    return machine.terms.constant(text(Number(time), machine));
  });
}

function localeMethod(text: (date: Date, locale: string) => string): LibraryModel {
  return concretised((machine, call: LibraryCall) => {
    const time = Number(concretise(machine, dateAt(machine, call).time, call.name));
    const locale = localeOf(machine, call, argument(call.args, 0));
    if (!isUndefined(machine, argument(call.args, 1))) machine.unsupported(`options of ${call.name}`);
    assumeZone(machine);
    return machine.terms.constant(text(new Date(time), locale));
  });
}
