import { lastTime } from '#core/local-time';
import { calculator } from './calculator';
import type { DatePartName } from './date-operations';
import type { TermFactory } from './rule';
import type { Term } from './term';

const msPerDay = 86_400_000;

/** The parts of a moment. */
type Calendar = Readonly<Record<DatePartName, Term>>;

/** `num.utcPart` and `num.localPart` as arithmetic, which solvers know. */
export function datePartTerm(terms: TermFactory, clock: 'utc' | 'local', part: string, given: Term): Term {
  const moment = timeClip(terms, given);
  if (clock === 'utc') return calendar(terms, moment)[part as DatePartName];
  const shown = terms.apply('num.localTime', [moment]);
  if (part !== 'TimezoneOffset') return calendar(terms, shown)[part as DatePartName];
  const minutes = calculator(terms).div(terms.apply('num.sub', [moment, shown]), 60_000);
  const isInvalid = terms.apply('num.isNaN', [moment]);
  return terms.choice(isInvalid, moment, terms.apply('num.integer', [minutes]));
}

/** NaN outside of what dates can be. */
export function timeClip(terms: TermFactory, time: Term): Term {
  const isValid = calculator(terms).within(time, -lastTime, lastTime);
  return terms.choice(isValid, terms.apply('num.integer', [time]), terms.constant(Number.NaN));
}

function calendar(terms: TermFactory, time: Term): Calendar {
  const c = calculator(terms);
  const inDay = c.modulo(time, msPerDay);
  const days = c.div(c.sub(time, inDay), msPerDay);
  return {
    ...civilFromDays(terms, days),
    Day: c.modulo(c.add(days, 4), 7),
    Hours: c.floorDiv(inDay, 3_600_000),
    Minutes: c.modulo(c.floorDiv(inDay, 60_000), 60),
    Seconds: c.modulo(c.floorDiv(inDay, 1000), 60),
    Milliseconds: c.modulo(inDay, 1000),
  };
}

/** Proleptic Gregorian calendar: years begin in March and come in eras of 400, so that leap days are last. */
function civilFromDays(terms: TermFactory, days: Term): Pick<Calendar, 'FullYear' | 'Month' | 'Date'> {
  const c = calculator(terms);
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
  return { FullYear: terms.choice(isThisYear, marchYear, c.add(marchYear, 1)), Month: month, Date: date };
}
