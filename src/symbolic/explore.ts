import type { FunctionIr } from '#ir/cfg';
import { withDatesExpanded } from '#smt/expanded-dates';
import { withRegExpsRelated } from '#smt/related-regexps';
import { withEqualsUnified } from '#smt/unified-equals';
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
import { withPreconditions } from './preconditions';
import { run, type Exploration, type Observer } from './run';
import { depthFirst, type Searcher } from './searcher';

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

/** What the states of one exploration share. */
export function createWorld(source: ModuleSource, solver: Solver, limits: Partial<Limits> = {}): World {
  const terms = new Terms();
  const keys = new Keys();
  return {
    terms,
    keys,
    realm: new Realm(terms, keys),
    locations: new Locations(),
    branching: new Branching(
      terms,
      withEqualsUnified(terms, withRegExpsRelated(terms, withDatesExpanded(terms, solver))),
    ),
    language,
    limits: { ...defaultLimits, ...limits },
    source,
  };
}

/** Follows a function along all its paths. */
export function explore(request: ExploreRequest): Exploration {
  const { world } = request;
  const loaded = run(world, initialStates(world, request.path), request, depthFirst());
  const started = loaded.ends
    .flatMap((state) => withPreconditions(world, state, request.path, request.inputs))
    .flatMap((state) => startFunction(world, state, request));
  const explored = run(world, started, request, request.searcher ?? depthFirst());
  // Every function has a path: without any, no instance could be made that it is called with.
  const complete = explored.complete && loaded.complete && (explored.ends.length > 0 || request.searcher !== undefined);
  return { ...explored, complete, steps: explored.steps + loaded.steps };
}
