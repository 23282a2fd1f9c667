/**
 * What the functions of the language do with objects and callbacks. One table for points-to, data
 * dependence and the call graph; operands are named relative to the call.
 */
export interface BuiltIn {
  /** Argument that is called, and what its parameters receive. */
  readonly calls?: readonly { readonly arg: number; readonly params: readonly Operand[] }[];
  /** What the call returns. */
  readonly returns?: readonly Operand[];
  /** A new array or collection whose elements are these. */
  readonly collects?: readonly Operand[];
  /** The elements of the receiver are read. */
  readonly reads?: boolean;
  /** The receiver is changed; these become its elements. */
  readonly writes?: readonly Operand[];
  /** Only regular expressions have it: what it writes is where the next match starts. */
  readonly ofRegExps?: boolean;
  /** Properties of the first argument are changed instead of elements of the receiver, as by `Object.assign`. */
  readonly writesArgument?: boolean;
  /** All that can be reached from the arguments is read. */
  readonly readsArguments?: boolean;
  /** A generator goes on, with what it is given as the value of its `yield`. */
  readonly resumes?: boolean;
  /** The result is a promise that the parameters of the callback settle. */
  readonly settles?: boolean;
  /** The first argument also has the properties of the others, as after `Object.assign`. */
  readonly merges?: boolean;
  /** A new object that inherits from the first argument, as from `Object.create`. */
  readonly inherits?: boolean;
  /** The elements of what is collected come in pairs, as the entries of a map: it stands for each of its pairs, too. */
  readonly pairs?: boolean;
  /** What is collected is found under computed keys, too. */
  readonly keyed?: boolean;
  /** The first argument gets the `value` of the third, a descriptor, as a property. */
  readonly defines?: boolean;
  /** The first argument inherits from the second. */
  readonly reparents?: boolean;
  /** Makes primitive values of all its arguments, of the elements of the receiver, or JSON of the first argument. */
  readonly converts?: 'arguments' | 'elements' | 'json';
}

/**
 * `element`: elements of the receiver; `result`: what callback returns; `argument n`; of it, its `elements n`, all its `properties n`,
 * the elements of its elements, which are `entries n`; `rest n`: arguments from n on.
 */
export type Operand = 'receiver' | 'element' | 'result' | `${PartOfArgument} ${number}`;

type PartOfArgument = 'argument' | 'elements' | 'properties' | 'entries' | 'rest';

const each = (...params: Operand[]): NonNullable<BuiltIn['calls']> => [{ arg: 0, params }];
const visitor: BuiltIn = { calls: each('element', 'receiver', 'receiver'), reads: true };

/** Methods, by name: any receiver that is not known to have a method of its own may be a built-in. */
export const builtInMethods: Readonly<Record<string, BuiltIn>> = {
  forEach: { calls: each('element', 'element', 'receiver'), reads: true },
  map: { ...visitor, collects: ['result'] },
  flatMap: { ...visitor, collects: ['result', 'elements 0'] },
  filter: { ...visitor, collects: ['element'] },
  find: { ...visitor, returns: ['element'] },
  findLast: { ...visitor, returns: ['element'] },
  findIndex: visitor,
  findLastIndex: visitor,
  some: visitor,
  every: visitor,
  reduce: { calls: each('result', 'element', 'element'), returns: ['result', 'argument 1'], reads: true },
  reduceRight: { calls: each('result', 'element', 'element'), returns: ['result', 'argument 1'], reads: true },
  sort: { calls: each('element', 'element'), returns: ['receiver'], reads: true, writes: ['element'] },
  toSorted: { calls: each('element', 'element'), collects: ['element'], reads: true },
  reverse: { returns: ['receiver'], reads: true, writes: ['element'] },
  toReversed: { collects: ['element'], reads: true },
  push: { writes: ['rest 0'] },
  unshift: { writes: ['rest 0'] },
  pop: { returns: ['element'], reads: true, writes: [] },
  shift: { returns: ['element'], reads: true, writes: [] },
  splice: { collects: ['element'], reads: true, writes: ['rest 2'] },
  toSpliced: { collects: ['element', 'rest 2'], reads: true },
  fill: { returns: ['receiver'], writes: ['argument 0'] },
  copyWithin: { returns: ['receiver'], reads: true, writes: ['element'] },
  slice: { collects: ['element'], reads: true },
  concat: { collects: ['element', 'rest 0', 'elements 0'], reads: true },
  flat: { collects: ['element'], reads: true },
  with: { collects: ['element', 'argument 1'], reads: true },
  at: { returns: ['element'], reads: true },
  join: { reads: true, converts: 'elements' },
  includes: { reads: true },
  indexOf: { reads: true },
  lastIndexOf: { reads: true },
  keys: { reads: true },
  values: { collects: ['element'], reads: true },
  entries: { collects: ['element'], pairs: true, reads: true },
  set: { returns: ['receiver'], writes: ['argument 1', 'argument 0'] },
  get: { returns: ['element'], reads: true },
  has: { reads: true },
  add: { returns: ['receiver'], writes: ['argument 0'] },
  delete: { reads: true, writes: [] },
  clear: { writes: [] },
  next: { returns: ['element'], collects: ['element'], reads: true, resumes: true },
  return: { reads: true, resumes: true },
  throw: { reads: true, resumes: true },
  // oxlint-disable-next-line unicorn/no-thenable -- a table by name that nobody awaits
  then: {
    calls: [
      { arg: 0, params: ['receiver'] },
      { arg: 1, params: ['receiver'] },
    ],
    returns: ['result', 'receiver'],
  },
  catch: { calls: each('receiver'), returns: ['result', 'receiver'] },
  finally: { calls: each(), returns: ['receiver'] },
  replace: { calls: [{ arg: 1, params: [] }] },
  replaceAll: { calls: [{ arg: 1, params: [] }] },
  test: { writes: [], ofRegExps: true },
  exec: { writes: [], collects: [], ofRegExps: true },
  match: {
    calls: [
      { arg: 0, params: [] },
      { arg: 1, params: [] },
    ],
    collects: [],
  }, // of other libraries, with callbacks
  split: { collects: [] },
};

