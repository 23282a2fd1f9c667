/** Why a result is not complete. */
export interface PartialResult {
  /** What ended the analysis: the time that there was, or someone who did not want to wait. */
  readonly cause: 'time' | 'interrupted';
  /** What it was not enough for, in words: `3 functions were not compared`. */
  readonly missing: readonly string[];
}
