import { lowerSource } from '#ir/lower-module';
import { createSolver, type SolverOptions } from '#smt/chain';
import { createWorld, explore } from '#symbolic/explore';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import type { FunctionInputs } from '#symbolic/input-type';
import type { Limits } from '#symbolic/limits';
import type { World } from '#symbolic/machine';
import type { Exploration } from '#symbolic/run';
import type { Searcher } from '#symbolic/searcher';

export interface Explored extends Exploration {
  readonly world: World;
  readonly inputs: FunctionInputs;
}

export interface ExploreOptions {
  readonly path?: string;
  readonly limits?: Partial<Limits>;
  readonly solver?: SolverOptions;
  readonly searcher?: (world: World) => Searcher;
  /** Milliseconds after which the exploration ends incomplete, so that one generated program does not take all the time. */
  readonly budgetMs?: number;
}

/** All paths of one function of a source text. */
export function exploreSource(text: string, functionName: string, options: ExploreOptions = {}): Explored {
  const { path = 'a.ts' } = options;
  const { module, problems } = lowerSource(path, text);
  if (module === null) throw new Error(`does not parse: ${JSON.stringify(problems)}`);
  const fn = module.functions.find((candidate) => candidate.qualifiedName === functionName);
  if (fn === undefined) throw new Error(`no function ${functionName}`);
  const source = { module: (wanted: string) => (wanted === path ? module : null), resolve: () => null };
  const solver = createSolver(options.solver);
  try {
    const world = createWorld(source, solver, options.limits);
    const types = { moduleAt: source.module, resolve: () => null, ambientModules: () => [] };
    const inputs = functionInputs(types, fn, module);
    const end = performance.now() + (options.budgetMs ?? Infinity);
    const searching = options.searcher === undefined ? {} : { searcher: options.searcher(world) };
    return {
      world,
      inputs,
      ...explore({ world, path, fn, inputs, expired: () => performance.now() > end, ...searching }),
    };
  } finally {
    solver.close();
  }
}
