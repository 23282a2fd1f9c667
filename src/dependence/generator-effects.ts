import { calleeKinds, functionFlags, nodeKinds } from '#ir/facts';
import { readPlaces } from './property-reads';
import type { Effects, SharingGraph, VisitDefinition, VisitUse } from './sharing-graph';

/**
 * What a generator yields are the elements of the object that calling it gives; what its consumer passes to `next`,
 * `throw` or `return` comes out of its `yield`.
 */
export class GeneratorEffects implements Effects {
  constructor(private readonly graph: SharingGraph) {}

  definitions(module: number, define: VisitDefinition): void {
    const { program, pointers, shared } = this.graph;
    this.eachYield(module, (vertex, fn) => define(vertex, shared.yielded(fn)));
    for (let i = pointers.calls.base[module]!; i < pointers.calls.base[module + 1]!; i++) {
      const call = pointers.calls.call(i);
      if (call.builtIn?.resumes !== true) continue;
      const { calls } = program.modules[module]!;
      if (calleeKinds[calls.callee[call.index]!] !== 'method') continue;
      for (const object of pointers.pointsTo.heldBy(module, calls.target[call.index]!)) {
        const fn = pointers.objects.generatorFunction(object);
        if (fn >= 0 && this.isGenerator(fn)) define(this.graph.vertexOf(call.node), shared.resumed(fn));
      }
    }
  }

  uses(module: number, use: VisitUse): void {
    this.eachYield(module, (vertex, fn) => use(vertex, readPlaces([this.graph.shared.resumed(fn)])));
  }

  private eachYield(module: number, visit: (vertex: number, fn: number) => void): void {
    const { program, vertexBase } = this.graph;
    const { functions, nodes } = program.modules[module]!;
    for (let index = 0; index < functions.count; index++) {
      if ((functions.flags[index]! & functionFlags.generator) === 0) continue;
      const fn = program.functionBase[module]! + index;
      const first = functions.firstNode[index]!;
      for (let node = 0; node < functions.nodeCount[index]!; node++) {
        if (nodeKinds[nodes.kind[first + node]!] === 'yield') visit(vertexBase[fn]! + node, fn);
      }
    }
  }

  private isGenerator(fn: number): boolean {
    const { program } = this.graph;
    const m = program.moduleOfFunction[fn]!;
    const flags = program.modules[m]!.functions.flags[fn - program.functionBase[m]!]!;
    return (flags & functionFlags.generator) !== 0;
  }
}
