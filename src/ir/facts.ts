import type { CallKind, DecoratedMember, FunctionKind, Op } from './cfg';

/**
 * Flow facts: all that dependence analysis needs of one module, as flat arrays of numbers.
 *
 * Facts depend on the text of their module alone, so they are kept between runs under the hash of that
 * text; the graphs of unchanged files are then never built again. Node indexes are module-wide
 * (`FunctionIr.firstNode + index`). Strings are indexes into `strings`, −1 stands for none.
 */
export interface ModuleFacts {
  readonly path: string;
  readonly format: 'esm' | 'commonjs';
  readonly strings: readonly string[];
  readonly functions: FunctionTable;
  readonly nodes: NodeTable;
  readonly accesses: AccessTable;
  readonly bindings: BindingTable;
  readonly classes: readonly ClassFacts[];
  readonly sites: SiteTable;
  /** Pointer variables: bindings first, then `specialVars` per function, temporaries, and expressions. */
  readonly varCount: number;
  /** A stream of `Constraint` records. */
  readonly constraints: Int32Array;
  readonly calls: CallTable;
  readonly imports: readonly { readonly binding: number; readonly source: string; readonly imported: string }[];
  readonly typeImports: readonly { readonly binding: number; readonly source: string; readonly imported: string }[];
  readonly exports: readonly ExportFacts[];
  readonly typeExports: readonly ExportFacts[];
  readonly specifiers: readonly string[];
  readonly unsupported: readonly { readonly construct: string; readonly start: number; readonly end: number }[];
}

export interface FunctionTable {
  readonly count: number;
  readonly name: Int32Array;
  readonly kind: Uint8Array;
  /** See `functionFlags`. */
  readonly flags: Uint8Array;
  readonly parent: Int32Array;
  readonly classIndex: Int32Array;
  readonly firstNode: Int32Array;
  readonly nodeCount: Int32Array;
  readonly exit: Int32Array;
  /** First entry of the function in `params`. */
  readonly firstParam: Int32Array;
  readonly params: Int32Array;
  readonly paramName: Int32Array;
  /** Position of the rest parameter, −1 when there is none. */
  readonly rest: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The variable of the nearest `this`: an arrow function has its parent's. */
  readonly thisVar: Int32Array;
  readonly firstTemp: Int32Array;
}

export interface NodeTable {
  readonly count: number;
  readonly kind: Uint8Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** 1 for nodes that no statement of the source shows: entry, exit, the bookkeeping of `finally` and iteration. */
  readonly hidden: Uint8Array;
  readonly edgeOffset: Int32Array;
  readonly edgeTo: Int32Array;
  readonly edgeLabel: Int32Array;
  readonly edgeWeak: Uint8Array;
}

/** Per node, records of `accessWidth` numbers: mode, role, place kind, two operands. */
export interface AccessTable {
  readonly offset: Int32Array;
  readonly words: Int32Array;
}

export interface BindingTable {
  readonly count: number;
  readonly name: Int32Array;
  readonly owner: Int32Array;
  /** See `bindingFlags`. */
  readonly flags: Uint8Array;
}

export interface ClassFacts {
  readonly name: string;
  readonly binding: number;
  readonly constructorFn: number;
  readonly implements: readonly { readonly name: string; readonly binding: number }[];
}

/**
 * What goes on where a regular expression has got to: nothing; `test` and `exec` (with the flag `g`: `replace` begins anew); all methods,
 * as far as is known.
 */
export const placeMarks = { none: -1, matches: 0, all: 1 } as const;

export interface SiteTable {
  readonly count: number;
  readonly kind: Uint8Array;
  /** The function of a closure or class site; of a regular expression, one of `placeMarks`; else −1. */
  readonly fn: Int32Array;
  readonly node: Int32Array;
}

