import { forwardNumberText } from './forward-number';
import {
  anyBoolean,
  anyLength,
  anyNumber,
  contains,
  decided,
  hasNumbers,
  integers,
  lengths,
  longestLength,
  onlyNaN,
  pointOf,
  range,
  type Range,
  type Transfer,
} from './range';

/** The range of a string is that of its length. */
export const forwardString = {
  ...forwardNumberText,
  'str.concat': (parts: readonly Range[]) => {
    let [min, max] = [0, 0];
    for (const part of parts) {
      min += part.min;
      max += part.max;
    }
    return lengths(Math.min(min, longestLength), max);
  },
  'str.length': ([s = anyLength]: readonly Range[]) => s,
  'str.slice': ([s = anyLength, from = anyNumber, to = anyNumber]: readonly Range[]) => {
    if (!hasNumbers(from) || !hasNumbers(to)) return lengths(0, 0);
    const most = Math.trunc(Math.min(s.max, Math.max(0, to.max))) - Math.trunc(Math.max(0, from.min));
    const least = Math.trunc(Math.min(s.min, to.min)) - Math.trunc(Math.max(0, from.max));
    return lengths(from.nan || to.nan ? 0 : least, Math.max(0, most));
  },
  'str.codeAt': ([s = anyLength, at = anyNumber]: readonly Range[]) => code(s, at, 0xffff),
  'str.codePointAt': ([s = anyLength, at = anyNumber]: readonly Range[]) => code(s, at, 0x10ffff),
  'str.indexOf': ([s = anyLength, part = anyLength]: readonly Range[]) => position(s, part),
  'str.lastIndexOf': ([s = anyLength, part = anyLength]: readonly Range[]) => position(s, part),
  'str.includes': occurrence,
  'str.startsWith': occurrence,
  'str.endsWith': occurrence,
  'str.replace': ([s = anyLength, part = anyLength, by = anyLength]: readonly Range[]) =>
    lengths(Math.min(s.min, s.min - part.max + by.min), Math.max(s.max, s.max - part.min + by.max)),
  'str.replaceAll': ([s = anyLength, , by = anyLength]: readonly Range[]) => lengths(0, s.max + (s.max + 1) * by.max),
  'str.toLowerCase': recased,
  'str.toUpperCase': recased,
  'str.trim': ([s = anyLength]: readonly Range[]) => lengths(0, s.max),
  'str.trimStart': ([s = anyLength]: readonly Range[]) => lengths(0, s.max),
  'str.trimEnd': ([s = anyLength]: readonly Range[]) => lengths(0, s.max),
  'str.repeat': ([s = anyLength, count = anyNumber]: readonly Range[]) => {
    if (!hasNumbers(count) || count.max < 1 || s.max === 0) return lengths(0, 0);
    return lengths(0, s.max * Math.trunc(count.max));
  },
  'str.padStart': padded,
  'str.padEnd': padded,
  /** Two quotes; the longest escapes are those of control characters. */
  'str.toJson': ([s = anyLength]: readonly Range[]) => lengths(s.min + 2, s.max * 6 + 2),
  'str.lt': ([a = anyLength, b = anyLength]: readonly Range[]) =>
    decided(b.max === 0 ? false : a.max === 0 && b.min > 0 ? true : null),
  'str.eq': ([a = anyLength, b = anyLength]: readonly Range[]) => {
    if (a.max < b.min || b.max < a.min) return decided(false);
    return decided(a.max === 0 && b.max === 0 ? true : null);
  },
  'str.localeCompare': () => integers(-1, 1),
  'regexp.test': () => anyBoolean,
  'regexp.index': ([s = anyLength]: readonly Range[]) => integers(-1, s.max),
  'regexp.capture': ([s = anyLength]: readonly Range[]) => lengths(0, s.max),
  'regexp.participates': () => anyBoolean,
} satisfies Record<string, Transfer>;

/** A position is truncated, and NaN is 0; outside of the string there is NaN. */
function code(s: Range, at: Range, most: number): Range {
  const min = Math.trunc(at.nan ? Math.min(at.min, 0) : at.min);
  const max = Math.trunc(at.nan ? Math.max(at.max, 0) : at.max);
  if (max < 0 || min >= s.max) return onlyNaN;
  return range(0, most, true, min < 0 || max >= s.min);
}

function position(s: Range, part: Range): Range {
  return integers(-1, Math.max(-1, s.max - part.min));
}

function occurrence([s = anyLength, part = anyLength]: readonly Range[]): Range {
  if (part.min > s.max) return decided(false);
  return decided(part.max === 0 ? true : null);
}

/** No letter's other case is shorter or takes more than three code units for one. */
function recased([s = anyLength]: readonly Range[]): Range {
  return lengths(s.min, s.max * 3);
}

function padded([s = anyLength, length = anyNumber, fill = anyLength]: readonly Range[]): Range {
  if (pointOf(fill) === 0 || !hasNumbers(length)) return s;
  const least = length.nan || contains(fill, 0) ? s.min : Math.max(s.min, Math.trunc(Math.min(length.min, 1 << 24)));
  return lengths(least, Math.max(s.max, Math.trunc(length.max)));
}
