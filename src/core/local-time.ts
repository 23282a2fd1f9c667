/**
 * The zone in which code is run to see what it does. Its clocks are neither at a whole hour from UTC nor always at the same
 * distance, and its date is that of the day before for some hours: code that takes local time for UTC, or days for 24 hours, shows.
 */
export const timeZone = 'America/St_Johns';

/** Dates are no further from 1970 than this. */
export const lastTime = 8.64e15;

/** The zone as the engine prints it behind a local time: `Newfoundland Standard Time`. */
export function timeZoneName(time: number): string {
  return zonePart(names, time < 0 || time > lastNamedTime ? equivalentTime(time) : time);
}

/** LocalTime: milliseconds since 1970 on the clocks of the zone; NaN for an invalid time. */
export function localTime(time: number): number {
  return Number.isNaN(time) ? time : time + offsetAt(time);
}

/** UTC: when the clocks of the zone show this. Moments that come twice, or never, are read with the offset before the change. */
export function utcTime(local: number): number {
  if (!Number.isFinite(local)) return Number.NaN;
  const before = offsetAt(local - msPerDay);
  const after = offsetAt(local + msPerDay);
  const isSettled = before === after || offsetAt(local - before) === before || offsetAt(local - after) !== after;
  return local - (isSettled ? before : after);
}

const msPerDay = 86_400_000;
/** Until then, V8 asks for the name that the zone has at a time. */
const lastNamedTime = (2 ** 31 - 1) * 1000;
const offsets = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
const names = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'long' });

/** Milliseconds that the clocks are ahead of UTC. */
function offsetAt(time: number): number {
  const text = zonePart(offsets, Math.min(lastTime, Math.max(-lastTime, time)));
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] =
    /^GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(text) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** As V8 does it: the same day of a year near to ours that begins with the same day of the week and is as long. */
function equivalentTime(time: number): number {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  // Days of the week come again after 400 years.
  const first = new Date(Date.UTC(2000 + (year % 400), 0, 1));
  const recent = (isLeap ? 1956 : 1967) + ((first.getUTCDay() * 12) % 28);
  return date.setUTCFullYear(2008 + ((recent + 3 * 28 - 2008) % 28));
}

function zonePart(format: Intl.DateTimeFormat, time: number): string {
  return format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
