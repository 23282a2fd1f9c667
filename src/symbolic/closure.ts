import type { PersistentMap } from '#core/persistent-map';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { Ref, Value } from './value';

/** A function together with the cells that it captured when it was created. */
export interface Closure {
  readonly module: ModuleIr;
  readonly fn: FunctionIr;
  /** Cell by binding of the module. */
  readonly env: PersistentMap<CellId>;
  readonly privates: PrivateScope | null;
  /** Where `super.x` starts to look; null for functions that are no methods. */
  readonly home: Ref | null;
  /** What arrow functions take from the function around them. */
  readonly outer: CallContext | null;
  /** For the constructor of a class. */
  readonly construction: Construction | null;
}

export type CellId = number;

/** What `this`, `arguments`, `new.target` and `super` mean. */
export interface CallContext {
  /** The cell of `this`, which a derived constructor leaves empty until `super()` returns. */
  readonly receiver: CellId;
  /** The cell of the `arguments` object, made when first asked for. */
  readonly arguments: CellId;
  readonly args: readonly Value[];
  /** Of the function under analysis: the arguments are its inputs, with those of a rest parameter as one array. */
  readonly areInputs: boolean;
  readonly newTarget: Value;
  readonly home: Ref | null;
  readonly self: Ref | null;
}

/** Private names of the classes around a function: each class evaluated makes names of its own. */
export interface PrivateScope {
  readonly outer: PrivateScope | null;
  /** Property key under which objects keep the private member. */
  readonly names: ReadonlyMap<string, string>;
  /** Property keys of the fields of the class, which are defined, not assigned. */
  readonly fieldKeys: ReadonlySet<string>;
  /** What the engine calls the class in messages about its private methods and accessors, by their names. */
  readonly brands: ReadonlyMap<string, Brand>;
  /** Whether instances have any of them; else only the class itself does. */
  readonly hasInstanceMembers: boolean;
}

export interface Brand {
  readonly isStatic: boolean;
  /** The name that the class has in the source. */
  readonly className: string | null;
}

export interface Construction {
  readonly derived: boolean;
  readonly className: string;
  /** Private methods and accessors that each instance gets. */
  readonly privateMembers: readonly PrivateMember[];
}

export interface PrivateMember {
  readonly key: string;
  readonly kind: 'method' | 'get' | 'set';
  readonly fn: Ref;
}
