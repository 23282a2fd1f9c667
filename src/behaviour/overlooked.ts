import type { ChangeFacts } from './change-facts';
import { isSameBySearch, isUnaffected, seenOnly, type ComparedFunction } from './compared-function';
import { functionOf, type FunctionPair } from './function-pair';
import type { TrialRounds } from './trials/trial-rounds';

/**
 * Functions from which no way to the change is known are called on trial all the same: the graphs have gaps, and a run has none.
 * By key, those that were seen to differ.
 */
export async function findOverlooked(
  pairs: readonly (readonly [string, FunctionPair])[],
  rounds: TrialRounds,
  why: string,
): Promise<ReadonlyMap<string, ComparedFunction>> {
  const tried = pairs.slice(0, mostTried);
  await rounds.glance(
    tried.map(([, pair]) => pair),
    callsOfEach,
    shareOfTime,
  );
  const found = new Map<string, ComparedFunction>();
  for (const [key, pair] of tried) {
    if (!rounds.hasFound(pair)) continue;
    // Nothing else speaks for a difference here: what time or chance have given is none.
    const witnesses = (await rounds.of(pair)?.lasting()) ?? [];
    if (witnesses.length > 0) found.set(key, seenOnly(witnesses, why));
  }
  return found;
}

/** Nothing leads from a function to the change, or it is a member of a class that does the same by itself: what others leave behind may show there. */
export function isLeftAlone({ head }: FunctionPair, compared: ComparedFunction, facts: ChangeFacts): boolean {
  if (isUnaffected(compared)) return true;
  const isMember = functionOf(head).fn.classIndex !== null;
  return isMember && isSameBySearch(compared) && !facts.hasChanged({ path: head.path, fn: head.index });
}

export const noWayKnown = 'the analysis has found no way from here to the change';
const mostTried = 100;
const callsOfEach = 200;
const shareOfTime = 0.1;
