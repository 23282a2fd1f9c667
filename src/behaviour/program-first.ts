import type { FunctionPair } from './function-pair';
import type { TrialRounds } from './trials/trial-rounds';

/** Functions to compare, by their keys. */
export type KeyedPair = readonly [key: string, pair: FunctionPair];

/** Those of the program, then those beside it: a bundle has hundreds, which must not share the time with the program. */
export function programFirst(
  pairs: readonly KeyedPair[],
  beside: ReadonlySet<string>,
): readonly [program: readonly KeyedPair[], beside: readonly KeyedPair[]] {
  return [pairs.filter(([key]) => !beside.has(key)), pairs.filter(([key]) => beside.has(key))];
}

/** Calls on trial: so many of each, in a share of the time that is left, and in a part of that share for what is beside. */
export async function tryProgramFirst(
  rounds: TrialRounds,
  pairs: readonly KeyedPair[],
  beside: ReadonlySet<string>,
  [most, share]: readonly [most: number, share: number],
): Promise<void> {
  const [program, others] = programFirst(pairs, beside).map((each) => each.map(([, pair]) => pair));
  await rounds.go(program ?? [], most, share);
  await rounds.go(others ?? [], most, share / 4);
}
