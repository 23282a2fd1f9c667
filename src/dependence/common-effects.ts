import { firstAtLeast } from '#ir/program';
import { readPlaces } from './property-reads';
import type { Effects, SharingGraph, VisitDefinition, VisitUse } from './sharing-graph';

/**
 * Calls of functions that variables with too many hold in common. Edges from every call to every function would be too many:
 * they meet in three shared places.
 */
export class CommonEffects implements Effects {
  constructor(private readonly graph: SharingGraph) {}

  /** A call runs one of the functions and gives it values; the end of a function gives something back. */
  definitions(module: number, define: VisitDefinition): void {
    const { shared, numbering, argumentPairs } = this.graph;
    this.eachCall(module, (call) => {
      define(numbering.callVertex[call]!, shared.common('called'));
      const first = numbering.receiver[call]!;
      for (let part = 0; part < argumentPairs.partCount(call); part++) define(first + part, shared.common('given'));
    });
    this.eachNode(module, (vertex) => {
      define(vertex, shared.common('called'));
      define(vertex, shared.common('given'));
    });
    this.eachFunction(module, (fn) => {
      define(numbering.exit[fn]!, shared.common('returned'));
      define(numbering.error[fn]!, shared.common('returned'));
    });
  }

  uses(module: number, use: VisitUse): void {
    const { shared, numbering, vertexBase } = this.graph;
    // The return of a call follows it.
    this.eachCall(module, (call) => use(numbering.callVertex[call]! + 1, readPlaces([shared.common('returned')])));
    this.eachNode(module, (vertex) => use(vertex, readPlaces([shared.common('returned')])));
    this.eachFunction(module, (fn) => {
      use(vertexBase[fn]!, readPlaces([shared.common('called')]));
      const given = readPlaces([shared.common('called'), shared.common('given')]);
      for (let formal = numbering.firstFormal[fn]!; formal < numbering.error[fn]!; formal++) use(formal, given);
    });
  }

  private eachCall(module: number, visit: (call: number) => void): void {
    const { base, open } = this.graph.pointers.calls;
    eachBetween(open, base[module]!, base[module + 1]!, visit);
  }

  private eachNode(module: number, visit: (vertex: number) => void): void {
    const { program, pointers, numbering } = this.graph;
    const first = program.nodeBase[module]!;
    const end = program.nodeBase[module + 1]!;
    eachBetween(pointers.calls.openNodes, first, end, (node) => visit(numbering.vertexOf[node]!));
  }

  private eachFunction(module: number, visit: (fn: number) => void): void {
    const { program, pointers } = this.graph;
    if (pointers.calls.open.length === 0 && pointers.calls.openNodes.length === 0) return;
    eachBetween(pointers.calls.common, program.functionBase[module]!, program.functionBase[module + 1]!, visit);
  }
}

/** The numbers of an ascending list that are at least one and below another. */
function eachBetween(list: Int32Array, first: number, end: number, visit: (found: number) => void): void {
  for (let i = firstAtLeast(list, first, list.length); i < list.length && list[i]! < end; i++) visit(list[i]!);
}
