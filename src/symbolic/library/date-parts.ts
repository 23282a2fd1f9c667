import { calculator } from '#smt/calculator';
import { timeClip } from '#smt/date-arithmetic';
import type { DatePartName } from '#smt/date-operations';
import type { Term } from '#smt/term';
import type { Machine } from '../machine';
import { isFiniteTerm } from './numbers';

const msPerDay = 86_400_000;

/** By which clock a moment is read or made; where local ones stand is not known. */
export type Clock = 'utc' | 'local';

/** Parts that a moment is made of. */
export type DateParts = Readonly<Record<Exclude<DatePartName, 'Day'>, Term>>;

/** NaN of an invalid moment. */
export function datePart(machine: Machine, moment: Term, part: DatePartName | 'TimezoneOffset', clock: Clock): Term {
  if (moment.kind === 'constant' && Number.isNaN(moment.value)) return moment;
  // Whole seconds lie between clocks.
  const isUtc = clock === 'utc' || part === 'Milliseconds';
  return machine.terms.apply(isUtc ? 'num.utcPart' : 'num.localPart', [unclipped(machine, moment)], part);
}

/** What a moment was made of: reading its parts clips it again. */
function unclipped({ terms }: Machine, moment: Term): Term {
  const [given] = moment.kind === 'choice' && moment.yes.kind === 'operation' ? moment.yes.args : [];
  return given?.sort === 'num' && timeClip(terms, given) === moment ? given : moment;
}

export function dateParts(machine: Machine, moment: Term, clock: Clock): DateParts {
  const part = (name: DatePartName): Term => datePart(machine, moment, name, clock);
  return {
    FullYear: part('FullYear'),
    Month: part('Month'),
    Date: part('Date'),
    Hours: part('Hours'),
    Minutes: part('Minutes'),
    Seconds: part('Seconds'),
    Milliseconds: part('Milliseconds'),
  };
}

/** MakeDay, within the bounds of the engine: days since 1970 of a year, month and date, which may be out of range. */
export function makeDay(machine: Machine, year: Term, month: Term, date: Term): Term {
  const { terms } = machine;
  const c = calculator(machine.terms);
  const isValid = terms.and([
    c.within(year, -1_000_000, 1_000_000),
    c.within(month, -10_000_000, 10_000_000),
    isFiniteTerm(machine, date),
  ]);
  const whole = (part: Term): Term => terms.apply('num.integer', [part]);
  const wholeMonth = whole(month);
  const monthOfYear = c.modulo(wholeMonth, 12);
  const isThisYear = terms.apply('num.lt', [terms.constant(1), monthOfYear]);
  const calendarYear = c.add(whole(year), c.div(c.sub(wholeMonth, monthOfYear), 12));
  const marchYear = terms.choice(isThisYear, calendarYear, c.sub(calendarYear, 1));
  const fromMarch = terms.choice(isThisYear, c.sub(monthOfYear, 2), c.add(monthOfYear, 10));
  const era = c.floorDiv(marchYear, 400);
  const yearOfEra = c.sub(marchYear, c.mul(era, 400));
  const dayOfYear = c.floorDiv(c.add(c.mul(fromMarch, 153), 2), 5);
  const beforeYear = c.sub(c.add(c.mul(yearOfEra, 365), c.floorDiv(yearOfEra, 4)), c.floorDiv(yearOfEra, 100));
  const first = c.sub(c.add(c.add(c.mul(era, 146_097), beforeYear), dayOfYear), 719_468);
  return terms.choice(isValid, c.add(c.sub(first, 1), whole(date)), terms.constant(Number.NaN));
}

/** MakeTime. */
export function makeTime(machine: Machine, hours: Term, minutes: Term, seconds: Term, milliseconds: Term): Term {
  const { terms } = machine;
  const c = calculator(machine.terms);
  const parts = [hours, minutes, seconds, milliseconds];
  const isValid = terms.and(parts.map((part) => isFiniteTerm(machine, part)));
  const factors = [3_600_000, 60_000, 1000, 1];
  const sum = parts
    .map((part, index) => c.mul(terms.apply('num.integer', [part]), factors[index] ?? 1))
    .reduce((total, part) => c.add(total, part));
  return terms.choice(isValid, sum, terms.constant(Number.NaN));
}

/** MakeDate and TimeClip: NaN outside of what dates can be. */
export function makeMoment(machine: Machine, day: Term, time: Term, clock: Clock): Term {
  const c = calculator(machine.terms);
  const shown = c.add(time, c.mul(day, msPerDay));
  return timeClip(machine.terms, clock === 'utc' ? shown : machine.terms.apply('num.utcTime', [shown]));
}
