import type { OperationName } from '#smt/operations';
import type { Term } from '#smt/term';
import type { Machine } from '../machine';
import { isFiniteTerm } from './numbers';

const msPerDay = 86_400_000;

/** The parts of a moment as terms, in the zone UTC, which is also that of replays. Of an invalid moment all are NaN. */
export interface DateParts {
  readonly year: Term;
  /** From 0. */
  readonly month: Term;
  readonly date: Term;
  readonly day: Term;
  readonly hours: Term;
  readonly minutes: Term;
  readonly seconds: Term;
  readonly milliseconds: Term;
}

export function dateParts(machine: Machine, time: Term): DateParts {
  const c = calculator(machine);
  const inDay = c.modulo(time, msPerDay);
  const days = c.div(c.sub(time, inDay), msPerDay);
  return {
    ...civilFromDays(machine, days),
    day: c.modulo(c.add(days, 4), 7),
    hours: c.floorDiv(inDay, 3_600_000),
    minutes: c.modulo(c.floorDiv(inDay, 60_000), 60),
    seconds: c.modulo(c.floorDiv(inDay, 1000), 60),
    milliseconds: c.modulo(inDay, 1000),
  };
}

/** Proleptic Gregorian calendar: years begin in March and come in eras of 400, so that leap days are last. */
function civilFromDays(machine: Machine, days: Term): Pick<DateParts, 'year' | 'month' | 'date'> {
  const { terms } = machine;
  const c = calculator(machine);
  const shifted = c.add(days, 719_468);
  const era = c.floorDiv(shifted, 146_097);
  const dayOfEra = c.sub(shifted, c.mul(era, 146_097));
  const leapDays = c.sub(c.floorDiv(dayOfEra, 1460), c.floorDiv(dayOfEra, 36_524));
  const common = c.sub(c.sub(dayOfEra, leapDays), c.floorDiv(dayOfEra, 146_096));
  const yearOfEra = c.floorDiv(common, 365);
  const before = c.sub(c.add(c.mul(yearOfEra, 365), c.floorDiv(yearOfEra, 4)), c.floorDiv(yearOfEra, 100));
  const dayOfYear = c.sub(dayOfEra, before);
  const fromMarch = c.floorDiv(c.add(c.mul(dayOfYear, 5), 2), 153);
  const date = c.add(c.sub(dayOfYear, c.floorDiv(c.add(c.mul(fromMarch, 153), 2), 5)), 1);
  const isThisYear = terms.apply('num.lt', [fromMarch, terms.constant(10)]);
  const month = terms.choice(isThisYear, c.add(fromMarch, 2), c.sub(fromMarch, 10));
  const marchYear = c.add(yearOfEra, c.mul(era, 400));
  return { year: terms.choice(isThisYear, marchYear, c.add(marchYear, 1)), month, date };
}

/** MakeDay, within the bounds of the engine: days since 1970 of a year, month and date, which may be out of range. */
export function makeDay(machine: Machine, year: Term, month: Term, date: Term): Term {
  const { terms } = machine;
  const c = calculator(machine);
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
  const c = calculator(machine);
  const parts = [hours, minutes, seconds, milliseconds];
  const isValid = terms.and(parts.map((part) => isFiniteTerm(machine, part)));
  const factors = [3_600_000, 60_000, 1000, 1];
  const sum = parts
    .map((part, index) => c.mul(terms.apply('num.integer', [part]), factors[index] ?? 1))
    .reduce((total, part) => c.add(total, part));
  return terms.choice(isValid, sum, terms.constant(Number.NaN));
}

/** MakeDate and TimeClip: NaN outside of what dates can be. */
export function makeMoment(machine: Machine, day: Term, time: Term): Term {
  const c = calculator(machine);
  return timeClip(machine, c.add(time, c.mul(day, msPerDay)));
}

export function timeClip(machine: Machine, time: Term): Term {
  const { terms } = machine;
  const isValid = calculator(machine).within(time, -8.64e15, 8.64e15);
  return terms.choice(isValid, terms.apply('num.integer', [time]), terms.constant(Number.NaN));
}

interface Calculator {
  add(left: Term, right: Term | number): Term;
  sub(left: Term, right: Term | number): Term;
  mul(left: Term, right: Term | number): Term;
  div(left: Term, right: Term | number): Term;
  floorDiv(left: Term, right: number): Term;
  /** With the sign of the divisor, which is positive; never −0. */
  modulo(left: Term, right: number): Term;
  within(term: Term, least: number, most: number): Term;
}

function calculator({ terms }: Machine): Calculator {
  const termOf = (value: Term | number): Term => (typeof value === 'number' ? terms.constant(value) : value);
  const binary =
    (operation: OperationName) =>
    (left: Term, right: Term | number): Term =>
      terms.apply(operation, [left, termOf(right)]);
  const [add, sub, mul, div] = [binary('num.add'), binary('num.sub'), binary('num.mul'), binary('num.div')];
  return {
    add,
    sub,
    mul,
    div,
    floorDiv: (left, right) => terms.apply('num.floor', [div(left, right)]),
    modulo(left, right) {
      const rest = terms.apply('num.rem', [left, terms.constant(right)]);
      const isNegative = terms.apply('num.lt', [rest, terms.constant(0)]);
      return terms.choice(isNegative, add(rest, right), add(rest, 0));
    },
    within: (term, least, most) =>
      terms.and([
        terms.apply('num.le', [terms.constant(least), term]),
        terms.apply('num.le', [term, terms.constant(most)]),
      ]),
  };
}
