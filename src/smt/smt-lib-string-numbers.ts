import { formed, string, type Code, type RealCode } from './smt-lib-code';
import { characters, digits, spaces } from './smt-lib-characters';
import { isInfinite, limitText, real, realCode, realUnknown } from './smt-lib-real';
import { whole } from './smt-lib-real-rounding';
import type { Script } from './smt-lib-script';
import { all, any, implies, ite, no, not, yes } from './smt-lib-text';
import { text } from './smt-lib-strings';
import type { Target, Translate } from './theory';

/** Conversions between strings and numbers: exact for integers of up to 15 digits, by the shape of the text beyond. */
export const stringNumberTranslation = {
  'str.fromNum': ([a], target) => string(numberText(real(a), target)),
  'str.fromNumRadix': ([a, radix], target) => {
    if (real(radix).constant === 10) return string(numberText(real(a), target));
    target.approximate('numbers in other bases than ten');
    return string(target.script.declare('String'));
  },
  'str.toFixed': ([a, places], target) => fixed(real(a), real(places).constant, target),
  'str.toPrecision': (_args, target) => {
    target.approximate('numbers with a precision');
    return string(target.script.declare('String'));
  },
  'str.fromCode': ([a], { script }) =>
    string(script.define('String', `(str.from_code (mod ${whole(real(a), script)} 65536))`)),
  'str.fromCodePoint': ([code], { script }) => {
    const a = real(code);
    const value = whole(a, script);
    const integral = a.integer ? yes : `(is_int ${a.value})`;
    const valid = all(not(a.nan), integral, `(<= 0 ${value})`, `(<= ${value} ${0x10ffff})`);
    const high = `(str.from_code (+ 55296 (div (- ${value} 65536) 1024)))`;
    const low = `(str.from_code (+ 56320 (mod (- ${value} 65536) 1024)))`;
    const point = ite(`(< ${value} 65536)`, `(str.from_code ${value})`, `(str.++ ${high} ${low})`);
    return string(script.define('String', ite(valid, point, '""')));
  },
  'str.fromBool': ([a]) => string(ite(formed('bool', a).text, '"true"', '"false"')),
  'str.fromBig': ([a], { script }) => string(integerDigits(formed('big', a).text, script)),
  'num.fromStr': ([s], target) =>
    parsed(text(s), target, { blank: true, nan: not(`(str.in_re ${text(s)} ${numericLiteral})`) }),
  'num.parseFloat': ([s], target) => {
    const starts = `(re.++ ${leading} (re.union (str.to_re "Infinity") ${digit} (re.++ (str.to_re ".") ${digit})) re.all)`;
    return parsed(text(s), target, { blank: false, nan: not(`(str.in_re ${text(s)} ${starts})`) });
  },
  'num.parseInt': ([s, radix], target) => parsedInteger(text(s), real(radix).constant, target),
} satisfies Record<string, Translate>;

const digit = characters(digits);
const space = `(re.* ${characters(spaces)})`;
const sign = '(re.opt (re.union (str.to_re "+") (str.to_re "-")))';
const leading = `(re.++ ${space} ${sign})`;
const fewDigits = `((_ re.loop 1 15) ${digit})`;

/** What `Number(text)` understands. */
const numericLiteral = (() => {
  const exponent = `(re.opt (re.++ (re.union (str.to_re "e") (str.to_re "E")) ${sign} (re.+ ${digit})))`;
  const decimal = `(re.union (re.++ (re.+ ${digit}) (re.opt (re.++ (str.to_re ".") (re.* ${digit})))) (re.++ (str.to_re ".") (re.+ ${digit})))`;
  const signed = `(re.++ ${sign} (re.union (str.to_re "Infinity") (re.++ ${decimal} ${exponent})))`;
  const hex = characters([
    [0x30, 0x39],
    [0x41, 0x46],
    [0x61, 0x66],
  ]);
  const others = [based('xX', hex), based('oO', characters([[0x30, 0x37]])), based('bB', characters([[0x30, 0x31]]))];
  return `(re.++ ${space} (re.opt (re.union ${signed} ${others.join(' ')})) ${space})`;
})();

/** Digits of another base behind their prefix. */
function based(letters: string, set: string): string {
  const alternatives = [...letters].map((letter) => `(str.to_re "${letter}")`).join(' ');
  return `(re.++ (str.to_re "0") (re.union ${alternatives}) (re.+ ${set}))`;
}

export function integerDigits(value: string, script: Script): string {
  return script.define(
    'String',
    ite(`(< ${value} 0)`, `(str.++ "-" (str.from_int (- ${value})))`, `(str.from_int ${value})`),
  );
}

