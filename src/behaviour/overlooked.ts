import type { ChangeFacts } from './change-facts';
import { isKnownSame, isSameBySearch, isUnaffected, seenOnly, type ComparedFunction } from './compared-function';
import { functionOf, type FunctionPair } from './function-pair';
import type { PlannedFunctions } from './functions-to-compare';
import { seenBehaviours } from './seen-behaviour';
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
    const witnesses = rounds.of(pair)?.found ?? [];
    if (witnesses.length > 0) found.set(key, seenOnly(witnesses, why));
  }
  return found;
}

/**
 * Members of classes of which nothing is known are called amid others once more: those that have turned out to be the same may come
 * before them now.
 */
export async function tryAgain(
  { pairs, changed }: PlannedFunctions,
  functions: Map<string, ComparedFunction>,
  rounds: TrialRounds,
): Promise<void> {
  const isSettled = [...changed].some((key) => isKnownSame(functions.get(key)));
  const open = [...pairs].filter(([key, pair]) => {
    const compared = functions.get(key);
    if (compared === undefined || compared.behaviours.length > 0 || isKnownSame(compared)) return false;
    return changed.has(key) && functionOf(pair.head).fn.classIndex !== null;
  });
  if (!isSettled || open.length === 0) return;
  for (const [, pair] of open) rounds.renew(pair);
  await rounds.go(
    open.map(([, pair]) => pair),
    callsOfEach * 2,
    shareOfTime,
  );
  for (const [key, pair] of open) {
    const compared = functions.get(key);
    if (compared === undefined || !rounds.hasFound(pair)) continue;
    functions.set(key, { ...compared, behaviours: seenBehaviours(rounds.begun(pair)?.found ?? []) });
  }
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
