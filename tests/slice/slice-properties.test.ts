import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeId, type NodeId } from '#core/ids';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import { extractFacts } from '#ir/extract-facts';
import { Program } from '#ir/program';
import { slice, type SliceStep } from '#slice/slice';
import { generatedFunctions, programOf } from '../directed/generated-function';
import { arbitraryProgram, type Focus } from '../ir/generate/arbitrary-program';
import { renderProgram } from '../ir/generate/render-program';
import { lowered } from '../ir/lowered';
import { isDirect } from './direct-dependence';

const picks = fc.tuple(fc.nat(), fc.nat(), fc.nat());

describe('forward and backward slices are converse', () => {
  test('inside one function', () => {
    const property = fc.property(generatedFunctions, (generated) => {
      const graph = graphOf(programOf(generated).program);
      const nodes = Array.from({ length: graph.program.nodeCount }, (_, index) => nodeId(index));
      const forward = nodes.map((node) => nodesOf(graph, node, 'forward'));
      const backward = nodes.map((node) => nodesOf(graph, node, 'backward'));
      for (const a of nodes) for (const b of nodes) expect(backward[b]?.has(a)).toBe(forward[a]?.has(b));
    });
    fc.assert(property, { numRuns: 100 });
  });

  test.each<Focus>(['control', 'expressions'])('across the functions of random programs about %s', (focus) => {
    const property = fc.property(arbitraryProgram(focus), picks, (tree, numbers) => {
      const graph = randomGraph(tree);
      for (const number of numbers) {
        const seed = nodeId(number % graph.program.nodeCount);
        const found = nodesOf(graph, seed, 'forward');
        const others = numbers.map((other) => nodeId(other % graph.program.nodeCount));
        for (const node of [...others, ...[...found].slice(-3)]) {
          expect(nodesOf(graph, node, 'backward').has(seed), `${seed} → ${node}`).toBe(found.has(node));
        }
      }
    });
    fc.assert(property, { numRuns: 40 });
  });
});

describe.each(['forward', 'backward'] as const)('the explanation of a %s hit', (direction) => {
  test('is a path of the graph from a seed to the hit, as long as its distance', () => {
    const property = fc.property(arbitraryProgram('control'), picks, (tree, numbers) => {
      const graph = randomGraph(tree);
      const seeds = numbers.map((number) => nodeId(number % graph.program.nodeCount));
      const { hits, explain, complete } = slice(graph, seeds, { direction });
      expect(complete).toBe(true);
      const order = hits.map(({ vague, distance }) => [vague, distance] as const);
      expect(order).toEqual(order.toSorted(([v, d], [w, e]) => v - w || d - e));
      for (const { node, distance } of hits) {
        const steps = explain(node);
        expect(steps.length).toBeLessThanOrEqual(distance);
        expect(steps.length > 0 || seeds.includes(node)).toBe(true);
        checkPath(graph, steps, seeds, node, direction);
      }
    });
    fc.assert(property, { numRuns: 40 });
  });
});

test('a limit ends the search and says so', () => {
  const property = fc.property(arbitraryProgram('control'), fc.integer({ min: 1, max: 30 }), (tree, limit) => {
    const graph = randomGraph(tree);
    const whole = slice(graph, [graph.program.entryOf(0 as never)], {});
    const part = slice(graph, [graph.program.entryOf(0 as never)], { limit });
    expect(part.hits.length).toBeLessThanOrEqual(whole.hits.length);
    const nodes = new Set(whole.hits.map((hit) => hit.node));
    expect(part.hits.every((hit) => nodes.has(hit.node))).toBe(true);
    if (part.complete) expect(part.hits).toEqual(whole.hits);
  });
  fc.assert(property, { numRuns: 20 });
});

function checkPath(
  graph: DependenceGraph,
  steps: readonly SliceStep[],
  seeds: readonly NodeId[],
  hit: NodeId,
  direction: 'forward' | 'backward',
): void {
  const near = direction === 'forward' ? 'from' : 'to';
  const far = direction === 'forward' ? 'to' : 'from';
  let at = steps[0]?.[near];
  if (at === undefined) return;
  expect(seeds).toContain(at);
  for (const step of steps) {
    expect(step[near]).toBe(at);
    expect(isDirect(graph, step.from, step.to), `${step.from} -${step.kind}-> ${step.to}`).toBe(true);
    at = step[far];
  }
  expect(at).toBe(hit);
}

function nodesOf(graph: DependenceGraph, node: NodeId, direction: 'forward' | 'backward'): Set<NodeId> {
  return new Set(slice(graph, [node], { direction }).hits.map((hit) => hit.node));
}

function randomGraph(tree: Parameters<typeof renderProgram>[0]): DependenceGraph {
  return graphOf(new Program([extractFacts(lowered('program.js', renderProgram(tree)))]));
}

function graphOf(program: Program): DependenceGraph {
  return buildDependenceGraph(program, () => ({ kind: 'unresolved' }));
}
