import { setImmediate } from 'node:timers/promises';
import { invariant } from '#core/diagnostics';
import type { FunctionId } from '#core/ids';
import { createDirectedSearch, type DirectedInput, type Goal } from '#directed/create-directed-search';
import type { DirectedSearch } from '#directed/directed-search';
import type { LoadedProgram } from '#ir/load-program';
import type { Observed } from '#replay/observed';
import type { ReplayOutcome } from '#replay/outcome';
import { Replayer } from '#replay/replay';
import { runInBatches } from '#replay/run-in-batches';
import type { ReplayInput } from '#replay/write-input';
import { EffectDescriber, type DescribedEffect } from '#symbolic/describe-effects';
import { describePath, type DescribedPath } from '#symbolic/describe-path';
import { followFunction, type FollowedFunction, type FollowOptions, type OwnSearch } from '#symbolic/follow-function';
import type { Condition } from '#symbolic/condition';
import type { FunctionInputs } from '#symbolic/input-type';
import type { World } from '#symbolic/machine';
import { withPlainModel } from '#symbolic/plain-model';
import { ImpliedConditions } from '#symbolic/implied-conditions';
import type { Limits } from '#symbolic/limits';
import { listed } from '#symbolic/state';

/** Why paths are missing. */
export type StopReason = 'interrupted' | 'budget' | 'paths';

export interface PathSearch extends Pick<FollowOptions, 'preconditions' | 'solver' | 'store' | 'lastResortMs'> {
  readonly limits: Pick<Limits, 'loops' | 'depth' | 'paths'>;
  /** Run an input of every path on the engine. */
  readonly replay: boolean;
  /** True once there is no time left for the search; what is left then is for running the inputs. */
  readonly searchExpired: () => boolean;
  readonly expired: () => boolean;
  readonly isInterrupted: () => boolean;
  readonly onProgress?: (stage: string, done: number, total: number) => void;
  /** Only what a change affects. */
  readonly directed?: DirectedPaths;
}

/** What is looked for, and where the change affects the program. */
export interface DirectedPaths extends Pick<DirectedInput, 'graph' | 'source'> {
  readonly fn: FunctionId;
  readonly goal: Goal;
  readonly pruning: 'exact' | 'published';
}

/** A path with what it does and what the engine makes of it. */
export interface FoundPath {
  readonly described: DescribedPath;
  /** By their place in the list: conditions that the others say already. */
  readonly implied: ReadonlySet<number>;
  /** By their place in the list: conditions that were decided where the change affects the program. */
  readonly affected: ReadonlySet<number>;
  readonly effects: readonly DescribedEffect[];
  /** What variables of the function's module must hold afterwards. */
  readonly moduleState: ReadonlyMap<string, Observed>;
  readonly replay: RunOfPath;
}

/** What the engine did, or why it was not asked. */
export type RunOfPath =
  { readonly kind: 'run'; readonly outcome: ReplayOutcome } | { readonly kind: 'not-run'; readonly reason: string };

export interface FoundPaths {
  readonly followed: FollowedFunction;
  readonly paths: readonly FoundPath[];
  /** Null when there is no function to begin with: its module cannot be loaded. */
  readonly effects: EffectDescriber | null;
  /** Null when no path was left unexplored. */
  readonly stopped: StopReason | null;
  /** What the search did, when it was for what a change affects. */
  readonly directed: DirectedSearch | null;
}

/** A function of a program → its paths, each with an input that was run on the real engine. */
export async function findPaths(
  loaded: LoadedProgram,
  path: string,
  fnIndex: number,
  search: PathSearch,
): Promise<FoundPaths> {
  let directed: DirectedSearch | null = null;
  const { directed: change } = search;
  const ownSearch = (world: World, inputs: FunctionInputs): OwnSearch => {
    invariant(change !== undefined, 'a directed search is for a change');
    const { fn, ...rest } = change;
    const made = createDirectedSearch({ world, entry: { fn, inputs }, ...rest });
    directed = made;
    return { searcher: made, observer: made, ends: () => made.paths.map(({ state }) => state) };
  };
  const followed = await followFunction(loaded, path, fnIndex, {
    ...search,
    ...(change === undefined ? {} : { search: ownSearch }),
    // What is true of turns of a loop is true of the lengths that are tried.
    limits: { ...search.limits, elements: search.limits.loops },
    expired: search.searchExpired,
    goesOn: async (found) => {
      search.onProgress?.(`follow paths: ${found} found`, 0, 0);
      await setImmediate();
      return !search.isInterrupted() && !search.searchExpired();
    },
  });
  const { world, tree, fn, inputs } = followed;
  const searched = directed as DirectedSearch | null;
  const effects = tree.start === null ? null : new EffectDescriber(world, tree.start, path);
  const implied = new ImpliedConditions(world);
  const described = followed.ends.map((end) => {
    const plain = withPlainModel(end);
    return { end, plain, path: describePath(world, plain, { name: fn.qualifiedName, inputs }) };
  });
  const runs = await runAll(
    loaded,
    followed,
    described.map(({ path: each }) => each),
    search,
  );
  const paths = described.map(({ end, plain, path: each }, index): FoundPath => {
    const isSeen = effects !== null && each.outcome.kind !== 'cut';
    const said = search.expired() ? new Set() : implied.of(end);
    const conditions = listed(end.conditions).map(({ condition }) => condition);
    const places = (isMeant: (condition: Condition) => boolean): ReadonlySet<number> =>
      new Set(conditions.flatMap((condition, at) => (isMeant(condition) ? [at] : [])));
    return {
      described: each,
      implied: places((condition) => said.has(condition)),
      affected: places((condition) => searched?.isAffected(condition) === true),
      effects: isSeen ? effects.effects(end, tree.writtenBefore(end)) : [],
      moduleState: isSeen ? effects.predictedState(plain) : new Map<string, Observed>(),
      replay: runs[index] ?? { kind: 'not-run', reason: 'there was no time left' },
    };
  });
  return {
    followed,
    paths,
    effects,
    directed: searched,
    stopped: followed.complete ? null : stopReason(followed, search),
  };
}

function stopReason({ ends }: FollowedFunction, search: PathSearch): StopReason {
  if (search.isInterrupted()) return 'interrupted';
  return ends.length >= search.limits.paths ? 'paths' : 'budget';
}

async function runAll(
  { snapshot }: LoadedProgram,
  { module, fn }: FollowedFunction,
  described: readonly DescribedPath[],
  search: PathSearch,
): Promise<readonly RunOfPath[]> {
  if (!search.replay) return described.map(() => ({ kind: 'not-run', reason: 'it was not asked for' }));
  const inputs = described.flatMap(({ input }): ReplayInput[] => (input === null ? [] : [input]));
  const replayer = new Replayer(replayLimits);
  try {
    const target = { files: snapshot, path: module.path, functionName: fn.qualifiedName };
    const outcomes = await runInBatches(replayer, target, inputs, {
      goesOn: () => !search.isInterrupted() && !search.expired(),
      onProgress: (done, total) => search.onProgress?.('run inputs', done, total),
    });
    let next = 0;
    return described.map(({ input }): RunOfPath => {
      if (input === null) return { kind: 'not-run', reason: 'no input is known' };
      const outcome = outcomes[next++];
      if (outcome !== undefined) return { kind: 'run', outcome };
      return { kind: 'not-run', reason: search.isInterrupted() ? 'it was interrupted' : 'there was no time left' };
    });
  } finally {
    await replayer.dispose();
  }
}

const replayLimits = { timeoutMs: 2_000, memoryMb: 256 };
