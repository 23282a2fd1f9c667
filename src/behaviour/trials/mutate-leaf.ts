import type { ArgumentPool } from './argument-pool';
import type { Dice } from './dice';

const longest = 300;

/** What code that reads texts forgets: other ends of lines and spaces, other notations of numbers, characters of two units, accents, names that objects inherit. */
const oddTexts: readonly string[] = [
  '\r',
  '\n',
  '\r\n',
  '\t',
  '\u00a0',
  '\u2028',
  '\0',
  '\u{1f600}',
  'é',
  'ß',
  'İ',
  '0x1f',
  '1e3',
  '-0',
  '.5',
  '%41',
  '$&',
  '__proto__',
  'toString',
];

/** And of code that computes. */
const oddNumbers: readonly number[] = [
  Number.NaN,
  Infinity,
  -Infinity,
  -0,
  0.1,
  -1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  1e21,
  5e-324,
];

/** Nearly the same string: what programs that take strings apart may take for something else. */
export function mutateString(
  text: string,
  pool: Pick<ArgumentPool, 'strings' | 'alphabet' | 'lengths'>,
  dice: Dice,
): string {
  const [from, to] = spanIn(text, dice);
  const character = dice.pick(pool.alphabet) ?? 'a';
  const other = (): string => String(dice.pick(pool.strings)?.value ?? '');
  const changed = ((): string => {
    switch (dice.below(12)) {
      // About as long as something may be.
      case 10:
      case 11:
        return text.slice(0, from) + (text[from] ?? character).repeat(lengthIn(pool, dice)) + text.slice(from);
      case 9:
        return text.slice(0, from) + (dice.pick(oddTexts) ?? '') + text.slice(dice.once(2) ? from : to);
      case 0:
        return text.slice(0, from) + character + text.slice(from);
      case 1:
        return text.slice(0, from) + text.slice(to);
      case 2:
        return text.slice(0, to) + text.slice(from);
      case 3:
        return text.slice(0, from) + character + text.slice(Math.min(text.length, from + 1));
      case 4: {
        const more = other();
        return text.slice(0, from) + more.slice(dice.below(more.length + 1));
      }
      case 5:
        return text.slice(0, from) + other() + text.slice(to);
      case 6:
        return `${text}${dice.pick(['', ' ', character]) ?? ''}${other()}`;
      case 7:
        return text.replaceAll(/\d+/g, (digits) => (dice.once(2) ? digits : String(dice.pick([0, 1, 2, 9, 10, 100]))));
      default:
        return text.slice(0, from) + switchedCase(text.slice(from, to)) + text.slice(to);
    }
  })();
  return changed.slice(0, longest);
}

function lengthIn({ lengths }: Pick<ArgumentPool, 'lengths'>, dice: Dice): number {
  return Math.max(1, (dice.pick(lengths) ?? 1) + dice.below(3) - 1);
}

export function mutateNumber(value: number, dice: Dice): number {
  switch (dice.below(9)) {
    case 8:
      return dice.pick(oddNumbers) ?? 0;
    case 0:
      return value + 1;
    case 1:
      return value - 1;
    case 2:
      return -value;
    case 3:
      return value * 10;
    case 4:
      return value / 2;
    case 5:
      return dice.below(2_000) - 1_000;
    case 6:
      return dice.below(20_000);
    default:
      return dice.below(10);
  }
}

function spanIn(text: string, dice: Dice): [from: number, to: number] {
  const from = dice.below(text.length + 1);
  const length = 1 + dice.below(dice.once(3) ? text.length + 1 : 3);
  return [from, Math.min(text.length, from + length)];
}

function switchedCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}
