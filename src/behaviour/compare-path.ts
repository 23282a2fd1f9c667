import { actOn } from '#symbolic/act-on';
import type { World } from '#symbolic/machine';
import { run } from '#symbolic/run';
import { depthFirst } from '#symbolic/searcher';
import type { Site } from '#symbolic/site';
import { listed, type CutReason, type Note, type State } from '#symbolic/state';
import { compareEnds, type EndComparison, type Respect } from './compare-ends';
import type { TouchedNodes } from './touched-nodes';

/** Inputs for which the two versions behave differently, if the engine agrees. */
export interface Difference {
  /** Each version's path, at its end. */
  readonly head: State;
  readonly base: State;
  /** The one of them that knows all that was decided about the inputs. */
  readonly decided: State;
  readonly respect: Respect;
  /** Where the difference was seen: `result.x`, `a.length`. */
  readonly place: string;
  /** Changed code that the version followed first executes, or, where it executes none, that the other does. */
  readonly touched: { readonly version: 'base' | 'head'; readonly sites: readonly Site[] };
}

/** Inputs of which it is not known whether the versions behave alike. */
export interface Gap {
  readonly kind: 'bound' | 'unknown';
  readonly why:
    CutReason | { readonly kind: 'doubt'; readonly what: string } | { readonly kind: 'note'; readonly note: Note };
  /** A state whose model is one of the inputs. */
  readonly state: State;
}

export interface PathComparison {
  readonly first: 'base' | 'head';
  readonly versions: EndComparison;
  /** Of the second version. */
  readonly world: World;
  /** The second version, called with the inputs of a path of the first. */
  readonly start: (end: State) => readonly State[];
  /** Watches the second version. */
  readonly watch: TouchedNodes;
  /** Paths of the second version on which something is seen by the watch were compared before. */
  readonly isElsewhere: boolean;
  readonly expired: () => boolean;
}

export interface ComparedPath {
  readonly differences: readonly Difference[];
  readonly gaps: readonly Gap[];
  readonly pairs: number;
  readonly steps: number;
  readonly complete: boolean;
}

/** All paths that the second version takes for the inputs of one path of the first. */
export function comparePath(comparison: PathComparison, end: State, sites: readonly Site[]): ComparedPath {
  const cut = cutOf(end);
  if (cut !== null) return { differences: [], gaps: [gapOf(cut, end)], pairs: 0, steps: 0, complete: true };
  const { world, watch, isElsewhere, expired, first } = comparison;
  const stopAt = isElsewhere ? (state: State): boolean => watch.hasTouched(state) : undefined;
  const { ends, steps, complete } = run(
    world,
    comparison.start(end),
    { expired, observer: watch, stopAt },
    depthFirst(),
  );
  const differences: Difference[] = [];
  const gaps: Gap[] = [];
  let pairs = 0;
  for (const other of ends) {
    const reason = cutOf(other);
    if (reason?.kind === 'target') continue;
    pairs++;
    if (reason !== null) {
      gaps.push(gapOf(reason, other));
      continue;
    }
    for (const way of actOn(world, other, (machine) => compareEnds(comparison.versions, end, machine))) {
      if (way.kind === 'cut') gaps.push(gapOf(way.reason, way.state));
      else if (way.result.kind === 'unsure') {
        gaps.push({ kind: 'unknown', why: { kind: 'doubt', what: way.result.why }, state: way.state });
      } else if (way.result.kind === 'same') gaps.push(...restingOn(way.state, end));
      else {
        const { respect, place } = way.result;
        const [head, base] = first === 'head' ? [end, way.state] : [way.state, end];
        const second = first === 'head' ? 'base' : 'head';
        const touched =
          sites.length > 0 ? { version: first, sites } : ({ version: second, sites: watch.of(other) } as const);
        differences.push({ head, base, decided: way.state, respect, place, touched });
      }
    }
  }
  return { differences, gaps, pairs, steps, complete };
}

/** Cuts beyond which nothing is known; a promise that never settles is an end like any other. */
function cutOf({ completion }: State): CutReason | null {
  return completion?.kind === 'cut' && completion.reason.kind !== 'never-settles' ? completion.reason : null;
}

function gapOf(why: CutReason, state: State): Gap {
  const isBound = why.kind === 'loop-bound' || why.kind === 'recursion-bound';
  return { kind: isBound ? 'bound' : 'unknown', why, state };
}

/** Notes because of which the same outcome on these paths does not mean the same for all their inputs. */
function restingOn(second: State, first: State): Gap[] {
  const notes = [...listed(first.notes), ...listed(second.notes)].map(({ note }) => note);
  const blocking = notes.find(isBlocking);
  return blocking === undefined ? [] : [{ kind: 'unknown', why: { kind: 'note', note: blocking }, state: second }];
}

/** What the outside gives is the same in both versions as long as they ask the same; the rest is not known to be. */
function isBlocking({ kind, what }: Note): boolean {
  if (kind === 'undecided') return false;
  return !/^what .+ gives$/.test(what);
}
