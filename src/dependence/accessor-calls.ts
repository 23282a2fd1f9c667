import type { BuiltIn } from './built-in';
import type { NamesOfParam } from './names-given';
import type { SolverCall } from './pointers';

/** Who knows the accessors that objects get from calls. Variables are −1 for values that are no objects. */
export interface AccessorDefinitions {
  /** The descriptor says what the property is. */
  define(target: number, property: number, descriptor: number, names: () => NamesOfParam): void;
  /** Every property of the map is a descriptor of a property of that name. */
  defineAll(target: number, map: number): void;
  /** `target.__defineGetter__(name, fn)`. */
  defineOne(target: number, property: number, which: Which, fn: number, names: () => NamesOfParam): void;
  /** The object becomes a descriptor of what the source has under this name. */
  describe(source: number, name: number, object: number, which: 'one' | 'all'): void;
}

/** Objects whose handlers run when something is done to them. */
export interface ProxyObjects {
  make(object: number, target: number, handler: number): void;
  has(object: number): boolean;
  called(object: number, call: SolverCall, how: ProxyCall): void;
}

/** Variables: `this`, the arguments (−1 for what is no object), and where the result goes. */
export interface ProxyCall {
  readonly own: number;
  readonly args: readonly number[];
  readonly to: number;
}

/** What runs when properties are looked at. */
export interface PropertyCode {
  readonly defined: AccessorDefinitions;
  readonly proxies: ProxyObjects;
  /** A read or write of a property at a node. */
  watch(base: number, property: number, node: number, which: Which, value: number): void;
  /** A function of the language reads or writes all properties of an object; what getters give goes to a variable. */
  accessAll(base: number, call: SolverCall, which: Which, value?: () => number): void;
}

export type Which = 'get' | 'set';

interface Call {
  readonly call: SolverCall;
  /** The name that is written in it. */
  readonly property: number;
  /** Whether none is. */
  readonly isOpen: boolean;
  /** Or those that the caller may have been given for it. */
  readonly names: () => NamesOfParam;
  /** The object that it may make. */
  readonly made: number;
  /** Variables, −1 for values that are no objects. */
  readonly receiver: number;
  readonly args: readonly number[];
  readonly result: number;
  /** Receives what getters give. */
  readonly given: () => number;
}

/** What a function of the language does with accessors: it gives them to objects, describes them, or runs them. */
export function defineAccessors(code: PropertyCode, builtIn: BuiltIn, call: Call): void {
  const { defined } = code;
  const { property, receiver, made, result } = call;
  const [first = -1, second = -1, third = -1] = call.args;
  if (builtIn.defines === true && first >= 0 && third >= 0) defined.define(first, property, third, call.names);
  const target = builtIn.inherits === true ? result : first;
  if (builtIn.definesAll === true && target >= 0 && second >= 0) defined.defineAll(target, second);
  if (builtIn.definesAccessor !== undefined && receiver >= 0 && second >= 0)
    defined.defineOne(receiver, property, builtIn.definesAccessor, second, call.names);
  if (builtIn.describes !== undefined && first >= 0) defined.describe(first, property, made, builtIn.describes);
  // A property that is known is described without a look at the others.
  if (builtIn.describes !== 'one' || call.isOpen) runAccessors(code, builtIn, call);
}

/** What looks at all properties of an object runs its getters, and what copies them the setters of another one. */
function runAccessors(code: PropertyCode, builtIn: BuiltIn, call: Call): void {
  const { collects, returns, merges, converts, assigns } = builtIn;
  const [first = -1, ...others] = call.args;
  const isRead = [...(collects ?? []), ...(returns ?? [])].includes('properties 0') || converts === 'json';
  if (isRead && first >= 0) code.accessAll(first, call.call, 'get', call.given);
  if (merges === true) for (const other of others) if (other >= 0) code.accessAll(other, call.call, 'get', call.given);
  if ((merges === true || assigns === true) && first >= 0) code.accessAll(first, call.call, 'set');
}
