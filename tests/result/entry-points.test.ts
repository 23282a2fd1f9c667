import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { functionId, type FunctionId } from '#core/ids';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import { loadProgram } from '#ir/load-program';
import { openFolder } from '#project/folder-snapshot';
import { exportedFunctions, reachedEntryPoints, type ReachedEntryPoint } from '#result/entry-points';

type Sources = ReadonlyMap<FunctionId, ReadonlySet<FunctionId>>;

test.each(['semver', 'express'])(
  'the entry points of %s are those that following every source by itself finds',
  (name) => {
    const graph = graphOf(join(import.meta.dirname, '../../node_modules', name));
    const fn = fc.nat(graph.program.functionCount - 1).map(functionId);
    const sources = fc
      .array(fc.tuple(fn, fc.array(fn, { maxLength: 3 })), { maxLength: 12 })
      .map((pairs) => new Map(pairs.map(([source, changed]) => [source, new Set(changed)])));
    const property = fc.property(sources, (found) => {
      expect(reachedEntryPoints(graph, found)).toEqual(oneByOne(graph, found));
    });
    fc.assert(property, { numRuns: 100 });
  },
);

function oneByOne(graph: DependenceGraph, sources: Sources): ReachedEntryPoint[] {
  const exported = exportedFunctions(graph);
  const reaches = new Map<FunctionId, { distance: number; changed: Set<FunctionId> }>();
  for (const [fn, changed] of sources) {
    const seen = new Map([[fn, 0]]);
    for (const [callee, distance] of seen) {
      if (exported.has(callee)) {
        const known = reaches.get(callee) ?? { distance, changed: new Set() };
        known.distance = Math.min(known.distance, distance);
        for (const each of changed) known.changed.add(each);
        reaches.set(callee, known);
      }
      for (const { caller } of graph.callGraph.callsTo(callee)) if (!seen.has(caller)) seen.set(caller, distance + 1);
    }
  }
  return [...reaches]
    .toSorted(([a, x], [b, y]) => x.distance - y.distance || a - b)
    .map(([fn, { changed }]) => ({ fn, reaches: [...changed].toSorted((a, b) => a - b) }));
}

function graphOf(folder: string): DependenceGraph {
  const snapshot = openFolder(folder);
  const { program } = loadProgram(snapshot);
  return buildDependenceGraph(program, (from, specifier) => {
    const found = snapshot.resolve(from, specifier);
    if (found.kind !== 'file') return { kind: 'unresolved' };
    const index = program.moduleIndex(found.path);
    return index === undefined ? { kind: 'unresolved' } : { kind: 'module', index };
  });
}
