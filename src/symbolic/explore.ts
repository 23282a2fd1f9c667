import { invariant } from '#core/diagnostics';
import type { FunctionIr } from '#ir/cfg';
import type { Solver } from '#smt/solver';
import { Terms } from '#smt/terms';
import { initialStates, startFunction } from './begin';
import { Branching } from './branching';
import type { FunctionInputs } from './input-type';
import { Keys } from './keys';
import { language } from './language';
import { defaultLimits, type Limits } from './limits';
import { Locations } from './location';
import type { ModuleSource, World } from './machine';
import { Realm } from './realm';
import { depthFirst, type Searcher } from './searcher';
import type { Completion, State } from './state';
import { isDone, step } from './step';

export interface ExploreRequest {
  readonly world: World;
  readonly path: string;
  readonly fn: FunctionIr;
  readonly inputs: FunctionInputs;
  readonly searcher?: Searcher;
  /** True once there is no time left. */
  readonly expired?: () => boolean;
  /** Told of every fork and every end, as they happen. */
  readonly observer?: Observer;
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

/** What the states of one exploration share. */
export function createWorld(source: ModuleSource, solver: Solver, limits: Partial<Limits> = {}): World {
  const terms = new Terms();
  const keys = new Keys();
  return {
    terms,
    keys,
    realm: new Realm(terms, keys),
    locations: new Locations(),
    branching: new Branching(terms, solver),
    language,
    limits: { ...defaultLimits, ...limits },
    source,
  };
}

/** Follows a function along all its paths. */
export function explore(request: ExploreRequest): Exploration {
  const { world } = request;
  const loaded = run(world, initialStates(world, request.path), request, depthFirst());
  const started = loaded.ends.flatMap((state) => startFunction(world, state, request));
  const explored = run(world, started, request, request.searcher ?? depthFirst());
  return { ...explored, complete: explored.complete && loaded.complete, steps: explored.steps + loaded.steps };
}

/** Executes states until all have ended. */
export function run(
  world: World,
  states: readonly State[],
  { expired, observer }: Pick<ExploreRequest, 'expired' | 'observer'>,
  searcher: Searcher,
): Exploration {
  const ends: State[] = [];
  let steps = 0;
  searcher.add(states);
  for (let state = searcher.next(); state !== null; state = searcher.next()) {
    while (!isDone(state)) {
      if ((steps++ & 255) === 0 && expired?.() === true) return { ends, complete: false, steps };
      observer?.stepped?.(state);
      const siblings = step(world, state);
      if (siblings.length === 0) continue;
      const forked: readonly State[] = [state, ...siblings];
      observer?.forked?.(forked);
      searcher.add(forked);
      const chosen = searcher.next();
      invariant(chosen !== null, 'a state that was added is there');
      state = chosen;
    }
    if (state.completion?.kind === 'cut' && state.completion.reason.kind === 'contradiction') continue;
    state.completion = settledCompletion(state);
    observer?.ended?.(state);
    ends.push(state);
    if (ends.length >= world.limits.paths && searcher.open > 0) return { ends, complete: false, steps };
  }
  return { ends, complete: true, steps };
}

/** A promise that is returned counts for what it settles to. */
function settledCompletion(state: State): Completion | null {
  const { completion, promise } = state;
  if (completion?.kind === 'cut' || completion?.kind === 'throws') return completion;
  const value = completion?.value ?? (promise === null ? null : ({ kind: 'object', ref: promise } as const));
  if (value === null) return completion;
  const internal = value.kind === 'object' ? state.heap.get(value.ref)?.internal : undefined;
  if (internal?.kind !== 'promise') return completion;
  const settled = internal.promise;
  if (settled.kind === 'fulfilled') return { kind: 'returns', value: settled.value };
  if (settled.kind === 'rejected') return { kind: 'throws', error: settled.reason };
  return { kind: 'cut', reason: { kind: 'never-settles' } };
}
