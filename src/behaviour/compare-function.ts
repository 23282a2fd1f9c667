import type { Replayer } from '#replay/replay';
import type { Preconditions } from '#symbolic/inputs/preconditions';
import type { Site } from '#symbolic/site';
import { afterLoading } from './after-loading';
import { onlyFirst, unchanged, undisturbed } from './about-calls';
import { BugsFound, type FoundBug } from './bugs-found';
import { withOthers } from '#symbolic/inputs/with-others';
import type { ChangeFacts } from './change-facts';
import { functionOf, type FunctionPair } from './function-pair';
import { mostLaterCalls } from './later-calls';
import { madeByMembers } from './made-by-members';
import { DescribedVersions } from './describe-version';
import {
  mayBeCalledMeanwhile,
  nothingCalled,
  withOutsideChanges,
  withRemark,
  type OutsideChanges,
} from './changes-by-outside';
import { GroupedDifferences } from './grouped-differences';
import { calledAgain, changedInBetween, leftOtherwise, seesVariables, takenForGranted } from './called-again';
import { keepsApart, takesObjects } from './kept-apart';
import type { PairWorlds } from './pair-worlds';
import { hasUntyped, leftOut, neverTried, pairInputs, takenWider, type PairInputs } from './pair-inputs';
import type { Gap } from './gaps';
import {
  areAlwaysAlike,
  searchPair,
  sourcesOf,
  startedFirst,
  type DirectedBy,
  type PairSearchOptions,
  type PairSearchResult,
} from './pair-search';
import { exportedState } from './exported-state';
import type { Escapes, EscapingCode } from './escaping-code';
import { keepsSomething } from './keeps-something';
import type { PlainFunctions } from './plain-functions';
import { proveSame } from './prove-same';
import { JudgedCalls, type RecordedCalls } from './recorded-calls';
import { SharedWorlds, type BegunPair, type SharedWorldsOptions } from './shared-worlds';
import { sameWithin } from './same-within';
import { seenBehaviours, type FoundBehaviour } from './seen-behaviour';
import type { Trials } from './trials/trials';
import { withUntriedClasses } from './untried-classes';
import { waitsAmid } from './waits-amid';
import type { Witness } from './call-runs';
import { Witnesses } from './witness';

export interface ComparisonOptions extends SharedWorldsOptions {
  readonly preconditions: Preconditions;
  /** What tells inputs apart that the change cannot matter for; without it all are followed. */
  readonly directed?: DirectedBy | null;
  /** Nothing that a call can run or get hold of has changed. */
  readonly isUntouched?: boolean;
  /** Code of the head that gives away functions whose behaviour may differ. */
  readonly escaping?: EscapingCode;
  /** What functions of the outside change; without it, nothing. */
  readonly changes?: OutsideChanges;
  /** Functions that only compute from their arguments, in the head. */
  readonly plain?: PlainFunctions;
  readonly strict: boolean;
  /** Calls that are made without the search: before it, and where it leaves something open. */
  readonly trials?: Trials | null;
  /** What tests called a function of the head with, by path and number; null where no test is known. */
  readonly recorded?: (path: string, fn: number) => RecordedCalls | null;
  /** True once there is no time left for anything: the search may have less. */
  readonly isOver?: () => boolean;
  /** One for each version: what they have loaded is used again. */
  readonly replayers: { readonly base: Replayer; readonly head: Replayer };
  readonly expired: () => boolean;
  readonly isInterrupted: () => boolean;
}

/** What is known of the behaviour of two versions of a function. */
export interface ComparedFunction {
  readonly behaviours: readonly FoundBehaviour[];
  /** Inputs for which it is open whether the versions behave alike. */
  readonly gaps: readonly Gap[];
  /** Differences that the engine did not show: why. */
  readonly unconfirmed: readonly string[];
  /** Assertions that fail on affected paths of the head, as the engine has shown. */
  readonly bugs: readonly FoundBug[];
  /** Why nothing was compared; null when something was. */
  readonly problem: string | null;
  /** Paths of the head, and pairs of paths that were compared. */
  readonly paths: number;
  readonly pairs: number;
  readonly steps: number;
  /** Paths that were left because the change cannot matter on them any more. */
  readonly pruned: number;
  readonly complete: boolean;
  /** It is not complete because there are too many paths, whatever the time. */
  readonly full: boolean;
  /** It is not complete because someone did not want to wait. */
  readonly interrupted: boolean;
  readonly remarks: readonly string[];
  readonly solverProblem: string | null;
  /** Turns of loops that were followed, where they are fewer than were asked for. */
  readonly loops?: number;
}

