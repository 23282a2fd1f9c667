import type { Closure } from '#symbolic/closure';
import type { World } from '#symbolic/machine';
import type { UninterpretedFunction } from '#symbolic/uninterpreted-function';
import type { ChangeFacts } from './change-facts';
import type { FunctionPair } from './function-pair';
import type { Gap } from './gaps';
import { searchPair, type PairSearchOptions, type PairSearchResult } from './pair-search';
import type { PairWorlds } from './pair-worlds';
import type { PlainFunctions } from './plain-functions';

/** That two versions behave the same for all inputs, and what it rests on. */
export type SameProof = Pick<PairSearchResult, 'paths' | 'pairs' | 'steps' | 'pruned'> & {
  readonly remarks: readonly string[];
  /** Inputs that were left out. */
  readonly gaps: readonly Gap[];
  /** Turns of loops that were followed, where they are fewer than were asked for. */
  readonly loops?: number;
};

/**
 * Tries to show that two versions behave the same without following functions that neither version has changed, and that only
 * compute from their arguments: called with the same, they give the same. A difference that shows up so may come of results
 * that no call gives, and counts for nothing: what is followed into those functions decides. Null when nothing is shown.
 */
export async function proveSame(
  pair: FunctionPair,
  facts: ChangeFacts,
  worlds: PairWorlds,
  search: Pick<PairSearchOptions, 'loaded' | 'inputs' | 'directed' | 'escapes'>,
  {
    plain,
    strict,
    expired,
    isOver,
    isInterrupted,
  }: Pick<PairSearchOptions, 'strict' | 'expired'> & {
    readonly plain?: PlainFunctions;
    readonly isOver?: () => boolean;
    readonly isInterrupted: () => boolean;
  },
): Promise<SameProof | null> {
  if (plain === undefined) return null;
  const taken = new Set<string>();
  const without = (world: World, version: 'base' | 'head'): World => ({
    ...world,
    uninterpreted: (closure: Closure): UninterpretedFunction | null => {
      const inHead = facts.unimpacted(closure, version);
      const module = inHead === null ? null : pair.head.loaded.module(inHead.path);
      const fn = inHead === null ? undefined : module?.functions[inHead.fn];
      const result = module === null || fn === undefined ? null : plain.resultOf(module, fn);
      if (inHead === null || result === null) return null;
      taken.add(closure.fn.qualifiedName);
      return { name: `${inHead.path}#${inHead.fn}`, result };
    },
  });
  const assumed = new Set<string>();
  let isSame = true;
  const found = await searchPair({
    pair,
    worlds: { base: without(worlds.base, 'base'), head: without(worlds.head, 'head') },
    ...search,
    again: [],
    facts,
    strict,
    expired: isOver ?? expired,
    found: ({ differences, gaps }) => {
      isSame = differences.length === 0 && gaps.every(({ kind }) => kind === 'assumed');
      for (const { why } of gaps) if (why.kind === 'note') assumed.add(why.note.what);
      return Promise.resolve(isSame && !isInterrupted());
    },
  });
  if (!isSame || !found.complete || found.missed || taken.size === 0) return null;
  return {
    ...found,
    gaps: [],
    remarks: [...[...taken].map((name) => `${name} does the same in both versions`), ...assumed],
  };
}
