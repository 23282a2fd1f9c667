/** What an instrumented module gets from the runtime for its registration; the probes use these names. */
export interface ModuleHandle {
  /**
   * A function was entered or returned into. Until `outdated` is called, further events of it are the same and need not be
   * told.
   */
  event(fn: number, outdated: () => void): void;
  /** In mode `paths`: a function was entered, or resumed. */
  enter(fn: number): void;
  /** In mode `paths`: a function was left, or suspended. */
  leave(fn: number): void;
  /** What a function that is watched is called with; null where it cannot say. */
  called(fn: number, receiver: unknown, args: ArrayLike<unknown> | null): void;
  /** What is about to be taken apart: where that cannot be, `failAsWritten` says why. */
  checked<T>(value: T, call: string | null, form: string, realm: object): T;
  /** What `import()` is asked for, as it is. */
  importing(specifier: unknown): unknown;
  /** The body of the module begins, ends, waits, goes on. */
  begin(): void;
  end(): void;
  suspend<T>(value: T): T;
  resume<T>(value: T): T;
}
