import { nodeId, type FunctionId, type NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { FunctionInputs } from '#symbolic/input-type';
import type { PossibleCalls } from './possible-calls';
import { kinds, kindsOfInput, type KindsAround, type KindsOf } from './value-kinds';

/** The function under analysis, and what it is called with. */
export interface EntryCall {
  readonly fn: FunctionId;
  readonly inputs: FunctionInputs;
}

/** Kinds of values that functions of one module hand to each other, by calls that are all known. */
export class KindsAcrossCalls implements KindsAround {
  readonly #graph: DependenceGraph;
  readonly #calls: PossibleCalls;
  readonly #module: ModuleIr;
  readonly #moduleIndex: number;
  readonly #entry: EntryCall;
  readonly #sites = new Map<FunctionId, readonly NodeId[] | 'unknown'>();

  constructor(graph: DependenceGraph, calls: PossibleCalls, module: ModuleIr, entry: EntryCall) {
    this.#graph = graph;
    this.#calls = calls;
    this.#module = module;
    this.#moduleIndex = graph.program.moduleIndex(module.path) ?? -1;
    this.#entry = entry;
  }

  /** What surrounds the function under analysis is input, too. */
  isOpen(owner: number): boolean {
    const { moduleIndex, index } = this.#graph.program.locate(this.#entry.fn);
    if (moduleIndex !== this.#moduleIndex) return false;
    for (let at = this.#module.functions[index]?.parent ?? 0; at !== 0; at = this.#module.functions[at]?.parent ?? 0) {
      if (at === owner) return true;
    }
    return false;
  }

  parameter(fn: FunctionIr, position: number, of: KindsOf): number {
    const id = this.#graph.program.functionAt(this.#moduleIndex, fn.index);
    const sites = this.#sitesOf(id);
    if (sites === 'unknown') return kinds.any;
    let found: number = id === this.#entry.fn ? this.#given(position) : kinds.none;
    for (const site of sites) found |= this.#argumentAt(site, position, of);
    return found;
  }

  result(fn: FunctionIr, callNode: number, of: KindsOf): number {
    const { program, callGraph } = this.#graph;
    const caller = program.functionAt(this.#moduleIndex, fn.index);
    const site = nodeId(program.nodesOf(caller).first + callNode);
    const op = fn.nodes[callNode]?.op;
    if (op?.kind !== 'call' || op.call !== 'call') return kinds.any;
    const edges = callGraph.callsAt(site);
    if (callGraph.unresolvedAt(site) !== undefined) {
      return edges.length === 0 && isBuiltInOfNumbers(op) ? kinds.number : kinds.any;
    }
    return edges.reduce<number>((all, { callee }) => all | this.#returned(callee, of), kinds.none);
  }

  #given(position: number): number {
    const param = this.#entry.inputs.params[position];
    if (param === undefined) return kinds.undefined;
    return kindsOfInput(param.type) | (param.optional ? kinds.undefined : kinds.none);
  }

  #argumentAt(site: NodeId, position: number, of: KindsOf): number {
    const { program } = this.#graph;
    const caller = program.functionOf(site);
    const { moduleIndex, index } = program.locate(caller);
    const ir = moduleIndex === this.#moduleIndex ? this.#module.functions[index] : undefined;
    const op = ir?.nodes[site - program.nodesOf(caller).first]?.op;
    if (ir === undefined || op?.kind !== 'call' || op.args.some((arg) => arg.spread)) return kinds.any;
    const isPlain = op.callee.kind === 'value' && (op.call === 'call' || op.call === 'new');
    const argument = op.args[position];
    if (!isPlain) return kinds.any;
    return argument === undefined ? kinds.undefined : of(argument.value, ir);
  }

  /** The calls of a function, when all of them are known and are plain calls. */
  #sitesOf(fn: FunctionId): readonly NodeId[] | 'unknown' {
    const known = this.#sites.get(fn);
    if (known !== undefined) return known;
    const edges = this.#graph.callGraph.callsTo(fn);
    const sites = new Set(edges.map((edge) => edge.site));
    const isKnown =
      this.#calls.anything.length === 0 &&
      !this.#calls.runsUnseen(fn) &&
      edges.every((edge) => edge.kind === 'call') &&
      [...this.#calls.sitesOf(fn)].every((site) => sites.has(site));
    const found = isKnown ? [...sites] : 'unknown';
    this.#sites.set(fn, found);
    return found;
  }

  #returned(callee: FunctionId, of: KindsOf): number {
    const { moduleIndex, index } = this.#graph.program.locate(callee);
    const ir = moduleIndex === this.#moduleIndex ? this.#module.functions[index] : undefined;
    if (ir === undefined || ir.async || ir.generator) return kinds.any;
    let found: number = kinds.undefined;
    for (const { op } of ir.nodes) if (op.kind === 'return' && op.value !== null) found |= of(op.value, ir);
    return found;
  }
}

/** `Math.max(a, b)` and the like: numbers of whatever they are given, and no error unless converting raises one. */
export function isBuiltInOfNumbers(op: Extract<Op, { kind: 'call' }>): boolean {
  const { callee } = op;
  if (op.call !== 'call' || callee.kind !== 'method' || callee.key.kind !== 'name') return false;
  const isMath = callee.object.kind === 'global' && callee.object.name === 'Math';
  return isMath && Object.hasOwn(Math, callee.key.name);
}
