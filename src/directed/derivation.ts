import type { NodeId } from '#core/ids';

/** Why a node is in an affected set. */
export type Derivation = (Seed | Step) & { readonly set: AffectedSetName };

export type AffectedSetName = 'ACN' | 'AWN' | 'other';

/** Where a derivation starts. */
export type Seed =
  | { readonly rule: 'changed' | 'added'; readonly node: NodeId }
  /** Affected in the base version by the node that it names, which is no longer there (DiSE Fig. 5(a)). */
  | { readonly rule: 'removed'; readonly node: NodeId; readonly removed: NodeId; readonly set: AffectedSetName };

/** `node` is in its set because `from` is in one. */
export interface Step {
  readonly rule: AffectedRule;
  readonly node: NodeId;
  readonly from: NodeId;
}

/**
 * `Eq. 1` to `Eq. 4` are DiSE's. `statement`: both nodes are parts of one statement, which the document has as one node:
 * a call and its return, or two nodes joined by a temporary. `data flow`: a node reads what an affected one writes.
 */
export type AffectedRule = 'Eq. 1' | 'Eq. 2' | 'Eq. 3' | 'Eq. 4' | 'statement' | 'data flow';

/**
 * `published`: DiSE's equations and nothing else. They follow a value from a write to a condition but not from a write
 * to a write: after a change of `y = a`, nothing else is affected in `z = y; if (z > 0)`.
 * `extended`: values are followed everywhere, and affected calls, returns and throws are found as well.
 */
export type AffectedRuleSet = 'published' | 'extended';

/** For each member, the seed that its derivation goes back to. */
export function seedOf(derivation: readonly Derivation[]): (member: NodeId) => NodeId {
  const seeds = new Map<NodeId, NodeId>();
  for (const step of derivation) {
    // What a step comes from was derived before it.
    if (!seeds.has(step.node)) seeds.set(step.node, 'from' in step ? (seeds.get(step.from) ?? step.from) : step.node);
  }
  return (member) => seeds.get(member) ?? member;
}
