import { BitSet } from '#core/bit-set';
import type { ImpactTechnique } from './impact-technique';

/**
 * What a change of a function may affect, statically. `considered` are the functions that the slice may go through; what it returns
 * beyond them does not count.
 */
export type StaticSlice = (changed: number, considered: BitSet) => Iterable<number>;

/**
 * CoverageImpact (EAT, Section 1.2): the functions covered by executions that run a changed one, and a static forward slice from
 * each changed function that considers only those. An execution's coverage is a bit for each function.
 */
export function coverageImpact(
  coverage: readonly BitSet[],
  functionCount: number,
  slice: StaticSlice,
): ImpactTechnique {
  return {
    name: 'coverage-impact',
    impact(changed) {
      const changedSet = BitSet.of(functionCount, within(changed, functionCount));
      const marked = new BitSet(functionCount);
      for (const covered of coverage) if (covered.intersects(changedSet)) marked.unionWith(covered);
      const impacted = new Set<number>();
      changedSet.forEach((number) => {
        if (!marked.has(number)) return;
        for (const reached of slice(number, marked)) if (marked.has(reached)) impacted.add(reached);
      });
      return impacted;
    },
  };
}

/** Functions from outside were not recorded. */
function* within(functions: Iterable<number>, functionCount: number): Generator<number> {
  for (const number of functions) if (number < functionCount) yield number;
}

/** Coverage of one execution from the functions that ran in it. */
export function coverageOf(functions: Iterable<number>, functionCount: number): BitSet {
  return BitSet.of(functionCount, functions);
}

/** A slice that is all that can be reached by edges between considered functions, the changed one included. */
export function sliceBySuccessors(successors: (of: number) => Iterable<number>): StaticSlice {
  return (changed, considered) => {
    const reached = new Set([changed]);
    for (const number of reached) {
      for (const next of successors(number)) if (considered.has(next)) reached.add(next);
    }
    return reached;
  };
}
