import type { ParamInput } from '#symbolic/input-type';
import type { Argument } from './argument';
import { fitsParameters } from './fits-type';

/**
 * Parameters of the functions that a call may give, one list for each of them; null where nothing is known of them though
 * types are declared.
 */
export type ResultParams = readonly (readonly ParamInput[])[] | null;

/** Arguments of a call, and of the function that it gives. */
export interface Chain {
  readonly args: readonly Argument[];
  readonly later: readonly Argument[];
}

/** Whether every function that may have come of a call may be called so. */
export function fitsResults(args: readonly Argument[], results: ResultParams): boolean {
  return results?.every((params) => fitsParameters(args, params)) === true;
}

/** Values that stand side by side, one of them for the function that comes of the others. */
export function chainsOf(row: readonly Argument[], count: number): Chain[] {
  return row.flatMap((value, at) => {
    const rest = row.toSpliced(at, 1).slice(0, count);
    const [first, second, ...others] = rest;
    const orders = first === undefined || second === undefined ? [rest] : [rest, [second, first, ...others]];
    return orders.map((args) => ({ args, later: [value] }));
  });
}
