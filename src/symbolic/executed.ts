import type { Frame } from './frame';
import type { Value } from './value';

/** What a node did: the frame after it and the edge to follow, or a change of frames. */
export type Executed =
  | { readonly kind: 'went-on'; readonly frame: Frame; readonly label: string }
  /** Another frame runs first; its outcome comes to the call-return node. */
  | { readonly kind: 'entered'; readonly frame: Frame; readonly callee: Frame }
  | { readonly kind: 'suspended'; readonly suspension: Suspension }
  /** The consumer of a generator called `return`, and nothing in the function wants to see it. */
  | { readonly kind: 'finished'; readonly frame: Frame };

/** Why a function stops for the moment. */
export type Suspension =
  | { readonly kind: 'await'; readonly frame: Frame; readonly value: Value }
  | { readonly kind: 'yield'; readonly frame: Frame; readonly value: Value }
  /** A module, before its body: modules that it imports wait, by interned path. */
  | { readonly kind: 'imports'; readonly frame: Frame; readonly until: readonly number[] };
