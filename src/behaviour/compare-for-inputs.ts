import type { Guesses } from '#symbolic/inputs/guesses';
import { nothingCompared, type ComparedFunction } from './compared-function';
import type { Replayer } from '#replay/replay';
import type { Preconditions } from '#symbolic/inputs/preconditions';
import type { Site } from '#symbolic/site';
import { afterLoading } from './after-loading';
import {
  allTaken,
  asInCallsShown,
  leftAlone,
  isAboutCallers,
  onlyFirst,
  unchanged,
  undisturbed,
  unseen,
} from './about-calls';
import { BugsFound } from './bugs-found';
import type { ChangeFacts } from './change-facts';
import { functionOf, type FunctionPair } from './function-pair';
import { madeByMembers } from './made-by-members';
import { DescribedVersions } from './describe-version';
import { type OutsideChanges } from './changes-by-outside';
import { GroupedDifferences } from './grouped-differences';
import { calledAgain, changedInBetween, leftOtherwise, seesVariables, takenForGranted } from './called-again';
import { keepsApart, takesObjects } from './kept-apart';
import type { PairWorlds } from './pair-worlds';
import { hasUntyped, leftOut, neverTried, takenWider, type PairInputs } from './pair-inputs';
import type { Gap } from './gaps';
import {
  areAlwaysAlike,
  searchPair,
  startedFirst,
  type DirectedBy,
  type PairSearchOptions,
  type PairSearchResult,
} from './pair-search';
import { exportedState } from './exported-state';
import type { Escapes, EscapingCode } from './escaping-code';
import { keepsSomething } from './keeps-something';
import { ownExports } from './own-exports';
import type { PlainFunctions } from './plain-functions';
import { proveSame } from './prove-same';
import { JudgedCalls, type RecordedCalls } from './recorded-calls';
import type { BegunPair, SharedWorlds, SharedWorldsOptions } from './shared-worlds';
import { sameWithin } from './same-within';
import { looksBetween } from './looks-between';
import { showsAmid, showsBetween } from './seen-amid';
import { seenBehaviours, type FoundBehaviour } from './seen-behaviour';
import type { Trials } from './trials/trials';
import { waitsAmid } from './waits-amid';
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
  /** Instances are in any state that their types allow: a proof is looked for, and nothing that a run could show. */
  readonly anyState?: true;
  /** What is taken for a type where only a first value says something: all, unless it says otherwise. */
  readonly guesses?: Guesses;
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

function withDistrust(
  { base, head }: PairWorlds,
  begun: BegunPair,
  { changes, directed, anyState }: Pick<ComparisonOptions, 'changes' | 'directed' | 'anyState'>,
): PairWorlds {
  const mayGiveOthers = 'loaded' in begun && begun.mayGiveOthers();
  const distrust = {
    mayGiveOthers,
    ...(changes === undefined ? {} : { outsideChanges: changes }),
    ...(anyState === undefined ? {} : { anyState }),
  };
  const mayRunChange = (site: Site): boolean => directed?.head.callMayRun(site, head.keys) === true;
  return { base: { ...base, ...distrust }, head: { ...head, ...distrust, mayRunChange } };
}

/** Two versions of a function, for inputs that are given. */
export async function compareFor(
  inputs: PairInputs,
  pair: FunctionPair,
  facts: ChangeFacts,
  shared: SharedWorlds,
  options: Omit<ComparisonOptions, keyof SharedWorldsOptions>,
): Promise<ComparedFunction> {
  const { strict, expired } = options;
  const begun = shared.load(pair);
  const worlds = withDistrust(shared.worlds(inputs.typedBy), begun, options);
  // Then nothing but a proof is looked for.
  const isProof = options.changes === 'all' || options.anyState === true;
  const toBase = (path: string): string => facts.toBase(path);
  const witnesses = new Witnesses(pair, worlds.head, inputs.inputs, options.replayers, strict, toBase);
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
  const problem = missed ?? neverTried(inputs.inputs, pair) ?? (isCut ? null : endless(once, gaps));
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
  const isKept = again.length > 0 && !areAlwaysAlike(versions, again);
  // Others may have changed what it sees before it is called, where it is not known how to call it after them.
  const isCalledAgain = again.some(({ fn }) => fn === pair.head.index);
  const isFirstOnly = isAlike
    ? isSettled && !isCalledAgain && (again.length > 0 || keeps !== false || seesVariables(pair))
    : calledAgain(pair, worlds, loaded, keeps === true).length > 0;
  // Also where no call gets to the change as modules are loaded: it may when other code has changed what they hold.
  const isCompared = isSettled && (once.paths > 0 || again.length > 0 || once.missed);
  const others = isCompared ? changedInBetween(pair, again, facts) : [];
  const kept = isCompared
    ? [...exportedState(pair, worlds, loaded, facts), ...ownExports(pair, worlds, loaded, facts)]
    : [];
  const aboutCalls = [
    ...(isFirstOnly ? [onlyFirst] : []),
    ...(isCompared ? takenForGranted(pair.head, again, others, kept) : []),
    ...(isCompared && waitsAmid(pair) ? [undisturbed] : []),
    ...(isCompared && showsAmid(pair) ? [unseen] : []),
    ...(isCompared && showsBetween(pair) ? [allTaken] : []),
    ...(isCompared && looksBetween(pair) ? [leftAlone] : []),
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
  const shown = await madeByMembers(groups.behaviours(isLate), trials?.found ?? [], {
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
    remarks: remarksWith([
      ...wider,
      ...boundRemarks(gaps),
      ...aboutCalls,
      ...(groups.restOnOutside ? [asInCallsShown] : []),
    ]),
    solverProblem: shared.solverProblem,
  };
}

function withFurther(once: PairSearchResult, further: PairSearchResult): PairSearchResult {
  return { ...once, complete: once.complete && further.complete, full: once.full || further.full };
}

/** Whoever is given a function may call it: code that makes or hands on one that has changed is to be looked at. */
function withEscapes(directed: DirectedBy | null, escapes: Escapes | null): DirectedBy | null {
  return directed === null || escapes === null ? directed : { ...directed, head: directed.head.and(escapes.nodes) };
}

function boundRemarks(gaps: readonly Gap[]): string[] {
  const calls = gaps.flatMap(({ why }) => (why.kind === 'later-calls' ? [why.most] : []));
  const most = Math.min(...calls);
  if (calls.length === 0) return [];
  if (most === 0) return ['there are no further calls'];
  return [
    most === 1 ? 'there is at most 1 further call' : `there are at most ${most} further calls, one after the other`,
  ];
}

/** Why nothing is known where all paths go on beyond the bounds: the same up to these would be the same for no input. */
function endless({ paths, pairs, pruned }: PairSearchResult, gaps: readonly Gap[]): string | null {
  const isCut = paths > 0 && pairs === 0 && pruned === 0 && gaps.some(({ kind }) => kind === 'bound');
  return isCut ? 'no call that was followed ends within the bounds' : null;
}

const mostMoreCalls = 5_000;

/** Why calls may get to the change, though none did; null where they cannot. */
function whyMissed(inputs: PairInputs['inputs'], gaps: readonly Gap[]): string | null {
  // What nothing is said of may be more than the search has tried, such as an instance of a class far away.
  if (hasUntyped(inputs)) return 'calls lead from here to the change, but no input that was tried gets there';
  const taken = gaps
    .flatMap(({ why }) => (why.kind === 'note' ? [why.note.what] : []))
    .find((what) => !isAboutCallers(what));
  return taken === undefined ? null : `calls lead from here to the change, but none gets there, assuming ${taken}`;
}
