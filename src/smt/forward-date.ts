import { lastTime } from '#core/local-time';
import type { DatePartName } from './date-operations';
import { anyNumber, hasNumbers, onlyNaN, range, type Range, type Transfer } from './range';

/** Between which numbers the parts of dates are. */
const bounds: Readonly<Record<DatePartName | 'TimezoneOffset', readonly [number, number]>> = {
  FullYear: [-271_822, 275_761],
  Month: [0, 11],
  Date: [1, 31],
  Day: [0, 6],
  Hours: [0, 23],
  Minutes: [0, 59],
  Seconds: [0, 59],
  Milliseconds: [0, 999],
  TimezoneOffset: [-1440, 1440],
};

export const forwardDate = {
  'num.utcPart': partRange,
  'num.localPart': partRange,
  'num.localTime': elsewhere,
  'num.utcTime': elsewhere,
} satisfies Record<string, Transfer>;

function partRange([a = anyNumber]: readonly Range[], part: string): Range {
  if (!hasNumbers(a)) return onlyNaN;
  const [min, max] = bounds[part as DatePartName];
  return range(min, max, true, a.nan || a.min < -lastTime || a.max > lastTime, false);
}

/** No clock is a day ahead of UTC or behind it. */
function elsewhere([a = anyNumber]: readonly Range[]): Range {
  if (!hasNumbers(a)) return onlyNaN;
  const nan = a.nan || a.max === Infinity || a.min === -Infinity;
  return range(a.min - 86_400_000, a.max + 86_400_000, a.integer, nan, false);
}
