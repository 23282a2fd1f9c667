import { withShortLengths } from './concrete/short-lengths';
import { termsOf } from './condition';
import type { World } from './machine';
import type { Searcher } from './searcher';
import type { Completion, State } from './state';
import { isDone, step } from './step';

export interface RunOptions {
  /** True once there is no time left. */
  readonly expired?: (() => boolean) | undefined;
  /** Told of every step, fork and end, as they happen. */
  readonly observer?: Observer | undefined;
  /** Ends a path before it executes its next node. */
  readonly stopAt?: ((state: State) => boolean) | undefined;
}

export interface Observer {
  /** A state is about to execute its node. */
  stepped?(state: State): void;
  /** One state has become several; the first is the one that was executed. */
  forked?(states: readonly State[]): void;
  ended?(state: State): void;
}

export interface Exploration {
  /** States at the ends of all paths, in the order of the search. */
  readonly ends: readonly State[];
  /** False when paths were left unexplored, for the number of paths or the time. */
  readonly complete: boolean;
  readonly steps: number;
}

/** Executes states until all have ended. */
export function run(
  world: World,
  states: readonly State[],
  { expired, observer, stopAt }: RunOptions,
  searcher: Searcher,
): Exploration {
  const ends: State[] = [];
  let steps = 0;
  searcher.add(states);
  for (let state = searcher.next(); state !== null; state = searcher.next()) {
    while (!isDone(state)) {
      if ((steps++ & 15) === 0 && expired?.() === true) return { ends, complete: false, steps };
      observer?.stepped?.(state);
      const siblings = step(world, state);
      if (siblings.length > 0) observer?.forked?.([state, ...siblings]);
      if (stopAt?.(state) === true) state.completion = { kind: 'cut', reason: { kind: 'target', at: null } };
      if (siblings.length === 0 && searcher.pauses?.(state) !== true) continue;
      searcher.add([state, ...siblings]);
      const chosen = searcher.next();
      // A searcher may find that none of the open states is worth going on with.
      if (chosen === null) return { ends, complete: true, steps };
      state = chosen;
    }
    if (state.completion?.kind === 'cut' && state.completion.reason.kind === 'contradiction') continue;
    state.completion = settledCompletion(state);
    if (state.model !== null) state.model = withShortLengths(state.model, termsOf(state.conditions));
    observer?.ended?.(state);
    ends.push(state);
    if (ends.length >= world.limits.paths && searcher.open > 0) return { ends, complete: false, steps };
  }
  return { ends, complete: true, steps };
}

/** A promise that is returned counts for what it settles to. */
export function settledCompletion(state: State): Completion | null {
  const { completion, promise } = state;
  if (completion?.kind === 'cut' || completion?.kind === 'throws') return completion;
  const value = completion?.value ?? (promise === null ? null : ({ kind: 'object', ref: promise } as const));
  if (value === null) return completion;
  const internal = value.kind === 'object' ? state.heap.get(value.ref)?.internal : undefined;
  if (internal?.kind !== 'promise') return completion;
  const settled = internal.promise;
  if (settled.kind === 'fulfilled') return { kind: 'returns', value: settled.value, promised: true };
  if (settled.kind === 'rejected') return { kind: 'throws', error: settled.reason, promised: true };
  return { kind: 'cut', reason: { kind: 'never-settles', ...(value.kind === 'object' ? { promise: value.ref } : {}) } };
}
