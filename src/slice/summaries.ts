import type { DependenceGraph } from '#dependence/dependence-graph';
import { reachBits, reachKinds } from '#dependence/callers';
import { crossings, type EdgeList } from '#dependence/edge-list';
import { edgeKinds } from '#dependence/function-graph';

/**
 * Summary edges: an argument influences the result of a call when the formal that it becomes reaches the
 * end of a callee along a same-level path. Computed for the callees that a slice meets, callees of
 * callees included; every vertex is looked at once.
 */
export class Summaries {
  /** Vertices that reach the end of their function: its exit or its error. */
  private readonly reaching: Uint8Array;
  /** Functions for which that is known. */
  private readonly known: Uint8Array;

  constructor(private readonly graph: DependenceGraph) {
    this.reaching = new Uint8Array(graph.placeBase);
    this.known = new Uint8Array(graph.program.functionCount);
  }

  /** Return nodes whose result an argument vertex influences. */
  addForward(vertex: number, edges: EdgeList): void {
    const { numbering, argumentPairs, pointers } = this.graph;
    if (this.graph.isPlace(vertex)) return;
    const call = numbering.callOf[vertex]!;
    if (call < 0 || numbering.callVertex[call] === vertex) return;
    let isReaching = false;
    for (const target of pointers.calls.targetsOf(call)) {
      this.learn(target);
      argumentPairs.eachFormal(call, vertex - numbering.receiver[call]!, target, (formal) => {
        isReaching ||= this.reaching[formal] === 1;
      });
      if (!isReaching) continue;
      edges.add(numbering.callVertex[call]! + 1, edgeKinds.summary, crossings.none);
      return;
    }
  }

  /** Argument vertices that influence the result at a return node. */
  addBackward(vertex: number, edges: EdgeList): void {
    if (this.graph.isPlace(vertex)) return;
    const call = this.callEndingAt(vertex);
    if (call < 0) return;
    for (const target of this.graph.pointers.calls.targetsOf(call)) this.learn(target);
    this.eachReachingArgument(call, (argument) => edges.add(argument, edgeKinds.summary, crossings.none));
  }

  /** The call that comes back at a vertex, −1 when none does. */
  private callEndingAt(vertex: number): number {
    const { numbering } = this.graph;
    if (vertex === 0 || !this.graph.isNode(vertex)) return -1;
    const call = numbering.callOf[vertex - 1]!;
    return call >= 0 && numbering.callVertex[call] === vertex - 1 ? call : -1;
  }

  /** Those that are known to reach the end of the caller can be left out. */
  private eachReachingArgument(call: number, visit: (argument: number) => void, onlyNew = false): void {
    const { numbering, argumentPairs, pointers } = this.graph;
    const parts = argumentPairs.partCount(call);
    for (const target of pointers.calls.targetsOf(call)) {
      for (let part = 0; part < parts; part++) {
        if (onlyNew && this.reaching[numbering.receiver[call]! + part] === 1) continue;
        argumentPairs.eachFormal(call, part, target, (formal) => {
          if (this.reaching[formal] === 1) visit(numbering.receiver[call]! + part);
        });
      }
    }
  }

  /** Backwards from the ends of a function and of all that it calls. */
  private learn(root: number): void {
    if (this.known[root] === 1) return;
    const waiting: number[] = [];
    const mark = (vertex: number): void => {
      if (this.reaching[vertex] === 1) return;
      this.reaching[vertex] = 1;
      waiting.push(vertex);
    };
    for (const fn of this.unknownFrom(root)) {
      const { exit, error } = this.graph.endsOf(fn);
      mark(exit);
      mark(error);
    }
    for (let vertex = waiting.pop(); vertex !== undefined; vertex = waiting.pop()) this.step(vertex, mark);
  }

  /** A function and those that it calls, directly or not, as far as they are new. */
  private unknownFrom(root: number): number[] {
    const { program, pointers } = this.graph;
    const found = [root];
    this.known[root] = 1;
    for (const fn of found) {
      const m = program.moduleOfFunction[fn]!;
      const { first, end } = program.callsOf(fn as never);
      for (let i = first; i < end; i++) {
        for (const target of pointers.calls.targetsOf(pointers.calls.base[m]! + i)) {
          if (this.known[target] === 1) continue;
          this.known[target] = 1;
          found.push(target);
        }
      }
    }
    return found;
  }

  private step(vertex: number, mark: (vertex: number) => void): void {
    const { program, vertexBase } = this.graph;
    const fn = this.graph.functionOf(vertex);
    const m = program.moduleOfFunction[fn]!;
    const { backOffset, source } = this.graph.moduleGraph(m);
    const first = vertexBase[program.functionBase[m]!]!;
    const end = backOffset[vertex - first + 1]!;
    for (let i = backOffset[vertex - first]!; i < end; i++) mark(first + source[i]!);
    const { firstFormal, error } = this.graph.numbering;
    if (vertex >= firstFormal[fn]! && vertex < error[fn]!) this.enterCallers(fn, vertex, mark);
    const call = this.callEndingAt(vertex);
    if (call >= 0) this.eachReachingArgument(call, mark, true);
  }

  /** A formal reaches the end: so do the arguments that become it, where the call's return does. */
  private enterCallers(fn: number, formal: number, mark: (vertex: number) => void): void {
    const { callers, numbering, argumentPairs } = this.graph;
    for (let i = callers.offset[fn]!; i < callers.offset[fn + 1]!; i++) {
      const entry = callers.entries[i]!;
      if ((entry & ((1 << reachBits) - 1)) !== reachKinds.call) continue;
      const call = entry >> reachBits;
      if (this.reaching[numbering.callVertex[call]! + 1] === 0) continue;
      for (let part = 0; part < argumentPairs.partCount(call); part++) {
        if (this.reaching[numbering.receiver[call]! + part] === 1) continue;
        argumentPairs.eachFormal(call, part, fn, (to) => {
          if (to === formal) mark(numbering.receiver[call]! + part);
        });
      }
    }
  }
}