/** Two versions of a function → for which inputs they differ, each kind of difference shown by a call that was made in both. */
export async function compareFunction(
  pair: FunctionPair,
  facts: ChangeFacts,
  options: ComparisonOptions,
): Promise<ComparedFunction> {
  const shared = new SharedWorlds(pair.base.loaded, pair.head.loaded, facts, {
    ...options,
    isSource: sourcesOf(options.directed ?? null),
  });
  try {
    return await compareInSharedWorlds(pair, facts, shared, options);
  } finally {
    shared.close();
  }
}

/** One of several comparisons that share what they can. */
export async function compareInSharedWorlds(
  pair: FunctionPair,
  facts: ChangeFacts,
  shared: SharedWorlds,
  options: Omit<ComparisonOptions, keyof SharedWorldsOptions>,
): Promise<ComparedFunction> {
  shared.expired = options.expired;
  const declared = pairInputs(pair, options.preconditions);
  const worlds = shared.worlds(declared.typedBy);
  const { untried } = worlds.head;
  if (untried !== undefined) Object.assign(untried, { keys: false, outside: false, called: false });
  const compare = (given: PairInputs, changes?: OutsideChanges): Promise<ComparedFunction> =>
    compareFor(given, pair, facts, shared, changes === undefined ? options : { ...options, changes });
  const { compared, inputs } = await withUntriedClasses(declared, worlds, compare, isSameBySearch);
  const isAsked = (what: 'keys' | 'outside' | 'called'): boolean => untried?.[what] === true;
  const wider = isAsked('keys') && isSameBySearch(compared) ? { ...inputs, inputs: withOthers(inputs.inputs) } : null;
  const other = wider === null ? null : await compare(wider);
  const isWider = other !== null && (isSameBySearch(other) || other.behaviours.length > 0);
  const found = isWider ? other : other === null ? compared : withRemark(compared, noOthers);
  if (isOpen(found)) return found;
  const tried = isWider && wider !== null ? wider : inputs;
  const changed = isAsked('outside')
    ? await withOutsideChanges(found, (changes) => compare(tried, changes), isSameBySearch)
    : found;
  const stated = isAsked('called') && mayBeCalledMeanwhile(pair) ? withRemark(changed, nothingCalled) : changed;
  return isSameBySearch(stated) && stated.behaviours.some(isShownByOthers)
    ? { ...stated, problem: onlyByState }
    : stated;
}

/** By what calls of other functions that have changed left behind. */
function isShownByOthers({ witness }: FoundBehaviour): boolean {
  return witness.input.ignoresReceiver === true;
}

/** Of functions that show the change by what is left behind for them. */
export const onlyByState = 'after the same calls of nothing that has changed, it does the same';

const noOthers = 'objects have no other properties than their types name';

/** Single calls on trial may have shown something all the same. */
export function isSameBySearch(compared: ComparedFunction): boolean {
  return !isOpen(compared) && compared.behaviours.every(({ certain }) => !certain);
}

/** Nothing is said of some inputs. */
function isOpen({ gaps, unconfirmed, problem, complete }: ComparedFunction): boolean {
  return !complete || gaps.some(({ kind }) => kind === 'unknown') || unconfirmed.length > 0 || problem !== null;
}

function withDistrust(
  { base, head }: PairWorlds,
  begun: BegunPair,
  changes: OutsideChanges | undefined,
  directed: DirectedBy | null,
): PairWorlds {
  const mayGiveOthers = 'loaded' in begun && begun.mayGiveOthers();
  const distrust = { mayGiveOthers, ...(changes === undefined ? {} : { outsideChanges: changes }) };
  const mayRunChange = (site: Site): boolean => directed?.head.callMayRun(site, head.keys) === true;
  return { base: { ...base, ...distrust }, head: { ...head, ...distrust, mayRunChange } };
}

