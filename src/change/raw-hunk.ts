import type { Node } from 'oxc-parser';
import type { Range } from './text-ranges';

/** A stretch of two partner files that differs; `form` says how the base's text fits into the head. */
export interface RawHunk {
  readonly baseModule: number;
  readonly headModule: number;
  readonly base: Range;
  readonly head: Range;
  readonly form: HunkForm;
  /** The base function in whose own syntax it lies. */
  readonly owner: number;
}

export type HunkForm =
  | { readonly kind: 'exact' }
  | { readonly kind: 'expression'; readonly base: Node; readonly parent: Node }
  | { readonly kind: 'body'; readonly isBlock: boolean }
  | {
      readonly kind: 'list';
      readonly of: 'statement' | 'member' | 'case';
      /** The type of the last node of the base's stretch. */
      readonly last: string | null;
      readonly beforeDirective: boolean;
    }
  | { readonly kind: 'jsx-attribute' };
