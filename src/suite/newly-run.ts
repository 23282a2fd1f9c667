import type { FunctionId } from '#core/ids';
import { stepToCallees } from '#dependence/call-walk';
import { isTestPath } from '#project/test-path';
import { baseToHead, changeSeeds } from '#slice/change-seeds';
import { slice } from '#slice/slice';
import type { ComparedVersions } from './load-effects';

/**
 * Functions that a test did not execute when it was recorded, and may execute since the change: called from statements that
 * the change can reach, in functions that the test executes.
 */
export class NewlyRun {
  private affected: ReadonlyMap<FunctionId, ReadonlySet<FunctionId>> | undefined;

  constructor(private readonly versions: ComparedVersions) {}

  /** In the head, by the functions that a test executed. `anywhere`: something else than the source has changed, so that any statement may be reached. */
  of(executed: ReadonlySet<FunctionId>, anywhere: boolean): ReadonlySet<FunctionId> {
    const { callGraph } = this.versions.head.graph();
    const found = new Set<FunctionId>();
    const visit = (callee: FunctionId): void => {
      if (!executed.has(callee)) found.add(callee);
    };
    this.affected ??= this.affectedCalls();
    const calleesOf = stepToCallees(callGraph);
    for (const fn of executed) {
      if (anywhere) calleesOf(fn).forEach(visit);
      else for (const callee of this.affected.get(fn) ?? []) visit(callee);
    }
    for (const fn of found) calleesOf(fn).forEach(visit);
    return found;
  }

  /** Who is called from statements that the change can reach. */
  private affectedCalls(): ReadonlyMap<FunctionId, ReadonlySet<FunctionId>> {
    const { base, head, changes } = this.versions;
    const seeds = changeSeeds(base.loaded.program, head.loaded.program, changes);
    const graph = head.graph();
    const found = new Map<FunctionId, Set<FunctionId>>();
    const nodes = new Set(slice(graph, seeds.head, { isTest: isTestPath }).hits.map(({ node }) => node));
    if (seeds.base.size > 0) {
      const toHead = baseToHead(base.loaded.program, head.loaded.program, changes);
      for (const hit of slice(base.graph(), seeds.base, { isTest: isTestPath }).hits) {
        const node = toHead(hit.node);
        if (node !== undefined) nodes.add(node);
      }
    }
    const add = (caller: FunctionId, callees: readonly FunctionId[]): void => {
      const known = found.get(caller) ?? new Set();
      for (const callee of callees) known.add(callee);
      found.set(caller, known);
    };
    for (const node of nodes) for (const { caller, callee } of graph.callGraph.callsAt(node)) add(caller, [callee]);
    const { sites, callees } = graph.callGraph.common;
    const open = new Set(sites.filter(({ site }) => nodes.has(site)).map(({ caller }) => caller));
    for (const caller of open) add(caller, callees);
    return found;
  }
}