async function compareFor(
  inputs: PairInputs,
  pair: FunctionPair,
  facts: ChangeFacts,
  shared: SharedWorlds,
  options: Omit<ComparisonOptions, keyof SharedWorldsOptions>,
): Promise<ComparedFunction> {
  const { strict, expired } = options;
  const begun = shared.load(pair);
  const worlds = withDistrust(shared.worlds(inputs.typedBy), begun, options.changes, options.directed ?? null);
  // Then nothing but a proof is looked for.
  const isProof = options.changes === 'all';
  const witnesses = new Witnesses(pair, worlds.head, inputs.inputs, options.replayers, strict);
  const isLate = (): boolean => options.isInterrupted() || (options.isOver ?? expired)();
  if ('problem' in begun) {
    if (!isProof) await options.trials?.go(mostMoreCalls, isLate);
    const behaviours = seenBehaviours(options.trials?.found ?? []);
    return { ...nothingCompared, behaviours, remarks: inputs.remarks, problem: begun.problem };
  }
  const { loaded } = begun;
  const groups = new GroupedDifferences(new DescribedVersions(pair, worlds, loaded), witnesses);
  const bugs = new BugsFound(worlds.head, witnesses);
  const gaps: Gap[] = [];
  const remarksWith = (others: readonly string[]): string[] => {
    return [...inputs.remarks, ...leftOut(inputs.inputs), ...others];
  };
  const trials = isProof ? null : (options.trials ?? null);
  groups.see(trials?.found ?? []);
  const recorded = isProof ? null : (options.recorded?.(pair.head.path, pair.head.index) ?? null);
  const tested = recorded === null ? null : new JudgedCalls(recorded, worlds.head, inputs.inputs);
  const { qualifiedName: name } = functionOf(pair.head).fn;
  const withCallers = async (found: readonly FoundBehaviour[]): Promise<readonly FoundBehaviour[]> => {
    if (tested === null || found.length === 0) return found;
    await tested.run(name, witnesses, () => !isLate());
    const callers = found.map((each) => tested.callersOf(each));
    return found.map((each, at) => Object.assign({}, each, { callers: callers[at] }));
  };
  const { escaping } = options;
  const escapes = escaping === undefined ? null : escaping.within(loaded.head, worlds.head.keys);
  const directed =
    options.isUntouched === true && options.directed
      ? { head: options.directed.head.none(), base: null }
      : withEscapes(afterLoading(options.directed ?? null, pair, begun, worlds.head.keys, expired), escapes);
  const versions = { pair, worlds, loaded, inputs, facts, escapes, strict, expired };
  const search = (how: Pick<PairSearchOptions, 'directed' | 'again'>): Promise<PairSearchResult> =>
    searchPair({
      ...versions,
      ...how,
      found: async ({ differences, gaps: open, affected }) => {
        gaps.push(...open);
        if (isProof) return differences.length === 0 && open.every(({ kind }) => kind !== 'unknown') && !isLate();
        bugs.see(differences, affected);
        for (const difference of differences) await groups.add(difference);
        return !expired() && !options.isInterrupted();
      },
    });
  const once = await search({ directed, again: [] });
  const isOver = (): boolean => expired() || options.isInterrupted();
  await groups.tryOpen(
    gaps.filter(({ kind }) => kind !== 'assumed'),
    isOver,
  );
  const isCut = !once.complete || gaps.some(({ kind }) => kind === 'unknown');
  const missed = isCut || !once.missed ? null : whyMissed(inputs.inputs, gaps);
  const problem = missed ?? neverTried(inputs.inputs, pair);
  const isLeftOpen = isCut || problem !== null;
  const isAlike = !groups.hasBehaviours() && groups.unconfirmed().length === 0;
  const isUnsure = isLeftOpen || gaps.some(({ kind }) => kind !== 'assumed');
  const proof =
    isUnsure && isAlike
      ? ((await proveSame(pair, facts, worlds, { loaded, inputs, directed, escapes }, options)) ??
        (once.full && problem === null ? await sameWithin({ ...versions, directed }, options.isInterrupted) : null))
      : null;
  const isSettled = isAlike && (proof !== null || !isLeftOpen);
  // What was left early was not followed to where it changes anything.
  const isFollowed = once.keeps || once.pruned === 0 || (once.paths === 0 && !once.missed);
  const keeps =
    !isSettled || isFollowed
      ? once.keeps
      : keepsSomething(
          worlds.head,
          startedFirst(versions, 'head'),
          { loaded: loaded.head, path: pair.head.path },
          isOver,
        );
  const again = isSettled ? calledAgain(pair, worlds, loaded, keeps === true) : [];
  const isKept = again.length > 0 && !areAlwaysAlike({ ...versions, directed: null }, again);
  const isFirstOnly = isAlike
    ? isSettled && again.length === 0 && (keeps !== false || seesVariables(pair))
    : calledAgain(pair, worlds, loaded, keeps === true).length > 0;
  const isCompared = isSettled && (once.paths > 0 || again.length > 0);
  const others = isCompared ? changedInBetween(pair.head, again) : [];
  const kept = isCompared ? exportedState(pair, worlds, loaded, facts) : [];
  const aboutCalls = [
    ...(isFirstOnly ? [onlyFirst] : []),
    ...(isCompared ? takenForGranted(pair.head, again, others, kept) : []),
    ...(isCompared && waitsAmid(pair) ? [undisturbed] : []),
    ...(isKept && keepsApart(worlds, loaded, facts) && takesObjects(inputs.inputs) ? [unchanged] : []),
  ];
  const inBetween = leftOtherwise(pair.head, others, facts);
  if (proof !== null && !isKept && inBetween === null) {
    return { ...nothingCompared, ...proof, problem: null, remarks: remarksWith([...proof.remarks, ...aboutCalls]) };
  }
  // A later call may get where no first one does.
  const further = isKept ? await search({ directed: null, again }) : null;
  const result = further === null ? once : withFurther(once, further);
  const isUnshown = groups.unconfirmed().length > 0;
  if ((isLeftOpen || isUnshown) && trials !== null && !groups.hasBehaviours()) {
    await trials.go(mostMoreCalls, isLate);
    groups.see(trials.found);
  }
  if (isLeftOpen && tested !== null) groups.see(await tested.differing(name, witnesses, () => !isLate()));
  const shown = await madeByMembers(groups.behaviours(), trials?.found ?? [], {
    witnesses,
    world: worlds.head,
    inputs: inputs.inputs,
  });
  const behaviours = await withCallers(shown);
  const wider = behaviours.length > 0 ? takenWider(inputs.inputs) : [];
  return {
    ...result,
    problem: problem ?? inBetween,
    behaviours,
    gaps,
    unconfirmed: groups.unconfirmed(),
    bugs: await bugs.confirmed(isLate),
    interrupted: !result.complete && options.isInterrupted(),
    remarks: remarksWith([...wider, ...boundRemarks(gaps), ...aboutCalls]),
    solverProblem: shared.solverProblem,
  };
}

