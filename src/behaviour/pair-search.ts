import { setImmediate } from 'node:timers/promises';
import { startFunction } from '#symbolic/begin';
import type { World } from '#symbolic/machine';
import { OnePathAtATime } from '#symbolic/one-path-at-a-time';
import { withPreconditions } from '#symbolic/preconditions';
import { run, type Exploration } from '#symbolic/run';
import { depthFirst } from '#symbolic/searcher';
import type { Site } from '#symbolic/site';
import type { State } from '#symbolic/state';
import { asHandedOn, type CalledAgain } from './called-again';
import { compareLater, comparePath, type PathComparison } from './compare-path';
import type { Difference } from './difference';
import { functionOf } from './function-pair';
import { leftAside, type Gap } from './gaps';
import type { Meeting } from './later-session';
import { variablesOf } from '#symbolic/left-behind';
import type { IsSource } from './load-pair';
import { endComparison, laterCalls, type SearchedVersions } from './searched-versions';
import { startSecond, withInputsOf } from './second-version';
import { TouchedNodes } from './touched-nodes';
import type { Triggers } from './triggers';

export interface PairSearchOptions extends SearchedVersions {
  /** What tells inputs apart that the change cannot matter for; null: all are followed. */
  readonly directed: DirectedBy | null;
  /** Functions that are called after the compared one, because of what is kept between calls. */
  readonly again: readonly CalledAgain[];
  /** Asked after every path, with what was found on it; false ends the search. */
  readonly found: (path: FoundOnPath) => Promise<boolean>;
}

export interface FoundOnPath {
  readonly differences: readonly Difference[];
  readonly gaps: readonly Gap[];
  /** The path of the head itself, at its end, where it was followed first and executes something that has changed. */
  readonly affected: readonly State[];
}

export interface DirectedBy {
  readonly head: Triggers;
  /** Null when the base has nothing that the head does not show. */
  readonly base: Triggers | null;
}

export function sourcesOf(directed: DirectedBy | null): IsSource {
  return (site, version) => directed?.[version]?.has(site) === true;
}

export interface PairSearchResult {
  /** Paths that were followed to their end, and pairs of paths that some input takes. */
  readonly paths: number;
  readonly pairs: number;
  readonly steps: number;
  /** Paths that were left because the change cannot matter on them any more. */
  readonly pruned: number;
  /** False when paths were left for want of time, or for their number. */
  readonly complete: boolean;
  /** Paths were left for their number. */
  readonly full: boolean;
  /** There is not one path: no instance or no input is known that a version can be called with. */
  readonly uncalled: boolean;
  /** The graph of calls leads to the change, and no path did. */
  readonly missed: boolean;
  /** A call changes what was there when the modules were loaded, on a path that was followed. */
  readonly keeps: boolean;
}

/**
 * Follows one version along its paths and, for the inputs of each, the other along its paths: the partitions of the inputs by
 * both versions are intersected. At the end of both, everything that can be seen is compared. Paths on which the change cannot
 * matter are left as soon as that is known; what the base alone shows is looked for from there.
 */
export async function searchPair(options: PairSearchOptions): Promise<PairSearchResult> {
  const { directed } = options;
  const fromHead = await new Pass(options, 'head', directed?.head ?? null, null).run();
  if (directed === null || directed.base === null || fromHead.isOver) return fromHead.result;
  const fromBase = await new Pass(options, 'base', directed.base, directed.head).run();
  const [a, b] = [fromHead.result, fromBase.result];
  return {
    paths: a.paths + b.paths,
    pairs: a.pairs + b.pairs,
    steps: a.steps + b.steps,
    pruned: a.pruned + b.pruned,
    complete: a.complete && b.complete,
    full: a.full || b.full,
    uncalled: a.uncalled || b.uncalled,
    missed: a.missed || b.missed,
    keeps: a.keeps || b.keeps,
  };
}

