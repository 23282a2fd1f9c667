import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeId } from '#core/ids';
import { affectedSets } from '#directed/affected-sets';
import type { AffectedRuleSet } from '#directed/derivation';
import { FunctionFlow } from '#directed/function-flow';
import { functionsWithNodes, programOf, type GeneratedFunction } from './generated-function';
import { naiveAffectedSets } from './naive-affected-sets';

function flowOf(generated: GeneratedFunction): FunctionFlow {
  const { program, fn } = programOf(generated);
  return new FunctionFlow(program, fn);
}

function setsOf(flow: FunctionFlow, changed: readonly number[], rules: AffectedRuleSet) {
  return affectedSets(
    flow,
    changed.map((node) => ({ rule: 'changed', node: nodeId(node) }) as const),
    rules,
  );
}

describe.each(['published', 'extended'] as const)('affected sets with the %s rules', (rules) => {
  it('are what the equations say when they are tried on every pair of nodes', () => {
    fc.assert(
      fc.property(functionsWithNodes, ({ fn, marked }) => {
        const { ACN, AWN, other } = setsOf(flowOf(fn), marked, rules);
        expect({ ACN, AWN, other }).toEqual(naiveAffectedSets(fn, marked, rules));
      }),
      { numRuns: 500 },
    );
  });

  it('grow with the change', () => {
    fc.assert(
      fc.property(functionsWithNodes, ({ fn, marked, more }) => {
        const flow = flowOf(fn);
        const some = setsOf(flow, marked, rules);
        const all = setsOf(flow, [...new Set([...marked, ...more])], rules);
        for (const set of ['ACN', 'AWN', 'other'] as const)
          expect(all[set]).toEqual(expect.arrayContaining([...some[set]]));
      }),
      { numRuns: 300 },
    );
  });

  it('hold every changed node, once in each set it belongs to', () => {
    fc.assert(
      fc.property(functionsWithNodes, ({ fn, marked }) => {
        const flow = flowOf(fn);
        const { ACN, AWN, other } = setsOf(flow, marked, rules);
        for (const node of marked) {
          const id = nodeId(node);
          if (flow.conditions.has(node)) expect(ACN).toContain(id);
          if (flow.writes.has(node)) expect(AWN).toContain(id);
          if (!flow.conditions.has(node) && !flow.writes.has(node)) expect(other).toContain(id);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('have one derivation per member, from a member that was there before', () => {
    fc.assert(
      fc.property(functionsWithNodes, ({ fn, marked }) => {
        const { ACN, AWN, other, derivation } = setsOf(flowOf(fn), marked, rules);
        const known = new Set<number>();
        for (const step of derivation) {
          if ('from' in step) expect(known).toContain(step.from);
          known.add(step.node);
        }
        const derived = (set: string): number[] =>
          derivation
            .filter((step) => step.set === set)
            .map((step) => step.node)
            .toSorted((a, b) => a - b);
        expect({ ACN, AWN, other }).toEqual({ ACN: derived('ACN'), AWN: derived('AWN'), other: derived('other') });
      }),
      { numRuns: 300 },
    );
  });
});