const safe = 2n ** 53n;

function isSmall(value: string): string {
  return all(`(<= (- ${safe}) ${value})`, `(<= ${value} ${safe})`);
}

/** Integers of 53 bits are written with all their digits; others are said by their shape. */
function numberText(a: RealCode, target: Target): string {
  const { script } = target;
  const value = whole(a, script);
  const known = Math.abs(a.range.min) <= Number(safe) && Math.abs(a.range.max) <= Number(safe);
  const exact = a.integer && known ? yes : all(a.integer ? yes : `(is_int ${a.value})`, known ? yes : isSmall(value));
  let finite = integerDigits(value, script);
  if (exact !== yes) {
    target.approximate('decimals of a double');
    const other = script.declare('String');
    const fraction = `(re.opt (re.++ (str.to_re ".") (re.+ ${digit})))`;
    const exponent = `(re.opt (re.++ (str.to_re "e") (re.union (str.to_re "+") (str.to_re "-")) (re.+ ${digit})))`;
    script.assert(`(str.in_re ${other} (re.++ (re.opt (str.to_re "-")) (re.+ ${digit}) ${fraction} ${exponent}))`);
    target.suppose(any(exact, a.nan, isInfinite(a, 1), isInfinite(a, -1)));
    finite = ite(exact, finite, other);
  }
  const cases = ite(isInfinite(a, 1), '"Infinity"', ite(isInfinite(a, -1), '"-Infinity"', finite));
  return script.define('String', ite(a.nan, '"NaN"', cases));
}

function fixed(a: RealCode, places: number | null, target: Target): Code {
  const { script } = target;
  if (places === null || places < 0 || places > 100 || !Number.isInteger(places)) {
    target.approximate('numbers with a number of decimals that is not known');
    return string(script.declare('String'));
  }
  const value = whole(a, script);
  const exact = all(not(a.nan), a.integer ? yes : `(is_int ${a.value})`, isSmall(value));
  const written = integerDigits(value, script);
  const result = script.declare('String');
  target.approximate('numbers with decimals');
  target.suppose(exact);
  const zeros = places === 0 ? written : `(str.++ ${written} ".${'0'.repeat(places)}")`;
  script.assert(implies(exact, `(= ${result} ${zeros})`));
  script.assert(implies(a.nan, `(= ${result} "NaN")`));
  return string(result);
}

interface Parsing {
  /** Whether a text of spaces alone is 0. */
  readonly blank: boolean;
  /** When the result is NaN. */
  readonly nan: string;
}

/** A number read from a text: its value for plain decimal integers, nothing but the range for other texts. */
function parsed(s: string, target: Target, { blank, nan }: Parsing): RealCode {
  const { script, range } = target;
  target.approximate('numbers in other texts than short integers');
  const code = realUnknown({ ...range, nan: true, integer: false }, script);
  const zero = limitText(false, 0);
  script.assert(`(= ${code.nan} ${nan})`);
  const positive = `(str.in_re ${s} ${fewDigits})`;
  const negative = `(str.in_re ${s} (re.++ (str.to_re "-") ${fewDigits}))`;
  const size = script.define('Int', `(str.to_int (str.substr ${s} 1 (str.len ${s})))`);
  script.assert(implies(positive, all(`(= ${code.value} (to_real (str.to_int ${s})))`, not(code.negativeZero))));
  script.assert(implies(negative, `(= ${code.value} (to_real (- ${size})))`));
  if (code.negativeZero !== no) script.assert(implies(all(negative, `(= ${size} 0)`), code.negativeZero));
  if (blank)
    script.assert(implies(`(str.in_re ${s} ${space})`, all(`(= ${code.value} ${zero})`, not(code.negativeZero))));
  target.suppose(any(positive, negative, nan));
  return realCode(script, range, { integer: false, value: code.value, nan: code.nan, negativeZero: code.negativeZero });
}

function parsedInteger(s: string, radix: number | null, target: Target): RealCode {
  const { script, range } = target;
  const base = radix === null ? null : Number.isNaN(radix) ? 0 : radix;
  if (base !== 10 && base !== 0) {
    target.approximate('integers in other bases than ten');
    return realUnknown(range, script);
  }
  const starts = `(str.in_re ${s} (re.++ ${leading} ${digit} re.all))`;
  if (base === 10) return parsed(s, target, { blank: false, nan: not(starts) });
  const hexadecimal = `(str.in_re ${s} (re.++ ${leading} (str.to_re "0") (re.union (str.to_re "x") (str.to_re "X")) re.all))`;
  const open = script.declare('Bool');
  return parsed(s, target, { blank: false, nan: any(not(starts), all(hexadecimal, open)) });
}
