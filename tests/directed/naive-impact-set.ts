import type { ImpactRuleSet } from '#directed/impact-derivation';
import type { GeneratedFunction } from './generated-function';
import { NaiveFacts, sorted, untilStable } from './naive-facts';

/** iDiSE Fig. 3(a) for one function that nobody calls: every rule on every pair of nodes until nothing is new. */
export function naiveImpactSet(fn: GeneratedFunction, seeds: readonly number[], rules: ImpactRuleSet): number[] {
  const { all, controlD, defUse, handed, isSilent, returnOf, sharesState } = new NaiveFacts(fn);
  const forward = (la: number, lb: number): boolean => defUse(la, lb) || returnOf(la) === lb;
  const forwardExtended = (la: number, lb: number): boolean =>
    forward(la, lb) || handed(la, lb) || controlD(la, lb) || sharesState(la, lb);
  const backward = (la: number, lb: number): boolean => {
    const call = all.find((n) => returnOf(n) === la);
    return defUse(lb, la) || (call !== undefined && (lb === call || defUse(lb, call))) || controlD(lb, la);
  };
  const impact = new Set(seeds);
  const close = (leads: (la: number, lb: number) => boolean): void =>
    untilStable([impact], () => {
      for (const la of impact) for (const lb of all) if (!isSilent(lb) && leads(la, lb)) impact.add(lb);
    });
  if (rules === 'published') close((la, lb) => forward(la, lb) || backward(la, lb));
  else {
    close(forwardExtended);
    close(backward);
  }
  return sorted(impact);
}
