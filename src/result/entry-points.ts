import type { FunctionId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { ObjectSpace } from '#dependence/object-space';
import type { EntryPointResult } from './result';

/** Exported functions from which a call can reach a changed one. */
export function entryPoints(
  graph: DependenceGraph,
  changed: readonly FunctionId[],
  nameOf: (fn: FunctionId) => string,
): EntryPointResult[] {
  const exported = exportedFunctions(graph);
  const reaches = new Map<FunctionId, FunctionId[]>();
  for (const target of changed) {
    for (const fn of callersOf(graph, target)) {
      if (!exported.has(fn)) continue;
      const list = reaches.get(fn);
      if (list === undefined) reaches.set(fn, [target]);
      else list.push(target);
    }
  }
  return [...reaches]
    .toSorted(([a], [b]) => a - b)
    .map(([fn, targets]) => ({
      id: nameOf(fn),
      reaches: targets.map(nameOf),
      verdict: { kind: 'unknown', reason: 'this version of wingbeat does not compare behaviour yet' },
      behaviours: [],
      masked: false,
    }));
}

/** A function and everything that may call it, directly or not. */
function callersOf(graph: DependenceGraph, fn: FunctionId): Set<FunctionId> {
  const seen = new Set<FunctionId>([fn]);
  for (const callee of seen) for (const edge of graph.callGraph.callsTo(callee)) seen.add(edge.caller);
  return seen;
}

/** Functions that a module of the program hands out: exported, or a member of an exported class or object. */
export function exportedFunctions(graph: DependenceGraph): Set<FunctionId> {
  const { program, pointers } = graph;
  const { pointsTo, objects, linker, varBase, propertyNames } = pointers;
  const found = new Set<FunctionId>();
  const seen = new Set<number>();
  const add = (object: number, depth: number): void => {
    if (object <= ObjectSpace.external || seen.has(object)) return;
    seen.add(object);
    const fn = objects.functionOf(object);
    if (fn >= 0) {
      found.add(fn as FunctionId);
      addFields(objects.prototype(fn), depth);
    }
    addFields(object, depth);
  };
  const addFields = (object: number, depth: number): void => {
    if (depth === 0) return;
    for (const property of pointsTo.fieldsOf(object)) {
      if (pointsTo.isLink(property)) continue;
      for (const value of pointsTo.objectsOf(pointsTo.field(object, property))) add(value, depth - 1);
    }
  };
  program.modules.forEach((module, m) => {
    if (module.format === 'commonjs') {
      const exports = pointsTo.field(objects.moduleObject(m), propertyNames.intern('exports'));
      for (const object of pointsTo.objectsOf(exports)) add(object, 2);
      return;
    }
    for (const name of linker.exportedNames(m)) {
      const linked = linker.exported(m, name, new Set());
      if (linked.kind !== 'binding') continue;
      for (const object of pointsTo.objectsOf((varBase[linked.module] ?? 0) + linked.binding)) add(object, 2);
    }
  });
  return found;
}
