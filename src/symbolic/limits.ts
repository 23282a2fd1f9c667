/** How far an exploration goes. Work is counted, not time, so that the same question has the same answer. */
export interface Limits {
  /** How often one branch may be undecided in one activation, and in activations of it below. */
  readonly loops: number;
  /** Frames on the stack. */
  readonly depth: number;
  /** Nodes executed on one path. */
  readonly steps: number;
  /** Lengths that are tried where a length is open. */
  readonly elements: number;
  /** Values that a spread takes from an iterator. */
  readonly spread: number;
  readonly paths: number;
}

export const defaultLimits: Limits = {
  loops: 4,
  depth: 256,
  steps: 1_000_000,
  elements: 4,
  spread: 10_000,
  paths: 10_000,
};
