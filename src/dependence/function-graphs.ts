import { createHash } from 'node:crypto';
import { functionId } from '#core/ids';
import type { Program } from '#ir/program';
import type { ErrorFlow } from './error-flow';
import {
  assembleGraph,
  functionEdges,
  type FunctionEdges,
  type FunctionGraph,
  type Surroundings,
} from './function-graph';
import { decodeGraphPart, encodeGraphPart } from './graph-part';
import type { Memory } from './memory';
import type { PointerAnalysis } from './pointers';
import { vertexLayout } from './vertex-layout';

/** Raise when the graph of a function changes, or what is kept of it. */
const graphVersion = 1;

/** The dependence graphs of functions, each built when first looked at; those of a module are kept together between runs. */
export class FunctionGraphs {
  private readonly graphs: (FunctionGraph | undefined)[];
  private readonly edges: (readonly FunctionEdges[] | undefined)[] = [];
  private readonly implicitIn = new Map<number, number[]>();
  private readonly surroundings: Surroundings[] = [];

  constructor(
    private readonly program: Program,
    private readonly pointers: PointerAnalysis,
    private readonly errors: ErrorFlow,
    private readonly runsAccessor: (node: number) => boolean,
    private readonly memory: Memory | null,
  ) {
    this.graphs = Array.from({ length: program.functionCount });
    for (const { node } of pointers.calls.implicit) {
      const m = program.moduleOfNode(node as never);
      const list = this.implicitIn.get(m);
      if (list === undefined) this.implicitIn.set(m, [node - program.nodeBase[m]!]);
      else list.push(node - program.nodeBase[m]!);
    }
  }

  of(fn: number): FunctionGraph {
    return (this.graphs[fn] ??= this.build(fn));
  }

  /** Names the graphs of a module: its facts, and what the rest of the program does at its nodes. */
  keyOf(m: number, memory: Memory): string {
    const { path, calls } = this.program.modules[m]!;
    const first = this.pointers.calls.base[m]!;
    const nodes = this.program.nodeBase[m]!;
    const around = new Uint8Array(calls.count);
    for (let i = 0; i < calls.count; i++) {
      const targets = Math.min(this.pointers.calls.targetCount(first + i), 2);
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

  private build(fn: number): FunctionGraph {
    const m = this.program.moduleOfFunction[fn]!;
    const index = fn - this.program.functionBase[m]!;
    const { first, end } = this.program.callsOf(functionId(fn));
    const layout = vertexLayout(this.program.modules[m]!, index, first, end);
    const edges =
      this.memory === null
        ? functionEdges(this.program, fn, layout, this.surroundingsOf(m))
        : (this.edges[m] ??= this.edgesOf(m, this.memory))[index]!;
    return assembleGraph(layout, edges);
  }

  private edgesOf(m: number, memory: Memory): readonly FunctionEdges[] {
    const { functions } = this.program.modules[m]!;
    const key = this.keyOf(m, memory);
    const blob = memory.store.get(key);
    const known = blob === undefined ? undefined : decodeGraphPart(blob, functions.count);
    if (known !== undefined) return known;
    const surroundings = this.surroundingsOf(m);
    const built = Array.from({ length: functions.count }, (_, index) => {
      const fn = this.program.functionAt(m, index);
      const { first, end } = this.program.callsOf(fn);
      const layout = vertexLayout(this.program.modules[m]!, index, first, end);
      return functionEdges(this.program, fn, layout, surroundings);
    });
    memory.keep(key, () => encodeGraphPart(built));
    return built;
  }

  private surroundingsOf(m: number): Surroundings {
    const first = this.pointers.calls.base[m]!;
    return (this.surroundings[m] ??= {
      errors: this.errors,
      shapeOf: (index) => {
        const { targets, builtIn } = this.pointers.calls.call(first + index);
        return { opaque: targets.size === 0 || builtIn !== null, polymorphic: targets.size > 1 };
      },
      runsAccessor: this.runsAccessor,
    });
  }
}
