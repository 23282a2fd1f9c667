import type { SpanResult } from './location';

/** An assertion that fails, or an error that is thrown, on a path that the change affects. */
export interface BugFound {
  /** The id of the function that was called. */
  readonly function: string;
  readonly kind: 'console.assert' | 'assert' | 'throw';
  /** The assertion or statement as written. */
  readonly text: string;
  readonly span: SpanResult;
  /** Source text: `f(3, 'x')`. */
  readonly call: string;
  /** It was seen on the engine. */
  readonly replayed: boolean;
  /** The same call did not get there before the change. */
  readonly isNew: boolean;
}
