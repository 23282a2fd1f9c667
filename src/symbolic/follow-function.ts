import { invariant } from '#core/diagnostics';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import { createSolver } from '#smt/chain';
import type { AnswerStore } from '#smt/persistent-link';
import { unknown, type Solver } from '#smt/solver';
import type { CoreKind } from '#smt/solver-kinds';
import { createWorld, type ExploreRequest } from './explore';
import { exploreInTurns } from './explore-in-turns';
import type { FunctionInputs } from './input-type';
import { functionInputs } from './inputs/function-inputs';
import type { Preconditions } from './inputs/preconditions';
import { typeSourceOf } from './inputs/type-source';
import type { Limits } from './limits';
import type { ModuleSource, World } from './machine';
import { TreeRecorder } from './record-tree';
import type { Observer } from './run';
import type { Searcher } from './searcher';
import type { State } from './state';

export interface FollowOptions {
  readonly limits: Partial<Limits>;
  /** Conditions on inputs from the configuration, by function: `src/a.ts#Class.method`. */
  readonly preconditions?: Preconditions;
  readonly solver: CoreKind | 'none';
  /** Keeps answers of the solver across runs. */
  readonly store: AnswerStore | null;
  /** Milliseconds after which the solver is not waited for any longer. */
  readonly lastResortMs?: number;
  /** True once there is no time left. */
  readonly expired: () => boolean;
  /** Asked between paths, with the number of those found; false ends the search. */
  readonly goesOn: (found: number) => Promise<boolean>;
  /** A search of one's own; all paths, depth first, unless told. */
  readonly search?: (world: World, inputs: FunctionInputs) => OwnSearch;
}

/** Chooses the states that are gone on with, and which of the paths are wanted. */
export interface OwnSearch {
  readonly searcher: Searcher;
  readonly observer: Observer;
  /** The ends of the paths that are wanted, asked for when the search is over. */
  ends(): readonly State[];
}

/** The paths of one function of a program, as states at their ends. */
export interface FollowedFunction {
  readonly module: ModuleIr;
  readonly fn: FunctionIr;
  readonly inputs: FunctionInputs;
  readonly world: World;
  readonly ends: readonly State[];
  /** False when paths were left unexplored. */
  readonly complete: boolean;
  readonly tree: TreeRecorder;
  /** Why the solver could not be asked; null when it could. */
  readonly solverProblem: string | null;
  /** What was done, for who wants to know. */
  readonly summary: string;
}

/** Someone is waiting: a question that takes longer is left open, and the path says so. */
const workForOneQuery = 500_000;
const patienceMs = 4_000;

/** Function of a program → its paths, over all inputs of its declared types. The solver is closed in any case. */
export async function followFunction(
  loaded: LoadedProgram,
  path: string,
  fnIndex: number,
  options: FollowOptions,
): Promise<FollowedFunction> {
  const module = loaded.module(path);
  const fn = module?.functions[fnIndex];
  invariant(module !== null && fn !== undefined, 'a function that was found by name is in its module');
  const inputs = functionInputs(typeSourceOf(loaded), fn, module, { preconditions: options.preconditions ?? {} });
  const { store, lastResortMs } = options;
  let solverProblem: string | null = null;
  const solver = createSolver({
    core: options.solver,
    ...(store === null ? {} : { store }),
    work: workForOneQuery,
    lastResortMs: lastResortMs ?? patienceMs,
    log: ({ answer }) => {
      if (answer.kind === 'unknown' && answer.reason.endsWith(' is not on the PATH')) solverProblem = answer.reason;
    },
  });
  try {
    const patient: Solver = {
      check: (query) => (options.expired() ? unknown('there is no time left') : solver.check(query)),
      close: () => solver.close(),
    };
    const world = createWorld(moduleSourceOf(loaded), patient, options.limits);
    const tree = new TreeRecorder(path, fn.index);
    const own = options.search?.(world, inputs) ?? null;
    const request: ExploreRequest = {
      world,
      path,
      fn,
      inputs,
      expired: options.expired,
      observer: own === null ? tree : inTurn(tree, own.observer),
      ...(own === null ? {} : { searcher: own.searcher }),
    };
    const explored = await exploreInTurns(request, (found) => options.goesOn(found.length));
    const { complete, steps } = explored;
    const ends = own?.ends() ?? explored.ends;
    const links = solver.stats().map(({ name, answered, seen }) => `${name} ${answered}/${seen}`);
    const { branches, queries } = world.branching;
    const summary = `${ends.length} paths, ${steps} steps, ${branches} decisions, ${queries} queries: ${links.join(', ')}`;
    return { module, fn, inputs, world, ends, complete, tree, solverProblem, summary };
  } finally {
    solver.close();
  }
}

function inTurn(first: Observer, second: Observer): Observer {
  return {
    stepped(state) {
      first.stepped?.(state);
      second.stepped?.(state);
    },
    forked(states) {
      first.forked?.(states);
      second.forked?.(states);
    },
    ended(state) {
      first.ended?.(state);
      second.ended?.(state);
    },
  };
}

export function moduleSourceOf(loaded: LoadedProgram): ModuleSource {
  return {
    module: (path) => loaded.module(path),
    resolve(fromPath, specifier) {
      const found = loaded.snapshot.resolve(fromPath, specifier);
      return found.kind === 'file' ? found.path : null;
    },
  };
}
