import type { ChangeComparisonOptions, ComparedChange } from '../compared-change';
import type { ComparedLoads } from '../compared-loads';
import type { FunctionPair } from '../function-pair';
import { mineValues } from '../mine-values';
import { minedFiles, newParts } from '../mined-files';
import { textsToldApart } from '../texts-told-apart';
import { ValuesWithin } from '../values-within';
import { ArgumentPool } from './argument-pool';
import type { ChangeSeen } from './change-seen';
import { TellingCalls } from './telling-calls';
import { TrialRounds } from './trial-rounds';
import { trialsOfPair } from './trials-of-pair';

type RoundsTime = ConstructorParameters<typeof TrialRounds>[1];

/** Calls on trial of the functions of a change, with values that are written around it. */
export function roundsOfChange(
  { base, head, changes }: ComparedChange,
  loads: ComparedLoads,
  options: ChangeComparisonOptions,
  time: RoundsTime,
  seen: ChangeSeen,
): TrialRounds {
  const telling = new TellingCalls();
  const written = new ValuesWithin((path) => head.textOf(path));
  const minedPool = (): ArgumentPool => {
    const texts = textsToldApart(changes.modules, loads.found.values(), time.isOver);
    return new ArgumentPool(mineValues(minedFiles(base, head, changes), newParts(changes), time.isOver, texts));
  };
  let pool: ArgumentPool | null = null;
  const make = (pair: FunctionPair): ReturnType<typeof trialsOfPair> => {
    pool ??= minedPool();
    return trialsOfPair(pair, pool, { ...options, telling, written, seen });
  };
  return new TrialRounds(make, time);
}
