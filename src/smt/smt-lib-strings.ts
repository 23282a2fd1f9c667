import { boolean, formed, string, type Code, type RealCode, type StringCode } from './smt-lib-code';
import { characters, complement, spaces } from './smt-lib-characters';
import { real, realCode } from './smt-lib-real';
import { whole } from './smt-lib-real-rounding';
import type { Script } from './smt-lib-script';
import { all, any, implies, integerText, ite, no, not, stringText, yes } from './smt-lib-text';
import { longestString } from './string-operations';
import type { Target, Translate } from './theory';

/** Strings as sequences of characters, one for each UTF-16 unit. */
export const stringTranslation = {
  'str.concat': (parts, { script }) => define(script, joined(parts.map(text))),
  'str.length': ([s], target) => integer(target, `(str.len ${text(s)})`),
  'str.slice': ([s, from, to], { script }) => {
    const start = script.define('Int', clampedBelow(position(from, script)));
    const end = position(to, script);
    const part = `(str.substr ${text(s)} ${start} ${start === '0' ? end : `(- ${end} ${start})`})`;
    return define(script, ite(any(real(from).nan, real(to).nan), '""', part));
  },
  'str.codeAt': ([s, at], { script, range }) => {
    const { value, outside } = unitAt(text(s), position(at, script), script);
    return realCode(script, range, { integer: true, value, nan: outside, negativeZero: no });
  },
  'str.codePointAt': ([s, at], { script, range }) => {
    const place = position(at, script);
    const { value: high, outside } = unitAt(text(s), place, script);
    const { value: low } = unitAt(text(s), `(+ ${place} 1)`, script);
    const pair = all(isBetween(high, 0xd800, 0xdbff), isBetween(low, 0xdc00, 0xdfff));
    const value = ite(pair, `(+ (* 1024 (- ${high} 55296)) (- ${low} 56320) 65536)`, high);
    return realCode(script, range, { integer: true, value, nan: outside, negativeZero: no });
  },
  'str.indexOf': ([s, part, from], target) => {
    const { script } = target;
    const length = `(str.len ${text(s)})`;
    const start = script.define('Int', clampedBelow(position(from, script)));
    const clamped = start === '0' ? start : ite(`(<= ${start} ${length})`, start, length);
    return integer(target, `(str.indexof ${text(s)} ${text(part)} ${script.define('Int', clamped)})`);
  },
  'str.lastIndexOf': ([s, part, from], target) => lastIndexOf(text(s), text(part), real(from), target),
  'str.includes': ([s, part]) => boolean(`(str.contains ${text(s)} ${text(part)})`),
  'str.startsWith': ([s, part]) => boolean(`(str.prefixof ${text(part)} ${text(s)})`),
  'str.endsWith': ([s, part]) => boolean(`(str.suffixof ${text(part)} ${text(s)})`),
  'str.replace': ([s, part, by], { script }) => define(script, `(str.replace ${text(s)} ${text(part)} ${text(by)})`),
  'str.replaceAll': ([s, part, by], target) => replaceAll(text(s), text(part), text(by), target),
  'str.toLowerCase': ([s], target) => otherCase(text(s), [0x41, 0x5a], target),
  'str.toUpperCase': ([s], target) => otherCase(text(s), [0x61, 0x7a], target),
  'str.trim': ([s], target) => trimmed(text(s), true, true, target),
  'str.trimStart': ([s], target) => trimmed(text(s), true, false, target),
  'str.trimEnd': ([s], target) => trimmed(text(s), false, true, target),
  'str.repeat': ([s, count], target) => repeated(text(s), real(count), target),
  'str.padStart': ([s, length, fill], target) => padded(text(s), real(length), fill, target, true),
  'str.padEnd': ([s, length, fill], target) => padded(text(s), real(length), fill, target, false),
  'str.toJson': ([s], target) => inJson(text(s), target),
  'str.lt': ([a, b], target) => boolean(comesBefore(text(a), text(b), target)),
  'str.eq': ([a, b]) => boolean(`(= ${text(a)} ${text(b)})`),
  'str.localeCompare': ([a, b], target) => {
    target.approximate('the order of a language is not known');
    const order = target.script.declare('Int');
    target.script.assert(all(`(<= (- 1) ${order})`, `(<= ${order} 1)`));
    target.script.assert(implies(`(= ${text(a)} ${text(b)})`, `(= ${order} 0)`));
    return integer(target, order);
  },
} satisfies Record<string, Translate>;

export function text(code: Code | undefined): string {
  return formed('str', code).text;
}

function define(script: Script, expression: string): StringCode {
  return string(script.define('String', expression));
}

