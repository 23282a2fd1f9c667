/** One version of the source, as it was asked for. */
export interface Revision {
  /** What git or the file system can find again: a commit, a path, `working tree`. */
  readonly rev: string;
  /** For a reader: `main (3f2a9c1)`, `the working tree`. */
  readonly description: string;
}
