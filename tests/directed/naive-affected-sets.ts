import type { AffectedRuleSet } from '#directed/derivation';
import type { GeneratedFunction } from './generated-function';
import { NaiveFacts, sorted, untilStable } from './naive-facts';

export interface NaiveSets {
  readonly ACN: number[];
  readonly AWN: number[];
  readonly other: number[];
}

/**
 * DiSE's equations, and the definitions they rest on, as they are written: every rule is tried on every pair of nodes until
 * nothing is new.
 */
export function naiveAffectedSets(fn: GeneratedFunction, seeds: readonly number[], rules: AffectedRuleSet): NaiveSets {
  const facts = new NaiveFacts(fn);
  const { all, cond, write, controlD, defUse, feeds, handed, isOther, returnOf } = facts;
  const extended = rules === 'extended';
  const acn = new Set(seeds.filter(cond));
  const awn = new Set(seeds.filter(write));
  const other = new Set(seeds.filter((n) => !cond(n) && !write(n)));
  const source = (n: number): boolean => awn.has(n) || other.has(n);
  untilStable([acn, awn, other], () => {
    for (const ni of all) {
      for (const nj of all) {
        if (acn.has(ni) && controlD(ni, nj)) {
          if (cond(nj)) acn.add(nj); // Eq. (1)
          if (write(nj)) awn.add(nj); // Eq. (2)
          if (extended && isOther(nj)) other.add(nj);
        }
        if (!source(ni)) continue;
        // Eq. (3), where nj's statement reads the definition through any of its parts
        const reads = (part: number): boolean => defUse(ni, part) || (extended && handed(ni, part));
        if (cond(nj) && all.some((part) => reads(part) && feeds(part, nj))) acn.add(nj);
        if (feeds(ni, nj) && ni !== nj) {
          if (write(nj)) awn.add(nj);
          const back = returnOf(nj);
          if (back !== undefined && cond(back)) acn.add(back);
        }
        if (returnOf(ni) === nj) {
          if (cond(nj)) acn.add(nj);
          if (extended && isOther(nj)) other.add(nj);
        }
        if (extended && reads(nj)) {
          if (write(nj)) awn.add(nj);
          else if (isOther(nj)) other.add(nj);
        }
      }
    }
  });
  const affected = (n: number): boolean => acn.has(n) || awn.has(n) || (extended && other.has(n));
  untilStable([awn], () => {
    for (const ni of all.filter(write)) {
      for (const nj of all.filter(affected)) {
        const call = all.find((n) => returnOf(n) === nj);
        if (defUse(ni, nj) || (call !== undefined && defUse(ni, call))) awn.add(ni); // Eq. (4)
      }
    }
  });
  return { ACN: sorted(acn), AWN: sorted(awn), other: sorted(other) };
}
