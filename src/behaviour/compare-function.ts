import { isAsMade } from '#symbolic/construct-input';
import { compareFor, type ComparisonOptions } from './compare-for-inputs';
import { isOpen, isSameBySearch, onlyByState, type ComparedFunction } from './compared-function';
import { isGuess, isOfDefault } from '#symbolic/inputs/guesses';
import { withOthers } from '#symbolic/inputs/with-others';
import type { ChangeFacts } from './change-facts';
import { type FunctionPair } from './function-pair';
import {
  mayBeCalledMeanwhile,
  nothingCalled,
  withOutsideChanges,
  withRemark,
  type OutsideChanges,
} from './changes-by-outside';
import { aboutOtherMembers } from './other-members';
import { pairInputs, type PairInputs } from './pair-inputs';
import { sourcesOf } from './pair-search';
import { withRenamedMembers } from './renamed-members';
import { SharedWorlds, type SharedWorldsOptions } from './shared-worlds';
import { type FoundBehaviour } from './seen-behaviour';
import { withUntriedClasses } from './untried-classes';

/** Two versions of a function → for which inputs they differ, each kind of difference shown by a call that was made in both. */
export async function compareFunction(
  given: FunctionPair,
  facts: ChangeFacts,
  options: ComparisonOptions,
): Promise<ComparedFunction> {
  const versions = withRenamedMembers(facts, { base: given.base.loaded, head: given.head.loaded });
  const pair: FunctionPair = {
    base: { ...given.base, loaded: versions.base },
    head: { ...given.head, loaded: versions.head },
  };
  const shared = new SharedWorlds(versions.base, versions.head, facts, {
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
  const compare: CompareHow = (how) => compareInRounds(pair, facts, shared, { ...options, ...how });
  const asMade = await compare({});
  // What is the same whatever instances hold, is so for those that other calls have worked on.
  const inAnyState = restsOnConstructors(asMade) ? await compare({ anyState: true }) : asMade;
  const isForAny = inAnyState !== asMade && isSameBySearch(inAnyState);
  const others = isForAny ? aboutOtherMembers(pair, facts) : null;
  const found = !isForAny ? asMade : others === null ? inAnyState : withRemark(inAnyState, others);
  return withoutGuesses(found, (how) => compare({ ...how, ...(isForAny ? { anyState: true } : {}) }));
}

type CompareHow = (how: Pick<ComparisonOptions, 'anyState' | 'guesses'>) => Promise<ComparedFunction>;

/** Where nothing differs for values like the first ones, for any: what callers hand in may differ then, what others put into an object is only stated. */
async function withoutGuesses(found: ComparedFunction, compare: CompareHow): Promise<ComparedFunction> {
  const isNothingShown = isSameBySearch(found) || (found.problem !== null && found.behaviours.length === 0);
  if (!found.remarks.some(isGuess)) return found;
  // Of other inputs nothing is said then that could rest on it.
  if (!isNothingShown)
    return isOpen(found) ? { ...found, remarks: found.remarks.filter((each) => !isGuess(each)) } : found;
  const open = await compare({ guesses: 'none' });
  if (isSameBySearch(open)) return open;
  if (!found.remarks.some(isOfDefault)) return found;
  const isOfDefaults = found.remarks.every((remark) => !isGuess(remark) || isOfDefault(remark));
  const called = isOfDefaults ? open : await compare({ guesses: 'of-first-values' });
  return called.behaviours.some(({ certain }) => certain) ? called : found;
}

function restsOnConstructors({ gaps, behaviours }: ComparedFunction): boolean {
  return behaviours.length === 0 && gaps.some(({ why }) => why.kind === 'note' && isAsMade(why.note));
}

/** For the inputs that types name, and for others that are asked for by what the versions do with those. */
async function compareInRounds(
  pair: FunctionPair,
  facts: ChangeFacts,
  shared: SharedWorlds,
  options: Omit<ComparisonOptions, keyof SharedWorldsOptions>,
): Promise<ComparedFunction> {
  shared.expired = options.expired;
  const declared = pairInputs(pair, options);
  const worlds = shared.worlds(declared.typedBy);
  const { untried } = worlds.head;
  if (untried !== undefined) Object.assign(untried, { keys: false, pairs: false, outside: false, called: false });
  const compare = (given: PairInputs, changes?: OutsideChanges): Promise<ComparedFunction> =>
    compareFor(given, pair, facts, shared, changes === undefined ? options : { ...options, changes });
  const { compared, inputs } = await withUntriedClasses(declared, worlds, compare, isSameBySearch);
  const isAsked = (what: 'keys' | 'pairs' | 'outside' | 'called'): boolean => untried?.[what] === true;
  const isToWiden = isSameBySearch(compared) ? isAsked('keys') : isAsked('pairs') && !isOpen(compared);
  const wider = isToWiden ? { ...inputs, inputs: withOthers(inputs.inputs) } : null;
  if (untried !== undefined) untried.pairs = false;
  const other = wider === null ? null : await compare(wider);
  const isWider = other !== null && saysMore(other, compared);
  const known = isWider ? other : other === null ? compared : withRemark(compared, noOthers);
  if (isOpen(known)) return known;
  // Elements of lists are as declared.
  const found = isWider && isAsked('pairs') ? withRemark(known, noOthers) : known;
  const tried = isWider && wider !== null ? wider : inputs;
  const changed = isAsked('outside')
    ? await withOutsideChanges(found, (changes) => compare(tried, changes), isSameBySearch)
    : found;
  const stated = isAsked('called') && mayBeCalledMeanwhile(pair, facts) ? withRemark(changed, nothingCalled) : changed;
  return isSameBySearch(stated) && stated.behaviours.some(isShownByOthers)
    ? { ...stated, problem: onlyByState }
    : stated;
}

/** Whether objects with other properties tell more of the versions than those as declared. */
function saysMore(other: ComparedFunction, declared: ComparedFunction): boolean {
  if (isSameBySearch(declared)) return isSameBySearch(other) || other.behaviours.length > 0;
  return !isOpen(other) && casesOf(other) > casesOf(declared);
}

function casesOf({ behaviours }: ComparedFunction): number {
  return behaviours.reduce((count, { differences }) => count + differences.length, 0);
}

/** By what calls of other functions that have changed left behind. */
function isShownByOthers({ witness }: FoundBehaviour): boolean {
  return witness.input.ignoresReceiver === true;
}

const noOthers = 'objects have no other properties than their types name';
