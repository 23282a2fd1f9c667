import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Digraph } from '#core/digraph';
import { dominatorTree, immediateDominators, postDominatorTree } from '#core/dominators';
import {
  digraphOf,
  type EdgeList,
  edgeLists,
  flowGraphs,
  longChain,
  naiveReachable,
  nodesOf,
  reversed,
} from './graphs';

/** `a` dominates `b` when deleting `a` cuts `b` off from the root. */
function naiveDominates(list: EdgeList, root: number): (a: number, b: number) => boolean {
  const reachable = naiveReachable(list, [root]);
  const withoutNode = nodesOf(list).map((node) => naiveReachable(list, [root], node));
  return (a, b) => reachable.has(a) && reachable.has(b) && !withoutNode[a]?.has(b);
}

function naiveImmediateDominator(list: EdgeList, root: number, node: number): number {
  const dominates = naiveDominates(list, root);
  const strict = nodesOf(list).filter((a) => a !== node && dominates(a, node));
  return strict.find((a) => strict.every((other) => dominates(other, a))) ?? -1;
}

describe('dominators', () => {
  test('agree with deleting each node', () => {
    fc.assert(
      fc.property(edgeLists, (list) => {
        const tree = dominatorTree(digraphOf(list), 0);
        const dominates = naiveDominates(list, 0);
        for (const a of nodesOf(list)) {
          for (const b of nodesOf(list)) {
            expect(tree.dominates(a, b), `${a} dom ${b}`).toBe(dominates(a, b));
            expect(tree.strictlyDominates(a, b), `${a} sdom ${b}`).toBe(a !== b && dominates(a, b));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('the immediate one is the nearest strict one', () => {
    fc.assert(
      fc.property(flowGraphs, (list) => {
        const expected = nodesOf(list).map((node) => naiveImmediateDominator(list, 0, node));
        expect([...immediateDominators(digraphOf(list), 0)]).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  test('post-dominators agree with deleting each node of the reversed graph', () => {
    fc.assert(
      fc.property(flowGraphs, (list) => {
        const exit = list.nodeCount - 1;
        const tree = postDominatorTree(digraphOf(list), exit);
        const dominates = naiveDominates(reversed(list), exit);
        for (const a of nodesOf(list)) {
          for (const b of nodesOf(list)) expect(tree.dominates(a, b), `${a} pdom ${b}`).toBe(dominates(a, b));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('of the flow graph in Lengauer and Tarjan, Fig. 1', () => {
    const names = ['R', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'];
    const edges = 'RA RB RC AD BA BD BE CF CG DL EH FI GI GJ HE HK IK JI KI KR LH'
      .split(' ')
      .map((edge) => [names.indexOf(edge.charAt(0)), names.indexOf(edge.charAt(1))] as const);
    const dominators = immediateDominators(digraphOf({ nodeCount: names.length, edges }), 0);
    const shown = names.slice(1).map((name, i) => `${names[dominators[i + 1] ?? -1]}${name}`);
    expect(shown.join(' ')).toBe('RA RB RC RD RE CF CG RH RI GJ RK DL');
    expect(dominators[0]).toBe(-1);
  });

  test('know the root and what cannot be reached', () => {
    const tree = dominatorTree(Digraph.fromEdges(4, [0, 2], [1, 3]), 0);
    expect(tree.parentOf(0)).toBeUndefined();
    expect(tree.parentOf(1)).toBe(0);
    expect(tree.parentOf(3)).toBeUndefined();
    expect([tree.isReachable(0), tree.isReachable(1), tree.isReachable(2)]).toEqual([true, true, false]);
    expect(tree.dominates(2, 2)).toBe(false);
    expect(tree.dominates(2, 3)).toBe(false);
  });

  test('top-down order puts each node after its immediate dominator', () => {
    fc.assert(
      fc.property(edgeLists, (list) => {
        const tree = dominatorTree(digraphOf(list), 0);
        const order = [...tree.topDown];
        expect(new Set(order)).toEqual(naiveReachable(list, [0]));
        for (const node of order) {
          const parent = tree.parentOf(node);
          if (parent !== undefined) expect(order.indexOf(parent)).toBeLessThan(order.indexOf(node));
        }
      }),
    );
  });

  test('are found on a path and a loop of a million nodes', () => {
    const nodeCount = 1_000_000;
    const tree = dominatorTree(longChain(nodeCount, true), 0);
    expect(tree.parentOf(nodeCount - 1)).toBe(nodeCount - 2);
    expect(tree.dominates(0, nodeCount - 1)).toBe(true);
    expect(tree.dominates(nodeCount - 1, 1)).toBe(false);
  });
});
