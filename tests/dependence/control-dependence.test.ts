import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { controlDependences, type FlowGraph } from '#dependence/control-dependence';
import { flowGraphOf } from '#dependence/flow-graph';
import { extractFacts } from '#ir/extract-facts';
import type { ModuleFacts } from '#ir/facts';
import { LineIndex } from '#core/span';
import { flowGraphs } from '../core/graphs';
import { arbitraryProgram } from '../ir/generate/arbitrary-program';
import { renderProgram } from '../ir/generate/render-program';
import { lowered } from '../ir/lowered';
import { naiveControlDependences } from './naive-control';

/** Random graphs with few labels, so that two edges of a node may carry the same decision. */
const labelledGraphs: fc.Arbitrary<FlowGraph> = flowGraphs.chain(({ nodeCount, edges: all }) => {
  const edges = all.filter(([from]) => from !== nodeCount - 1);
  const labels = fc.array(fc.nat(2), { minLength: edges.length, maxLength: edges.length });
  return labels.map((edgeLabel) => ({
    nodeCount,
    entry: 0,
    exit: nodeCount - 1,
    edgeFrom: Int32Array.from(edges, ([from]) => from),
    edgeTo: Int32Array.from(edges, ([, to]) => to),
    edgeLabel: Int32Array.from(edgeLabel),
  }));
});

describe('control dependence', () => {
  test('of random graphs is what the definition says', () => {
    const property = fc.property(labelledGraphs, (flow) => {
      expect(found(flow)).toEqual(naiveControlDependences(flow));
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('of random programs is what the definition says, with and without unhandled errors', () => {
    const property = fc.property(arbitraryProgram('control'), fc.boolean(), (tree, errors) => {
      const facts = extractFacts(lowered('program.js', renderProgram(tree)));
      for (const flow of smallGraphs(facts, errors)) expect(found(flow)).toEqual(naiveControlDependences(flow));
    });
    fc.assert(property, { numRuns: 25 });
  });

  test('of Bin, as in Change-Effects Fig. 1', () => {
    const text = readFileSync(new URL('../fixtures/papers/bin-before.ts', import.meta.url), 'utf8');
    expect(byStatement(text)).toEqual(['1 -F-> 4', '1 -T-> 2', '6 -F-> 9', '6 -T-> 7']);
  });

  test('makes a loop depend on itself', () => {
    expect(byStatement('while (a()) // 1\n  b(); // 2\nc(); // 3\n')).toEqual(['1 -T-> 1', '1 -T-> 2']);
    expect(byStatement('do b(); // 1\nwhile (a()); // 2\n')).toEqual(['2 -T-> 1', '2 -T-> 2']);
  });

  test('tells decisions apart by their labels', () => {
    const text = [
      'function f(a, b) {',
      'for (const x of a) { // 1',
      '  if (x) break; // 2',
      '  b = x; // 3',
      '}',
      'if (a // 4',
      '  && b) // 5',
      '  return b; // 6',
      '}',
    ].join('\n');
    expect(byStatement(text)).toEqual(['1 -T-> 2', '2 -F-> 1', '2 -F-> 3', '2 -T-> 2', '4 -T-> 5', '5 -T-> 6']);
  });

  test('takes an error of a callee for a decision only where it is expected', () => {
    const facts = extractFacts(lowered('a.js', 'first();\nsecond();\n'));
    expect(found(flowGraphOf(facts, 0))).toEqual([]);
    expect(found(flowGraphOf(facts, 0, () => true)).length).toBeGreaterThan(0);
  });

  test('finds a chain of a hundred thousand decisions', () => {
    const count = 100_000;
    const sources = Array.from({ length: count - 1 }, (_, node) => node);
    const flow: FlowGraph = {
      nodeCount: count,
      entry: 0,
      exit: count - 1,
      edgeFrom: Int32Array.from([...sources, ...sources]),
      edgeTo: Int32Array.from([
        ...sources.map((node) => node + 1),
        ...sources.map((node) => Math.min(node + 2, count - 1)),
      ]),
      edgeLabel: Int32Array.from([...sources.map(() => 0), ...sources.map(() => 1)]),
    };
    expect(controlDependences(flow).from.length).toBe(2 * count - 5);
  });
});

function found(flow: FlowGraph): string[] {
  const { from, to, label } = controlDependences(flow);
  const list = Array.from(from, (node, i) => `${node} -${label[i]}-> ${to[i]}`);
  expect(new Set(list).size).toBe(list.length);
  return list.toSorted();
}

/** The definition is cubic: only functions of moderate size are compared with it. */
function smallGraphs(facts: ModuleFacts, errors: boolean): FlowGraph[] {
  const flows = Array.from({ length: facts.functions.count }, (_, fn) => flowGraphOf(facts, fn, () => errors));
  return flows.filter((flow) => flow.nodeCount <= 60);
}

/** The dependences of the last function between lines that end in a number, as `line -label-> line`. */
function byStatement(text: string): string[] {
  const facts = extractFacts(lowered('a.ts', text));
  const fn = facts.functions.count - 1;
  const { from, to, label } = controlDependences(flowGraphOf(facts, fn));
  const lines = new LineIndex(text);
  const names = text.split('\n').map((line) => /\/\/ (\d+)$/.exec(line)?.[1]);
  const nameOf = (node = 0): string | undefined => {
    const index = (facts.functions.firstNode[fn] ?? 0) + node;
    const start = facts.nodes.start[index] ?? 0;
    if (facts.nodes.hidden[index] === 1) return undefined;
    return names[lines.positionAt(start).line - 1];
  };
  const list = Array.from(from, (node, i) => [nameOf(node), facts.strings[label[i] ?? 0], nameOf(to[i])] as const);
  const named = list.filter(([source, , target]) => source !== undefined && target !== undefined);
  return [...new Set(named.map(([source, decision, target]) => `${source} -${decision}-> ${target}`))].toSorted();
}
