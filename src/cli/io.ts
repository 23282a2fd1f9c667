/** What the command line reaches of the world, so that a test can stand in for it. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  /** What `now` would have said when the process began. */
  readonly begun: number;
}

export interface Output {
  readonly isTerminal: boolean;
  readonly columns: number;
  /** Resolves when the text is on its way; a reader that went away is no error. */
  readonly write: (text: string) => Promise<void>;
}
