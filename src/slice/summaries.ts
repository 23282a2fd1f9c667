import { Worklist } from '#core/worklist';
import type { FunctionId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';

/**
 * Summary edges: an argument influences the result of a call when the formal that it becomes reaches the
 * end of a callee along a same-level path. Computed for the callees that a slice meets, callees of
 * callees included, to a fixpoint over recursion.
 */
export class Summaries {
  /** Per function: which formals (vertex offsets) reach its exit or its error. */
  private readonly reaching = new Map<number, Set<number>>();

  constructor(private readonly graph: DependenceGraph) {}

  /** Return nodes whose result an argument vertex influences. */
  forward(vertex: number, visit: (returnVertex: number) => void): void {
    const call = this.callOf(vertex);
    if (call === undefined) return;
    for (const target of call.targets) {
      const reaching = this.of(target);
      this.graph.argumentPairs(call, target, (argument, formal) => {
        if (argument === vertex && reaching.has(formal - this.graph.vertexBase[target]!))
          visit(this.graph.vertexOf(call.returnNode as never));
      });
    }
  }

  /** Argument vertices that influence the result at a return node. */
  backward(vertex: number, visit: (argument: number) => void): void {
    if (this.graph.isPlace(vertex) || !this.graph.isNode(vertex)) return;
    const node = this.graph.nodeOf(vertex);
    const call = this.graph.callsAt(node - 1);
    if (call === undefined || call.returnNode !== node) return;
    this.argumentsOf(call, visit);
  }

  private argumentsOf(
    call: NonNullable<ReturnType<DependenceGraph['callsAt']>>,
    visit: (argument: number) => void,
  ): void {
    for (const target of call.targets) {
      const reaching = this.of(target);
      this.graph.argumentPairs(call, target, (argument, formal) => {
        if (reaching.has(formal - this.graph.vertexBase[target]!)) visit(argument);
      });
    }
  }

  private callOf(vertex: number): ReturnType<DependenceGraph['callsAt']> {
    if (this.graph.isPlace(vertex) || this.graph.isNode(vertex)) return undefined;
    return this.graph.callsAt(this.graph.nodeOf(vertex));
  }

  private of(fn: number): ReadonlySet<number> {
    const known = this.reaching.get(fn);
    if (known !== undefined) return known;
    this.compute(fn);
    return this.reaching.get(fn) ?? new Set();
  }

  private compute(root: number): void {
    const { callGraph, program } = this.graph;
    const members = new Set<number>([root]);
    for (const fn of members) {
      for (const edge of callGraph.callsFrom(fn as FunctionId))
        if (edge.kind === 'call' && !this.reaching.has(edge.callee)) members.add(edge.callee);
    }
    for (const fn of members) this.reaching.set(fn, new Set());
    // Callees before callers, as far as recursion allows: fewer rounds.
    const work = new Worklist(program.functionCount, [...members].reverse());
    for (let fn = work.pop(); fn !== undefined; fn = work.pop()) {
      if (!this.grow(fn)) continue;
      for (const edge of callGraph.callsTo(fn as FunctionId)) if (members.has(edge.caller)) work.push(edge.caller);
    }
  }

  /** Backwards from the ends of one function; true when more formals reach them than before. */
  private grow(fn: number): boolean {
    const { graph } = this;
    const { layout, graph: edges } = graph.graphOf(fn);
    const base = graph.vertexBase[fn]!;
    const found = this.reaching.get(fn) ?? new Set<number>();
    const before = found.size;
    const exit = graph.program.exitOf(fn as FunctionId) - graph.program.nodesOf(fn as FunctionId).first;
    const seen = new Uint8Array(layout.size);
    const stack = [exit, layout.errorOut];
    seen[exit] = 1;
    seen[layout.errorOut] = 1;
    const backwards = edges.reverse();
    const push = (vertex: number): void => {
      if (seen[vertex] === 1) return;
      seen[vertex] = 1;
      stack.push(vertex);
    };
    for (let vertex = stack.pop(); vertex !== undefined; vertex = stack.pop()) {
      if (vertex >= layout.firstFormal && vertex < layout.errorOut) found.add(vertex);
      backwards.forEachSuccessor(vertex, push);
      const call = vertex < layout.nodeCount ? layout.callAtNode.get(vertex - 1) : undefined;
      const resolved =
        call === undefined ? undefined : graph.callsAt(graph.program.nodesOf(fn as FunctionId).first + vertex - 1);
      if (resolved === undefined) continue;
      for (const target of resolved.targets) {
        const reaching = this.reaching.get(target);
        if (reaching === undefined) continue;
        graph.argumentPairs(resolved, target, (argument, formal) => {
          if (reaching.has(formal - graph.vertexBase[target]!)) push(argument - base);
        });
      }
    }
    this.reaching.set(fn, found);
    return found.size > before;
  }
}