/** Functions of well-known globals. */
export const builtInFunctions: Readonly<Record<string, BuiltIn>> = {
  'Object.assign': { returns: ['argument 0'], writesArgument: true, merges: true, writes: ['elements 1'] },
  'Object.defineProperty': { returns: ['argument 0'], writesArgument: true, writes: ['elements 2'], defines: true },
  'Object.defineProperties': { returns: ['argument 0'], writesArgument: true, writes: ['elements 1'] },
  'Object.setPrototypeOf': { returns: ['argument 0'], writesArgument: true, writes: [], reparents: true },
  'Object.freeze': { returns: ['argument 0'] },
  'Object.seal': { returns: ['argument 0'] },
  'Object.preventExtensions': { returns: ['argument 0'] },
  'Object.create': { inherits: true, collects: ['elements 1'] },
  'Object.getPrototypeOf': { returns: ['argument 0'] },
  'Object.keys': { readsArguments: true },
  'Object.values': { collects: ['properties 0'] },
  'Object.entries': { collects: ['properties 0'], pairs: true },
  'Object.fromEntries': { collects: ['entries 0'], keyed: true },
  'Object.groupBy': { calls: [{ arg: 1, params: ['elements 0'] }], collects: ['elements 0'], pairs: true, keyed: true },
  'Map.groupBy': { calls: [{ arg: 1, params: ['elements 0'] }], collects: ['elements 0'], pairs: true },
  'Reflect.set': { writesArgument: true, writes: ['argument 2'] },
  'Reflect.get': { returns: ['properties 0'] },
  'Reflect.defineProperty': { writesArgument: true, writes: ['elements 2'], defines: true },
  'Reflect.setPrototypeOf': { writesArgument: true, writes: [], reparents: true },
  'Reflect.deleteProperty': { writesArgument: true, writes: [] },
  'Reflect.apply': { calls: [{ arg: 0, params: ['elements 2'] }], returns: ['result'] },
  'Reflect.construct': { calls: [{ arg: 0, params: ['elements 1'] }], returns: ['result'] },
  'Array.from': { calls: [{ arg: 1, params: ['elements 0'] }], collects: ['elements 0', 'result'] },
  'Array.of': { collects: ['rest 0'] },
  'Array.isArray': {},
  'Promise.all': { returns: ['argument 0'] },
  'Promise.allSettled': { returns: ['argument 0'] },
  'Promise.race': { returns: ['elements 0'] },
  'Promise.any': { returns: ['elements 0'] },
  'Promise.resolve': { returns: ['argument 0'] },
  'Promise.reject': { returns: ['argument 0'] },
  'JSON.parse': { calls: [{ arg: 1, params: [] }] },
  'JSON.stringify': { calls: [{ arg: 1, params: [] }], readsArguments: true, converts: 'json' },
  setTimeout: { calls: [{ arg: 0, params: ['argument 2', 'argument 3'] }] },
  setInterval: { calls: [{ arg: 0, params: ['argument 2', 'argument 3'] }] },
  setImmediate: { calls: [{ arg: 0, params: ['argument 1', 'argument 2'] }] },
  queueMicrotask: { calls: [{ arg: 0, params: [] }] },
  structuredClone: { returns: ['argument 0'], readsArguments: true },
  'new Promise': { calls: [{ arg: 0, params: [] }], settles: true },
  'new Map': { collects: ['elements 0', 'entries 0'], pairs: true },
  'new Set': { collects: ['elements 0'] },
  'new WeakMap': { collects: ['entries 0'] },
  'new WeakSet': { collects: ['elements 0'] },
  'new Array': { collects: ['rest 0'] },
  'new Proxy': { returns: ['argument 0'] },
  Symbol: { converts: 'arguments' },
  String: { readsArguments: true, converts: 'arguments' },
  Number: { converts: 'arguments' },
  Boolean: {},
  BigInt: { converts: 'arguments' },
  parseInt: { converts: 'arguments' },
  parseFloat: { converts: 'arguments' },
  isNaN: { converts: 'arguments' },
  isFinite: { converts: 'arguments' },
};

/** Objects of the language whose functions take objects as they are. */
export const keepingGlobals: ReadonlySet<string> = new Set([
  'Object',
  'Array',
  'Reflect',
  'JSON',
  'Promise',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'WeakRef',
]);

/** Objects of the language whose remaining functions only compute from their arguments. */
export const pureGlobals: ReadonlySet<string> = new Set([
  'Math',
  'JSON',
  'Number',
  'String',
  'Boolean',
  'BigInt',
  'Symbol',
  'Object',
  'Array',
  'Date',
  'Reflect',
  'Atomics',
  'Intl',
  'RegExp',
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'EvalError',
  'URIError',
  'ReferenceError',
  'AggregateError',
  'Promise',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'WeakRef',
  'ArrayBuffer',
  'DataView',
  'Uint8Array',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'Uint8ClampedArray',
  'URL',
  'URLSearchParams',
  'TextEncoder',
  'TextDecoder',
]);

/** Calls after which the program does not go on. */
export const exits: ReadonlySet<string> = new Set(['process.exit', 'process.abort', 'Deno.exit']);
