import type { FunctionRef } from '#change/change-set';
import type { FunctionId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { ObjectSpace } from '#dependence/object-space';
import type { NodeDescriber } from './describe-node';
import type { Judgements } from './judgements';
import type { EntryPointResult } from './result';

/** Exported functions that the change can reach, with the changed functions that it comes from; nearest first. */
export interface ReachedEntryPoint {
  readonly fn: FunctionId;
  readonly reaches: readonly FunctionId[];
}

/** `sources`: functions in which something depends on the change, each with the changed functions that this comes from. */
export function reachedEntryPoints(
  graph: DependenceGraph,
  sources: ReadonlyMap<FunctionId, ReadonlySet<FunctionId>>,
): ReachedEntryPoint[] {
  const exported = exportedFunctions(graph);
  const reaches = new Map<FunctionId, { distance: number; changed: Set<FunctionId> }>();
  for (const [fn, changed] of sources) {
    for (const [caller, distance] of callersOf(graph, fn)) {
      if (!exported.has(caller)) continue;
      const known = reaches.get(caller) ?? { distance, changed: new Set() };
      known.distance = Math.min(known.distance, distance);
      for (const each of changed) known.changed.add(each);
      reaches.set(caller, known);
    }
  }
  return [...reaches]
    .toSorted(([a, x], [b, y]) => x.distance - y.distance || a - b)
    .map(([fn, { changed }]) => ({ fn, reaches: [...changed].toSorted((a, b) => a - b) }));
}

/** A function and everything that may call it, directly or not, by how many calls away. */
function callersOf(graph: DependenceGraph, fn: FunctionId): Map<FunctionId, number> {
  const seen = new Map<FunctionId, number>([[fn, 0]]);
  for (const [callee, distance] of seen) {
    for (const { caller } of graph.callGraph.callsTo(callee)) if (!seen.has(caller)) seen.set(caller, distance + 1);
  }
  return seen;
}

export function buildEntryPoints(
  reached: readonly ReachedEntryPoint[],
  nodes: NodeDescriber,
  judgements: Judgements,
): EntryPointResult[] {
  const { program } = nodes.loaded;
  const refTo = (fn: FunctionId): FunctionRef | null => {
    const { module: facts, index } = program.locate(fn);
    const module = nodes.loaded.module(facts.path);
    const of = module?.functions[index];
    return module === null || of === undefined ? null : { module, fn: of };
  };
  const isDifferent = (fn: FunctionId): boolean => {
    const ref = refTo(fn);
    return ref !== null && judgements.of(ref).verdict.kind === 'differs';
  };
  return reached.flatMap(({ fn, reaches }): EntryPointResult[] => {
    const ref = refTo(fn);
    if (ref === null || judgements.isUnaffected(ref)) return [];
    const judged = judgements.of(ref);
    const masked = judged.verdict.kind === 'same' && reaches.some(isDifferent);
    return [
      {
        id: program.nameOf(fn),
        span: nodes.span(ref.module.path, ref.fn.start, ref.fn.end),
        reaches: reaches.map((each) => program.nameOf(each)),
        ...judged,
        masked,
      },
    ];
  });
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
