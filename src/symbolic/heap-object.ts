import type { PersistentMap } from '#core/persistent-map';
import type { Term } from '#smt/term';
import type { ElementType } from './binary-types';
import type { Closure } from './closure';
import type { Frame } from './frame';
import type { InputMember } from './input-type';
import type { Location } from './location';
import type { PropertyKeyText, Ref, Value } from './value';
import type { RequestKind } from './yielding';

/** An object as it is at one moment. Never changed: the heap gets a new one in its place. */
export interface HeapObject {
  readonly proto: Ref | null;
  /** By interned key. Indices of arrays are among the elements instead. */
  readonly properties: PersistentMap<Property>;
  /** Number for the next property, which keeps them in order. */
  readonly nextOrder: number;
  readonly extensible: boolean;
  readonly internal: Internal;
  /** For an object that was handed in: properties that are not mentioned are decided when they are looked at. */
  readonly input: InputObject | null;
  /** Names of objects handed in that properties were copied from, so that callers decide their order. */
  readonly orderedBy?: readonly string[];
}

export interface InputObject {
  readonly location: Location;
  readonly member: InputMember;
  /** Where its parts are, since the outside could change them. */
  readonly since?: Location;
}

export type Property = DataProperty | AccessorProperty | AbsentProperty;

export interface DataProperty {
  readonly kind: 'data';
  readonly value: Value;
  readonly writable: boolean;
  readonly enumerable: boolean;
  readonly configurable: boolean;
  readonly order: number;
}

export interface AccessorProperty {
  readonly kind: 'accessor';
  readonly get: Ref | null;
  readonly set: Ref | null;
  readonly enumerable: boolean;
  readonly configurable: boolean;
  readonly order: number;
}

/** Of an object that was handed in, and of the global one: known not to be there. */
export interface AbsentProperty {
  readonly kind: 'absent';
}

export type Internal =
  | { readonly kind: 'plain' | 'error' | 'arguments' }
  /** A hole is an index without an element. Elements of an input array beyond those mentioned are undecided. */
  | {
      readonly kind: 'array';
      readonly elements: PersistentMap<Value>;
      readonly length: Term;
      readonly frozen: boolean;
    }
  | { readonly kind: 'closure'; readonly closure: Closure }
  | { readonly kind: 'builtin'; readonly name: string; readonly constructs: boolean }
  | { readonly kind: 'bound'; readonly target: Ref; readonly receiver: Value; readonly args: readonly Value[] }
  /** A function that was handed in, with the calls made so far. */
  | { readonly kind: 'callback'; readonly calls: readonly CallbackCall[] }
  | { readonly kind: 'boxed'; readonly value: Value }
  | { readonly kind: 'date'; readonly time: Term }
  | { readonly kind: 'regexp'; readonly source: string; readonly flags: string }
  /** Entries in order; a deleted one leaves a gap, so that iterators keep their place. */
  | { readonly kind: 'map' | 'set'; readonly entries: readonly (Entry | null)[] }
  | { readonly kind: 'weak-map' | 'weak-set'; readonly entries: readonly (Entry | null)[] }
  | { readonly kind: 'promise'; readonly promise: PromiseState }
  | { readonly kind: 'generator'; readonly generator: GeneratorState }
  | { readonly kind: 'async-generator'; readonly generator: AsyncGeneratorState; readonly queue: readonly Request[] }
  /** Iterator objects of the language: over arrays, strings, maps, sets and matches. */
  | { readonly kind: 'iterator'; readonly iterator: IteratorState }
  /** An `ArrayBuffer`, kept as elements of a type. Those not mentioned are zero, or undecided where the bytes were handed in. */
  | {
      readonly kind: 'buffer';
      readonly type: ElementType;
      readonly elements: PersistentMap<Term>;
      /** How many elements, not bytes. */
      readonly length: Term;
      readonly given: Location | null;
    }
  /** A typed array or a `DataView`: a part of a buffer. */
  | {
      readonly kind: 'view';
      readonly type: ElementType | 'DataView';
      readonly buffer: Ref;
      /** In bytes. */
      readonly offset: number;
      /** In elements; of a `DataView` in bytes. */
      readonly length: Term;
    }
  | { readonly kind: 'namespace'; readonly module: string }
  /** Something of the world outside the program, of which nothing is known. */
  | { readonly kind: 'outside'; readonly name: string };

export interface CallbackCall {
  readonly args: readonly Value[];
  readonly receiver: Value;
  readonly result: Value;
  /** Whether it was called with `new`. */
  readonly isNew: boolean;
  /** What it did with functions that it was given. */
  readonly back: readonly CallBack[];
}

/** A call of something that a function of the outside was given. */
export interface CallBack {
  /** Which argument, and which property or element of it. */
  readonly keys: readonly (string | number)[];
  /** Of an earlier call, by its order among all of functions handed in; null for one that no input makes. */
  readonly of?: number | null;
  readonly args: readonly Value[];
  readonly threw: boolean;
  /** After the function that was given it has returned. */
  readonly isLater: boolean;
}

export interface Entry {
  readonly key: Value;
  readonly value: Value;
}

export type PromiseState =
  | { readonly kind: 'pending'; readonly reactions: readonly Reaction[] }
  | { readonly kind: 'fulfilled'; readonly value: Value }
  | { readonly kind: 'rejected'; readonly reason: Value };

/** What happens when a promise settles. */
export type Reaction =
  /** Goes on with a suspended function after its `await`. */
  | { readonly kind: 'resume'; readonly frame: Frame }
  | {
      readonly kind: 'then';
      readonly onFulfilled: Value;
      readonly onRejected: Value;
      /** The promise that `then` returned; null when nobody sees it. */
      readonly derived: Ref | null;
    };

export type GeneratorState =
  | { readonly kind: 'suspended'; readonly frame: Frame; readonly started: boolean }
  | { readonly kind: 'running' }
  | { readonly kind: 'done' }
  | Consumed;

export type AsyncGeneratorState =
  | { readonly kind: 'suspended'; readonly frame: Frame; readonly started: boolean }
  /** Also while it waits at an `await`. */
  | { readonly kind: 'running' }
  /** It has ended, and waits for the value that its consumer passed to `return`. */
  | { readonly kind: 'awaiting-return' }
  | { readonly kind: 'done' }
  | Consumed;

/** What a consumer of an async generator has asked for, and the promise that it got. */
export interface Request {
  readonly kind: RequestKind;
  readonly value: Value;
  readonly promise: Ref;
}

/** The function under analysis returned the generator, and all its values were taken. */
export interface Consumed {
  readonly kind: 'consumed';
  readonly values: readonly Yielded[];
  readonly end: { readonly kind: 'returns' | 'throws' } & Yielded;
}

/** A value as it was when its consumer got it. */
export interface Yielded {
  readonly value: Value;
  readonly heap: PersistentMap<HeapObject>;
  /** The last call in which the outside could change what was handed in. */
  readonly disturbed: string | null;
  /** How many calls to the outside were made by then. */
  readonly calls: number;
}

export interface IteratorState {
  readonly over: 'array' | 'string' | 'map' | 'set' | 'list' | 'keys' | 'matches';
  readonly what: 'keys' | 'values' | 'entries';
  readonly source: Value;
  /** For `list` and `keys`: what is left to give; for `matches` the text, whose expression is the source. */
  readonly items: readonly Value[];
  readonly position: number;
  readonly done: boolean;
}

export type { PropertyKeyText };
