import type { NodeId } from '#core/ids';
import { AffectedRules } from './affected-rules';
import type { AffectedRuleSet, Derivation, Seed } from './derivation';
import type { FunctionFlow } from './function-flow';

/**
 * What a change affects inside one function (DiSE 3.2): ACN, the affected conditional nodes, and AWN, the affected write
 * nodes, each in node order. Nodes that are neither (calls, returns, throws) have no place in the document: when they
 * change they are in `other`, and count as writes as far as they define something.
 */
export interface AffectedSets {
  readonly ACN: readonly NodeId[];
  readonly AWN: readonly NodeId[];
  readonly other: readonly NodeId[];
  /** One entry per member of a set, in the order in which the rules added them. */
  readonly derivation: readonly Derivation[];
}

export function affectedSets(
  flow: FunctionFlow,
  seeds: Iterable<Seed>,
  rules: AffectedRuleSet = 'published',
): AffectedSets {
  const engine = new AffectedRules(flow, rules);
  for (const seed of seeds) engine.seed(seed);
  engine.run();
  return {
    ACN: engine.members('ACN'),
    AWN: engine.members('AWN'),
    other: engine.members('other'),
    derivation: engine.derivation,
  };
}
