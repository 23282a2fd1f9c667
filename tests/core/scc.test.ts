import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { condensation, stronglyConnectedComponents } from '#core/scc';
import { digraphOf, edgeLists, longChain, naiveReachable, nodesOf } from './graphs';

describe('stronglyConnectedComponents', () => {
  test('puts two nodes together exactly when each reaches the other', () => {
    fc.assert(
      fc.property(edgeLists, (list) => {
        const components = stronglyConnectedComponents(digraphOf(list));
        const reach = nodesOf(list).map((node) => naiveReachable(list, [node]));
        for (const a of nodesOf(list)) {
          for (const b of nodesOf(list)) {
            expect(components.of(a) === components.of(b)).toBe(reach[a]?.has(b) === true && reach[b]?.has(a) === true);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('numbers components in reverse topological order', () => {
    fc.assert(
      fc.property(edgeLists, (list) => {
        const components = stronglyConnectedComponents(digraphOf(list));
        for (const [source, target] of list.edges) {
          expect(components.of(target)).toBeLessThanOrEqual(components.of(source));
        }
      }),
    );
  });

  test('lists every node once, under its component', () => {
    fc.assert(
      fc.property(edgeLists, (list) => {
        const components = stronglyConnectedComponents(digraphOf(list));
        const listed: number[] = [];
        for (let component = 0; component < components.count; component++) {
          const members = [...components.members(component)];
          expect(members.length).toBeGreaterThan(0);
          expect(members.every((node) => components.of(node) === component)).toBe(true);
          listed.push(...members);
        }
        expect(listed.toSorted((a, b) => a - b)).toEqual(nodesOf(list));
      }),
    );
  });

  test('does not run out of stack', () => {
    expect(stronglyConnectedComponents(longChain(1_000_000)).count).toBe(1_000_000);
    expect(stronglyConnectedComponents(longChain(1_000_000, true)).count).toBe(1);
  });
});

describe('condensation', () => {
  test('has one edge for every pair of components that some edge joins, and no loop', () => {
    fc.assert(
      fc.property(edgeLists, (list) => {
        const graph = digraphOf(list);
        const components = stronglyConnectedComponents(graph);
        const expected = new Set<string>();
        for (const [source, target] of list.edges) {
          if (components.of(source) !== components.of(target)) {
            expected.add(`${components.of(source)} ${components.of(target)}`);
          }
        }
        const condensed = condensation(graph, components);
        const actual: string[] = [];
        for (let component = 0; component < condensed.nodeCount; component++) {
          condensed.forEachSuccessor(component, (target) => actual.push(`${component} ${target}`));
        }
        expect(actual.toSorted()).toEqual([...expected].toSorted());
      }),
    );
  });
});
