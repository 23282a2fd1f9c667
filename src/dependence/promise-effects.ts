import { nodeId } from '#core/ids';
import { accessWidth, modes, places } from '#ir/facts';
import type { ResolvedCall } from './pointers';
import type { Effects, SharingGraph, VisitAccess } from './sharing-graph';

/**
 * `new Promise((resolve, reject) => …)` gives what `resolve` and `reject` are called with. Every node that uses one of
 * them is taken to settle the promise, since handing it on (`setTimeout(resolve, 10)`) does so, too.
 */
export class PromiseEffects implements Effects {
  constructor(private readonly graph: SharingGraph) {}

  definitions(define: VisitAccess): void {
    const { program, shared } = this.graph;
    for (const [m, settlers] of this.settlers()) {
      const { nodes, accesses } = program.modules[m]!;
      for (let node = 0; node < nodes.count; node++) {
        for (let at = accesses.offset[node]!; at < accesses.offset[node + 1]!; at += accessWidth) {
          if (accesses.words[at] !== modes.use || accesses.words[at + 2] !== places.binding) continue;
          const promises = settlers.get(accesses.words[at + 3]!) ?? [];
          const vertex = this.graph.vertexOf(program.nodeAt(m, node));
          for (const promise of promises) define(vertex, shared.settled(promise));
        }
      }
    }
  }

  uses(use: VisitAccess): void {
    for (const call of this.made()) {
      use(this.graph.vertexOf(nodeId(call.returnNode)), this.graph.shared.settled(call.node));
    }
  }

  /** Per module: the parameters of executors, and the calls `new Promise` that they belong to. */
  private settlers(): Map<number, Map<number, number[]>> {
    const { program } = this.graph;
    const found = new Map<number, Map<number, number[]>>();
    for (const call of this.made()) {
      for (const executor of call.callbacks) {
        const m = program.moduleOfFunction[executor]!;
        const { firstParam, params } = program.modules[m]!.functions;
        const index = executor - program.functionBase[m]!;
        const inModule = found.get(m) ?? new Map<number, number[]>();
        found.set(m, inModule);
        for (let i = firstParam[index]!; i < firstParam[index + 1]!; i++) {
          inModule.set(params[i]!, [...(inModule.get(params[i]!) ?? []), call.node]);
        }
      }
    }
    return found;
  }

  private made(): ResolvedCall[] {
    return this.graph.pointers.calls.all.filter((call) => call.builtIn?.settles === true);
  }
}
