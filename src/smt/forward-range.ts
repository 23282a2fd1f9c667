import { forwardBigint } from './forward-bigint';
import { forwardBits } from './forward-bits';
import { forwardDate } from './forward-date';
import { forwardNumber } from './forward-number';
import { forwardString } from './forward-string';
import type { OperationName } from './operations';
import { anyBoolean, certainlyFalse, certainlyTrue, decided, type Range, type Transfer } from './range';

/**
 * For every operation, the range of its result from the ranges of its arguments: it holds all that the engine
 * can compute of values in them, and maybe more.
 */
export const forwardRange: Readonly<Record<OperationName, Transfer>> = {
  not: ([a = anyBoolean]) => (isDecided(a) ? decided(a.min === 0) : anyBoolean),
  and: (parts) => {
    if (parts.some(({ max }) => max === 0)) return certainlyFalse;
    return parts.every(({ min }) => min === 1) ? certainlyTrue : anyBoolean;
  },
  or: (parts) => {
    if (parts.some(({ min }) => min === 1)) return certainlyTrue;
    return parts.every(({ max }) => max === 0) ? certainlyFalse : anyBoolean;
  },
  'bool.eq': ([a = anyBoolean, b = anyBoolean]) =>
    isDecided(a) && isDecided(b) ? decided(a.min === b.min) : anyBoolean,
  ...forwardNumber,
  ...forwardDate,
  ...forwardBits,
  ...forwardString,
  ...forwardBigint,
};

function isDecided({ min, max }: Range): boolean {
  return min === max;
}