/** Whether calls of these functions, in any number and order, are known to do the same from when the modules are loaded. */
export function areAlwaysAlike(options: SearchedVersions, again: readonly CalledAgain[]): boolean {
  const { loaded } = options;
  const functions = again.map((each) => asHandedOn(each, 'head'));
  const touched = { version: 'head', sites: [] } as const;
  const meeting = { first: loaded.head, second: loaded.base, gained: { results: [], functions }, calls: [], touched };
  return laterCalls(options, 'head', endComparison(options, 'head')).areAlwaysAlike(meeting);
}

/** Pairs of paths that are looked at for calls that follow the compared one. */
const mostFurtherPairs = 1_000;

interface PassResult {
  readonly result: PairSearchResult;
  /** What the other version alone shows is not to be looked for any more. */
  readonly isOver: boolean;
}

/** One version is followed first. */
class Pass {
  readonly #options: PairSearchOptions;
  readonly #first: 'base' | 'head';
  readonly #comparison: PathComparison;
  readonly #touched: TouchedNodes;
  readonly #isLeft: ((state: State) => boolean) | undefined;
  readonly #world: World;
  /** Where calls that follow are still to be compared: first come the calls themselves, which show a difference in the fewest words. */
  readonly #alike: Meeting[] = [];
  #paths = 0;
  #pairs = 0;
  #steps = 0;
  #pruned = 0;
  #isMissed = false;
  #isFull = false;
  #isUncalled = false;
  #keeps = false;

  /** Paths of the second version that execute one of `shownElsewhere` have been compared. */
  constructor(
    options: PairSearchOptions,
    first: 'base' | 'head',
    triggers: Triggers | null,
    shownElsewhere: Triggers | null,
  ) {
    const { worlds, facts } = options;
    this.#options = options;
    this.#first = first;
    this.#world = worlds[first];
    const versions = endComparison(options, first);
    const second = first === 'head' ? 'base' : 'head';
    const { pair, loaded } = options;
    this.#comparison = {
      first,
      versions,
      variables: {
        first: variablesOf(worlds[first], loaded[first], pair[first].path),
        second: variablesOf(worlds[second], loaded[second], pair[second].path),
      },
      later: laterCalls(options, first, versions),
      again: { functions: options.again.map((each) => asHandedOn(each, first)), left: mostFurtherPairs },
      world: worlds[second],
      start: (state) => startSecond(options, first, state),
      watch: new TouchedNodes((site) =>
        shownElsewhere === null ? facts.isChanged(site, second) : shownElsewhere.has(site),
      ),
      isElsewhere: shownElsewhere !== null,
      expired: options.expired,
    };
    this.#touched = new TouchedNodes((site) => triggers?.has(site) ?? facts.isChanged(site, first));
    const ahead = triggers?.ahead(this.#world.keys);
    if (ahead !== undefined) this.#isLeft = (state) => !this.#touched.hasTouched(state) && !ahead(state);
  }

