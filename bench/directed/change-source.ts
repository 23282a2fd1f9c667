import { compareModules } from '#change/compare-modules';
import type { FunctionChange } from '#change/change-set';
import { nodeId, type FunctionId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { affectedInFunction, impactedByContext, type AffectedSource } from '#directed/affected-source';
import { affectedSetsOfChange } from '#directed/affected-sets-of-change';
import type { AffectedRuleSet, Seed } from '#directed/derivation';
import { FunctionFlow } from '#directed/function-flow';
import { impactSets } from '#directed/impact-sets';
import { removedNodes } from '#directed/removed-nodes';
import type { Program } from '#ir/program';
import type { LoadedVersion } from './load-subject';

export interface ChangeSource {
  readonly source: AffectedSource;
  /** Counted when they are asked for: no search needs to know. */
  readonly changed: () => number;
  readonly affected: () => number;
}

/** DiSE: what the change affects in the function itself. `from` is the other version, whichever came first. */
export function affectedByChange(from: LoadedVersion, to: LoadedVersion, rules: AffectedRuleSet): ChangeSource {
  const fn = functionIdOf(to);
  const change = compareModules([from.module], [to.module]).functions.find(({ head }) => head?.fn === to.fn);
  if (change === undefined) throw new Error('a function of a compared module is in the change set');
  const base = change.base === null ? null : { program: from.loaded.program, fn: idIn(from, change.base.fn.index) };
  const sets = affectedSetsOfChange(base, { program: to.loaded.program, fn }, change.nodes, rules);
  return {
    source: affectedInFunction(fn, sets),
    changed: () => changedIn(change),
    affected: () => new Set([...sets.ACN, ...sets.AWN]).size,
  };
}

/** iDiSE: what the change impacts in all functions, by calling context. */
export function impactedByChange(
  from: LoadedVersion,
  to: LoadedVersion,
  graph: DependenceGraph,
  rules: AffectedRuleSet,
): ChangeSource {
  const { functions } = compareModules([from.module], [to.module]);
  const changes = functions.flatMap((change) => seedsOf(change, from, to, rules));
  const sets = impactSets({ program: graph.program, calls: graph.callGraph, changes, rules });
  const source = impactedByContext(sets, graph.callGraph);
  return {
    source,
    changed: () => functions.reduce((sum, change) => sum + changedIn(change), 0),
    affected: () => source.everywhere.size,
  };
}

function seedsOf(change: FunctionChange, from: LoadedVersion, to: LoadedVersion, rules: AffectedRuleSet): Seed[] {
  const { base, head, nodes } = change;
  if (head === null || change.status === 'unchanged') return [];
  const { first } = to.loaded.program.nodesOf(idIn(to, head.fn.index));
  const own = nodes.headStatus.flatMap((status, index): Seed[] =>
    status === 'changed' || status === 'added' ? [{ rule: status, node: nodeId(first + index) }] : [],
  );
  if (base === null || !nodes.baseStatus.includes('removed')) return own;
  const flow = new FunctionFlow(from.loaded.program, idIn(from, base.fn.index));
  return [...removedNodes(flow, first, nodes, rules), ...own];
}

function changedIn({ nodes }: FunctionChange): number {
  const inHead = nodes.headStatus.filter((status) => status !== 'unchanged').length;
  return inHead + nodes.baseStatus.filter((status) => status === 'removed').length;
}

export function functionIdOf(version: LoadedVersion): FunctionId {
  return idIn(version, version.fn.index);
}

function idIn({ loaded, path }: LoadedVersion, index: number): FunctionId {
  return functionAt(loaded.program, path, index);
}

function functionAt(program: Program, path: string, index: number): FunctionId {
  const moduleIndex = program.moduleIndex(path);
  if (moduleIndex === undefined) throw new Error(`${path} is not in the program`);
  return program.functionAt(moduleIndex, index);
}
