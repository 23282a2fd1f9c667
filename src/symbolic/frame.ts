import type { PersistentMap } from '#core/persistent-map';
import type { CallContext, CellId, Closure } from './closure';
import type { OpenIterator } from './open-iterator';
import type { Ref, Value } from './value';
import type { RequestKind, Yielding } from './yielding';

/** One activation of a function, as it is at one moment. Never changed: a step makes the next one. */
export interface Frame {
  readonly closure: Closure;
  /** What the function was called with, also an arrow function. */
  readonly args: readonly Value[];
  /** The node to execute next. */
  readonly node: number;
  readonly env: PersistentMap<CellId>;
  readonly temps: PersistentMap<TempValue>;
  readonly context: CallContext;
  /** The error on its way along a `throw` edge. */
  readonly error: Value | null;
  readonly result: Value;
  /** Outcome of the call just made, until its call-return takes it up. */
  readonly outcome: CallOutcome | null;
  /** What a suspended function was resumed with, until its node takes it up. */
  readonly resumption: Resumption | null;
  /** The `yield` in progress, where it takes more than one step. */
  readonly yielding: Yielding | null;
  /** What the node has done so far, when it had to wait for a function that it called on its way. */
  readonly progress: Progress;
  /** How often each branch was undecided in this activation, by node. */
  readonly decided: PersistentMap<number>;
  /** The frame below, waiting for this one. */
  readonly caller: Frame | null;
  readonly depth: number;
  readonly purpose: FramePurpose;
}

export type TempValue = Value | OpenIterator;

export type CallOutcome =
  { readonly kind: 'returned'; readonly value: Value } | { readonly kind: 'threw'; readonly error: Value };

export interface Resumption {
  readonly kind: RequestKind;
  readonly value: Value;
}

/** What becomes of a frame's result. */
export type FramePurpose =
  | { readonly kind: 'call'; readonly to: Delivery }
  /** `new`: the result is the object made, unless the constructor returns one. */
  | { readonly kind: 'construct'; readonly derived: boolean; readonly to: Delivery }
  /** A generator function was called: its parameters are bound before its caller gets the generator. */
  | { readonly kind: 'generator-call'; readonly ref: Ref; readonly to: Delivery }
  | { readonly kind: 'generator'; readonly ref: Ref; readonly to: Delivery }
  /** An async function: its caller gets the promise when the function first waits, or ends. */
  | { readonly kind: 'async'; readonly promise: Ref; readonly to: Delivery }
  /** An async generator: each request has a promise of its own, and whoever resumed it gets nothing. */
  | { readonly kind: 'async-generator'; readonly ref: Ref; readonly to: Delivery }
  | { readonly kind: 'module'; readonly path: string; readonly to: Delivery }
  /** A job of the queue: what a promise had waiting. */
  | { readonly kind: 'job' }
  /** The bottom of the stack: the function under analysis. */
  | { readonly kind: 'entry' };

/**
 * Where an outcome goes: to the call-return node of the caller, to the node of the caller that called on its
 * way, or nowhere.
 */
export type Delivery = 'call-return' | 'on-the-way' | 'nowhere';

/**
 * A node is attempted anew when it had to wait. What it saw and did before is in the log and is not done
 * again; the decisions are those already made.
 */
export interface Progress {
  readonly log: readonly unknown[];
  readonly decisions: readonly (string | number | boolean)[];
}

export const noProgress: Progress = { log: [], decisions: [] };

/**
 * The frame at another node, which it has not begun to execute. Every step makes one: written out, since the engine takes many
 * times as long to spread objects of several shapes.
 */
export function movedTo(frame: Frame, node: number, error: Value | null): Frame {
  return {
    closure: frame.closure,
    args: frame.args,
    node,
    env: frame.env,
    temps: frame.temps,
    context: frame.context,
    error,
    result: frame.result,
    outcome: frame.outcome,
    resumption: frame.resumption,
    yielding: frame.yielding,
    progress: noProgress,
    decided: frame.decided,
    caller: frame.caller,
    depth: frame.depth,
    purpose: frame.purpose,
  };
}
