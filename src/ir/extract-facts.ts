import { IntList } from '#core/int-list';
import type { CfgNode, FunctionIr, ModuleIr } from './cfg';
import { ExpressionFacts } from './expression-facts';
import { falsyAssignments } from './falsy-assignments';
import { bindingFlags, functionFlags, functionKinds, nodeKinds, specialVars, type ModuleFacts } from './facts';
import { opFacts } from './op-facts';
import { prunedFacts } from './pruned-facts';
import { typeFacts } from './type-facts';

/** Module → flow facts. Linear in the size of the module. */
export function extractFacts(module: ModuleIr): ModuleFacts {
  const firstSpecial = module.bindings.length;
  const firstTemp = new Int32Array(module.functions.length);
  let next = firstSpecial + module.functions.length * specialVars.count;
  for (const fn of module.functions) {
    firstTemp[fn.index] = next;
    next += fn.tempCount;
  }
  const thisVar = lexicalThis(module, firstSpecial);
  const walker = new ExpressionFacts(module, firstSpecial, firstTemp, thisVar, next);
  typeFacts(walker, module);
  const accessOffset = new Int32Array(module.nodeCount + 1);
  for (const fn of module.functions) {
    const falsy = falsyAssignments(fn);
    for (const node of fn.nodes) {
      const id = fn.firstNode + node.index;
      accessOffset[id] = walker.accesses.length;
      walker.at(fn, id);
      opFacts(walker, fn, node, falsy.has(node.index));
      accessOffset[id + 1] = walker.accesses.length;
    }
  }
  return prunedFacts({
    path: module.path,
    format: module.format,
    functions: functionTable(module, walker, thisVar, firstTemp),
    nodes: nodeTable(module, walker),
    accesses: { offset: accessOffset, words: walker.accesses.toArray() },
    bindings: bindingTable(module, walker),
    classes: module.classes.map((c) => ({
      name: c.name,
      binding: c.binding ?? -1,
      constructorFn: c.constructorFn,
      implements: c.implements.map((i) => ({ name: i.name, binding: i.binding ?? -1 })),
    })),
    sites: walker.sites.table(),
    varCount: walker.varCount,
    constraints: walker.constraints.toArray(),
    calls: walker.calls.table(),
    imports: module.imports,
    typeImports: module.typeImports,
    exports: module.exports,
    typeExports: module.typeExports,
    specifiers: module.specifiers,
    unsupported: module.unsupported,
    strings: walker.strings.values(),
  });
}

function lexicalThis(module: ModuleIr, firstSpecial: number): Int32Array {
  const thisVar = new Int32Array(module.functions.length);
  for (const fn of module.functions) {
    let owner: FunctionIr | undefined = fn;
    while (owner !== undefined && owner.kind === 'arrow' && owner.parent !== null)
      owner = module.functions[owner.parent];
    thisVar[fn.index] = firstSpecial + (owner?.index ?? fn.index) * specialVars.count + specialVars.this;
  }
  return thisVar;
}

function functionTable(
  module: ModuleIr,
  walker: ExpressionFacts,
  thisVar: Int32Array,
  firstTemp: Int32Array,
): ModuleFacts['functions'] {
  const { functions } = module;
  const column = (read: (fn: FunctionIr) => number): Int32Array => Int32Array.from(functions, read);
  const firstParam = new Int32Array(functions.length + 1);
  const params = new IntList();
  const paramName = new IntList();
  for (const fn of functions) {
    firstParam[fn.index] = params.length;
    for (const param of fn.params) {
      params.push(walker.paramVar(fn, param.target));
      paramName.push(walker.strings.intern(param.name));
    }
    firstParam[fn.index + 1] = params.length;
  }
  return {
    count: functions.length,
    name: column((fn) => walker.strings.intern(fn.qualifiedName)),
    kind: Uint8Array.from(functions, (fn) => functionKinds.indexOf(fn.kind)),
    flags: Uint8Array.from(
      functions,
      (fn) =>
        (fn.async ? functionFlags.async : 0) |
        (fn.generator ? functionFlags.generator : 0) |
        (fn.isStatic ? functionFlags.static : 0),
    ),
    parent: column((fn) => fn.parent ?? -1),
    classIndex: column((fn) => fn.classIndex ?? -1),
    firstNode: column((fn) => fn.firstNode),
    nodeCount: column((fn) => fn.nodes.length),
    exit: column((fn) => fn.firstNode + fn.exit),
    firstParam,
    params: params.toArray(),
    paramName: paramName.toArray(),
    rest: column((fn) => fn.params.findIndex((p) => p.rest)),
    start: column((fn) => fn.start),
    end: column((fn) => fn.end),
    thisVar,
    firstTemp,
  };
}

function nodeTable(module: ModuleIr, walker: ExpressionFacts): ModuleFacts['nodes'] {
  const kind = new Uint8Array(module.nodeCount);
  const start = new Int32Array(module.nodeCount);
  const end = new Int32Array(module.nodeCount);
  const hidden = new Uint8Array(module.nodeCount);
  const edgeOffset = new Int32Array(module.nodeCount + 1);
  const edgeTo = new IntList();
  const edgeLabel = new IntList();
  const edgeWeak = new IntList();
  const add = (fn: FunctionIr, node: CfgNode): void => {
    const id = fn.firstNode + node.index;
    kind[id] = nodeKinds.indexOf(node.op.kind);
    start[id] = node.start;
    end[id] = node.end;
    hidden[id] = isHidden(node) ? 1 : 0;
    for (const edge of node.edges) {
      edgeTo.push(fn.firstNode + edge.to);
      edgeLabel.push(walker.strings.intern(edge.label));
      edgeWeak.push(edge.weak ? 1 : 0);
    }
    edgeOffset[id + 1] = edgeTo.length;
  };
  for (const fn of module.functions) for (const node of fn.nodes) add(fn, node);
  return {
    count: module.nodeCount,
    kind,
    start,
    end,
    hidden,
    edgeOffset,
    edgeTo: edgeTo.toArray(),
    edgeLabel: edgeLabel.toArray(),
    edgeWeak: Uint8Array.from(edgeWeak.toArray()),
  };
}

const bookkeeping: ReadonlySet<string> = new Set(['entry', 'exit', 'scope', 'nop', 'dispatch', 'iter-close']);

function isHidden({ op, origin }: CfgNode): boolean {
  if (op.kind === 'nop') return origin.type !== 'DebuggerStatement';
  return bookkeeping.has(op.kind) || origin.type === 'TryStatement' || (op.kind === 'call' && op.call === 'initialise');
}

function bindingTable(module: ModuleIr, walker: ExpressionFacts): ModuleFacts['bindings'] {
  const { bindings } = module;
  const linked = new Set(module.imports.map((record) => record.binding));
  for (const record of module.exports) if (record.kind === 'local') linked.add(record.binding);
  return {
    count: bindings.length,
    name: Int32Array.from(bindings, (b) => walker.strings.intern(b.name)),
    owner: Int32Array.from(bindings, (b) => b.owner),
    flags: Uint8Array.from(
      bindings,
      (b) =>
        (b.captured ? bindingFlags.captured : 0) |
        (b.constant ? bindingFlags.constant : 0) |
        (b.kind === 'type' ? bindingFlags.type : 0) |
        (linked.has(b.index) ? bindingFlags.linked : 0) |
        (b.annotated ? bindingFlags.annotated : 0),
    ),
  };
}
