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
  /** So are the elements of those that are lists, and so on. */
  readonly readsLists?: boolean;
  /** The receiver is changed; these become its elements. */
  readonly writes?: readonly Operand[];
  /**
   * What it does with what an object keeps that no property shows. The receiver may be a regular expression: the match starts
   * where the last one ended. The first argument may be one: it begins anew if it can, or a copy of it goes on. The first argument may no longer be changed from now on, or it is asked whether it may.
   * A timer is started, which is the result, or stopped, which is the first argument.
   */
  readonly state?: 'match' | 'match by argument' | 'match by copy' | 'lock' | 'ask' | 'start' | 'stop';
  /** Properties of the first argument are changed instead of elements of the receiver, as by `Object.assign`. */
  readonly writesArgument?: boolean;
  /** All that can be reached from the arguments is read. */
  readonly readsArguments?: boolean;
  /** A generator goes on, with what it is given as the value of its `yield`. */
  readonly resumes?: boolean;
  /** What is collected is the `value` of the result. */
  readonly steps?: boolean;
  /** The result is a promise that the parameters of the callback settle; or an object with a promise and with what settles it. */
  readonly settles?: 'promise' | 'parts';
  /** The first argument also has the properties of the others, as after `Object.assign`. */
  readonly merges?: boolean;
  /** A property of the first argument is set, as by an assignment. */
  readonly assigns?: boolean;
  /** A new object that inherits from the first argument, as from `Object.create`. */
  readonly inherits?: boolean;
  /** The elements of what is collected come in pairs, as the entries of a map: it stands for each of its pairs, too. */
  readonly pairs?: boolean;
  /** What is collected is found under computed keys, too. */
  readonly keyed?: boolean;
  /** The first argument gets what the third, a descriptor, says as a property. */
  readonly defines?: boolean;
  /** The first argument, or the object that is made, gets a property for each descriptor in the second. */
  readonly definesAll?: boolean;
  /** The receiver gets the second argument as an accessor. */
  readonly definesAccessor?: 'get' | 'set';
  /** The result is a descriptor of a property of the first argument; of all of them, by their names. */
  readonly describes?: 'one' | 'all';
  /** The callback is called with `new`. */
  readonly constructs?: boolean;
  /** The first argument is thrown, later. */
  readonly rejects?: boolean;
  /** What is made has the bytes that it holds as its `buffer`: another view of them holds the same. */
  readonly views?: boolean;
  /** A new error, which is known one by one if others than its handler may write to it. */
  readonly makesError?: boolean;
  /** The text of an error that is the receiver is read. */
  readonly showsErrors?: boolean;
  /** A new object that runs the functions of the second argument, its handler, for what is done to it; or one that has it as its `proxy`. */
  readonly proxies?: 'itself' | 'inside';
  /** The first argument inherits from the second. */
  readonly reparents?: boolean;
  /** Makes primitive values of all its arguments, of the elements of the receiver, or JSON of the first argument. */
  readonly converts?: 'arguments' | 'elements' | 'json';
}

/**
 * `rejection`: the receiver, or what is thrown; `element`: elements of the receiver; `inner`: the elements of these; `result`: what callback returns; `results`: the elements of that;
 * `accumulated`: what the callback returned in the round before; `settler`: what settles the promise that is made;
 * `argument n`; of it, its `elements n`, all its `properties n`, the elements of its elements, which are `entries n`; `rest n`: arguments
 * from n on; `lists n`: the elements of these.
 */
export type Operand =
  | 'receiver'
  | 'rejection'
  | 'element'
  | 'inner'
  | 'result'
  | 'results'
  | 'accumulated'
  | 'settler'
  | `${PartOfArgument} ${number}`;

type PartOfArgument = 'argument' | 'elements' | 'properties' | 'entries' | 'rest' | 'lists';
