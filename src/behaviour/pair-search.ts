import { setImmediate } from 'node:timers/promises';
import { actOn } from '#symbolic/act-on';
import { startFunction } from '#symbolic/begin';
import { namedObjects } from '#symbolic/describe-effects';
import { withPreconditions } from '#symbolic/preconditions';
import { run } from '#symbolic/run';
import { depthFirst } from '#symbolic/searcher';
import { listed, type CutReason, type Note, type State } from '#symbolic/state';
import type { World } from '#symbolic/machine';
import { compareEnds, type ComparedVersion, type EndComparison, type Respect } from './compare-ends';
import type { ChangeFacts } from './change-facts';
import { functionOf, type FunctionPair, type FunctionVersion } from './function-pair';
import type { PairInputs } from './pair-inputs';
import { OnePathAtATime } from '#symbolic/one-path-at-a-time';
import type { LoadedPair } from './load-pair';
import type { PairWorlds } from './pair-worlds';
import { TouchedNodes } from './touched-nodes';

/** Inputs for which the two versions behave differently, if the engine agrees. */
export interface Difference {
  /** The head's path, at its end. */
  readonly head: State;
  /** The base's path for the same inputs, at its end, with all that was decided about them. */
  readonly base: State;
  readonly respect: Respect;
  /** Where the difference was seen: `result.x`, `a.length`. */
  readonly place: string;
}

/** Inputs of which it is not known whether the versions behave alike. */
export interface Gap {
  readonly kind: 'bound' | 'unknown';
  readonly why:
    CutReason | { readonly kind: 'doubt'; readonly what: string } | { readonly kind: 'note'; readonly note: Note };
  /** A state whose model is one of the inputs. */
  readonly state: State;
}

export interface PairSearchOptions {
  readonly pair: FunctionPair;
  readonly worlds: PairWorlds;
  readonly loaded: LoadedPair;
  readonly inputs: PairInputs;
  readonly facts: ChangeFacts;
  readonly strict: boolean;
  readonly expired: () => boolean;
  /** Asked after every path of the head, with what was found on it; false ends the search. */
  readonly found: (differences: readonly Difference[], gaps: readonly Gap[]) => Promise<boolean>;
}

export interface PairSearchResult {
  /** Paths of the head, and pairs of paths that some input takes. */
  readonly paths: number;
  readonly pairs: number;
  readonly steps: number;
  /** False when paths were left for want of time, or for their number. */
  readonly complete: boolean;
}

/**
 * Follows the head along its paths and, for the inputs of each, the base along its paths: the partitions of the inputs by both
 * versions are intersected. At the end of both, everything that can be seen is compared.
 */
export async function searchPair(options: PairSearchOptions): Promise<PairSearchResult> {
  const { pair, worlds, loaded, inputs, facts, strict, expired } = options;
  const versions: EndComparison = {
    first: comparedVersion(worlds.head, loaded.head, pair.head, (path) => path),
    second: comparedVersion(worlds.base, loaded.base, pair.base, (path) => facts.toHead(path)),
    sameCode: (first, second) => facts.isSameCode(first, second),
    strict,
  };
  const started = withPreconditions(worlds.head, loaded.head, pair.head.path, inputs.inputs).flatMap((state) =>
    startFunction(worlds.head, state, { path: pair.head.path, fn: functionOf(pair.head).fn, inputs: inputs.inputs }),
  );
  const touched = new TouchedNodes((site) => facts.isChanged(site, 'head'));
  const searcher = new OnePathAtATime(depthFirst());
  let [paths, pairs, steps] = [0, 0, 0];
  let turn = run(worlds.head, started, { expired, observer: touched }, searcher);
  for (;;) {
    steps += turn.steps;
    for (const end of turn.ends) {
      paths++;
      const compared = compareWithBase(options, versions, loaded.base, end);
      pairs += compared.pairs;
      steps += compared.steps;
      const goesOn = await options.found(compared.differences, compared.gaps);
      await setImmediate();
      if (!goesOn || !compared.complete || paths >= worlds.head.limits.paths) {
        return { paths, pairs, steps, complete: searcher.open === 0 && compared.complete };
      }
    }
    if (!turn.complete || searcher.open === 0) return { paths, pairs, steps, complete: turn.complete };
    turn = run(worlds.head, [], { expired, observer: touched }, searcher);
  }
}

interface Compared {
  readonly differences: readonly Difference[];
  readonly gaps: readonly Gap[];
  readonly pairs: number;
  readonly steps: number;
  readonly complete: boolean;
}

/** All paths that the base takes for the inputs of one path of the head. */
function compareWithBase(
  { pair, worlds, inputs, expired }: PairSearchOptions,
  versions: EndComparison,
  loaded: State,
  head: State,
): Compared {
  const cut = cutOf(head);
  if (cut !== null) return { differences: [], gaps: [gapOf(cut, head)], pairs: 0, steps: 0, complete: true };
  const started = startFunction(worlds.base, forInputsOf(head, loaded), {
    path: pair.base.path,
    fn: functionOf(pair.base).fn,
    inputs: inputs.inputs,
  });
  const { ends, steps, complete } = run(worlds.base, started, { expired }, depthFirst());
  const differences: Difference[] = [];
  const gaps: Gap[] = [];
  for (const base of ends) {
    const reason = cutOf(base);
    if (reason !== null) {
      gaps.push(gapOf(reason, base));
      continue;
    }
    for (const way of actOn(worlds.base, base, (machine) => compareEnds(versions, head, machine))) {
      if (way.kind === 'cut') gaps.push(gapOf(way.reason, way.state));
      else if (way.result.kind === 'different') {
        differences.push({ head, base: way.state, respect: way.result.respect, place: way.result.place });
      } else if (way.result.kind === 'unsure') {
        gaps.push({ kind: 'unknown', why: { kind: 'doubt', what: way.result.why }, state: way.state });
      } else gaps.push(...restingOn(way.state, head));
    }
  }
  return { differences, gaps, pairs: ends.length, steps, complete };
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
function restingOn(base: State, head: State): Gap[] {
  const notes = [...listed(head.notes), ...listed(base.notes)].map(({ note }) => note);
  const blocking = notes.find(isBlocking);
  return blocking === undefined ? [] : [{ kind: 'unknown', why: { kind: 'note', note: blocking }, state: base }];
}

/** What the outside gives is the same in both versions as long as they ask the same; the rest is not known to be. */
function isBlocking({ kind, what }: Note): boolean {
  if (kind === 'undecided') return false;
  return !/^what .+ gives$/.test(what);
}

/** The base, loaded, with everything that is known of the inputs at the end of a path of the head. */
function forInputsOf(head: State, loaded: State): State {
  const state = loaded.fork();
  const { conditions, facts, model, members, undecided } = head;
  Object.assign(state, { conditions, facts, model, members, undecided });
  return state;
}

function comparedVersion(
  world: World,
  start: State,
  { path }: FunctionVersion,
  headPath: (path: string) => string,
): ComparedVersion {
  return { world, start, named: namedObjects(world, start, path), headPath };
}
