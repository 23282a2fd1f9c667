import { createHash } from 'node:crypto';
import { functionId } from '#core/ids';
import type { Program } from '#ir/program';
import type { ErrorFlow } from './error-flow';
import { assembleGraph, functionEdges, type FunctionGraph, type Surroundings } from './function-graph';
import type { Memory } from './memory';
import { decodeModuleGraph, edgesOfFunction, encodeModuleGraph, joinGraphs, type ModuleGraph } from './module-graph';
import type { PointerAnalysis } from './pointers';
import { vertexLayout, type VertexLayout } from './vertex-layout';

/** Raise when the graph of a function changes, or what is kept of it. */
const graphVersion = 5;

/** The dependence graphs of functions, built module by module when first looked at, and kept between runs. */
export class FunctionGraphs {
  private readonly graphs: (FunctionGraph | undefined)[] = [];
  private readonly modules: (ModuleGraph | undefined)[] = [];
  private readonly keys: (string | undefined)[] = [];
  private readonly implicitIn = new Map<number, number[]>();

  /** `vertexBase` is where the vertices of each function start. */
  constructor(
    private readonly program: Program,
    private readonly pointers: PointerAnalysis,
    private readonly errors: ErrorFlow,
    private readonly vertexBase: Int32Array,
    private readonly memory: Memory | null,
  ) {
    for (const node of [...pointers.calls.implicit.map((call) => call.node), ...pointers.calls.openNodes]) {
      const m = program.moduleOfNode(node as never);
      const list = this.implicitIn.get(m);
      if (list === undefined) this.implicitIn.set(m, [node - program.nodeBase[m]!]);
      else list.push(node - program.nodeBase[m]!);
    }
  }

  /** The graph of one function by itself. */
  of(fn: number): FunctionGraph {
    return (this.graphs[fn] ??= this.take(fn));
  }

  module(m: number): ModuleGraph {
    return (this.modules[m] ??= this.load(m));
  }

  /** Names the graphs of a module: its facts, and what the rest of the program does at its nodes. */
  keyOf(m: number, memory: Memory): string {
    return (this.keys[m] ??= this.makeKey(m, memory));
  }

  private makeKey(m: number, memory: Memory): string {
    const { path, calls } = this.program.modules[m]!;
    const first = this.pointers.calls.base[m]!;
    const nodes = this.program.nodeBase[m]!;
    const around = new Uint8Array(calls.count);
    for (let i = 0; i < calls.count; i++) {
      const targets = Math.min(this.targetCount(first + i), 2);
      around[i] = targets * 2 + (this.errors.surfacesAt(nodes + calls.returnNode[i]!) ? 1 : 0);
    }
    const accessors = this.implicitIn.get(m) ?? [];
    const raising = accessors.map((node) => (this.errors.surfacesAt(nodes + node) ? 1 : 0));
    const hash = createHash('sha256')
      .update(around)
      .update(JSON.stringify([accessors, raising]))
      .digest('base64url');
    return `graph${graphVersion}:${hash}:${memory.contentKey(path)}`;
  }

  /** Of a call that may run more than were found, these count as well. */
  private targetCount(call: number): number {
    const { calls } = this.pointers;
    return calls.targetCount(call) + (calls.isOpen(call) ? calls.common.length : 0);
  }

  private take(fn: number): FunctionGraph {
    const m = this.program.moduleOfFunction[fn]!;
    const functions = this.program.functionBase[m]!;
    const layout = this.layoutOf(fn);
    const first = this.vertexBase[fn]! - this.vertexBase[functions]!;
    return assembleGraph(layout, edgesOfFunction(this.module(m), fn - functions, first, layout.size));
  }

  private load(m: number): ModuleGraph {
    if (this.memory === null) return this.build(m);
    const first = this.program.functionBase[m]!;
    const end = this.program.functionBase[m + 1]!;
    const key = this.keyOf(m, this.memory);
    const blob = this.memory.store.get(key);
    const size = { vertices: this.vertexBase[end]! - this.vertexBase[first]!, functions: end - first };
    const known = blob === undefined ? undefined : decodeModuleGraph(blob, size);
    if (known !== undefined) return known;
    const built = this.build(m);
    this.memory.keep(key, () => encodeModuleGraph(built));
    return built;
  }

  private build(m: number): ModuleGraph {
    const first = this.program.functionBase[m]!;
    const end = this.program.functionBase[m + 1]!;
    const accessors = new Set(this.implicitIn.get(m));
    const calls = this.pointers.calls.base[m]!;
    const nodes = this.program.nodeBase[m]!;
    const surroundings: Surroundings = {
      errors: this.errors,
      shapeOf: (index) => {
        const { builtIn } = this.pointers.calls.call(calls + index);
        const targetCount = this.targetCount(calls + index);
        return { opaque: targetCount === 0 || builtIn !== null, polymorphic: targetCount > 1 };
      },
      runsAccessor: (node) => accessors.has(node - nodes),
    };
    const functions = Array.from({ length: end - first }, (_, index) =>
      functionEdges(this.program, first + index, this.layoutOf(first + index), surroundings),
    );
    const base = this.vertexBase[first]!;
    return joinGraphs(
      functions,
      this.vertexBase.subarray(first, end + 1).map((vertex) => vertex - base),
    );
  }

  private layoutOf(fn: number): VertexLayout {
    const { module, index } = this.program.locate(functionId(fn));
    const { first, end } = this.program.callsOf(functionId(fn));
    return vertexLayout(module, index, first, end);
  }
}
