/** Something that runs SMT-LIB commands one script after the other, in one state: z3 in a thread, or a process. */
export interface ScriptRunner {
  /** Waits for what the commands print, at most as long as said. */
  run(script: string, limitMs: number): ScriptResult;
  /** Ends the thread or process. The next script starts another one. */
  close(): void;
}

/** At the beginning of a script, empties the solver. */
export const resetCommand = '(reset)';

export type ScriptResult =
  | { readonly kind: 'output'; readonly text: string }
  /** The solver crashed, hung or is not there. What it was told is gone: the next script meets an empty one. */
  | { readonly kind: 'lost'; readonly reason: string };
