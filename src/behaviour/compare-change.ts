import { ChangeComparison } from './change-comparison';
import type { ChangeComparisonOptions, ChangeVerdicts, ComparedChange } from './compared-change';

/** Compares every changed function, and every entry point that leads to one. */
export async function compareChange(change: ComparedChange, options: ChangeComparisonOptions): Promise<ChangeVerdicts> {
  const comparison = new ChangeComparison(change, options);
  try {
    comparison.settleUntouched();
    await comparison.compareLoads();
    // Following what happens when modules load takes long: what a few calls show is known before that.
    await comparison.tryCalls();
    const after = comparison.followLoads();
    await comparison.compareFunctions(after);
    comparison.stateAssumed();
    await comparison.tryLeftAlone();
  } finally {
    comparison.close();
  }
  return comparison.verdicts;
}