/** Calls in node order; `args` holds pairs of variable and spread flag. */
export interface CallTable {
  readonly count: number;
  readonly node: Int32Array;
  readonly returnNode: Int32Array;
  readonly fn: Int32Array;
  readonly kind: Uint8Array;
  readonly callee: Uint8Array;
  /** Callee value, receiver, or function index, by `callee`. */
  readonly target: Int32Array;
  readonly property: Int32Array;
  /** The function value when it was read before the arguments. */
  readonly loaded: Int32Array;
  readonly result: Int32Array;
  /** The site of the collection that a built-in may return. */
  readonly collection: Int32Array;
  readonly argOffset: Int32Array;
  readonly args: Int32Array;
  /** The global that the callee or receiver names, as in `Object.assign`. */
  readonly global: Int32Array;
  /** A constant string as first argument, as in `require('x')`, or as second one of `defineProperty`. */
  readonly text: Int32Array;
  /** The parameter of the caller that stands where `text` would, by its position; −1 for none, or one that is assigned to. */
  readonly textParam: Int32Array;
  /** Per argument, a constant string that may name a property, −1 for none. */
  readonly argTexts: Int32Array;
  /** 1 for a method that texts and numbers have, where the receiver is one, or is declared to be: as long as it holds no object. */
  readonly ofPrimitive: Uint8Array;
}

export type ExportFacts =
  | { readonly kind: 'local'; readonly exported: string; readonly binding: number }
  | { readonly kind: 'from'; readonly exported: string; readonly source: string; readonly imported: string }
  | { readonly kind: 'star'; readonly source: string };

export const functionFlags = { async: 1, generator: 2, static: 4 } as const;
/** `linked`: imported or exported, so other modules share it. */
export const bindingFlags = { captured: 1, constant: 2, type: 4, linked: 8, annotated: 16 } as const;

export const accessWidth = 5;
export const modes = { use: 0, def: 1, weakDef: 2 } as const;

/** Which part of a node an access belongs to: the whole, the receiver of a call, or argument i. */
export const roles = { whole: -1, receiver: -2 } as const;

/** Place kinds, with the meaning of the two operands. */
export const places = {
  /** binding */
  binding: 0,
  /** temporary (pointer variable) */
  temp: 1,
  /** pointer variable of the object, property */
  field: 2,
  /** name */
  global: 3,
  this: 4,
  arguments: 5,
  result: 6,
  thrown: 7,
} as const;

/** Special pointer variables of each function, after the bindings. */
export const specialVars = { this: 0, result: 1, yielded: 2, arguments: 3, count: 4 } as const;

/** Property name of what iteration and array methods see: elements of arrays, maps and sets. */
export const elementProperty = '[]';
/** Property name of a key that is only known at run time: it may be any property. */
export const computedProperty = '[?]';

/** Methods that operators run to make a primitive value of an object. */
export const conversionMethods = ['@@toPrimitive', 'valueOf', 'toString'] as const;

/** Property names of what a function of a declared type returns, and of what its parameters get. */
export const signatureProperties = { result: '()', param: (position: number): string => `(${position})` } as const;

/** Strings that have the same id in every module. */
export const wellKnown = { elements: 0, error: 1, computed: 2 } as const;

export const constraintKinds = {
  /** dst, site */
  alloc: 0,
  /** dst, src */
  copy: 1,
  /** dst, object, property, node */
  load: 2,
  /** object, property, src, node */
  store: 3,
  /** dst, name */
  global: 4,
  /** name, src */
  setGlobal: 5,
  /** dst object, src object: all properties */
  assign: 6,
  /** class function site, super variable (−1), class index */
  class: 7,
  /** class function site, property, method site, static flag, accessor: 0 none 1 get 2 set */
  member: 8,
  /** dst */
  caught: 9,
  /** src */
  thrown: 10,
  /** variable, name, binding (−1): declared type */
  typed: 11,
  /** object, property, function site, 1 get 2 set */
  accessor: 12,
  /** dst: `super` of function */
  superOf: 13,
  /** dst, source, node: the iterator that `source[Symbol.iterator]()` gives */
  iterate: 14,
  /** object, property, node: a read whose value goes nowhere; it matters where it runs a getter */
  idleRead: 15,
  /** object, property, node: a write of what is no object; it matters where it runs a setter */
  idleWrite: 16,
  /** variable, site: it may be an object from outside of a declared shape */
  shape: 17,
  /** site of a shape, property, variable: what the property is declared to hold */
  shapePart: 18,
  /** binding, variable: what the type of that name describes */
  typeName: 19,
  /** binding of a generic type, position, variable: what its type parameter stands for */
  typeParameter: 20,
  /** variable, name, binding (−1), position, variable of the argument, site of a collection: `Name<Argument>` */
  typeArgument: 21,
  /** constructor of the class, property, static flag, variable: declared type of a field */
  typedField: 22,
  /** variable, declared: counts where nothing else is known of the variable */
  lateType: 23,
  /** variable, binding: `typeof name` */
  typeOfValue: 24,
  /** variable, node: an operator makes a primitive value of it; it matters where it runs a method, or for the text of a function */
  convert: 25,
  /** object, property, node: the same of what the property holds */
  convertPart: 26,
  /** variable: declared to hold no object */
  primitive: 27,
  /**
   * decorator, its result, descriptor, what it stands at as a function, the same afterwards, constructor of the class,
   * property, static flag, member: see `decoratedKinds`
   */
  decorated: 28,
} as const;

