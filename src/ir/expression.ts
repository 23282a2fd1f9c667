/**
 * Expressions of a CFG node: trees of operators without calls, branches or assignments.
 *
 * Invariant: evaluating an `Expr` runs no code of the program except through accessors and
 * conversions (`valueOf`, iteration of a spread); everything else was hoisted into nodes of its own.
 */
export type Expr =
  | { readonly kind: 'const'; readonly value: Constant }
  | { readonly kind: 'regexp'; readonly pattern: string; readonly flags: string }
  | { readonly kind: 'var'; readonly binding: number }
  | { readonly kind: 'temp'; readonly temp: number }
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'this' }
  | { readonly kind: 'arguments' }
  /** The function object being executed: what the name of a function expression refers to. */
  | { readonly kind: 'self' }
  | { readonly kind: 'new-target' }
  | { readonly kind: 'import-meta' }
  | { readonly kind: 'member'; readonly object: Expr; readonly key: Key }
  | { readonly kind: 'super-member'; readonly key: Key }
  | { readonly kind: 'unary'; readonly op: UnaryOp; readonly operand: Expr }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'private-in'; readonly name: string; readonly object: Expr }
  | { readonly kind: 'typeof-global'; readonly name: string }
  | {
      readonly kind: 'template';
      readonly quasis: readonly string[];
      readonly values: readonly Expr[];
    }
  | {
      readonly kind: 'template-object';
      readonly cooked: readonly (string | null)[];
      readonly raw: readonly string[];
    }
  | { readonly kind: 'array'; readonly elements: readonly Element[] }
  | { readonly kind: 'object'; readonly properties: readonly Property[] }
  | { readonly kind: 'object-rest'; readonly object: Expr; readonly without: readonly Key[] }
  | { readonly kind: 'closure'; readonly fn: number }
  | { readonly kind: 'class'; readonly index: number; readonly superClass: Expr | null; readonly keys: readonly Key[] };

export type Constant = string | number | bigint | boolean | null | undefined;

/** `numeric`, `increment` and `decrement` are ToNumeric(x), +1 and −1 as `++` and `--` compute them. */
export type UnaryOp =
  | '+'
  | '-'
  | '!'
  | '~'
  | 'typeof'
  | 'void'
  | 'numeric'
  | 'increment'
  | 'decrement'
  | 'property-key'
  | 'is-nullish'
  | 'is-undefined'
  | 'require-object';

export type BinaryOp =
  | '=='
  | '!='
  | '==='
  | '!=='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '**'
  | '<<'
  | '>>'
  | '>>>'
  | '|'
  | '^'
  | '&'
  | 'in'
  | 'instanceof';

export type Key =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'private'; readonly name: string }
  | { readonly kind: 'computed'; readonly value: Expr };

export type Element =
  | { readonly kind: 'value'; readonly value: Expr }
  | { readonly kind: 'spread'; readonly value: Expr }
  | { readonly kind: 'hole' };

export type Property =
  | { readonly kind: 'value'; readonly key: Key; readonly value: Expr }
  | { readonly kind: 'method' | 'get' | 'set'; readonly key: Key; readonly fn: number }
  | { readonly kind: 'proto'; readonly value: Expr }
  | { readonly kind: 'spread'; readonly value: Expr };

/** Where a node stores a value. `declare` marks the initialisation of a binding, which ends its dead zone. */
export type Target =
  | { readonly kind: 'var'; readonly binding: number; readonly declare: boolean }
  | { readonly kind: 'temp'; readonly temp: number }
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'member'; readonly object: Expr; readonly key: Key }
  | { readonly kind: 'super-member'; readonly key: Key };

export const undefinedExpr: Expr = { kind: 'const', value: undefined };
export const thisExpr: Expr = { kind: 'this' };

export function constant(value: Constant): Expr {
  return { kind: 'const', value };
}
