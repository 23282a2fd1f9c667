/**
 * Types that say more of a number than TypeScript can. To the compiler each is `number`; to wingbeat each is the set of
 * inputs that it names.
 *
 * ```ts
 * import type { int, range } from 'wingbeat';
 *
 * export function price(quantity: int, discount: range<0, 1>): number { … }
 * ```
 */

/** A safe integer: from −(2⁵³ − 1) to 2⁵³ − 1, never −0. */
export type int = number;

/** An integer of 32 bits with a sign, as `x | 0` makes it. */
export type int32 = number;

/** An integer of 32 bits without a sign, as `x >>> 0` makes it. */
export type uint32 = number;

/** A byte: an integer from 0 to 255. */
export type uint8 = number;

/** A safe integer that is not negative: a count, a length, an index. */
export type nat = number;

/**
 * Any number from `Min` to `Max`, both included: never NaN, −0 where 0 is.
 *
 * ```ts
 * type Probability = range<0, 1>;
 * ```
 */
export type range<Min extends number, Max extends number> = number | Min | Max;

/**
 * An integer from `Min` to `Max`, both included, never −0.
 *
 * ```ts
 * type Month = intRange<1, 12>;
 * ```
 */
export type intRange<Min extends number, Max extends number> = number | Min | Max;