  async run(): Promise<PassResult> {
    const { result, isOver, isEnded } = await this.#compareAll();
    if (isEnded || !(await this.#followAlike())) return { result: this.#result(false), isOver: true };
    return { result: this.#result(result.complete), isOver };
  }

  /** False when the search is to end. */
  async #followAlike(): Promise<boolean> {
    for (const meeting of this.#alike) {
      const { pairs, steps, complete, differences, gaps } = compareLater(this.#comparison, meeting);
      this.#pairs += pairs;
      this.#steps += steps;
      const goesOn = await this.#options.found({ differences, gaps, affected: [] });
      await setImmediate();
      if (!complete) this.#seeCut();
      if (!goesOn || !complete) return false;
    }
    return true;
  }

  /** All first calls. Ended: nothing more is to be looked at. */
  async #compareAll(): Promise<PassResult & { readonly isEnded: boolean }> {
    const searcher = new OnePathAtATime(depthFirst());
    const started = startedFirst(this.#options, this.#first);
    this.#isMissed = this.#isLeft !== undefined && started.some((state) => this.#isLeft?.(state) === false);
    let turn = this.#follow(started, searcher);
    for (;;) {
      this.#steps += turn.steps;
      for (const end of turn.ends) {
        const goesOn = await this.#compare(end);
        if (!goesOn) return { result: this.#result(false), isOver: true, isEnded: true };
        if (this.#paths >= this.#world.limits.paths) {
          this.#isFull = searcher.open > 0;
          return { result: this.#result(!this.#isFull), isOver: true, isEnded: false };
        }
      }
      if (!turn.complete) {
        this.#seeCut();
        return { result: this.#result(false), isOver: true, isEnded: true };
      }
      if (searcher.open === 0) {
        // Every function has a path: without any, no instance could be made that it is called with.
        this.#isUncalled = this.#paths + this.#pruned === 0;
        return { result: this.#result(!this.#isUncalled), isOver: false, isEnded: false };
      }
      turn = this.#follow([], searcher);
    }
  }

  #follow(states: readonly State[], searcher: OnePathAtATime): Exploration {
    const { expired } = this.#options;
    return run(this.#world, states, { expired, observer: this.#touched, stopAt: this.#isLeft }, searcher);
  }

  /** False when the search is to end. */
  async #compare(end: State): Promise<boolean> {
    if (this.#touched.hasTouched(end)) this.#isMissed = false;
    if (end.completion?.kind === 'cut' && end.completion.reason.kind === 'target') {
      this.#pruned++;
      const gaps = leftAside(end, this.#options.loaded[this.#first]);
      return gaps.length === 0 || this.#options.found({ differences: [], gaps, affected: [] });
    }
    // With nothing executed that has changed, the versions have not parted yet.
    this.#paths++;
    const compared = comparePath(this.#comparison, end, this.#changedOn(end));
    this.#keeps ||= compared.keeps;
    this.#pairs += compared.pairs;
    this.#steps += compared.steps;
    this.#alike.push(...compared.alike);
    const affected = this.#first === 'head' && this.#touched.hasTouched(end) ? [end] : [];
    const goesOn = await this.#options.found({ ...compared, affected });
    await setImmediate();
    if (!compared.complete) this.#seeCut();
    return goesOn && compared.complete;
  }

  /** What ends while there is time has more paths than may be followed: behind one path of the other version, or in later calls. */
  #seeCut(): void {
    this.#isFull ||= !this.#options.expired();
  }

  /**
   * What a path executes that has changed. Code that only hands on what has changed is not to blame, and for code that reads what
   * loading has left, it is what was executed then.
   */
  #changedOn(end: State): readonly Site[] {
    const { escapes, facts, loaded } = this.#options;
    const touched = this.#touched.of(end);
    const changed = touched.filter((site) => facts.isChanged(site, this.#first));
    const escaping = this.#first === 'head' ? escapes : null;
    const reading = touched.filter((site) => !facts.isChanged(site, this.#first) && escaping?.has(site) !== true);
    if (reading.length === 0) return changed;
    const executed = loaded.executed[this.#first];
    return executed.length === 0 ? [...changed, ...reading] : [...changed, ...executed];
  }

  #result(complete: boolean): PairSearchResult {
    return {
      paths: this.#paths,
      pairs: this.#pairs,
      steps: this.#steps,
      pruned: this.#pruned,
      complete,
      full: this.#isFull,
      uncalled: this.#isUncalled,
      missed: this.#isMissed,
      keeps: this.#keeps,
    };
  }
}

/** A version, loaded and called with any inputs. */
export function startedFirst(
  { pair, worlds, loaded, inputs }: Pick<SearchedVersions, 'pair' | 'worlds' | 'loaded' | 'inputs'>,
  first: 'base' | 'head',
): readonly State[] {
  const version = pair[first];
  const start = { path: version.path, fn: functionOf(version).fn, inputs: inputs.inputs };
  if (inputs.inputs.preconditions.length === 0) return startFunction(worlds[first], loaded[first], start);
  // What is demanded of the inputs is written in terms of the head.
  return withPreconditions(worlds.head, loaded.head, pair.head.path, inputs.inputs).flatMap((state) =>
    startFunction(worlds[first], first === 'head' ? state : withInputsOf(state, loaded.base), start),
  );
}
