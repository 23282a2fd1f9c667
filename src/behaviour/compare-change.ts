import type { ChangeSet, KeptFunction } from '#change/change-set';
import type { FunctionId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { LoadedProgram } from '#ir/load-program';
import { readersAroundAll } from './after-loading';
import { ChangeFacts } from './change-facts';
import {
  compareInSharedWorlds,
  isUnaffected,
  nothingTouched,
  onlyTried,
  type ComparedFunction,
  type ComparisonOptions,
} from './compare-function';
import { compareLoading, type ComparedLoading } from './compare-loading';
import { withDoubts } from './doubts-of-loading';
import { EscapingCode } from './escaping-code';
import { FailedLoads, hasFailedOnce } from './failed-loads';
import type { FunctionPair } from './function-pair';
import { functionsToCompare, isTooLarge, modulesToCompare, pairOf } from './functions-to-compare';
import { loadableModules } from './loadable-modules';
import { findOverlooked } from './overlooked';
import { mineValues } from './mine-values';
import { minedFiles, newParts } from './mined-files';
import { sourcesOf, type DirectedBy } from './pair-search';
import { PlainFunctions } from './plain-functions';
import type { ReplayerPair } from './replayer-pair';
import { SharedTime } from './shared-time';
import { SharedWorlds } from './shared-worlds';
import { ArgumentPool } from './trials/argument-pool';
import { TellingCalls } from './trials/telling-calls';
import { trialsOfPair } from './trials/trials-of-pair';
import { TrialRounds } from './trials/trial-rounds';
import type { Triggers } from './triggers';
import type { Keys } from '#symbolic/keys';
import { TouchedModules } from './touched-modules';
import { entriesOfChanged, untouchedPairs, type PastLoading } from './untouched-pairs';
import { UpdatedOutside } from './updated-outside';
import { ValuesWithin } from './values-within';
import { withConstructors } from './with-constructors';

/** Both versions, and what is known of the change between them. */
export interface ComparedChange {
  readonly base: LoadedProgram;
  readonly head: LoadedProgram;
  readonly changes: ChangeSet;
  /** Whether what a function of the head does may differ from the base. */
  readonly isImpacted: (fn: FunctionId) => boolean;
  /** Of the head. */
  readonly graph: DependenceGraph;
  /** Functions that code outside can call, and that lead to a changed one; nearest first. */
  readonly entryPoints: readonly FunctionId[];
  /** Others that code outside can call. */
  readonly otherExports: readonly FunctionId[];
}

export interface ChangeComparisonOptions extends Omit<ComparisonOptions, 'replayers' | 'expired'> {
  /** To be disposed of by whoever started them. */
  readonly replayers: ReplayerPair;
  /** Milliseconds for everything. */
  readonly budgetMs: number;
  readonly now: () => number;
  readonly onProgress?: (done: number, total: number) => void;
}

/** By `path#number` of the function in the head. */
export interface ChangeVerdicts {
  readonly functions: ReadonlyMap<string, ComparedFunction>;
  /** Those that were to be compared. */
  readonly planned: ReadonlySet<string>;
  /** By path of the head: what differs when the module is loaded. */
  readonly modules: ReadonlyMap<string, ComparedLoading>;
  /** False when something was not looked at for want of time. */
  readonly complete: boolean;
  /** Someone has said that it is enough. */
  readonly interrupted: boolean;
}

/** Compares every changed function, and every entry point that leads to one. */
export async function compareChange(
  { base, head, changes, isImpacted, graph, entryPoints, otherExports }: ComparedChange,
  options: ChangeComparisonOptions,
): Promise<ChangeVerdicts> {
  const idOf = (path: string, fn: number): FunctionId | undefined => {
    const module = head.program.moduleIndex(path);
    return module === undefined ? undefined : head.program.functionAt(module, fn);
  };
  const isImpactedAt = (path: string, fn: number): boolean => {
    const id = idOf(path, fn);
    return id === undefined || isImpacted(id);
  };
  // Set once it is known that modules load alike: then only code that runs something changed differs.
  let carriers: Triggers | null = null;
  const facts = new ChangeFacts(changes, isImpactedAt, (path, fn) =>
    carriers === null ? isImpactedAt(path, fn) : carriers.mayRun(path, fn, shared.keys),
  );
  const { pairs: planned, changed } = functionsToCompare(changes, base, head, entryPoints);
  const touched = new TouchedModules(base, head, changes);
  const functions = new Map<string, ComparedFunction>(
    [...planned].flatMap(([key, pair]) => (touched.has(pair) ? [] : [[key, nothingTouched]])),
  );
  const pairs = new Map([...planned].filter(([, pair]) => touched.has(pair)));
  const loads = modulesToCompare(changes);
  const modules = new Map<string, ComparedLoading>();
  let overlooked: ReadonlyMap<string, ComparedFunction> = new Map();
  const end = options.now() + options.budgetMs;
  const timeLeft = (): number => end - options.now();
  const isOver = (): boolean => timeLeft() <= 0 || options.isInterrupted();
  const within = directedWithin(options.directed ?? null, base, head, pairs.values(), isOver);
  const { replayers } = options;
  replayers.timeLeft = timeLeft;
  if (planned.size > 0 || loads.length > 0) replayers.start({ base: base.snapshot.root, head: head.snapshot.root });
  const updates = new UpdatedOutside(base, head);
  const shared = new SharedWorlds(base, head, facts, {
    ...options,
    isSource: sourcesOf(within),
    timeLeft,
    lastResortMs: Math.min(mostPatienceMs, Math.max(leastPatienceMs, options.budgetMs / (5 * (pairs.size + 1)))),
  });
  shared.expired = isOver;
  const hasUnseenLoads = changes.modules.some((pair) => pair.head !== null && isTooLarge(pair.head));
  try {
    // Where no module loads differently, that much is known before anything is run.
    const early = within && withConstructors(within, base, head, shared.keys, isOver);
    const isAlike = loads.length === 0 && !hasUnseenLoads;
    const loading = { directed: within, isAlike, hasUnseenLoads, mayFollow: false };
    const untouched = untouchedPairs(loading, loading.isAlike ? early : null, { base, head }, changes, shared);
    const settle = (key: string, pair: FunctionPair): void => {
      functions.set(key, { ...nothingTouched, problem: updates.reasonFor(pair.head.path) });
      pairs.delete(key);
    };
    for (const [key, pair] of pairs) if (!isOver() && untouched.hasWholly(pair)) settle(key, pair);
    for (const change of loads) {
      if (isOver()) break;
      const pair = pairOf(base, head, change);
      modules.set(change.head.module.path, await compareLoading(pair, options));
      options.onProgress?.(modules.size + functions.size, planned.size + loads.length);
    }
    if ([...modules.values()].some(hasFailedOnce)) {
      const failed = new FailedLoads(options);
      for (const [key, pair] of pairs) {
        const found = isOver() ? null : await failed.of(pair);
        if (found === null) continue;
        functions.set(key, found);
        pairs.delete(key);
      }
    }
    const pool = new ArgumentPool(mineValues(minedFiles(base, head, changes), newParts(changes), isOver));
    const telling = new TellingCalls();
    const written = new ValuesWithin((path) => head.textOf(path));
    const rounds = new TrialRounds((pair) => trialsOfPair(pair, pool, { ...options, telling, written }), {
      timeLeft,
      isOver,
      now: options.now,
    });
    // Following what happens when modules load takes long: what a few calls show is known before that.
    // Where modules load differently, what others do with what they left may differ, though it runs nothing changed.
    const loadAlike = [...modules.values()].every(
      ({ differences, problem }) => differences.length === 0 && problem === null,
    );
    const isTried = (pair: FunctionPair): boolean => !loadAlike || mayRunChange(pair, within, shared.keys);
    await rounds.go([...pairs.values()].filter(isTried), 200, 0.4);
    const unreached = [...functionsToCompare(changes, base, head, otherExports).pairs].filter(
      ([key, pair]) => !planned.has(key) && touched.has(pair),
    );
    overlooked = await findOverlooked(
      touched.nearestFirst(unreached, ([, pair]) => pair),
      rounds,
    );
    const plain = new PlainFunctions(within?.head.graph ?? graph, head);
    const past = directedPast({ loads, hasUnseenLoads }, base, head, shared, within);
    for (const change of loads) {
      const { path } = change.head.module;
      const found = modules.get(path);
      if (found === undefined || found.problem !== null || found.differences.length > 0) continue;
      // A run alone does not make it the same.
      if (isOver()) modules.delete(path);
      else
        modules.set(path, withDoubts(found, change, changes, shared.load(pairOf(base, head, change)), options.strict));
    }
    for (const [path, found] of modules) {
      const problem = found.problem ?? (found.differences.length > 0 ? null : updates.reasonFor(path));
      modules.set(path, { ...found, problem });
    }
    const directed = past.directed && withConstructors(past.directed, base, head, shared.keys, isOver);
    const readers =
      directed === null || past.isAlike || hasUnseenLoads ? null : readersAroundAll(pairs.values(), shared);
    if (directed !== null && (past.isAlike || readers !== null)) {
      carriers = directed.head.and(entriesOfChanged(head, changes)).andFunctions(readers ?? []);
    }
    const escaping = new EscapingCode(
      within?.head.graph ?? graph,
      head,
      (fn) => (carriers === null ? isImpacted(fn) : carriers.mayRunFunction(fn, shared.keys)),
      within?.head.loadable,
    );
    const { has: isUntouched, hasWholly } = untouchedPairs(past, directed, { base, head }, changes, shared);
    for (const [key, pair] of pairs) {
      if (!isOver() && !rounds.hasFound(pair) && hasWholly(pair)) settle(key, pair);
    }
    const matters = new Set(
      [...pairs.values()].filter(
        (pair) =>
          isOver() ||
          (!isUntouched(pair) && (mayRunChange(pair, directed, shared.keys) || mayHandOn(pair, shared, escaping))),
      ),
    );
    const compareOne = async (key: string, pair: FunctionPair, clock: SharedTime): Promise<void> => {
      if (isOver()) {
        const begun = rounds.begun(pair);
        if (begun !== null && begun.found.length > 0) functions.set(key, onlyTried(begun));
        return;
      }
      const trials = rounds.of(pair);
      const compared = await compareInSharedWorlds(pair, facts, shared, {
        ...options,
        directed,
        isUntouched: !matters.has(pair) && isUntouched(pair),
        escaping,
        plain,
        trials,
        ...clock.next(),
      });
      functions.set(key, { ...compared, problem: compared.problem ?? updates.reasonFor(pair.head.path) });
      options.onProgress?.(modules.size + functions.size, planned.size + loads.length);
    };
    // Those on which the change cannot matter take next to no time, and so come before it is used up.
    const others = [...pairs]
      .filter(([, pair]) => !matters.has(pair))
      .toSorted(([, a], [, b]) => Number(isUntouched(b)) - Number(isUntouched(a)));
    const first = new SharedTime(timeLeft() * (matters.size === 0 ? 1 : 0.5), others.length, options.now);
    for (const [key, pair] of others) await compareOne(key, pair, first);
    await rounds.go(matters, 400, 0.3);
    const isOpen = (pair: FunctionPair): boolean => !rounds.hasFound(pair);
    const toFollow = openFirst(pairs, isOpen).filter(([, pair]) => matters.has(pair));
    // What was changed is what is asked for first, and may have a thousand entry points.
    const isOwn = ([key, pair]: readonly [string, FunctionPair]): boolean => changed.has(key) && isOpen(pair);
    const own = toFollow.filter(isOwn);
    const rest = toFollow.filter((each) => !isOwn(each));
    const ownTime = new SharedTime(timeLeft() * (rest.length === 0 ? 1 : shareOfChanged), own.length, options.now);
    for (const [key, pair] of own) await compareOne(key, pair, ownTime);
    const clock = new SharedTime(timeLeft(), rest.length, options.now);
    for (const [key, pair] of rest) await compareOne(key, pair, clock);
    const leftAlone = [...planned].filter(([key, pair]) => touched.has(pair) && isLeftAlone(functions.get(key)));
    overlooked = new Map([...overlooked, ...(await findOverlooked(leftAlone, rounds))]);
  } finally {
    shared.close();
  }
  const found = [...functions.values()];
  const interrupted =
    options.isInterrupted() && (functions.size < planned.size || found.some((compared) => compared.interrupted));
  const complete =
    functions.size === planned.size &&
    modules.size === loads.length &&
    found.every((compared) => compared.complete || compared.full) &&
    !interrupted;
  return {
    functions: new Map([...functions, ...overlooked]),
    planned: new Set(planned.keys()),
    modules,
    complete,
    interrupted,
  };
}

/** No call of it leads to the change, as far as is known. */
function isLeftAlone(compared: ComparedFunction | undefined): boolean {
  return compared !== undefined && isUnaffected(compared);
}

/** Only what a compared function can load is asked what it may run: tests and the like define properties as no other code does. */
function directedWithin(
  directed: DirectedBy | null,
  base: LoadedProgram,
  head: LoadedProgram,
  pairs: Iterable<FunctionPair>,
  expired: () => boolean,
): DirectedBy | null {
  if (directed === null) return null;
  const roots = { base: new Set<string>(), head: new Set<string>() };
  for (const pair of pairs) {
    roots.base.add(pair.base.path);
    roots.head.add(pair.head.path);
  }
  const [inBase, inHead] = [loadableModules(base, roots.base), loadableModules(head, roots.head)];
  if (inBase === null || inHead === null) return directed;
  return {
    head: directed.head.whereLoadable(inHead, expired),
    base: directed.base?.whereLoadable(inBase, expired) ?? null,
  };
}

/** Modules that load differently in their text only are nothing to look out for. */
function directedPast(
  { loads, hasUnseenLoads }: { readonly loads: readonly KeptFunction[]; readonly hasUnseenLoads: boolean },
  base: LoadedProgram,
  head: LoadedProgram,
  shared: SharedWorlds,
  directed: DirectedBy | null,
): PastLoading {
  if (directed === null) return { directed, isAlike: false, hasUnseenLoads, mayFollow: true };
  const alike = loads.filter((change) => {
    const begun = shared.load(pairOf(base, head, change));
    return 'loaded' in begun && begun.isAlike();
  });
  const inHead = new Set(alike.map((change) => change.head.module.path));
  const inBase = new Set(alike.map((change) => change.base.module.path));
  return {
    directed: {
      head: directed.head.withoutLoading(inHead),
      base: directed.base?.withoutLoading(inBase) ?? null,
    },
    isAlike: alike.length === loads.length && !hasUnseenLoads,
    hasUnseenLoads,
    mayFollow: true,
  };
}

/** Whether a function may give away others that may differ, and so has to be followed though it runs nothing changed. */
function mayHandOn(pair: FunctionPair, shared: SharedWorlds, escaping: EscapingCode): boolean {
  const begun = shared.load(pair);
  if ('problem' in begun) return false;
  return escaping.within(begun.loaded.head, shared.keys).mayRun(pair.head.path, pair.head.index);
}

/** Those of which nothing is known, before those that are known to differ for some input; each in their order. */
function openFirst(
  pairs: ReadonlyMap<string, FunctionPair>,
  isOpen: (pair: FunctionPair) => boolean,
): (readonly [string, FunctionPair])[] {
  return [...pairs].toSorted(([, a], [, b]) => Number(isOpen(b)) - Number(isOpen(a)));
}

function mayRunChange({ base, head }: FunctionPair, directed: DirectedBy | null, keys: Keys): boolean {
  return (
    directed === null ||
    directed.head.mayRun(head.path, head.index, keys) ||
    directed.base?.mayRun(base.path, base.index, keys) === true
  );
}

/** Of the time for following, that of changed functions of which no call has shown anything, where there are others. */
const shareOfChanged = 0.4;

/** How long the solver is waited for, by how much time there is for a function. */
const leastPatienceMs = 250;
const mostPatienceMs = 2_000;
