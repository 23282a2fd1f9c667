/**
 * What can be seen of a value from outside, as plain data that survives being sent to another process. Made by looking alone:
 * no accessor, proxy trap or conversion of the program runs.
 */
export type Observed =
  | { readonly kind: 'primitive'; readonly value: Primitive }
  /** `registered`: the one that everybody gets by `Symbol.for`. */
  | { readonly kind: 'symbol'; readonly description: string | null; readonly registered?: true }
  | { readonly kind: 'function'; readonly name: string }
  | ObservedObject
  /** An object seen before in this value. */
  | { readonly kind: 'back'; readonly id: number }
  /** Too much to look at, see `observationLimits`: equal to another only when the words are. */
  | { readonly kind: 'cut'; readonly what: string };

export type Primitive = undefined | null | boolean | number | string | bigint;

export interface ObservedObject {
  readonly kind: 'object';
  /** Objects are numbered as they are first met, from 0. */
  readonly id: number;
  /** Of the nearest prototype that has a constructor; null without a prototype. */
  readonly constructorName: string | null;
  readonly contents: Contents;
  /** Own enumerable data with string keys, in key order, without the elements of arrays. */
  readonly properties: readonly (readonly [string, Observed])[];
}

/** What an object holds besides its properties. */
export type Contents =
  | { readonly kind: 'none' }
  /** A hole is null. */
  | { readonly kind: 'array'; readonly elements: readonly (Observed | null)[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Observed, Observed])[] }
  | { readonly kind: 'set'; readonly values: readonly Observed[] }
  | { readonly kind: 'date'; readonly time: number }
  | { readonly kind: 'regexp'; readonly source: string; readonly flags: string; readonly lastIndex: number }
  | { readonly kind: 'error'; readonly name: string; readonly message: string }
  | { readonly kind: 'boxed'; readonly value: Observed }
  /** Typed arrays, `Buffer`, `DataView` and `ArrayBuffer`; `DataView` and `ArrayBuffer` as their bytes. */
  | { readonly kind: 'binary'; readonly type: string; readonly elements: readonly (number | bigint)[] }
  | { readonly kind: 'promise'; readonly state: 'pending' | 'unknown' }
  | { readonly kind: 'promise'; readonly state: 'fulfilled' | 'rejected'; readonly value: Observed }
  /** A generator that was returned and run, up to `observationLimits.yields` values. */
  | { readonly kind: 'generator'; readonly values: readonly Observed[]; readonly end: GeneratorEnd }
  /** Weak collections, proxies, unused generators, handles of the engine: that it is one is all that is seen. */
  | { readonly kind: 'opaque'; readonly tag: string };

export type GeneratorEnd =
  | { readonly kind: 'returns'; readonly value: Observed }
  | { readonly kind: 'throws'; readonly error: Observed }
  /** It had not ended after as many values as are looked at. */
  | { readonly kind: 'cut' };

/** How much of a value is looked at. */
export interface ObservationLimits {
  readonly values: number;
  readonly depth: number;
  readonly length: number;
}

/** An outcome says with `complete: false` that something was cut. */
export const observationLimits = {
  /** Values looked at, all parts counted. */
  values: 5_000,
  /** Objects inside each other. */
  depth: 400,
  /** Characters of one string, and elements of one typed array. */
  length: 100_000,
  /** Values taken from a generator. */
  yields: 1_000,
  /** Calls in the log of one input. */
  calls: 1_000,
} as const;
