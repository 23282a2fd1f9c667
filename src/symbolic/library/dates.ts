import { timeClip } from '#smt/date-arithmetic';
import { datePartNames, type DatePartName } from '#smt/date-operations';
import type { Term } from '#smt/term';
import { beforeWrite } from '../aliasing';
import { argument, toNumber } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { settle } from '../settle';
import type { Ref } from '../value';
import { datePart, dateParts, makeDay, makeMoment, makeTime, type Clock, type DateParts } from './date-parts';
import { exact, type LibraryCall, type LibraryModel, type LibraryPart } from './library-model';
import { throwIncompatible } from './receivers';

/** Dates: reading and writing their parts. What local clocks show is open: what is proved holds in every time zone. */
export const dates: LibraryPart = {
  'Date.prototype.getTime': exact((machine, call) => dateAt(machine, call, 'not-a-date').time),
  'Date.prototype.valueOf': exact((machine, call) => dateAt(machine, call, 'not-a-date').time),
  'Date.prototype.getTimezoneOffset': exact((machine, call) =>
    datePart(machine, dateAt(machine, call, 'not-a-date').time, 'TimezoneOffset', 'local'),
  ),
  'Date.prototype.getYear': exact((machine, call) => {
    const year = datePart(machine, dateAt(machine, call).time, 'FullYear', 'local');
    return machine.terms.apply('num.sub', [year, machine.terms.constant(1900)]);
  }),
  ...Object.assign({}, ...datePartNames.map(getters)),
  'Date.prototype.setTime': exact((machine, call) => {
    const { ref } = dateAt(machine, call);
    return setTime(machine, ref, timeClip(machine.terms, toNumber(machine, argument(call.args, 0))));
  }),
  ...setters(['FullYear', 'Month', 'Date']),
  ...setters(['Month', 'Date']),
  ...setters(['Date']),
  ...setters(['Hours', 'Minutes', 'Seconds', 'Milliseconds']),
  ...setters(['Minutes', 'Seconds', 'Milliseconds']),
  ...setters(['Seconds', 'Milliseconds']),
  ...setters(['Milliseconds']),
};

/** The date on which a method was called. */
export function dateAt(
  machine: Machine,
  call: LibraryCall,
  complaint: 'not-a-date' | 'incompatible' = 'incompatible',
): { readonly ref: Ref; readonly time: Term } {
  const receiver = settle(machine, call.receiver);
  if (receiver.kind === 'object') {
    const { internal } = machine.object(receiver.ref);
    if (internal.kind === 'date') return { ref: receiver.ref, time: timeOf(machine, internal.time) };
  }
  if (complaint === 'incompatible') return throwIncompatible(machine, call.name, receiver);
  return throwTypeError(machine, 'this is not a Date object.');
}

/** Whether a date that was handed in is valid is decided once it is asked for its time, so that no part of it may be NaN after that. */
export function timeOf(machine: Machine, time: Term): Term {
  if (time.kind !== 'choice' || time.condition.kind !== 'symbol') return time;
  return machine.decide(time.condition) ? time.yes : time.no;
}

function getters(part: DatePartName): LibraryPart {
  const by = (clock: Clock): LibraryModel =>
    exact((machine, call) => datePart(machine, dateAt(machine, call, 'not-a-date').time, part, clock));
  return { [`Date.prototype.get${part}`]: by('local'), [`Date.prototype.getUTC${part}`]: by('utc') };
}

/** Named for the first of the parts that they set. */
function setters(parts: readonly [keyof DateParts, ...(keyof DateParts)[]]): LibraryPart {
  const [name] = parts;
  const by = (clock: Clock): LibraryModel =>
    exact((machine, call) => {
      const { ref, time } = dateAt(machine, call);
      const given = parts.map((_, index) => {
        const arg = call.args[index];
        if (arg !== undefined) return toNumber(machine, arg);
        return index === 0 ? machine.terms.constant(Number.NaN) : null;
      });
      const before = name === 'FullYear' ? partsOrFirst(machine, time, clock) : dateParts(machine, time, clock);
      const made = { ...before };
      parts.forEach((part, index) => (made[part] = given[index] ?? made[part]));
      return setTime(machine, ref, moment(machine, made, clock));
    });
  return { [`Date.prototype.set${name}`]: by('local'), [`Date.prototype.setUTC${name}`]: by('utc') };
}

/** A year can be set of an invalid date: that of the first moment of 1970, by whichever clock. */
function partsOrFirst(machine: Machine, time: Term, clock: Clock): DateParts {
  const { terms } = machine;
  const isInvalid = terms.apply('num.isNaN', [time]);
  const first = dateParts(machine, terms.constant(0), 'utc');
  const parts = Object.entries(dateParts(machine, time, clock)).map(([name, part]) => [
    name,
    terms.choice(isInvalid, first[name as keyof DateParts], part),
  ]);
  return Object.fromEntries(parts) as DateParts;
}

/** The moment that has the parts, each of which may be out of its range. */
export function moment(machine: Machine, parts: DateParts, clock: Clock): Term {
  const day = makeDay(machine, parts.FullYear, parts.Month, parts.Date);
  const time = makeTime(machine, parts.Hours, parts.Minutes, parts.Seconds, parts.Milliseconds);
  return makeMoment(machine, day, time, clock);
}

function setTime(machine: Machine, ref: Ref, time: Term): Term {
  beforeWrite(machine, ref);
  machine.update(ref, { ...machine.object(ref), internal: { kind: 'date', time } });
  return time;
}
