import { functionId, nodeId, type FunctionId, type NodeId } from '#core/ids';
import type { Span } from '#core/span';
import { functionKinds, nodeKinds, type ModuleFacts } from './facts';
import { pointerFacts, type PointerFacts } from './pointer-facts';

/**
 * All modules of one version, with their nodes and functions numbered through: module by module in path
 * order, function by function. A `NodeId` means the same statement to every analysis.
 */
export class Program {
  readonly modules: readonly ModuleFacts[];
  readonly nodeBase: Int32Array;
  readonly functionBase: Int32Array;
  readonly nodeCount: number;
  readonly functionCount: number;
  readonly moduleOfFunction: Int32Array;
  private readonly byPath = new Map<string, number>();
  private readonly forms: (PointerFacts | undefined)[];
  private functionsByNode: Int32Array | undefined;

  /** `forms` are the pointer forms of modules, by their facts, as far as they are known already. */
  constructor(modules: readonly ModuleFacts[], forms?: ReadonlyMap<ModuleFacts, PointerFacts>) {
    this.modules = modules.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    this.forms = this.modules.map((module) => forms?.get(module));
    this.nodeBase = offsets(this.modules, (m) => m.nodes.count);
    this.functionBase = offsets(this.modules, (m) => m.functions.count);
    this.nodeCount = this.nodeBase.at(-1) ?? 0;
    this.functionCount = this.functionBase.at(-1) ?? 0;
    this.moduleOfFunction = new Int32Array(this.functionCount);
    this.modules.forEach((module, i) => {
      this.byPath.set(module.path, i);
      this.moduleOfFunction.fill(i, this.functionBase[i], this.functionBase[i + 1]);
    });
  }

  pointerFacts(moduleIndex: number): PointerFacts {
    const module = this.modules[moduleIndex];
    if (module === undefined) throw new RangeError(`invariant: no module ${moduleIndex}`);
    return (this.forms[moduleIndex] ??= pointerFacts(module));
  }

  moduleIndex(path: string): number | undefined {
    return this.byPath.get(path);
  }

  /** The module of a function and the function's index in it. */
  locate(fn: FunctionId): { module: ModuleFacts; moduleIndex: number; index: number } {
    const moduleIndex = this.moduleOfFunction[fn] ?? -1;
    const module = this.modules[moduleIndex];
    if (module === undefined) throw new RangeError(`invariant: no function ${fn}`);
    return { module, moduleIndex, index: fn - (this.functionBase[moduleIndex] ?? 0) };
  }

  functionAt(moduleIndex: number, index: number): FunctionId {
    return functionId((this.functionBase[moduleIndex] ?? 0) + index);
  }

  nodeAt(moduleIndex: number, index: number): NodeId {
    return nodeId((this.nodeBase[moduleIndex] ?? 0) + index);
  }

  moduleOfNode(node: NodeId): number {
    return this.moduleOfFunction[this.functionOf(node)] ?? 0;
  }

  functionOf(node: NodeId): FunctionId {
    this.functionsByNode ??= this.listFunctions();
    const fn = this.functionsByNode[node];
    if (fn === undefined) throw new RangeError(`invariant: no node ${node}`);
    return functionId(fn);
  }

  private listFunctions(): Int32Array {
    const found = new Int32Array(this.nodeCount);
    this.modules.forEach(({ functions }, m) => {
      for (let i = 0; i < functions.count; i++) {
        const first = (this.nodeBase[m] ?? 0) + (functions.firstNode[i] ?? 0);
        found.fill((this.functionBase[m] ?? 0) + i, first, first + (functions.nodeCount[i] ?? 0));
      }
    });
    return found;
  }

  /** First node of a function and how many it has. */
  nodesOf(fn: FunctionId): { first: NodeId; count: number } {
    const { module, moduleIndex, index } = this.locate(fn);
    return {
      first: this.nodeAt(moduleIndex, module.functions.firstNode[index] ?? 0),
      count: module.functions.nodeCount[index] ?? 0,
    };
  }

  kindOf(node: NodeId): (typeof nodeKinds)[number] {
    const moduleIndex = this.moduleOfNode(node);
    const kind = this.modules[moduleIndex]?.nodes.kind[node - (this.nodeBase[moduleIndex] ?? 0)] ?? 0;
    return nodeKinds[kind] ?? 'nop';
  }

  spanOf(node: NodeId): Span {
    const moduleIndex = this.moduleOfNode(node);
    const module = this.modules[moduleIndex];
    const local = node - (this.nodeBase[moduleIndex] ?? 0);
    return { file: module?.path ?? '', start: module?.nodes.start[local] ?? 0, end: module?.nodes.end[local] ?? 0 };
  }

  /** `src/a.ts#Class.method`. */
  nameOf(fn: FunctionId): string {
    const { module } = this.locate(fn);
    return `${module.path}#${this.shortName(fn)}`;
  }

  shortName(fn: FunctionId): string {
    const { module, index } = this.locate(fn);
    return module.strings[module.functions.name[index] ?? 0] ?? '';
  }

  functionKind(fn: FunctionId): (typeof functionKinds)[number] {
    const { module, index } = this.locate(fn);
    return functionKinds[module.functions.kind[index] ?? 0] ?? 'function';
  }

  functionSpan(fn: FunctionId): Span {
    const { module, index } = this.locate(fn);
    return { file: module.path, start: module.functions.start[index] ?? 0, end: module.functions.end[index] ?? 0 };
  }

  entryOf(fn: FunctionId): NodeId {
    return this.nodesOf(fn).first;
  }

  exitOf(fn: FunctionId): NodeId {
    const { module, moduleIndex, index } = this.locate(fn);
    return this.nodeAt(moduleIndex, module.functions.exit[index] ?? 0);
  }

  /** The calls of a function in the call table of its module: they follow each other. */
  callsOf(fn: FunctionId): { first: number; end: number } {
    const { module, index } = this.locate(fn);
    const { calls } = module;
    return { first: firstAtLeast(calls.fn, index, calls.count), end: firstAtLeast(calls.fn, index + 1, calls.count) };
  }

  paramNames(fn: FunctionId): string[] {
    const { module, index } = this.locate(fn);
    const { firstParam, paramName } = module.functions;
    const names: string[] = [];
    for (let i = firstParam[index] ?? 0; i < (firstParam[index + 1] ?? 0); i++) {
      names.push(module.strings[paramName[i] ?? 0] ?? '');
    }
    return names;
  }

  functionByName(path: string, qualifiedName: string): FunctionId | undefined {
    const moduleIndex = this.byPath.get(path);
    if (moduleIndex === undefined) return undefined;
    const module = this.modules[moduleIndex];
    if (module === undefined) return undefined;
    for (let i = 0; i < module.functions.count; i++) {
      if (module.strings[module.functions.name[i] ?? 0] === qualifiedName) return this.functionAt(moduleIndex, i);
    }
    return undefined;
  }
}

/** Running totals, one more than there are modules. */
export function offsets(modules: readonly ModuleFacts[], size: (module: ModuleFacts) => number): Int32Array {
  const totals = new Int32Array(modules.length + 1);
  modules.forEach((module, i) => {
    totals[i + 1] = (totals[i] ?? 0) + size(module);
  });
  return totals;
}

/** The last index below `count` whose value is at most `value`, in an ascending array. */
export function lastAtMost(values: Int32Array, value: number, count: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((values[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The first index whose value is at least `value`, or `count`, in an ascending array. */
export function firstAtLeast(values: Int32Array, value: number, count: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
