import type { Term } from '#smt/term';
import { beforeWrite } from '../aliasing';
import { argument, toNumber } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { settle } from '../settle';
import type { Ref } from '../value';
import { dateParts, makeDay, makeMoment, makeTime, timeClip, type DateParts } from './date-parts';
import { exact, type LibraryCall, type LibraryModel, type LibraryPart } from './library-model';
import { throwIncompatible } from './receivers';

/** Dates: reading and writing their parts. Local time is that of replays, UTC. */
export const dates: LibraryPart = {
  'Date.prototype.getTime': exact((machine, call) => dateAt(machine, call, 'not-a-date').time),
  'Date.prototype.valueOf': exact((machine, call) => dateAt(machine, call, 'not-a-date').time),
  'Date.prototype.getTimezoneOffset': exact((machine, call) => {
    const { terms } = machine;
    const { time } = dateAt(machine, call, 'not-a-date');
    return terms.choice(terms.apply('num.isNaN', [time]), time, terms.constant(0));
  }),
  'Date.prototype.getYear': exact((machine, call) => {
    const { year } = dateParts(machine, dateAt(machine, call).time);
    return machine.terms.apply('num.sub', [year, machine.terms.constant(1900)]);
  }),
  ...getters('FullYear', 'year'),
  ...getters('Month', 'month'),
  ...getters('Date', 'date'),
  ...getters('Day', 'day'),
  ...getters('Hours', 'hours'),
  ...getters('Minutes', 'minutes'),
  ...getters('Seconds', 'seconds'),
  ...getters('Milliseconds', 'milliseconds'),
  'Date.prototype.setTime': exact((machine, call) => {
    const { ref } = dateAt(machine, call);
    return setTime(machine, ref, timeClip(machine, toNumber(machine, argument(call.args, 0))));
  }),
  ...setters('FullYear', ['year', 'month', 'date']),
  ...setters('Month', ['month', 'date']),
  ...setters('Date', ['date']),
  ...setters('Hours', ['hours', 'minutes', 'seconds', 'milliseconds']),
  ...setters('Minutes', ['minutes', 'seconds', 'milliseconds']),
  ...setters('Seconds', ['seconds', 'milliseconds']),
  ...setters('Milliseconds', ['milliseconds']),
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

type PartName = keyof DateParts;

function getters(name: string, part: PartName): LibraryPart {
  const model = exact((machine, call) => dateParts(machine, dateAt(machine, call, 'not-a-date').time)[part]);
  return { [`Date.prototype.get${name}`]: model, [`Date.prototype.getUTC${name}`]: model };
}

function setters(name: string, parts: readonly PartName[]): LibraryPart {
  const model: LibraryModel = exact((machine, call) => {
    const { ref, time } = dateAt(machine, call);
    const { terms } = machine;
    // A year can be set of an invalid date, which then was the first moment of 1970.
    const start = name === 'FullYear' ? terms.choice(terms.apply('num.isNaN', [time]), terms.constant(0), time) : time;
    const given = parts.map((_, index) => {
      const arg = call.args[index];
      if (arg !== undefined) return toNumber(machine, arg);
      return index === 0 ? terms.constant(Number.NaN) : null;
    });
    const made: Record<PartName, Term> = { ...dateParts(machine, start) };
    parts.forEach((part, index) => (made[part] = given[index] ?? made[part]));
    return setTime(machine, ref, moment(machine, made));
  });
  return { [`Date.prototype.set${name}`]: model, [`Date.prototype.setUTC${name}`]: model };
}

/** The moment that has the parts, each of which may be out of its range. */
export function moment(machine: Machine, parts: Omit<DateParts, 'day'>): Term {
  const day = makeDay(machine, parts.year, parts.month, parts.date);
  const time = makeTime(machine, parts.hours, parts.minutes, parts.seconds, parts.milliseconds);
  return makeMoment(machine, day, time);
}

function setTime(machine: Machine, ref: Ref, time: Term): Term {
  beforeWrite(machine, ref);
  machine.update(ref, { ...machine.object(ref), internal: { kind: 'date', time } });
  return time;
}
