import type { LineSpan } from './location';

/** One independent change of the text, which can be taken back alone or with those it entails. */
export interface EditResult {
  readonly id: string;
  /** A phrase without a final stop: `condition in Cart.add`. */
  readonly summary: string;
  readonly hunks: readonly EditHunk[];
  /** Ids of the functions of the head (of the base, for removed ones) that it touches. */
  readonly functions: readonly string[];
  /** Ids of the edits that must be taken back with it. */
  readonly entails: readonly string[];
}

export type EditHunk =
  | {
      readonly kind: 'replace';
      readonly baseFile: string;
      readonly baseLines: LineSpan;
      readonly headFile: string;
      readonly headLines: LineSpan;
    }
  | { readonly kind: 'add'; readonly headFile: string; readonly headLines: LineSpan }
  | { readonly kind: 'remove'; readonly baseFile: string; readonly baseLines: LineSpan };
