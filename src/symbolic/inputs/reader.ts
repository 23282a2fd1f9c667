import type { Class, Expression, Node, TSType } from 'oxc-parser';
import type { DeclaredSubclass, DeclaredType, Lazy, Signature } from './declared-type';
import type { Entities, Entity } from './entities';
import type { TypedModule } from './typed-module';

/** What the parts of the reading of types share: they call each other through it. */
export interface TypeReader {
  readonly entities: Entities;
  read(node: TSType, scope: Scope): DeclaredType;
  lazy(node: TSType, scope: Scope): Lazy;
  /** The type of an expression; with `constant`, literals keep their values. */
  infer(node: Expression, scope: Scope, constant: boolean): DeclaredType;
  /** The type that a name means. */
  typeOf(entity: Entity, args: readonly TypeArgument[], use: Use): DeclaredType;
  /** The type of the value that a name means. */
  valueOf(entity: Entity, use: Use): DeclaredType;
  signature(node: FunctionLike, scope: Scope): Signature;
  /** Anything, noted as not understood. */
  widen(use: Use, reason: string): DeclaredType;
  /** Taken for something wider. */
  note(use: Use, reason: string): void;
  /** Taken for something that leaves inputs out. */
  narrow(use: Use, reason: string): void;
  /** What its first value says of a place that has no type: anything else may be put there in JavaScript, which is noted. */
  guess(use: Use, reason: string, read: () => DeclaredType): DeclaredType;
  /** Classes of the program below a class whose instances are of a type. */
  subclassesOf(node: Class, of: NamedType): readonly DeclaredSubclass[];
  /** Whether only its constructor can make an instance of a class, for its fields have other names in the other version. */
  isRenamed(node: Class, scope: Scope): boolean;
  /** Tells types apart that have no text of their own. */
  numberOf(type: object): number;
  /** Runs what reads a declaration once at a time; null where it is being read already, or nested too deeply. */
  guarded<T>(key: object, read: () => T): T | null;
}

/** Where a type is read: what names and type parameters mean there. */
export interface Scope {
  readonly module: TypedModule;
  /** By the node that declares the type parameter. Those without an entry stand for their constraint. */
  readonly bound: ReadonlyMap<object, TypeArgument>;
  readonly self: Lazy | null;
}

/** A type that has a name, and what its type parameters stand for. */
export interface NamedType {
  readonly name: string;
  readonly args: readonly TypeArgument[];
  readonly self: Lazy;
}

/** A place that a note can point at. */
export interface Use {
  readonly node: Node;
  readonly scope: Scope;
  /** What a note shows instead of the text of the node. */
  readonly text?: string;
}

export interface TypeArgument {
  readonly type: Lazy;
  /** How it is written, with the arguments in place of type parameters. */
  readonly label: string;
  /** Equal only for what means the same wherever it is written. */
  readonly key: string;
}

export type FunctionLike = Extract<
  Node,
  {
    type:
      | 'FunctionDeclaration'
      | 'FunctionExpression'
      | 'ArrowFunctionExpression'
      | 'TSDeclareFunction'
      | 'TSEmptyBodyFunctionExpression'
      | 'TSFunctionType'
      | 'TSConstructorType'
      | 'TSMethodSignature'
      | 'TSCallSignatureDeclaration'
      | 'TSConstructSignatureDeclaration';
  }
>;

export function scopeOf(module: TypedModule): Scope {
  return { module, bound: new Map(), self: null };
}

export function bind(scope: Scope, entries: readonly (readonly [object, TypeArgument])[]): Scope {
  return entries.length === 0 ? scope : { ...scope, bound: new Map([...scope.bound, ...entries]) };
}
