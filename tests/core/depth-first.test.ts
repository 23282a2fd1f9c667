import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { depthFirstWalk } from '#core/depth-first';
import { digraphOf, type EdgeList, edgeLists, longChain } from './graphs';

function recursiveWalk({ edges }: EdgeList, root: number): { entered: number[]; left: number[] } {
  const entered: number[] = [];
  const left: number[] = [];
  const visit = (node: number): void => {
    entered.push(node);
    for (const [source, target] of edges) if (source === node && !entered.includes(target)) visit(target);
    left.push(node);
  };
  visit(root);
  return { entered, left };
}

describe('depthFirstWalk', () => {
  test('enters and leaves as the recursive definition does', () => {
    fc.assert(
      fc.property(edgeLists, (list) => {
        const { entered, left } = recursiveWalk(list, 0);
        const walk = depthFirstWalk(digraphOf(list), 0);
        expect([...walk.order]).toEqual(entered);
        for (let node = 0; node < list.nodeCount; node++) {
          expect(walk.preorder[node]).toBe(entered.indexOf(node));
          expect(walk.postorder[node]).toBe(left.indexOf(node));
        }
      }),
    );
  });

  test('a parent was entered before its child and left after it', () => {
    fc.assert(
      fc.property(edgeLists, (list) => {
        const { order, preorder, postorder, parent } = depthFirstWalk(digraphOf(list), 0);
        for (const node of order.subarray(1)) {
          const above = parent[node] ?? -1;
          expect(list.edges).toContainEqual([above, node]);
          expect(preorder[above]).toBeLessThan(preorder[node] ?? -1);
          expect(postorder[above]).toBeGreaterThan(postorder[node] ?? -1);
        }
      }),
    );
  });

  test('does not run out of stack on a long path', () => {
    expect(depthFirstWalk(longChain(1_000_000), 0).order.length).toBe(1_000_000);
  });
});
