import type { Diagnostic } from '#core/diagnostics';
import type { Revision } from './revision';

/** Which recorded calls of a function a change affects, and which calls to add, judged by the conditions of its paths. */
export interface SelectResult {
  readonly schemaVersion: 1;
  readonly base: Revision;
  readonly head: Revision;
  /** `src/a.ts#Class.method`. */
  readonly function: string;
  readonly calls: readonly SelectedCallResult[];
  /** One for each affected way through the function that no call takes. */
  readonly added: readonly AddedCallResult[];
  /** How many affected ways through the function there are. */
  readonly affected: number;
  /** False when there may be more: the budget or a bound cut something off. */
  readonly complete: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export interface SelectedCallResult {
  readonly call: string;
  /** `unsure` is to be run as well: `reason` says why it could not be judged, where there is one. */
  readonly judgement: 'selected' | 'unaffected' | 'unsure';
  readonly reason: string | null;
}

export interface AddedCallResult {
  /** As one expression over the inputs. */
  readonly condition: string;
  /** Null when no input is known. */
  readonly call: string | null;
}