export function joined(parts: readonly string[]): string {
  const [first] = parts;
  if (first === undefined) return '""';
  return parts.length === 1 ? first : `(str.++ ${parts.join(' ')})`;
}

export function integer({ script, range }: Target, value: string): RealCode {
  return realCode(script, range, { integer: true, value, nan: no, negativeZero: no });
}

/** A position as the language converts it: without its fraction, NaN as 0. */
export function position(code: Code | undefined, script: Script): string {
  return whole(real(code), script);
}

export function clampedBelow(value: string): string {
  return /^\d+$/.test(value) ? value : ite(`(>= ${value} 0)`, value, '0');
}

function isBetween(value: string, least: number, most: number): string {
  return all(`(<= ${least} ${value})`, `(<= ${value} ${most})`);
}

function unitAt(s: string, at: string, script: Script): { readonly value: string; readonly outside: string } {
  // The code of what is not one character is −1.
  const value = script.define('Int', `(str.to_code (str.at ${s} ${at}))`);
  return { value, outside: `(< ${value} 0)` };
}

/** The last occurrence is one with none behind it; what starts behind `from` is cut off first. */
function lastIndexOf(s: string, part: string, from: RealCode, target: Target): Code {
  const { script } = target;
  const size = `(str.len ${part})`;
  const everywhere = from.constant !== null && (Number.isNaN(from.constant) || from.constant === Infinity);
  const start = ite(from.nan, `(str.len ${s})`, clampedBelow(whole(from, script)));
  const searched = everywhere ? s : script.define('String', `(str.substr ${s} 0 (+ ${start} ${size}))`);
  const found = script.declare('Int');
  const rest = `(str.substr ${searched} (+ ${found} 1) (str.len ${searched}))`;
  script.assert(
    ite(
      `(str.contains ${searched} ${part})`,
      all(
        `(<= 0 ${found})`,
        `(<= (+ ${found} ${size}) (str.len ${searched}))`,
        `(= (str.substr ${searched} ${found} ${size}) ${part})`,
        any(`(= ${found} (str.len ${searched}))`, not(`(str.contains ${rest} ${part})`)),
      ),
      `(= ${found} (- 1))`,
    ),
  );
  return integer(target, found);
}

/** Units that are compared one by one; the order of strings that agree so far is left open, as the solvers' own is slow. */
const unitsCompared = 4;

function comesBefore(a: string, b: string, target: Target): string {
  const { script } = target;
  target.approximate('the order of strings that begin alike');
  const open = script.declare('Bool');
  script.assert(implies(`(= ${a} ${b})`, not(open)));
  let order = open;
  for (let at = unitsCompared - 1; at >= 0; at--) {
    // The code of what is not there is −1, which makes a string come before those that it begins.
    const left = script.define('Int', `(str.to_code (str.at ${a} ${at}))`);
    const right = script.define('Int', `(str.to_code (str.at ${b} ${at}))`);
    order = ite(`(< ${left} ${right})`, yes, ite(any(`(> ${left} ${right})`, `(< ${left} 0)`), no, order));
  }
  return script.define('Bool', order);
}

/** What z3 does not replace is said by its outcome where there is nothing to replace. */
function replaceAll(s: string, part: string, by: string, target: Target): Code {
  const { script } = target;
  target.approximate('replacing all occurrences is known only where there is none');
  const result = script.declare('String');
  const none = not(`(str.contains ${s} ${part})`);
  script.assert(implies(none, `(= ${result} ${s})`));
  script.assert(implies(`(= ${part} ${by})`, `(= ${result} ${s})`));
  script.assert(implies(`(= (str.len ${part}) (str.len ${by}))`, `(= (str.len ${result}) (str.len ${s}))`));
  target.suppose(none);
  return string(result);
}

/** Letters beyond ASCII have other cases of other lengths; those of ASCII are known. `changed` are those that change. */
function otherCase(s: string, changed: readonly [number, number], target: Target): Code {
  const { script } = target;
  target.approximate('upper and lower case of letters');
  const result = script.declare('String');
  const [first, last] = changed;
  const kept = `(str.in_re ${s} (re.* ${characters([
    [0, first - 1],
    [last + 1, 0x7f],
  ])}))`;
  script.assert(implies(kept, `(= ${result} ${s})`));
  script.assert(`(str.in_re ${result} (re.* ${characters(complement([[first, last]]))}))`);
  script.assert(`(>= (str.len ${result}) (str.len ${s}))`);
  script.assert(
    implies(`(str.in_re ${s} (re.* ${characters([[0, 0x7f]])}))`, `(= (str.len ${result}) (str.len ${s}))`),
  );
  target.suppose(kept);
  return string(result);
}

