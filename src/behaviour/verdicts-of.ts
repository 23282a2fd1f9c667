import type { ChangeVerdicts } from './compared-change';
import { wantsTime, type ComparedFunction } from './compared-function';
import type { ComparedLoads } from './compared-loads';

/** What is known of a change in the end, and what there was no time for. */
export function verdictsOf(
  planned: ReadonlySet<string>,
  functions: ReadonlyMap<string, ComparedFunction>,
  overlooked: ReadonlyMap<string, ComparedFunction>,
  loads: ComparedLoads,
  isInterrupted: boolean,
): ChangeVerdicts {
  const found = [...functions.values()];
  const missing = {
    functions: planned.size - functions.size,
    shortened: found.filter(wantsTime).length,
    modules: loads.changed.length - loads.found.size,
  };
  const interrupted = isInterrupted && (missing.functions > 0 || found.some((compared) => compared.interrupted));
  return {
    functions: new Map([...functions, ...overlooked]),
    planned,
    modules: loads.found,
    complete: !interrupted && Object.values(missing).every((amount) => amount === 0),
    missing,
    interrupted,
  };
}
