import fc from 'fast-check';
import { expect, test } from 'vitest';
import { controlDependences, type FlowGraph } from '#dependence/control-dependence';
import { ControlRows } from '#directed/control-rows';
import { edgeLists, flowGraphs, type EdgeList } from '../core/graphs';

/** With the edges of a node one after the other, as functions have them; the last node is the exit. */
function flowOf({ nodeCount, edges: all }: EdgeList): FlowGraph {
  const edges = all.filter(([from]) => from !== nodeCount - 1).toSorted(([a], [b]) => a - b);
  return {
    nodeCount,
    entry: 0,
    exit: nodeCount - 1,
    edgeFrom: Int32Array.from(edges, ([from]) => from),
    edgeTo: Int32Array.from(edges, ([, to]) => to),
    edgeLabel: Int32Array.from(edges, (_, edge) => edge),
  };
}

function ascending(nodes: readonly number[]): number[] {
  return [...new Set(nodes)].toSorted((a, b) => a - b);
}

/** By the tree of post-dominators. */
function expectSame(flow: FlowGraph): void {
  const { from, to } = controlDependences(flow);
  const rows = new ControlRows(flow);
  const pairs = Array.from(from, (node, i) => [node, to[i]!] as const);
  for (let node = 0; node < flow.nodeCount; node++) {
    const controlled = pairs.filter(([deciding]) => deciding === node).map(([, other]) => other);
    const controllers = pairs.filter(([, other]) => other === node).map(([deciding]) => deciding);
    expect(rows.controlledBy(node)).toEqual(ascending(controlled));
    expect(rows.controllersOf(node)).toEqual(ascending(controllers));
  }
}

test('rows say of control dependence what the tree does, where every node gets to the exit', () => {
  fc.assert(
    fc.property(flowGraphs, (graph) => expectSame(flowOf(graph))),
    { numRuns: 500 },
  );
});

test('rows say the same where some nodes do not get to the exit', () => {
  fc.assert(
    fc.property(edgeLists, (graph) => expectSame(flowOf(graph))),
    { numRuns: 500 },
  );
});

test('rows of more than one word say the same', () => {
  const wide = fc.integer({ min: 60, max: 100 }).chain((nodeCount) => {
    const node = fc.nat(nodeCount - 1);
    const edges = fc.array(fc.tuple(node, node), { maxLength: nodeCount, size: 'max' });
    const chain = Array.from({ length: nodeCount - 1 }, (_, at) => [at, at + 1] as const);
    return edges.map((more): EdgeList => ({ nodeCount, edges: [...chain, ...more] }));
  });
  fc.assert(
    fc.property(wide, (graph) => expectSame(flowOf(graph))),
    { numRuns: 60 },
  );
});