/** Which escapes are written is not said. */
function inJson(s: string, target: Target): Code {
  const { script } = target;
  target.approximate('escapes in JSON');
  const result = script.declare('String');
  const quote = String.raw`"\u{22}"`;
  const plain = `(str.in_re ${s} (re.* ${characters(complement(escaped))}))`;
  const unescaped = joined([quote, s, quote]);
  script.assert(`(str.prefixof ${quote} ${result})`);
  script.assert(`(str.suffixof ${quote} ${result})`);
  script.assert(`(>= (str.len ${result}) (+ (str.len ${s}) 2))`);
  script.assert(implies(plain, `(= ${result} ${unescaped})`));
  target.suppose(plain);
  return string(result);
}

/** Control characters, quotes, backslashes, and surrogates, which are escaped where they stand alone. */
const escaped = [
  [0, 0x1f],
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0xd800, 0xdfff],
] as const;

/** A part of the string whose ends are no spaces. That what is gone were spaces is left to be learnt: saying it is slow. */
function trimmed(s: string, atStart: boolean, atEnd: boolean, target: Target): Code {
  const { script } = target;
  target.approximate('the spaces around a text');
  const clean = (subject: string): string => {
    const first = atStart ? isSolid(`(str.at ${subject} 0)`, script) : yes;
    const last = atEnd ? isSolid(`(str.at ${subject} (- (str.len ${subject}) 1))`, script) : yes;
    return any(`(= ${subject} "")`, all(first, last));
  };
  const result = script.declare('String');
  const unchanged = clean(s);
  script.assert(ite(unchanged, `(= ${result} ${s})`, `(< (str.len ${result}) (str.len ${s}))`));
  script.assert(clean(result));
  if (!atStart) script.assert(`(str.prefixof ${result} ${s})`);
  else script.assert(atEnd ? `(str.contains ${s} ${result})` : `(str.suffixof ${result} ${s})`);
  target.suppose(unchanged);
  return string(result);
}

function isSolid(character: string, script: Script): string {
  const code = script.define('Int', `(str.to_code ${character})`);
  return not(any(...spaces.map(([first, last]) => isBetween(code, first, last))));
}

function repeated(s: string, count: RealCode, target: Target): Code {
  const { script } = target;
  const times = script.define('Int', clampedBelow(whole(count, script)));
  if (count.constant !== null && count.constant <= 16 && s.length < 1000) {
    return define(script, joined(Array.from({ length: Math.max(0, Math.trunc(count.constant)) }, () => s)));
  }
  const result = script.declare('String');
  target.approximate('repetition of a string');
  const small = `(<= (* (str.len ${s}) ${times}) ${longestString})`;
  script.assert(implies(small, `(= (str.len ${result}) (* (str.len ${s}) ${times}))`));
  script.assert(implies(`(= ${times} 0)`, `(= ${result} "")`));
  script.assert(implies(`(= ${times} 1)`, `(= ${result} ${s})`));
  script.assert(
    implies(all(`(>= ${times} 1)`, small), all(`(str.prefixof ${s} ${result})`, `(str.suffixof ${s} ${result})`)),
  );
  return string(result);
}

/** Exact where the fill is known: some copies of it and a beginning of one more. */
function padded(s: string, length: RealCode, fill: Code | undefined, target: Target, atStart: boolean): Code {
  const { script } = target;
  const pattern = text(fill);
  const wanted = script.define('Int', `(- ${atMost(whole(length, script), longestString)} (str.len ${s}))`);
  const padding = script.declare('String');
  const missing = all(`(> ${wanted} 0)`, not(`(= ${pattern} "")`));
  script.assert(`(= (str.len ${padding}) ${ite(missing, wanted, '0')})`);
  const value = literal(pattern);
  if (value !== null && value.length > 0 && value.length <= 8) {
    const beginnings = Array.from(
      { length: value.length },
      (_, end) => `(str.to_re ${stringText(value.slice(0, end))})`,
    );
    const tail = beginnings.length === 1 ? beginnings.join('') : `(re.union ${beginnings.join(' ')})`;
    script.assert(`(str.in_re ${padding} (re.++ (re.* (str.to_re ${pattern})) ${tail}))`);
  } else if (value !== '') {
    target.approximate('padding with a string that is not known');
    script.assert(any(`(str.prefixof ${pattern} ${padding})`, `(str.prefixof ${padding} ${pattern})`));
  }
  return define(script, atStart ? `(str.++ ${padding} ${s})` : `(str.++ ${s} ${padding})`);
}

function atMost(value: string, most: number): string {
  return ite(`(<= ${value} ${integerText(most)})`, value, integerText(most));
}

/** The string of a short literal of plain characters; null for any other expression. */
function literal(expression: string): string | null {
  const match = /^"([^"\\]{0,64})"$/.exec(expression);
  return match?.[1] ?? null;
}
