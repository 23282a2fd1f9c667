import type { FunctionId } from '#core/ids';
import { readersAroundAll } from './after-loading';
import { ChangeFacts } from './change-facts';
import type { ChangeComparisonOptions, ChangeVerdicts, ComparedChange } from './compared-change';
import { compareInSharedWorlds } from './compare-function';
import {
  isKnownSame,
  nothingTouched,
  onlyByState,
  onlyTried,
  seenOnly,
  type ComparedFunction,
} from './compared-function';
import type { ComparisonOptions } from './compare-for-inputs';
import { ComparedLoads } from './compared-loads';
import { directedPast, directedWithin, mayRunChange } from './directed-by-change';
import { EscapingCode } from './escaping-code';
import { functionOf, type FunctionPair } from './function-pair';
import { functionKey, functionsToCompare, type PlannedFunctions } from './functions-to-compare';
import { interchangeable } from './interchangeable';
import type { KnownAfterLoading } from './known-after-loading';
import { asItWasMade, notMadeOnce } from './made-at-load';
import { findOverlooked, isLeftAlone, noWayKnown, tryAgain } from './overlooked';
import { onlyRenamed } from './only-renamed';
import { sourcesOf, type DirectedBy } from './pair-search';
import { PlainFunctions } from './plain-functions';
import { withRenamedMembers } from './renamed-members';
import { programFirst, tryProgramFirst, type KeyedPair } from './program-first';
import { patienceMs, SharedTime, type TimeOfChange } from './shared-time';
import { SharedWorlds } from './shared-worlds';
import { assumeState } from './state-behind';
import { TouchedModules } from './touched-modules';
import { changeSeen } from './trials/change-seen';
import { roundsOfChange } from './trials/rounds-of-change';
import type { TrialRounds } from './trials/trial-rounds';
import type { Triggers } from './triggers';
import { entriesOfChanged, untouchedPairs } from './untouched-pairs';
import { UpdatedOutside } from './updated-outside';
import { verdictsOf } from './verdicts-of';
import { withConstructors } from './with-constructors';

/**
 * The stages of comparing a change. Each settles what it can, and leaves the rest to the next, which takes longer; what time is
 * left for is said of the others.
 */
export class ChangeComparison {
  readonly #change: ComparedChange;
  readonly #options: ChangeComparisonOptions;
  readonly #end: number;
  readonly #time: TimeOfChange;
  readonly #planned: PlannedFunctions;
  readonly #touched: TouchedModules;
  readonly #updates: UpdatedOutside;
  readonly #within: DirectedBy | null;
  readonly #facts: ChangeFacts;
  readonly #shared: SharedWorlds;
  readonly #loads: ComparedLoads;
  readonly #rounds: TrialRounds;
  readonly #functions: Map<string, ComparedFunction>;
  /** Those that are not settled. */
  readonly #pairs: Map<string, FunctionPair>;
  readonly #overlooked = new Map<string, ComparedFunction>();
  /** Set once it is known that modules load alike: then only code that runs something changed differs. */
  #carriers: Triggers | null = null;

