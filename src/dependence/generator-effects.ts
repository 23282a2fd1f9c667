import { nodeId } from '#core/ids';
import { calleeKinds, functionFlags, nodeKinds } from '#ir/facts';
import type { Effects, SharingGraph, VisitAccess } from './sharing-graph';

/**
 * What a generator yields are the elements of the object that calling it gives; what its consumer passes to `next`,
 * `throw` or `return` comes out of its `yield`.
 */
export class GeneratorEffects implements Effects {
  private readonly generators: ReadonlyMap<number, number>;

  constructor(private readonly graph: SharingGraph) {
    this.generators = generatorObjects(graph);
  }

  definitions(define: VisitAccess): void {
    const { program, pointers, shared } = this.graph;
    this.eachYield((vertex, fn) => define(vertex, shared.yielded(fn)));
    for (const call of pointers.calls.all) {
      if (call.builtIn?.resumes !== true) continue;
      const { calls } = program.modules[call.module]!;
      if (calleeKinds[calls.callee[call.index]!] !== 'method') continue;
      const receiver = pointers.varBase[call.module]! + calls.target[call.index]!;
      for (const object of pointers.pointsTo.objectsOf(receiver)) {
        const fn = this.generators.get(object);
        if (fn !== undefined) define(this.graph.vertexOf(nodeId(call.node)), shared.resumed(fn));
      }
    }
  }

  uses(use: VisitAccess): void {
    this.eachYield((vertex, fn) => use(vertex, this.graph.shared.resumed(fn)));
  }

  private eachYield(visit: (vertex: number, fn: number) => void): void {
    const { program, vertexBase } = this.graph;
    for (const fn of this.generators.values()) {
      const m = program.moduleOfFunction[fn]!;
      const { functions, nodes } = program.modules[m]!;
      const index = fn - program.functionBase[m]!;
      const first = functions.firstNode[index]!;
      for (let node = 0; node < functions.nodeCount[index]!; node++) {
        if (nodeKinds[nodes.kind[first + node]!] === 'yield') visit(vertexBase[fn]! + node, fn);
      }
    }
  }
}

/** From the object that a generator function gives to the function. */
function generatorObjects({ program, pointers }: SharingGraph): Map<number, number> {
  const found = new Map<number, number>();
  program.modules.forEach(({ functions }, m) => {
    for (let index = 0; index < functions.count; index++) {
      const fn = program.functionBase[m]! + index;
      if ((functions.flags[index]! & functionFlags.generator) !== 0) found.set(pointers.objects.generator(fn), fn);
    }
  });
  return found;
}
