import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Digraph } from '#core/digraph';
import { digraphOf, edgeLists } from './graphs';

function edgesOf(graph: Digraph): [number, number, number][] {
  const edges: [number, number, number][] = [];
  for (let node = 0; node < graph.nodeCount; node++) {
    graph.forEachSuccessor(node, (successor, edgeId) => edges.push([node, successor, edgeId]));
  }
  return edges;
}

describe('Digraph', () => {
  test('gives each node its successors in the order of the edges', () => {
    fc.assert(
      fc.property(edgeLists, (list) => {
        const graph = digraphOf(list);
        const expected = list.edges.map(([source, target], id) => [source, target, id] as const);
        expect(edgesOf(graph)).toEqual(expected.toSorted((a, b) => a[0] - b[0] || a[2] - b[2]));
        expect(graph.edgeCount).toBe(list.edges.length);
      }),
    );
  });

  test('reverses every edge under its own id, and back again', () => {
    fc.assert(
      fc.property(edgeLists, (list) => {
        const graph = digraphOf(list);
        const turned = edgesOf(graph.reverse()).map(([source, target, id]) => [target, source, id] as const);
        expect(turned.toSorted((a, b) => a[2] - b[2])).toEqual(edgesOf(graph).toSorted((a, b) => a[2] - b[2]));
        expect(graph.reverse().reverse()).toBe(graph);
      }),
    );
  });

  test('slots and degree describe the same edges', () => {
    const graph = Digraph.fromEdges(3, [2, 0, 2], [0, 0, 1]);
    expect([graph.outDegree(0), graph.outDegree(1), graph.outDegree(2)]).toEqual([1, 0, 2]);
    expect(graph.targetOf(graph.firstSlot(2))).toBe(0);
    expect(graph.targetOf(graph.endSlot(2) - 1)).toBe(1);
  });

  test('may be empty', () => {
    expect(Digraph.fromEdges(0, [], []).reverse().nodeCount).toBe(0);
  });

  test.each([
    ['a target beyond the nodes', [0], [2]],
    ['a negative source', [-1], [0]],
    ['a fraction', [0.5], [0]],
    ['a missing target', [0, 1], [1]],
  ])('refuses %s', (_, sources, targets) => {
    expect(() => Digraph.fromEdges(2, sources, targets)).toThrow('internal error');
  });
});
