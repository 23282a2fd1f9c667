import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Initialised } from '#directed/initialised';
import type { FunctionIr } from '#ir/cfg';
import { targetOf } from '#ir/operands';
import { naiveReachable, type EdgeList } from '../core/graphs';
import { arbitraryProgram } from '../ir/generate/arbitrary-program';
import { renderProgram } from '../ir/generate/render-program';
import { lowered } from '../ir/lowered';

/** No way leads there that does not come by a declaration; of nodes that no way leads to, nothing is said. */
function expectDefinition(fn: FunctionIr): number {
  const graph: EdgeList = {
    nodeCount: fn.nodes.length,
    edges: fn.nodes.flatMap((node) => node.edges.map(({ to }) => [node.index, to] as const)),
  };
  const declared = new Map<number, number[]>();
  for (const { op, index } of fn.nodes) {
    const target = targetOf(op);
    if (target?.kind !== 'var' || !target.declare) continue;
    declared.set(target.binding, [...(declared.get(target.binding) ?? []), index]);
  }
  const initialised = new Initialised(fn);
  const reached = naiveReachable(graph, [fn.entry]);
  for (const [binding, nodes] of declared) {
    const without = nodes.map((node) => ({ node, others: naiveReachable(graph, [fn.entry], node) }));
    for (const at of reached) {
      const isBehind = without.some(({ node, others }) => reached.has(node) && node !== at && !others.has(at));
      expect([binding, at, initialised.isInitialised(binding, at)]).toEqual([binding, at, isBehind]);
    }
  }
  return declared.size;
}

test('a variable has left its dead zone behind its declaration, whatever way was taken', () => {
  let seen = 0;
  const property = fc.property(arbitraryProgram('control'), (tree) => {
    for (const fn of lowered('program.js', renderProgram(tree)).functions) {
      if (fn.nodes.length < 120) seen += expectDefinition(fn);
    }
  });
  fc.assert(property, { numRuns: 30 });
  expect(seen).toBeGreaterThan(50);
});

test.each([
  'function f(a) { let x = a; if (a) { let y = x; return y; } return x; }',
  'function f(a) { for (;;) { let x = a(); if (x) return x; } }',
  'function f(a) { do { let x = a(); a = x; } while (a); let z = a; return z; }',
  'function f(a) { try { let x = a(); return x; } catch { let y = 1; return y; } }',
  'function f(a) { let x = a; throw x; }',
  'function f(a) { return a; let x = 1; return x; }',
])('so in %s', (text) => {
  for (const fn of lowered('a.js', text).functions) expectDefinition(fn);
});
