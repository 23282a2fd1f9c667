import { actOn } from '#symbolic/act-on';
import type { World } from '#symbolic/machine';
import { run } from '#symbolic/run';
import { depthFirst } from '#symbolic/searcher';
import type { Site } from '#symbolic/site';
import type { CellId } from '#symbolic/closure';
import type { State } from '#symbolic/state';
import { compareEnds, mostCases, type EndComparison } from './compare-ends';
import type { Difference } from './difference';
import { cutOf, gapOf, restingOn, type Gap } from './gaps';
import type { HandedOn } from './handed-on';
import type { LaterCalls } from './later-calls';
import type { ComparedLater, Meeting } from './later-session';
import { withTimersFired } from './left-timers';
import { hasChanged } from '#symbolic/left-behind';
import type { TouchedNodes } from './touched-nodes';

export interface PathComparison {
  readonly first: 'base' | 'head';
  readonly versions: EndComparison;
  /** Variables of the module, of which the code says who sees them later. */
  readonly variables: { readonly first: ReadonlySet<CellId>; readonly second: ReadonlySet<CellId> };
  /** Of the second version. */
  readonly world: World;
  /** The second version, called with the inputs of a path of the first. */
  readonly start: (end: State) => readonly State[];
  /** Watches the second version. */
  readonly watch: TouchedNodes;
  /** Paths of the second version on which something is seen by the watch were compared before. */
  readonly isElsewhere: boolean;
  readonly expired: () => boolean;
  /** Goes on with what both versions have handed on. */
  readonly later: LaterCalls;
  /** Called afterwards, too, as long as there is leave to. */
  readonly again: FurtherCalls;
}

export interface FurtherCalls {
  readonly functions: readonly HandedOn[];
  /** Pairs of paths that may still be looked at for them, behind all paths together. */
  left: number;
}

export interface ComparedPath {
  readonly differences: readonly Difference[];
  readonly gaps: readonly Gap[];
  /** Where both versions have come to the same: what can be called next may not. */
  readonly alike: readonly Meeting[];
  readonly pairs: number;
  readonly steps: number;
  readonly complete: boolean;
  /** A call of either version changes what was there when the modules were loaded, other than variables of the module. */
  readonly keeps: boolean;
}

/** All paths that the second version takes for the inputs of one path of the first. */
export function comparePath(comparison: PathComparison, end: State, sites: readonly Site[]): ComparedPath {
  const cut = cutOf(end);
  if (cut !== null)
    return { differences: [], gaps: [gapOf(cut, end)], alike: [], pairs: 0, steps: 0, complete: true, keeps: false };
  const { versions, variables, world, watch, isElsewhere, expired, first } = comparison;
  const stopAt = isElsewhere ? (state: State): boolean => watch.hasTouched(state) : undefined;
  const ran = run(world, comparison.start(end), { expired, observer: watch, stopAt }, depthFirst());
  const differences: Difference[] = [];
  const gaps: Gap[] = [];
  const alike: Meeting[] = [];
  const { steps } = ran;
  let pairs = 0;
  let keeps = hasChanged(versions.first.start, end, variables.first);
  for (const other of ran.ends) {
    if (expired()) return { differences, gaps, alike, pairs, steps, complete: false, keeps };
    keeps ||= hasChanged(versions.second.start, other, variables.second);
    const reason = cutOf(other);
    if (reason?.kind === 'target') continue;
    pairs++;
    if (reason !== null) {
      gaps.push(gapOf(reason, other));
      continue;
    }
    const { first: left, second: right } = withTimersFired(versions, { first: end, second: other }, expired);
    for (const way of actOn(world, right, (machine) => compareEnds(versions, left, machine), mostCases)) {
      if (way.kind === 'cut') {
        gaps.push(gapOf(way.reason, way.state));
        continue;
      }
      const second = first === 'head' ? 'base' : 'head';
      const touched =
        sites.length > 0 ? { version: first, sites } : ({ version: second, sites: watch.of(other) } as const);
      const { finding, handedOn, result } = way.result;
      if (finding.kind !== 'unsure') gaps.push(...restingOn(way.state, left));
      if (finding.kind === 'different') {
        const { respect, place } = finding;
        const [head, base] = first === 'head' ? [left, way.state] : [way.state, left];
        differences.push({ head, base, decided: way.state, respect, place, touched, later: [], earlier: null });
        continue;
      }
      if (finding.kind === 'unsure')
        gaps.push({ kind: 'unknown', why: { kind: 'doubt', what: finding.why }, state: way.state });
      const gained = { results: [result], functions: handedOn };
      alike.push({ first: way.result.first, second: way.state, gained, calls: [], touched });
    }
  }
  return { differences, gaps, alike, pairs, steps, complete: ran.complete, keeps };
}

/** Goes on where both versions have ended alike, with calls of what they have handed on and of what is called afterwards, too. */
export function compareLater({ later, again }: PathComparison, meeting: Meeting): ComparedLater {
  const { gained, second } = meeting;
  const isLeft = again.left > 0;
  const functions = isLeft ? [...gained.functions, ...again.functions] : gained.functions;
  const found = later.compare({ ...meeting, gained: { ...gained, functions } });
  if (again.functions.length > 0) again.left -= found.pairs;
  if (isLeft) return found;
  return { ...found, gaps: [{ kind: 'bound', why: { kind: 'later-calls', most: 0 }, state: second }, ...found.gaps] };
}
