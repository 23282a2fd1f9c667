import { lastTime, localTime, utcTime } from '#core/local-time';
import { ofPlace, operation, operationWithData } from './operation';

/** What a date is asked for by `get…` and `getUTC…`. */
export const datePartNames = [
  'FullYear',
  'Month',
  'Date',
  'Day',
  'Hours',
  'Minutes',
  'Seconds',
  'Milliseconds',
] as const;

export type DatePartName = (typeof datePartNames)[number];

/** Operations on moments, in milliseconds since 1970. */
export const dateOperations = {
  /** A part of a date; `data` is its name. */
  'num.utcPart': operationWithData(['num'], 'num', (part, time) => utcPart(part as DatePartName, time)),
  /** The same by local clocks, and `TimezoneOffset`. */
  'num.localPart': ofPlace(operationWithData(['num'], 'num', localPart)),
  /** What local clocks show, and when they show it. */
  'num.localTime': ofPlace(operation(['num'], 'num', localTime)),
  'num.utcTime': ofPlace(operation(['num'], 'num', utcTime)),
};

function utcPart(part: DatePartName, time: number): number {
  return new Date(time)[`getUTC${part}`]();
}

function localPart(part: string, given: number): number {
  const time = new Date(given).getTime();
  const shown = localTime(time);
  if (part === 'TimezoneOffset') return Number.isNaN(time) ? time : Math.trunc((time - shown) / 60_000) + 0;
  // Clocks may show what is no date any more; the calendar comes again after 400 years.
  const isBeyond = Math.abs(shown) > lastTime;
  const years = isBeyond ? -Math.sign(shown) * 400 : 0;
  const found = utcPart(part as DatePartName, shown + (years / 400) * msPer400Years);
  return part === 'FullYear' ? found - years : found;
}

const msPer400Years = 146_097 * 86_400_000;
