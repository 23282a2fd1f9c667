import type { Frame } from '#symbolic/frame';
import type { State } from '#symbolic/state';
import type { CallingContext } from './calling-context';
import type { Element } from './next-affected';

/** Decides which states of a directed search are gone on with, and which of the paths that end are wanted. */
export interface Pruning {
  /** The function under analysis is about to be called. */
  started(state: State): void;
  /** A state has become two. */
  forked(from: State, to: State): void;
  /** A node is about to be executed for the first time on this path. */
  visited(state: State, frame: Frame, context: CallingContext): void;
  /** Whether a state may be less worth now than it was before this node; where this is not told, after all. */
  narrows?(state: State, context: CallingContext, node: number): boolean;
  /** Asked for states that have left such a node, and for those that have waited: is it worth going on while so many others wait? */
  isWorth(state: State, waiting: number): boolean;
  /** All states but so many of those that wait have come to their ends, or were left. */
  backTo?(waiting: number): void;
  /**
   * A state that was not worth it is left. Gives the state that is followed to its end all the same, along any one way,
   * so that a path condition becomes whole.
   */
  left(state: State): State | null;
  /** A path has come to its end; whether it is wanted. */
  ended(state: State): boolean;
  /** Whether something was left out because it repeats an affected node too often. */
  readonly isBounded: boolean;
  /** How much of what was to be covered was not, as far as that can be counted. */
  readonly uncovered: number;
  /** The affected nodes that the path has executed, as far as they are what is looked for. */
  sequenceOf(state: State): readonly Element[];
}

/** An execution of a node. */
export interface Visit {
  readonly frame: Frame;
  readonly context: CallingContext;
  readonly node: number;
}
