import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeId, type FunctionId, type NodeId } from '#core/ids';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import { PossibleCalls } from '#directed/possible-calls';
import { runnersOf } from '#directed/runners';
import { loadProgram } from '#ir/load-program';
import { openFolder } from '#project/folder-snapshot';
import type { Snapshot } from '#project/snapshot';
import { openTexts } from '#project/text-snapshot';

const members = Array.from({ length: 80 }, (_, i) => `m${i % 7}(f) { return f(${i}); }`);
/** More functions than a variable holds, under a few names, called by these names, by keys, and by code that is given them. */
const manyOfAName = openTexts('/project', {
  'tables.js': `${Array.from({ length: 12 }, (_, i) => `export const t${i} = { ${members.slice(i, i + 70).join(', ')} };`).join('\n')}`,
  'calls.js': `import * as tables from './tables.js';
    export function byKey(name, key) { return tables[name][key]((n) => n + 1); }
    export function byName(table) { return table.m3((n) => n - 1) + table.m5(byKey); }
    export function given(list) { return list.map(tables.t1.m1).filter(tables.t2['m' + 2]); }
    export function plain() { return apart(1); }
    function apart(n) { return n; }`,
});

test.each([
  ['semver', openFolder(join(import.meta.dirname, '../../node_modules/semver'))],
  ['express', openFolder(join(import.meta.dirname, '../../node_modules/express'))],
  ['functions of one name', manyOfAName],
])('what may run a node of %s is what asking for every function by itself finds', (_, snapshot) => {
  const graph = graphOf(snapshot);
  const calls = new PossibleCalls(graph);
  const node = fc.nat(graph.program.nodeCount - 1).map((n) => nodeId(n));
  const property = fc.property(fc.array(node, { minLength: 1, maxLength: 3 }), (nodes) => {
    const found = runnersOf(graph.program, calls, new Set(nodes));
    const expected = oneByOne(graph, calls, nodes);
    expect(sorted(found.functions)).toEqual(sorted(expected.functions));
    expect(sorted(found.nodes)).toEqual(sorted(expected.nodes));
    expect(sorted(found.open)).toEqual(sorted(expected.open));
  });
  fc.assert(property, { numRuns: 40 });
});

function oneByOne(
  { program, callGraph }: DependenceGraph,
  calls: PossibleCalls,
  triggers: readonly NodeId[],
): { functions: Set<FunctionId>; nodes: Set<NodeId>; open: Set<NodeId> } {
  const open = new Set(calls.anything);
  const nodes = new Set([...triggers, ...open]);
  const functions = new Set(Array.from(nodes, (node) => program.functionOf(node)));
  for (const fn of functions) {
    const listed = new Set(callGraph.callsTo(fn).map(({ site }) => site));
    for (const site of calls.sitesOf(fn)) {
      nodes.add(site);
      functions.add(program.functionOf(site));
      if (!listed.has(site)) open.add(site);
    }
  }
  return { functions, nodes, open };
}

function sorted(ids: ReadonlySet<number>): number[] {
  return [...ids].toSorted((a, b) => a - b);
}

function graphOf(snapshot: Snapshot): DependenceGraph {
  const { program } = loadProgram(snapshot);
  return buildDependenceGraph(program, (from, specifier) => {
    const found = snapshot.resolve(from, specifier);
    if (found.kind !== 'file') return { kind: 'unresolved' };
    const index = program.moduleIndex(found.path);
    return index === undefined ? { kind: 'unresolved' } : { kind: 'module', index };
  });
}
