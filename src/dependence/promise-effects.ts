import { accessWidth, modes, places } from '#ir/facts';
import { firstAtLeast } from '#ir/program';
import { readPlaces } from './property-reads';
import type { Effects, SharingGraph, VisitDefinition, VisitUse } from './sharing-graph';

/**
 * `new Promise((resolve, reject) => …)` gives what `resolve` and `reject` are called with. Every node that uses one of
 * them is taken to settle the promise, since handing it on (`setTimeout(resolve, 10)`) does so, too; and so does every call that may
 * run one which was kept.
 */
export class PromiseEffects implements Effects {
  private known: Map<number, Map<number, number[]>> | undefined;
  private settled: ReadonlyMap<number, readonly (readonly [call: number, promise: number])[]> | undefined;

  constructor(private readonly graph: SharingGraph) {}

  definitions(module: number, define: VisitDefinition): void {
    this.callsThatSettle(module, define);
    const { program } = this.graph;
    const settlers = this.settlers().get(module);
    if (settlers === undefined) return;
    const { nodes, accesses } = program.modules[module]!;
    for (let node = 0; node < nodes.count; node++) {
      for (let at = accesses.offset[node]!; at < accesses.offset[node + 1]!; at += accessWidth) {
        if (accesses.words[at] !== modes.use || accesses.words[at + 2] !== places.binding) continue;
        const promises = settlers.get(accesses.words[at + 3]!) ?? [];
        const vertex = this.graph.vertexOf(program.nodeAt(module, node));
        for (const promise of promises) define(vertex, promise);
      }
    }
  }

  private callsThatSettle(module: number, define: VisitDefinition): void {
    const { shared, pointers } = this.graph;
    for (const [call, promise] of this.settledIn().get(module) ?? [])
      define(this.graph.vertexOf(pointers.calls.call(call).node), shared.settled(promise));
  }

  uses(module: number, use: VisitUse): void {
    const { shared, pointers } = this.graph;
    const { calls } = pointers;
    const { settling, base } = calls;
    for (let i = firstAtLeast(settling, base[module]!, settling.length); settling[i]! < base[module + 1]!; i++) {
      const vertex = this.graph.vertexOf(calls.call(settling[i]!).returnNode);
      const certain = [shared.settled(settling[i]!)];
      if (calls.isOpen(settling[i]!)) certain.push(shared.common('settled'));
      use(vertex, readPlaces(certain));
    }
  }

  /** Per module: its calls that settle a promise, each with the call that made that. */
  private settledIn(): ReadonlyMap<number, readonly (readonly [call: number, promise: number])[]> {
    if (this.settled !== undefined) return this.settled;
    const { calls } = this.graph.pointers;
    const found = new Map<number, [number, number][]>();
    for (let i = 0; i < calls.settled.length; i += 2) {
      const call = calls.settled[i]!;
      const { module } = calls.site(call);
      const inModule = found.get(module) ?? [];
      found.set(module, inModule);
      inModule.push([call, calls.settled[i + 1]!]);
    }
    this.settled = found;
    return found;
  }

  /** Per module: the parameters of executors, and the places of what the promises are settled with. */
  private settlers(): Map<number, Map<number, number[]>> {
    if (this.known !== undefined) return this.known;
    const { program, shared } = this.graph;
    const { calls } = this.graph.pointers;
    const found = new Map<number, Map<number, number[]>>();
    const settle = (executor: number, promise: number): void => {
      const m = program.moduleOfFunction[executor]!;
      const { firstParam, params } = program.modules[m]!.functions;
      const local = executor - program.functionBase[m]!;
      const inModule = found.get(m) ?? new Map<number, number[]>();
      found.set(m, inModule);
      for (let i = firstParam[local]!; i < firstParam[local + 1]!; i++) {
        inModule.set(params[i]!, [...(inModule.get(params[i]!) ?? []), promise]);
      }
    };
    for (const index of calls.settling) {
      for (const executor of calls.callbacksOf(index)) settle(executor, shared.settled(index));
    }
    if (calls.settling.some((index) => calls.isOpen(index)))
      for (const executor of calls.common) settle(executor, shared.common('settled'));
    this.known = found;
    return found;
  }
}