  constructor(given: ComparedChange, options: ChangeComparisonOptions) {
    const change = { ...given, ...withRenamedMembers(given.changes, given) };
    const { base, head, changes, entryPoints } = change;
    this.#change = change;
    this.#options = options;
    this.#end = options.now() + options.budgetMs;
    this.#planned = functionsToCompare(changes, base, head, entryPoints);
    this.#touched = new TouchedModules(base, head, changes);
    const planned = [...this.#planned.pairs];
    this.#pairs = new Map(planned.filter(([, pair]) => this.#isInner(pair) || this.#touched.has(pair)));
    this.#functions = new Map(planned.flatMap(([key]) => (this.#pairs.has(key) ? [] : [[key, nothingTouched]])));
    this.#updates = new UpdatedOutside(base, head);
    this.#within = directedWithin(options.directed ?? null, base, head, this.#pairs.values(), this.#isOver);
    this.#loads = new ComparedLoads(change, this.#within);
    const { replayers } = options;
    replayers.timeLeft = this.#timeLeft;
    if (this.#total > 0) replayers.start({ base: base.snapshot.root, head: head.snapshot.root });
    const mayDiffer = (path: string, fn: number): boolean =>
      this.#carriers === null ? this.#isImpactedAt(path, fn) : this.#carriers.mayRun(path, fn, this.#shared.keys);
    this.#facts = new ChangeFacts(changes, this.#isImpactedAt, mayDiffer, this.#isAlteredAt);
    this.#shared = new SharedWorlds(base, head, this.#facts, {
      ...options,
      isSource: sourcesOf(this.#within),
      timeLeft: this.#timeLeft,
      lastResortMs: patienceMs(options.budgetMs, this.#pairs.size),
    });
    this.#shared.expired = this.#isOver;
    this.#time = { timeLeft: this.#timeLeft, isOver: this.#isOver, now: options.now };
    const isRenamed = onlyRenamed(base, head, this.#facts);
    const isSame = (path: string, fn: number): boolean =>
      isRenamed(path, fn) || isKnownSame(this.#functions.get(functionKey(path, fn)));
    const seen = changeSeen(this.#facts, this.#within, () => this.#shared.keys, this.#isImpactedAt, isSame);
    this.#rounds = roundsOfChange(change, this.#loads, options, this.#time, seen);
  }

  close(): void {
    this.#shared.close();
  }

  /** Where no module loads differently, that much is known before anything is run. */
  settleUntouched(): void {
    const { base, head } = this.#change;
    const { hasUnseen: hasUnseenLoads, changed } = this.#loads;
    const isAlike = changed.length === 0 && !hasUnseenLoads;
    const directed =
      isAlike && this.#within !== null
        ? withConstructors(this.#within, base, head, this.#shared.keys, this.#isOver)
        : null;
    const loading = { directed: this.#within, isAlike, hasUnseenLoads, mayFollow: false };
    const untouched = untouchedPairs(loading, directed, this.#change, this.#shared);
    for (const [key, pair] of this.#pairs) {
      if (!this.#isOver() && !this.#isInner(pair) && untouched.hasWholly(pair)) this.#settle(key, pair);
    }
  }

  /** Runs modules whose bodies have changed, and looks at what is in modules that one version cannot load. */
  async compareLoads(): Promise<void> {
    await this.#loads.run(this.#options, this.#time, () => this.#progress());
    for (const [key, found] of await this.#loads.failedAmong(this.#pairs, this.#options, this.#isOver)) {
      this.#functions.set(key, found);
      this.#pairs.delete(key);
    }
  }

  /** A few calls of each function, also of some that are not known to lead to the change. */
  async tryCalls(): Promise<void> {
    const { base, head, changes, otherExports } = this.#change;
    const { ranAlike } = this.#loads;
    // Where modules load differently, what others do with what they left may differ, though it runs nothing changed.
    // What a class keeps of what has changed shows in calls of its other members.
    const isTried = (pair: FunctionPair): boolean =>
      !ranAlike || mayRunChange(pair, this.#within, this.#shared.keys) || functionOf(pair.head).fn.classIndex !== null;
    const tried = [...this.#pairs].filter(([, pair]) => isTried(pair));
    await tryProgramFirst(this.#rounds, tried, this.#planned.beside, [200, 0.4]);
    const unreached = [...functionsToCompare(changes, base, head, otherExports).pairs].filter(
      ([key, pair]) => !this.#planned.pairs.has(key) && this.#touched.has(pair),
    );
    await this.#findOverlooked(
      this.#touched.nearestFirst(unreached, ([, pair]) => pair),
      noWayKnown,
    );
  }

  /** Follows modules as they load, and settles functions that the change does not touch after that. */
  followLoads(): KnownAfterLoading {
    const { base, head, changes, graph, isImpacted } = this.#change;
    const { keys } = this.#shared;
    const ofGraph = this.#within?.head.graph ?? graph;
    const plain = new PlainFunctions(ofGraph, head);
    const past = directedPast(this.#loads, this.#shared, this.#within);
    this.#loads.follow(this.#shared, this.#isOver, this.#options.strict, this.#pairs.values());
    this.#loads.doubt(this.#updates);
    const directed = past.directed && withConstructors(past.directed, base, head, keys, this.#isOver);
    const mayRead = directed !== null && !past.isAlike && !past.hasUnseenLoads;
    const readers = mayRead ? readersAroundAll(this.#pairs.values(), this.#shared) : null;
    const carriers =
      directed !== null && (past.isAlike || readers !== null)
        ? directed.head.and(entriesOfChanged(head, changes)).andFunctions(readers ?? [])
        : null;
    this.#carriers = carriers;
    const mayDiffer = (fn: FunctionId): boolean =>
      carriers === null ? isImpacted(fn) : carriers.mayRunFunction(fn, keys);
    const escaping = new EscapingCode(ofGraph, head, mayDiffer, this.#within?.head.loadable);
    const untouched = untouchedPairs(past, directed, this.#change, this.#shared);
    for (const [key, pair] of this.#pairs) {
      const isOpen = !this.#isOver() && !this.#isInner(pair) && !this.#rounds.hasFound(pair);
      if (isOpen && untouched.hasWholly(pair)) this.#settle(key, pair);
    }
    return { directed, plain, escaping, untouched, past };
  }

  async compareFunctions(after: KnownAfterLoading): Promise<void> {
    const { untouched } = after;
    const matters = new Set([...this.#pairs.values()].filter((pair) => this.#isOver() || this.#matters(pair, after)));
    const compareAll = async (pairs: readonly KeyedPair[], share: number): Promise<void> => {
      const clock = new SharedTime(this.#timeLeft() * share, pairs.length, this.#options.now);
      for (const each of pairs) await this.#compareOne(each, matters, after, clock);
    };
    // Those on which the change cannot matter take next to no time, and so come before it is used up.
    const others = [...this.#pairs]
      .filter(([, pair]) => !matters.has(pair))
      .toSorted(([, a], [, b]) => Number(untouched.has(b)) - Number(untouched.has(a)));
    await compareAll(others, matters.size === 0 ? 1 : shareOfOthers);
    const isFollowed = ([, pair]: KeyedPair): boolean => matters.has(pair);
    await tryProgramFirst(this.#rounds, [...this.#pairs].filter(isFollowed), this.#planned.beside, [400, 0.3]);
    // Those of which nothing is known, before those that are known to differ for some input.
    const isOpen = (pair: FunctionPair): boolean => !this.#rounds.hasFound(pair);
    const toFollow = [...this.#pairs]
      .filter(isFollowed)
      .toSorted(([, a], [, b]) => Number(isOpen(b)) - Number(isOpen(a)));
    // What was changed is what is asked for first, and may have a thousand entry points.
    const { changed, beside } = this.#planned;
    const isOwn = ([key, pair]: KeyedPair): boolean => changed.has(key) && isOpen(pair) && !beside.has(key);
    const own = new Set(toFollow.filter(isOwn));
    const rest = toFollow.filter((each) => !own.has(each));
    await compareAll([...own], rest.length === 0 ? 1 : shareOfChanged);
    const isSettled = await this.#settleAround([...own], rest, after);
    const open = rest.filter(([key]) => !isSettled.has(key));
    for (const part of programFirst(open, beside)) await compareAll(part, 1);
  }

  /** Entry points that run nothing changed but functions which are known to be the same: gives their keys. */
  async #settleAround(
    own: readonly KeyedPair[],
    around: readonly KeyedPair[],
    after: KnownAfterLoading,
  ): Promise<ReadonlySet<string>> {
    if (around.length === 0) return new Set();
    const clock = new SharedTime(this.#timeLeft() * shareOfStrict, own.length, this.#options.now);
    const found = own.flatMap(([key, pair]) => {
      const compared = this.#functions.get(key);
      return compared === undefined ? [] : [{ pair, compared }];
    });
    const same = await interchangeable(found, (pair) => {
      const how = { ...clock.next(), strict: true, trials: null } as const;
      return this.#compared(pair, new Set([pair]), after, how);
    });
    if (same === null || this.#isOver()) return new Set();
    const untouched = untouchedPairs(after.past, after.directed, this.#change, this.#shared, same);
    const settled = around.filter(([, pair]) => {
      return !this.#isOver() && !this.#isInner(pair) && !this.#rounds.hasFound(pair) && untouched.hasWholly(pair);
    });
    for (const [key, pair] of settled) {
      this.#functions.set(key, { ...same.proof, problem: this.#updates.reasonFor(pair.head.path) });
    }
    return new Set(settled.map(([key]) => key));
  }

  /** What is the same as modules are when they were loaded may not be so later on, where something that it leads to is not. */
  stateAssumed(): void {
    this.#loads.assumeFor(this.#functions, this.#pairs);
    assumeState(this.#functions, this.#pairs, this.#planned.changed, { shared: this.#shared, facts: this.#facts });
  }

  /** No call of these leads to the change, as far as is known, or shows it by itself. */
  async tryLeftAlone(): Promise<void> {
    await tryAgain(this.#planned, this.#functions, this.#rounds);
    await this.#findOverlooked(
      [...this.#planned.pairs].filter(([key, pair]) => {
        const compared = this.#functions.get(key);
        if (compared === undefined || !this.#touched.has(pair) || this.#rounds.hasFound(pair)) return false;
        return isLeftAlone(pair, compared, this.#facts);
      }),
      onlyByState,
    );
  }

  get verdicts(): ChangeVerdicts {
    const { pairs } = this.#planned;
    return verdictsOf(
      new Set(pairs.keys()),
      this.#functions,
      this.#overlooked,
      this.#loads,
      this.#options.isInterrupted(),
    );
  }

  /** Milliseconds. */
  readonly #timeLeft = (): number => this.#end - this.#options.now();

  readonly #isOver = (): boolean => this.#timeLeft() <= 0 || this.#options.isInterrupted();

  readonly #isImpactedAt = (path: string, fn: number): boolean => this.#isAt(path, fn, this.#change.isImpacted);
  readonly #isAlteredAt = (path: string, fn: number): boolean => this.#isAt(path, fn, this.#change.isAltered);

  #isAt(path: string, fn: number, is: (fn: FunctionId) => boolean): boolean {
    const { program } = this.#change.head;
    const module = program.moduleIndex(path);
    return module === undefined || is(program.functionAt(module, fn));
  }

  /** What is to be compared, all in all. */
  get #total(): number {
    return this.#planned.pairs.size + this.#loads.changed.length;
  }

  #progress(): void {
    this.#options.onProgress?.(this.#loads.found.size + this.#functions.size, this.#total);
  }

  #settle(key: string, pair: FunctionPair): void {
    this.#functions.set(key, { ...nothingTouched, problem: this.#updates.reasonFor(pair.head.path) });
    this.#pairs.delete(key);
  }

  async #findOverlooked(pairs: readonly KeyedPair[], why: string): Promise<void> {
    for (const [key, found] of await findOverlooked(pairs, this.#rounds, why)) this.#overlooked.set(key, found);
  }

  /** Whether a function may run something changed, or give away others that may, and so has to be followed. */
  #matters(pair: FunctionPair, { untouched, directed, escaping }: KnownAfterLoading): boolean {
    const { keys } = this.#shared;
    // What an inner function finds around it, whoever made it has chosen.
    if (this.#isInner(pair)) return true;
    if (untouched.has(pair)) return false;
    if (mayRunChange(pair, directed, keys)) return true;
    const begun = this.#shared.load(pair);
    if ('problem' in begun) return false;
    return escaping.within(begun.loaded.head, keys).mayRun(pair.head.path, pair.head.index);
  }

  #isInner({ head }: FunctionPair): boolean {
    return this.#planned.inner.has(functionKey(head.path, head.index));
  }

  async #compareOne(
    [key, pair]: KeyedPair,
    matters: ReadonlySet<FunctionPair>,
    after: KnownAfterLoading,
    clock: SharedTime,
  ): Promise<void> {
    if (this.#isOver()) {
      const begun = this.#rounds.begun(pair);
      if (begun !== null && begun.found.length > 0) this.#functions.set(key, onlyTried(begun));
      return;
    }
    const how = { trials: this.#rounds.of(pair), ...clock.next() };
    const unmade = this.#isInner(pair) && !this.#rounds.hasFound(pair) ? notMadeOnce(pair, this.#shared) : null;
    const compared = await (unmade === null ? this.#compared(pair, matters, after, how) : seenOnly([], unmade));
    this.#functions.set(key, this.#isInner(pair) ? asItWasMade(compared) : compared);
    this.#progress();
  }

  async #compared(
    pair: FunctionPair,
    matters: ReadonlySet<FunctionPair>,
    { directed, untouched, escaping, plain }: KnownAfterLoading,
    how: Pick<ComparisonOptions, 'expired' | 'isOver' | 'trials'> & { readonly strict?: true },
  ): Promise<ComparedFunction> {
    const isUntouched = !matters.has(pair) && untouched.has(pair);
    const options = { ...this.#options, directed, isUntouched, escaping, plain, ...how };
    const compared = await compareInSharedWorlds(pair, this.#facts, this.#shared, options);
    return { ...compared, problem: compared.problem ?? this.#updates.reasonFor(pair.head.path) };
  }
}

/** Of the time, that of functions on which the change cannot matter, where there are others. */
const shareOfOthers = 0.5;

/** Of the time for following, that of changed functions of which no call has shown anything, where there are others. */
const shareOfChanged = 0.4;

/** Of what is left then, the time for showing that those which are the same are so in every respect. */
const shareOfStrict = 0.2;
