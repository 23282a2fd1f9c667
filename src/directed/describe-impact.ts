import type { Program } from '#ir/program';
import { formalKey } from './formals';
import type { ImpactSets } from './impact-sets';

/** Impact sets for a person who wants to know why: the nodes of each function with the rule that put them there. */
export function describeImpact(program: Program, sets: ImpactSets): string {
  const lines = [...sets.own].map(([fn, { derivation, annotations }]) => {
    const nodes = derivation.map((step) => `n${step.node - program.nodesOf(fn).first} (${step.rule})`);
    const handed = annotations.map(({ edge, argument, formal }) => {
      return `${argument} to ${formalKey(formal)} of ${program.shortName(edge.callee)}`;
    });
    return `${program.nameOf(fn)}: ${[...nodes, ...handed].join(', ')}`;
  });
  return lines.length === 0 ? 'nothing' : lines.join('\n');
}
