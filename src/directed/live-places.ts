import { nodeId, type FunctionId, type NodeId } from '#core/ids';
import type { CallGraph } from '#dependence/call-graph';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import { eachExpr } from '#ir/operands';
import type { CallingContext } from './calling-context';
import type { PossibleCalls } from './possible-calls';

/** The variables and temporaries of a function that may still be read once control is at a node, by it or by what it calls. */
export interface LivePlaces {
  readonly bindings: readonly number[];
  readonly temps: readonly number[];
  /** Whether control may come to a node a second time. */
  readonly hasLoop: boolean;
}

/**
 * What may still be read, where that is variables and temporaries only: of the function itself, and of its module by
 * functions that are called. Null wherever anything else may decide what happens: `this`, functions made on the way, calls that
 * are not known.
 */
export class LivePlacesOf {
  readonly #graph: DependenceGraph;
  readonly #calls: PossibleCalls;
  readonly #moduleAt: (path: string) => ModuleIr | null;
  readonly #known: (LivePlaces | null | undefined)[][] = [];
  readonly #ofModule = new Map<FunctionId, ReadonlySet<number> | null>();
  #runsUnseen: boolean | null = null;

  constructor(graph: DependenceGraph, calls: PossibleCalls, moduleAt: (path: string) => ModuleIr | null) {
    this.#graph = graph;
    this.#calls = calls;
    this.#moduleAt = moduleAt;
  }

  /** By the function of the context. */
  at({ fn }: CallingContext, node: number): LivePlaces | null {
    const ofFunction = (this.#known[fn] ??= []);
    const known = ofFunction[node];
    if (known !== undefined) return known;
    return (ofFunction[node] = this.#find(fn, node));
  }

  #find(fn: FunctionId, from: number): LivePlaces | null {
    const found = this.#irOf(fn);
    // Whatever the language may run without a call could be run by any operation.
    if (found === null || this.#mayRunUnseen()) return null;
    const { ir, module } = found;
    const [bindings, temps] = [new Set<number>(), new Set<number>()];
    const seen = new Set([from]);
    let hasLoop = false;
    for (const index of seen) {
      const node = ir.nodes[index];
      if (node === undefined || !isPlain(node.op, module)) return null;
      eachExpr(node.op, (expr) => {
        if (expr.kind === 'var') bindings.add(expr.binding);
        else if (expr.kind === 'temp') temps.add(expr.temp);
      });
      const called = node.op.kind === 'call' ? this.#readByCalls(fn, index) : nothing;
      if (called === null) return null;
      for (const binding of called) bindings.add(binding);
      for (const { to } of node.edges) {
        hasLoop ||= to <= index;
        seen.add(to);
      }
    }
    return { bindings: [...bindings], temps: [...temps], hasLoop };
  }

  #readByCalls(fn: FunctionId, node: number): ReadonlySet<number> | null {
    const { program, callGraph } = this.#graph;
    const site = nodeId(program.nodesOf(fn).first + node);
    const callees = this.#calls.anything.includes(site) ? null : calleesAt(callGraph, site);
    if (callees === null) return null;
    const read = new Set<number>();
    for (const callee of callees) {
      const ofCallee = isSameModule(program.locate(fn), program.locate(callee)) ? this.#readByFunction(callee) : null;
      if (ofCallee === null) return null;
      for (const binding of ofCallee) read.add(binding);
    }
    return read;
  }

  /** Variables of the module that a function may read, or functions that it calls. */
  #readByFunction(fn: FunctionId): ReadonlySet<number> | null {
    const known = this.#ofModule.get(fn);
    if (known !== undefined) return known;
    // For functions that call each other nothing is known.
    this.#ofModule.set(fn, null);
    const found = this.#findReadByFunction(fn);
    this.#ofModule.set(fn, found);
    return found;
  }

  #findReadByFunction(fn: FunctionId): ReadonlySet<number> | null {
    const found = this.#irOf(fn);
    if (found === null) return null;
    const { ir, module } = found;
    const read = new Set<number>();
    for (const { op, index } of ir.nodes) {
      if (!isPlain(op, module)) return null;
      eachExpr(op, (expr) => {
        if (expr.kind === 'var' && module.bindings[expr.binding]?.owner !== ir.index) read.add(expr.binding);
      });
      const called = op.kind === 'call' ? this.#readByCalls(fn, index) : nothing;
      if (called === null) return null;
      for (const binding of called) read.add(binding);
    }
    // What a function has of one around it, the frames of its callers do not show.
    for (const binding of read) if (module.bindings[binding]?.owner !== 0) return null;
    return read;
  }

  #mayRunUnseen(): boolean {
    const { program } = this.#graph;
    return (this.#runsUnseen ??= Array.from({ length: program.functionCount }, (_, fn) => fn as FunctionId).some((fn) =>
      this.#calls.runsUnseen(fn),
    ));
  }

  #irOf(fn: FunctionId): { readonly ir: FunctionIr; readonly module: ModuleIr } | null {
    const { module, index } = this.#graph.program.locate(fn);
    const moduleIr = this.#moduleAt(module.path);
    const ir = moduleIr?.functions[index];
    return moduleIr === null || ir === undefined || ir.async || ir.generator ? null : { ir, module: moduleIr };
  }
}

const nothing: ReadonlySet<number> = new Set();

/** Null where it is not known which. */
function calleesAt(callGraph: CallGraph, site: NodeId): readonly FunctionId[] | null {
  if (callGraph.unresolvedAt(site) !== undefined) return null;
  const edges = callGraph.callsAt(site);
  return edges.length === 0 ? null : edges.map(({ callee }) => callee);
}

function isSameModule(a: { readonly moduleIndex: number }, b: { readonly moduleIndex: number }): boolean {
  return a.moduleIndex === b.moduleIndex;
}

/** Whether all that the operation reads are variables, temporaries, and what they hold. */
function isPlain(op: Op, { bindings }: ModuleIr): boolean {
  if (!plainOps.has(op.kind)) return false;
  // Only of what variables hold is it certain that the call graph has it all.
  let isSo = op.kind !== 'call' || (op.call === 'call' && op.callee.kind === 'value' && op.callee.value.kind === 'var');
  eachExpr(op, (expr) => {
    isSo &&= plainExprs.has(expr.kind) && (expr.kind !== 'var' || bindings[expr.binding]?.kind !== 'import');
  });
  return isSo;
}

const plainOps: ReadonlySet<Op['kind']> = new Set([
  'entry',
  'exit',
  'assign',
  'eval',
  'branch',
  'call',
  'call-return',
  'return',
  'jump',
  'nop',
]);

const plainExprs: ReadonlySet<Expr['kind']> = new Set([
  'const',
  'var',
  'temp',
  'member',
  'unary',
  'binary',
  'template',
]);
