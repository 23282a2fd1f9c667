import type { Span } from '#core/span';

/** A place in the source for a reader: lines and columns count from 1, columns in UTF-16 units. */
export interface SpanResult extends Span {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** One past the last column. */
  readonly endColumn: number;
}

/** A statement or condition, named so that it can be shown without the program at hand. */
export interface NodeRef {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Its source text as written, possibly several lines. */
  readonly text: string;
}

/** Lines of a file, both included. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}