/** What the words of each constraint mean, without its kind; `plain` ones are the same however the module is numbered. */
export const constraintOperands: readonly (readonly ('variable' | 'string' | 'node' | 'plain')[])[] = [
  ['variable', 'plain'],
  ['variable', 'variable'],
  ['variable', 'variable', 'string', 'node'],
  ['variable', 'string', 'variable', 'node'],
  ['variable', 'string'],
  ['string', 'variable'],
  ['variable', 'variable'],
  ['plain', 'variable', 'plain'],
  ['plain', 'string', 'plain', 'plain', 'plain'],
  ['variable'],
  ['variable'],
  ['variable', 'string', 'variable'],
  ['variable', 'string', 'plain', 'plain'],
  ['variable', 'plain'],
  ['variable', 'variable', 'node'],
  ['variable', 'string', 'node'],
  ['variable', 'string', 'node'],
  ['variable', 'plain'],
  ['plain', 'string', 'variable'],
  ['variable', 'variable'],
  ['variable', 'plain', 'variable'],
  ['variable', 'string', 'variable', 'plain', 'variable', 'plain'],
  ['plain', 'string', 'plain', 'variable'],
  ['variable', 'variable'],
  ['variable', 'variable'],
  ['variable', 'node'],
  ['variable', 'string', 'node'],
  ['variable'],
  ['variable', 'variable', 'variable', 'variable', 'variable', 'plain', 'string', 'plain', 'plain'],
];

export const decoratedKinds: readonly DecoratedMember['kind'][] = ['method', 'get', 'set', 'field', 'accessor'];

export const constraintWidth: readonly number[] = constraintOperands.map((operands) => operands.length);

export const siteKinds = {
  object: 0,
  array: 1,
  closure: 2,
  class: 3,
  other: 4,
  declared: 5,
  iterator: 6,
  error: 7,
} as const;

export const nodeKinds: readonly Op['kind'][] = [
  'entry',
  'exit',
  'assign',
  'eval',
  'branch',
  'call',
  'call-return',
  'await',
  'yield',
  'return',
  'throw',
  'catch',
  'jump',
  'dispatch',
  'iter-open',
  'iter-next',
  'iter-step',
  'iter-rest',
  'iter-close',
  'delete',
  'scope',
  'nop',
];

export const functionKinds: readonly FunctionKind[] = [
  'module',
  'function',
  'arrow',
  'method',
  'getter',
  'setter',
  'constructor',
  'fields',
  'static',
  'namespace',
];

export const callKinds: readonly CallKind[] = [
  'call',
  'new',
  'super',
  'import',
  'tag',
  'jsx',
  'dispose',
  'decorator',
  'initialise',
];

export const calleeKinds = ['method', 'super-method', 'value', 'function', 'super', 'import'] as const;

/** Places in `calleeKinds`: a call whose target is a function and not a variable, and `import()`. */
export const functionCallee = calleeKinds.indexOf('function');
export const importCallee = calleeKinds.indexOf('import');
