import { nodeId } from '#core/ids';
import type { NodeMap } from '#change/change-set';
import { affectedSets } from './affected-sets';
import { seedOf, type AffectedRuleSet, type AffectedSetName, type Seed } from './derivation';
import type { FunctionFlow } from './function-flow';

/**
 * What the removed nodes affected in the base, as nodes of the head: `removeNodes` and `updateSets` of DiSE Fig. 5(a).
 * A node that the head no longer has is mapped to nothing. As printed, the nodes that Eq. (4) found in the base are
 * mapped too, and are ordinary members of AWN when the rules are applied to the head.
 */
export function removedNodes(
  base: FunctionFlow,
  headFirst: number,
  nodes: NodeMap,
  rules: AffectedRuleSet = 'published',
): Seed[] {
  const removed = base.nodes
    .filter((node) => nodes.baseStatus[node.index] === 'removed')
    .map((node) => base.idOf(node.index));
  if (removed.length === 0) return [];
  const sets = affectedSets(
    base,
    removed.map((node): Seed => ({ rule: 'removed', node, removed: node, set: 'other' })),
    rules,
  );
  const origin = seedOf(sets.derivation);
  return setNames.flatMap((set) =>
    sets[set].flatMap((node): Seed[] => {
      const head = nodes.toHead[base.indexOf(node)] ?? -1;
      return head < 0 ? [] : [{ rule: 'removed', node: nodeId(headFirst + head), removed: origin(node), set }];
    }),
  );
}

const setNames: readonly AffectedSetName[] = ['ACN', 'AWN', 'other'];
