import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeId } from '#core/ids';
import { CallGraph } from '#dependence/call-graph';
import type { ImpactRuleSet } from '#directed/impact-derivation';
import { impactSets, type ImpactSet } from '#directed/impact-sets';
import { functionsWithNodes, programOf, type GeneratedFunction } from './generated-function';
import { naiveImpactSet } from './naive-impact-set';

function impactOf(generated: GeneratedFunction, changed: readonly number[], rules: ImpactRuleSet): ImpactSet {
  const { program, fn } = programOf(generated);
  const changes = changed.map((node) => ({ rule: 'changed', node: nodeId(node) }) as const);
  return impactSets({ program, calls: new CallGraph([], []), changes, rules }).of(fn);
}

describe.each(['published', 'extended'] as const)('impact sets with the %s rules', (rules) => {
  it('are what the procedures say when they are tried on every pair of nodes', () => {
    fc.assert(
      fc.property(functionsWithNodes, ({ fn, marked }) => {
        expect(impactOf(fn, marked, rules).nodes).toEqual(naiveImpactSet(fn, marked, rules));
      }),
      { numRuns: 500 },
    );
  });

  it('grow with the change and start from it', () => {
    fc.assert(
      fc.property(functionsWithNodes, ({ fn, marked, more }) => {
        const some = impactOf(fn, marked, rules);
        const all = impactOf(fn, [...new Set([...marked, ...more])], rules);
        expect(some.start).toEqual(marked.toSorted((a, b) => a - b));
        expect(all.nodes).toEqual(expect.arrayContaining([...some.nodes]));
        expect(some.derivation).toHaveLength(some.nodes.length);
      }),
      { numRuns: 200 },
    );
  });
});
