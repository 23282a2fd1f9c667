import type { RealCode } from './smt-lib-code';
import { asReal, limitText } from './smt-lib-real';
import { all, implies, ite } from './smt-lib-text';
import type { Target } from './theory';

/** From here on a sum is rounded to an infinity: halfway between the largest double and 2^1024. */
const overflow = `${2n ** 1024n - 2n ** 970n}.0`;
const largest = limitText(false, Number.MAX_VALUE);
const safe = 2n ** 53n;

interface Rounding {
  /** Bits of the fraction; the result differs from the exact one by at most this part of it. */
  readonly bits: number;
  /** Largest error where the result is subnormal, as an exponent of 2; null for sums, which are exact there. */
  readonly smallest: number | null;
  readonly integer: boolean;
}

export const doubleSum = { bits: 53, smallest: null } as const;
export const doubleProduct = { bits: 53, smallest: 1075 } as const;

/**
 * A double near an exact real number, where a condition holds: no more than the error of rounding away. Integers of 53
 * bits are themselves. The result is a name of sort Int or Real.
 */
export function rounded(
  target: Target,
  exact: string,
  condition: string,
  { bits, smallest, integer }: Rounding,
): string {
  const { script, range } = target;
  target.approximate();
  const sum = script.define('Real', exact);
  const result = script.declare(integer ? 'Int' : 'Real');
  const value = integer ? `(to_real ${result})` : result;
  const unit = `(/ 1.0 ${2n ** BigInt(bits)}.0)`;
  const error = script.define(
    'Real',
    smallest === null
      ? `(* ${unit} ${sum})`
      : `(+ (* ${unit} ${ite(`(>= ${sum} 0.0)`, sum, `(- ${sum})`)}) (/ 1.0 ${2n ** BigInt(smallest)}.0))`,
  );
  const near =
    smallest === null
      ? ite(
          `(>= ${sum} 0.0)`,
          all(`(<= (- ${sum} ${error}) ${value})`, `(<= ${value} (+ ${sum} ${error}))`),
          all(`(<= (+ ${sum} ${error}) ${value})`, `(<= ${value} (- ${sum} ${error}))`),
        )
      : all(`(<= (- ${sum} ${error}) ${value})`, `(<= ${value} (+ ${sum} ${error}))`);
  const finite = all(near, `(<= (- ${largest}) ${value})`, `(<= ${value} ${largest})`);
  const below = range.min === -Infinity ? `(<= ${sum} (- ${overflow}))` : 'false';
  const above = range.max === Infinity ? `(>= ${sum} ${overflow})` : 'false';
  const infinite = (sign: 1 | -1): string => `(= ${result} ${limitText(integer, sign * Infinity)})`;
  script.assert(implies(condition, ite(below, infinite(-1), ite(above, infinite(1), finite))));
  target.suppose(implies(condition, `(= ${value} ${sum})`));
  if (integer) {
    const small = all(`(<= ${realOf(-safe)} ${sum})`, `(<= ${sum} ${realOf(safe)})`);
    script.assert(implies(all(condition, small), `(= ${value} ${sum})`));
  }
  return result;
}

function realOf(value: bigint): string {
  return value < 0n ? `(- ${-value}.0)` : `${value}.0`;
}

/** Rounding keeps the order: a result lies on the same side of an operand as the exact one, since the operand is a double. */
export function keepsOrder(
  target: Target,
  condition: string,
  result: string,
  integer: boolean,
  exact: string,
  operand: RealCode,
): void {
  const value = integer ? `(to_real ${result})` : result;
  const other = asReal(operand);
  target.script.assert(
    implies(
      condition,
      all(
        implies(`(>= ${exact} ${other})`, `(>= ${value} ${other})`),
        implies(`(<= ${exact} ${other})`, `(<= ${value} ${other})`),
      ),
    ),
  );
}
