import { beforeExit, type ExecutionTrace, RETURN } from './events';
import type { ImpactTechnique } from './impact-technique';

/** PathImpact on traces that are not compressed (EAT, Section 1.2). */
export function pathImpact(traces: readonly ExecutionTrace[]): ImpactTechnique {
  return {
    name: 'path-impact',
    impact(changed) {
      const isChanged = new Set(changed);
      const impacted = new Set<number>();
      for (const { events } of traces) walkTrace(beforeExit(events), isChanged, impacted);
      return impacted;
    },
  };
}

/**
 * From the first entry of a changed function. Later ones add nothing: what is entered after them is entered after the first, and the
 * functions on the stack were there then or have been entered since.
 */
function walkTrace(events: Int32Array, isChanged: ReadonlySet<number>, impacted: Set<number>): void {
  const first = events.findIndex((event) => isChanged.has(event));
  if (first < 0) return;
  impacted.add(events[first]!);
  walkBackward(events, first, walkForward(events, first, impacted), impacted);
}

/** All that is entered after; how many returns have their entry before. */
function walkForward(events: Int32Array, first: number, impacted: Set<number>): number {
  let unmatched = 0;
  let depth = 0;
  for (let i = first + 1; i < events.length; i++) {
    const event = events[i]!;
    if (event !== RETURN) {
      impacted.add(event);
      depth++;
    } else if (depth > 0) {
      depth--;
    } else {
      unmatched++;
    }
  }
  return unmatched;
}

/** As many unmatched entries as there were unmatched returns, innermost first: the first return is into the caller. */
function walkBackward(events: Int32Array, first: number, returns: number, impacted: Set<number>): void {
  let wanted = returns;
  let matched = 0;
  for (let i = first - 1; i >= 0 && wanted > 0; i--) {
    const event = events[i]!;
    if (event === RETURN) {
      matched++;
    } else if (matched > 0) {
      matched--;
    } else {
      impacted.add(event);
      wanted--;
    }
  }
}
