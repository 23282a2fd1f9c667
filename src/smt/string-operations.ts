import { operation, variadic } from './operation';

/** Longest string that an operation makes; what would be longer is cut, and its callers check before. */
export const longestString = 1 << 24;

const one = ['str'] as const;
const two = ['str', 'str'] as const;

/** Operations on strings of UTF-16 code units. Positions are integers; the models of methods see to that. */
export const stringOperations = {
  'str.concat': variadic('str', 'str', (parts) => parts.join('')),
  'str.length': operation(one, 'num', (s) => s.length),
  /** The code units from one position up to another, both clamped to the string; empty when they cross. */
  'str.slice': operation(['str', 'num', 'num'], 'str', (s, from, to) => slice(s, from, to)),
  /** NaN outside of the string. */
  'str.codeAt': operation(['str', 'num'], 'num', (s, at) => s.charCodeAt(at)),
  /** NaN outside of the string. */
  'str.codePointAt': operation(['str', 'num'], 'num', (s, at) => s.codePointAt(at) ?? Number.NaN),
  'str.indexOf': operation(['str', 'str', 'num'], 'num', (s, part, from) => s.indexOf(part, from)),
  'str.lastIndexOf': operation(['str', 'str', 'num'], 'num', (s, part, from) => s.lastIndexOf(part, from)),
  'str.includes': operation(two, 'bool', (s, part) => s.includes(part)),
  'str.startsWith': operation(two, 'bool', (s, part) => s.startsWith(part)),
  'str.endsWith': operation(two, 'bool', (s, part) => s.endsWith(part)),
  /** Replaces the first occurrence of a text by another; no `$` patterns. */
  'str.replace': operation(['str', 'str', 'str'], 'str', (s, part, by) => s.replace(part, () => by)),
  'str.replaceAll': operation(['str', 'str', 'str'], 'str', (s, part, by) => s.replaceAll(part, () => by)),
  'str.toLowerCase': operation(one, 'str', (s) => s.toLowerCase()),
  'str.toUpperCase': operation(one, 'str', (s) => s.toUpperCase()),
  'str.trim': operation(one, 'str', (s) => s.trim()),
  'str.trimStart': operation(one, 'str', (s) => s.trimStart()),
  'str.trimEnd': operation(one, 'str', (s) => s.trimEnd()),
  'str.repeat': operation(['str', 'num'], 'str', (s, count) => repeat(s, count)),
  'str.padStart': operation(['str', 'num', 'str'], 'str', (s, length, fill) => s.padStart(bounded(length), fill)),
  'str.padEnd': operation(['str', 'num', 'str'], 'str', (s, length, fill) => s.padEnd(bounded(length), fill)),
  'str.lt': operation(two, 'bool', (a, b) => a < b),
  'str.eq': operation(two, 'bool', (a, b) => a === b),
  'str.localeCompare': operation(two, 'num', (a, b) => a.localeCompare(b)),
  'str.fromNum': operation(['num'], 'str', String),
  'str.fromNumRadix': operation(['num', 'num'], 'str', (n, radix) => n.toString(clamp(radix, 2, 36))),
  'str.toFixed': operation(['num', 'num'], 'str', (n, digits) => n.toFixed(clamp(digits, 0, 100))),
  'str.toPrecision': operation(['num', 'num'], 'str', (n, digits) => n.toPrecision(clamp(digits, 1, 100))),
  /** One code unit. */
  'str.fromCode': operation(['num'], 'str', (code) => String.fromCharCode(code)),
  'str.fromCodePoint': operation(['num'], 'str', (code) =>
    Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '',
  ),
  'str.fromBool': operation(['bool'], 'str', String),
  'str.fromBig': operation(['big'], 'str', String),
  /** Between quotes, with escapes. */
  'str.toJson': operation(one, 'str', (s) => JSON.stringify(s)),
};

function slice(text: string, from: number, to: number): string {
  const start = Math.max(0, from);
  const end = Math.min(text.length, to);
  return start < end ? text.slice(start, end) : '';
}

function repeat(text: string, count: number): string {
  const times = Number.isNaN(count) ? 0 : Math.max(0, Math.trunc(count));
  return text.length === 0 ? '' : text.repeat(Math.min(times, Math.floor(longestString / text.length)));
}

function bounded(length: number): number {
  return Math.min(length, longestString);
}

function clamp(value: number, least: number, most: number): number {
  const whole = Number.isNaN(value) ? 0 : Math.trunc(value);
  return Math.min(most, Math.max(least, whole));
}
