import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AllPairsReachability, reachableFrom } from '#core/reachability';
import { digraphOf, type EdgeList, edgeLists, longChain, naiveReachable, nodesOf } from './graphs';

/** Warshall: paths of at least one edge. */
function closure(list: EdgeList): boolean[][] {
  const nodes = nodesOf(list);
  const reach = nodes.map((a) => nodes.map((b) => list.edges.some(([source, target]) => source === a && target === b)));
  for (const k of nodes) {
    for (const i of nodes) {
      for (const j of nodes) {
        const row = reach[i];
        if (row?.[k] && reach[k]?.[j]) row[j] = true;
      }
    }
  }
  return reach;
}

describe('reachableFrom', () => {
  test('agrees with scanning the edges until nothing is added', () => {
    fc.assert(
      fc.property(edgeLists, fc.array(fc.nat(1000), { maxLength: 4 }), (list, picks) => {
        const seeds = picks.map((pick) => pick % list.nodeCount);
        expect(new Set(reachableFrom(digraphOf(list), seeds))).toEqual(naiveReachable(list, seeds));
      }),
      { numRuns: 300 },
    );
  });

  test('goes a long way', () => {
    expect(reachableFrom(longChain(1_000_000), [1]).count()).toBe(999_999);
  });
});

describe('AllPairsReachability', () => {
  test('agrees with the cubic closure', () => {
    fc.assert(
      fc.property(edgeLists, (list) => {
        const reachability = new AllPairsReachability(digraphOf(list));
        const expected = closure(list);
        for (const a of nodesOf(list)) {
          expect(reachability.isOnCycle(a)).toBe(expected[a]?.[a]);
          for (const b of nodesOf(list)) {
            expect(reachability.reachesByEdges(a, b), `${a} to ${b}`).toBe(expected[a]?.[b]);
            expect(reachability.reaches(a, b), `${a} to ${b}`).toBe(a === b || expected[a]?.[b]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
