import type { FileRole } from '#ir/file-role';
import type { SpanResult } from './location';
import type { Behaviour, PathResult, Verdict } from './verdict';

/** A changed, added or removed function. */
export interface FunctionResult {
  /** `src/a.ts#Class.method`; in the base for a removed function. */
  readonly id: string;
  /** What its file is, where that is no part of the program. */
  readonly role?: FileRole;
  readonly status: 'changed' | 'added' | 'removed';
  /** The id in the base of a function that has another name now. */
  readonly renamedFrom?: string;
  /** The id in the base of a function that was in another file or function. */
  readonly movedFrom?: string;
  /** In the head, or in the base for a removed function. */
  readonly span: SpanResult;
  /** What differs outside of the body, in words: parameters, `async`, imports of a module. */
  readonly headerChanges: readonly string[];
  readonly changedNodes: readonly ChangedNode[];
  /** Nodes of the head whose path conditions the change can touch (DiSE's ACN and AWN), in source order. */
  readonly affectedNodes: readonly AffectedNode[];
  readonly verdict: Verdict;
  readonly behaviours: readonly Behaviour[];
  readonly paths: readonly PathResult[];
}

export interface NodeResult {
  readonly id: string;
  readonly span: SpanResult;
  readonly text: string;
}

export type ChangedNode =
  | ({ readonly status: 'changed'; readonly base: NodeResult } & NodeResult)
  | ({ readonly status: 'added' } & NodeResult)
  /** Its span is in the base. */
  | ({ readonly status: 'removed' } & NodeResult);

export interface AffectedNode extends NodeResult {
  readonly role: 'condition' | 'write';
  readonly rule: AffectedRule;
}

/** Why a node is affected: it is changed or added itself, a removed node had an effect on it, or one of DiSE's equations 1 to 4. */
export type AffectedRule = 'changed' | 'removed' | 'equation-1' | 'equation-2' | 'equation-3' | 'equation-4';
