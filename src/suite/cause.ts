/**
 * Something that changed, and whom it can reach in the recording: tests that execute one of the functions, load one of the
 * modules, belong to one of the files, or are named; `everyone` where nothing can be ruled out.
 */
export interface Cause {
  readonly kind: CauseKind;
  /** What changed: a function, a file, a package. */
  readonly subject: string;
  /** Why that matters to a test that is reached, e.g. `reads LIMIT`. */
  readonly effect: string;
  readonly functions?: Iterable<number>;
  readonly modules?: Iterable<number>;
  /** Where it changed: a test that never loaded this module cannot see it. */
  readonly onlyWith?: number;
  readonly tests?: Iterable<number>;
  readonly everyone?: boolean;
}

export type CauseKind =
  | 'function'
  | 'text'
  | 'load'
  | 'binding'
  | 'member'
  | 'state'
  | 'file'
  | 'package'
  | 'configuration'
  | 'environment'
  | 'registration'
  | 'outcome';

/** A cause, for a test that it reaches. */
export interface Reason {
  readonly cause: Cause;
  /** The function or module of the recording by which the test is reached, where there is one. */
  readonly by: { readonly function: number } | { readonly module: number } | null;
}
