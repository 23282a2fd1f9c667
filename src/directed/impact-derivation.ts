import type { FunctionId, NodeId } from '#core/ids';
import type { Seed } from './derivation';

/** Why a node is in an impact set: one entry per member, in the order in which they were added. */
export type ImpactDerivation =
  | Seed
  /** A use of the formal whose impact set it is. */
  | { readonly rule: 'parameter'; readonly node: NodeId }
  /** A call that leads to a function with a non-empty impact set (`CallFlow`). */
  | { readonly rule: 'call'; readonly node: NodeId; readonly callee: FunctionId }
  | { readonly rule: ImpactRule; readonly node: NodeId; readonly from: NodeId };

/**
 * `data forward`, `data backward` and `control backward` are lines 1, 6 and 10 of iDiSE Fig. 3(a). `control forward` is
 * DiSE's Eq. (1) and (2). `statement` joins a call and its return; `state` is a variable or field that functions share.
 */
export type ImpactRule =
  'data forward' | 'data backward' | 'control forward' | 'control backward' | 'statement' | 'state';

/**
 * `published`: the procedures of Fig. 3(a), each fed with the result of the others until nothing is new, as the document
 * says: what data or control flow found backward is followed forward again.
 *
 * `extended`: everything that the change can reach forward (data, control, results, shared state), and then, as DiSE does
 * with Eq. (4), what those nodes depend on, from which nothing is followed forward. It finds impacts that `published`
 * misses, and leaves out what is only connected to the change by a detour through a common cause.
 */
export type ImpactRuleSet = 'published' | 'extended';
