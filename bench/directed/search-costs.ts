import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import { createDirectedSearch, type DirectedInput } from '#directed/create-directed-search';
import type { DirectedSearch } from '#directed/directed-search';
import type { AffectedRuleSet } from '#directed/derivation';
import { createSolver } from '#smt/chain';
import { createWorld, explore } from '#symbolic/explore';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import type { World } from '#symbolic/machine';
import { listed } from '#symbolic/state';
import { fullSearch } from '../../tests/directed/full-search';
import { processorMs } from '../stopwatch';
import { affectedByChange, functionIdOf, impactedByChange, type ChangeSource } from './change-source';
import type { LoadedVersion } from './load-subject';

/** What a search took. */
export interface SearchCost {
  /** Processor time, with what had to be found out about the change first. */
  readonly milliseconds: number;
  /** Nodes that were executed on some path: those of the symbolic execution tree. */
  readonly states: number;
  readonly pathConditions: number;
}

export interface DirectedCost extends SearchCost {
  readonly changed: number;
  readonly affected: number;
  /** Constraints of the path conditions by where they come from: affected conditions, and others. */
  readonly constraints: { readonly affected: number; readonly others: number };
}

export interface Technique {
  readonly name: 'DiSE' | 'iDiSE';
  readonly rules: AffectedRuleSet;
  readonly pruning: 'exact' | 'published';
}

/** All paths of one version, without regard to a change. */
export function fullCost(version: LoadedVersion, states: number): SearchCost {
  const start = processorMs();
  const pathConditions = withWorld(version, (world, inputs) => {
    const { ends, complete } = explore({ world, path: version.path, fn: version.fn, inputs });
    if (!complete) throw new Error(`${version.path} has more paths than the limits allow`);
    return ends.length;
  });
  const milliseconds = processorMs() - start;
  return { milliseconds, pathConditions, states };
}

/** Only paths that the change between the two versions affects, in one of them. */
export function directedCost(other: LoadedVersion, version: LoadedVersion, technique: Technique): DirectedCost {
  const start = processorMs();
  const { graph, source, changed, affected } = lookAhead(other, version, technique);
  const search = withWorld(version, (world, inputs) => {
    const entry = { fn: functionIdOf(version), inputs };
    return run(
      version,
      createDirectedSearch({ world, graph, entry, source, pruning: technique.pruning }),
      world,
      inputs,
    );
  });
  const milliseconds = processorMs() - start;
  const conditions = search.paths.flatMap(({ state }) => listed(state.conditions).map(({ condition }) => condition));
  const onAffected = conditions.filter((condition) => search.isAffected(condition)).length;
  return {
    milliseconds,
    states: search.states,
    pathConditions: search.paths.length,
    changed: changed(),
    affected: affected(),
    constraints: { affected: onAffected, others: conditions.length - onAffected },
  };
}

/**
 * How long it takes to find out about the change before the search can begin. Taken by itself: to ask for the time costs a
 * twentieth of such a search.
 */
export function aheadMs(other: LoadedVersion, version: LoadedVersion, technique: Technique): number {
  const start = processorMs();
  lookAhead(other, version, technique);
  return processorMs() - start;
}

function lookAhead(
  other: LoadedVersion,
  version: LoadedVersion,
  { name, rules }: Technique,
): ChangeSource & { readonly graph: DependenceGraph } {
  const graph = buildDependenceGraph(version.loaded.program, () => ({ kind: 'unresolved' }));
  const source =
    name === 'DiSE' ? affectedByChange(other, version, rules) : impactedByChange(other, version, graph, rules);
  return { ...source, graph };
}

type Inputs = DirectedInput['entry']['inputs'];

function run({ path, fn }: LoadedVersion, search: DirectedSearch, world: World, inputs: Inputs): DirectedSearch {
  const { complete } = explore({ world, path, fn, inputs, searcher: search, observer: search });
  if (!complete) throw new Error(`${path} has more paths than the limits allow`);
  return search;
}

/** Of a full search, counted by the same eyes as those of a directed one, and outside of the time that it is given. */
export function countStates(version: LoadedVersion): number {
  const graph = buildDependenceGraph(version.loaded.program, () => ({ kind: 'unresolved' }));
  const { source } = affectedByChange(version, version, 'published');
  return withWorld(version, (world, inputs) => {
    const entry = { fn: functionIdOf(version), inputs };
    return run(version, fullSearch({ world, graph, entry, source }), world, inputs).states;
  });
}

function withWorld<Result>(
  { loaded, module, fn }: LoadedVersion,
  action: (world: World, inputs: Inputs) => Result,
): Result {
  const solver = createSolver();
  try {
    const world = createWorld({ module: (path) => loaded.module(path), resolve: () => null }, solver);
    return action(world, functionInputs(typeSourceOf(loaded), fn, module));
  } finally {
    solver.close();
  }
}