function withFurther(once: PairSearchResult, further: PairSearchResult): PairSearchResult {
  return { ...once, complete: once.complete && further.complete, full: once.full || further.full };
}

/** What is known of a function that there was no time to search. */
export function onlyTried({ found }: Trials): ComparedFunction {
  return { ...nothingCompared, behaviours: seenBehaviours(found), remarks: [], problem: null, complete: false };
}

/** Whether it turned out that no call of a function leads to the change. */
export function isUnaffected({ problem, complete, paths, pruned, behaviours, gaps }: ComparedFunction): boolean {
  // Values that were not tried may get to it.
  if (gaps.some(({ kind }) => kind === 'unknown')) return false;
  return problem === null && complete && paths === 0 && pruned > 0 && behaviours.length === 0;
}

/** Of a function of which nothing is known but what calls have shown. */
export function seenOnly(found: readonly Witness[], problem: string): ComparedFunction {
  return { ...nothingCompared, behaviours: seenBehaviours(found), remarks: [], problem };
}

/** Whoever is given a function may call it: code that makes or hands on one that has changed is to be looked at. */
function withEscapes(directed: DirectedBy | null, escapes: Escapes | null): DirectedBy | null {
  return directed === null || escapes === null ? directed : { ...directed, head: directed.head.and(escapes.nodes) };
}

function boundRemarks(gaps: readonly Gap[]): string[] {
  const isBounded = gaps.some(({ why }) => why.kind === 'later-calls');
  return isBounded ? [`there are at most ${mostLaterCalls} further calls, one after the other`] : [];
}

const mostMoreCalls = 5_000;

/** Why calls may get to the change, though none did; null where they cannot. */
function whyMissed(inputs: PairInputs['inputs'], gaps: readonly Gap[]): string | null {
  // What nothing is said of may be more than the search has tried, such as an instance of a class far away.
  if (hasUntyped(inputs)) return 'calls lead from here to the change, but no input that was tried gets there';
  const [taken] = gaps.flatMap(({ why }) => (why.kind === 'note' ? [why.note.what] : []));
  return taken === undefined ? null : `calls lead from here to the change, but none gets there, assuming ${taken}`;
}

const nothingCompared = {
  behaviours: [],
  gaps: [],
  unconfirmed: [],
  bugs: [],
  paths: 0,
  pairs: 0,
  steps: 0,
  pruned: 0,
  complete: true,
  full: false,
  interrupted: false,
  solverProblem: null,
} as const;

/** Of a function that runs nothing but code that is the same in both versions. */
export const nothingTouched: ComparedFunction = { ...nothingCompared, pruned: 1, remarks: [], problem: null };
