/**
 * What a declared type says about objects, for call targets. Types of values that are no objects, and types that name
 * nothing of the module, have no outline.
 */
export type TypeOutline =
  /** A class, interface, alias or type parameter; `ns.Name` is written as such, with the binding of `ns`. */
  | { readonly kind: 'name'; readonly type: TypeName; readonly args: readonly (TypeOutline | null)[] }
  /** Unions, intersections, and whatever is one of several. */
  | { readonly kind: 'any-of'; readonly types: readonly TypeOutline[] }
  /** An object, collection or function with these properties, see `signatureProperties` for calls. */
  | { readonly kind: 'object'; readonly members: readonly OutlineMember[] }
  /** `typeof name`. */
  | { readonly kind: 'value'; readonly binding: number };

/** A name in a type position: a binding of the module (class, import, interface) or a global name. */
export interface TypeName {
  readonly name: string;
  readonly binding: number | null;
}

export interface OutlineMember {
  readonly property: string;
  readonly type: TypeOutline;
}

/** A type that the module declares by name. */
export interface TypeDeclaration {
  readonly binding: number;
  /** Null for classes, whose members are values of the program, and where nothing is said about objects. */
  readonly type: TypeOutline | null;
  /** Bindings of the type parameters. */
  readonly params: readonly number[];
}

/** A field that a class declares with its type. */
export interface TypedField {
  readonly property: string;
  readonly isStatic: boolean;
  readonly type: TypeOutline;
}
