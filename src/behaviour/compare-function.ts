import { isAsMade } from '#symbolic/construct-input';
import { compareFor, type ComparisonOptions } from './compare-for-inputs';
import { isOpen, isSameBySearch, onlyByState, type ComparedFunction } from './compared-function';
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
import { pairInputs, type PairInputs } from './pair-inputs';
import { sourcesOf } from './pair-search';
import { SharedWorlds, type SharedWorldsOptions } from './shared-worlds';
import { type FoundBehaviour } from './seen-behaviour';
import { withUntriedClasses } from './untried-classes';

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
  const found = await compareInRounds(pair, facts, shared, options);
  if (!restsOnConstructors(found)) return found;
  // What is the same whatever instances hold, is so for those that other calls have worked on.
  const proved = await compareInRounds(pair, facts, shared, { ...options, anyState: true });
  return isSameBySearch(proved) ? proved : found;
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

const noOthers = 'objects have no other properties than their types name';
