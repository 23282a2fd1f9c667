import type { Diagnostic } from '#core/diagnostics';

/** What several techniques say a change of one function may affect: `wingbeat impact --techniques`. */
export interface TechniquesResult {
  readonly schemaVersion: 1;
  readonly target: string;
  readonly recording: string;
  /** Functions that some test executed. */
  readonly executed: number;
  readonly techniques: readonly TechniqueResult[];
  readonly diagnostics: readonly Diagnostic[];
  readonly complete: boolean;
}

export interface TechniqueResult {
  readonly name: string;
  /** What it goes by, in a few words. */
  readonly about: string;
  /** Ids of functions, sorted, without the one asked about; null where the recording has not what it needs. */
  readonly functions: readonly string[] | null;
  readonly milliseconds: number;
}
