import type { Node } from 'oxc-parser';
import type { Expr, Key, Target } from './expression';
import type { TypedField, TypeDeclaration, TypeName, TypeOutline } from './type-outline';

/**
 * The program as control-flow graphs, one per function (Effects Def. 1, DiSE Def. 3.1): one node per
 * simple statement, one per condition, a call node and a return node per call.
 */
export interface ModuleIr {
  readonly path: string;
  readonly text: string;
  /** `functions[0]` is the module body. */
  readonly functions: readonly FunctionIr[];
  readonly classes: readonly ClassIr[];
  readonly bindings: readonly Binding[];
  readonly imports: readonly ImportRecord[];
  /** Imports of types alone: erased at run time, followed for declared types. */
  readonly typeImports: readonly ImportRecord[];
  readonly exports: readonly ExportRecord[];
  /** Exports of types alone. */
  readonly typeExports: readonly ExportRecord[];
  readonly types: readonly TypeDeclaration[];
  /** Static and dynamic module specifiers with a constant source, each once. */
  readonly specifiers: readonly string[];
  readonly format: 'esm' | 'commonjs';
  /** Nodes of the module are numbered through all its functions; this is one past the last. */
  readonly nodeCount: number;
  readonly unsupported: readonly Unsupported[];
}

export interface FunctionIr {
  /** Index in `ModuleIr.functions`. */
  readonly index: number;
  readonly name: string;
  /** Unique in its module: `Class.method`, `outer.inner`, `<module>`. */
  readonly qualifiedName: string;
  readonly kind: FunctionKind;
  readonly parent: number | null;
  /** Index in `ModuleIr.classes`, for members of a class. */
  readonly classIndex: number | null;
  readonly isStatic: boolean;
  readonly async: boolean;
  readonly generator: boolean;
  readonly strict: boolean;
  readonly params: readonly Param[];
  readonly resultType: TypeOutline | null;
  readonly start: number;
  readonly end: number;
  readonly origin: Node;
  readonly nodes: readonly CfgNode[];
  readonly entry: number;
  readonly exit: number;
  readonly tempCount: number;
  /** Module-wide number of `nodes[0]`. */
  readonly firstNode: number;
}

export type FunctionKind =
  | 'module'
  | 'function'
  | 'arrow'
  | 'method'
  | 'getter'
  | 'setter'
  | 'constructor'
  /** Runs the field initialisers of one class, in order, on `this`. */
  | 'fields'
  /** Runs static fields and static blocks of one class, in order, with the class as `this`. */
  | 'static'
  | 'namespace';

export interface Param {
  readonly name: string;
  /** What the entry node defines: the binding itself, or a temporary that a pattern or default takes apart. */
  readonly target: Target;
  readonly rest: boolean;
  /** The declared type of a pattern or rest parameter; the others have theirs at the binding. */
  readonly type: TypeOutline | null;
  readonly start: number;
  readonly end: number;
}

export interface ClassIr {
  readonly index: number;
  readonly name: string;
  readonly binding: number | null;
  readonly constructorFn: number;
  readonly fieldsFn: number | null;
  readonly staticFn: number | null;
  readonly members: readonly ClassMember[];
  readonly implements: readonly TypeName[];
  readonly typedFields: readonly TypedField[];
  /** In the order in which they are declared; an accessor with a setter is there twice. */
  readonly privateNames: readonly PrivateName[];
  /** Members and parameter properties with a plain name, in the same order. */
  readonly namedMembers: readonly NamedMember[];
  readonly start: number;
  readonly end: number;
}

/** `#name` of a class, without the mark. */
export interface PrivateName {
  readonly name: string;
  readonly kind: 'field' | ClassMember['kind'];
  readonly isStatic: boolean;
  /** What is written after the name of a field: its type and its first value. */
  readonly declared: string;
}

/** `name` of a class, which anyone can look for when it runs, also where TypeScript calls it `private`. */
export interface NamedMember extends PrivateName {
  readonly isPrivate: boolean;
}

export interface ClassMember {
  readonly kind: 'method' | 'get' | 'set';
  /** Index in the `keys` of the class expression. */
  readonly key: number;
  readonly fn: number;
  readonly isStatic: boolean;
  /** By its name or its declaration (`private`, `protected`), only code of the class and of those below it calls it. */
  readonly isHidden: boolean;
}

/** What the decorators of one member of a class stand at. */
export interface DecoratedMember {
  readonly kind: ClassMember['kind'] | 'field' | 'accessor';
  readonly constructorFn: number;
  readonly key: Key;
  readonly isStatic: boolean;
  /** By its role, the function that the member is, with the other accessor of its name. */
  readonly functions: readonly (readonly [role: ClassMember['kind'], fn: number])[];
}

export interface Binding {
  readonly index: number;
  readonly name: string;
  readonly kind: BindingKind;
  /** The function whose activation holds the binding. */
  readonly owner: number;
  /** Read or written by another function than its owner. */
  readonly captured: boolean;
  /** Never written after its declaration. */
  readonly constant: boolean;
  readonly start: number;
  readonly end: number;
  readonly type: TypeOutline | null;
  /** Declared to be of a type that is not known to have functions among its values. */
  readonly annotated: boolean;
  /** Declared to hold no object. */
  readonly primitive: boolean;
  /** Declared to be there (`declare const x`): the global variable of its name. */
  readonly ambient?: boolean;
}

export type BindingKind =
  | 'var'
  | 'let'
  | 'const'
  | 'param'
  | 'function'
  | 'class'
  | 'catch'
  | 'import'
  | 'enum'
  | 'namespace'
  /** The value of `export default <expression>`. */
  | 'default'
  /** An interface or type alias: erased, kept for declared types. */
  | 'type';

export interface ImportRecord {
  readonly binding: number;
  readonly source: string;
  /** `*` for a namespace import, `=` for `import x = require()`. */
  readonly imported: string;
}

export type ExportRecord =
  | { readonly kind: 'local'; readonly exported: string; readonly binding: number }
  | { readonly kind: 'from'; readonly exported: string; readonly source: string; readonly imported: string }
  | { readonly kind: 'star'; readonly source: string };

export interface Unsupported {
  readonly construct: string;
  readonly start: number;
  readonly end: number;
}

export interface CfgNode {
  /** Index in `FunctionIr.nodes`. */
  readonly index: number;
  readonly op: Op;
  readonly start: number;
  readonly end: number;
  /** The syntax node that this node computes. */
  readonly origin: Node;
  readonly edges: readonly Edge[];
}

export interface Edge {
  readonly to: number;
  readonly label: string;
  /**
   * An error that no handler of the source awaits: it leaves the function, or closes an iterator on its way.
   * Weak edges are exact control flow; dependence follows them only where a callee is known to throw.
   */
  readonly weak: boolean;
}

/** Labels of edges that are not decisions of a `dispatch`. */
export const labels = { next: '', yes: 'T', no: 'F', error: 'throw', virtual: 'virtual' } as const;

export type Op =
  | { readonly kind: 'entry' }
  | { readonly kind: 'exit' }
  | { readonly kind: 'assign'; readonly target: Target; readonly value: Expr }
  | { readonly kind: 'eval'; readonly value: Expr }
  | { readonly kind: 'branch'; readonly test: Expr }
  /** An error of evaluating the callee or arguments, or of the call, leaves through its return node. */
  | {
      readonly kind: 'call';
      readonly call: CallKind;
      readonly callee: Callee;
      readonly args: readonly Arg[];
      /** Of a decorator of a member: what it may replace. */
      readonly decorated?: DecoratedMember;
    }
  | { readonly kind: 'call-return'; readonly callNode: number; readonly target: Target | null }
  | { readonly kind: 'await'; readonly value: Expr; readonly target: Target | null }
  | {
      readonly kind: 'yield';
      readonly value: Expr;
      readonly delegate: boolean;
      readonly target: Target | null;
      /** Holds what the consumer passed to `return()`, along the edge labelled `return`; null where that ends the function at once. */
      readonly returned: number | null;
    }
  | { readonly kind: 'return'; readonly value: Expr | null }
  | { readonly kind: 'throw'; readonly value: Expr }
  | { readonly kind: 'catch'; readonly target: Target | null }
  /** `break` and `continue`. */
  | { readonly kind: 'jump'; readonly jump: 'break' | 'continue'; readonly label: string | null }
  /** Leaves a `finally` the way it was entered: one labelled edge per completion. */
  | { readonly kind: 'dispatch'; readonly completion: number; readonly routes: readonly string[] }
  | { readonly kind: 'iter-open'; readonly iter: number; readonly source: Expr; readonly over: IterKind }
  /** Decision: `T` with the next value in `target`, `F` when done. */
  | { readonly kind: 'iter-next'; readonly iter: number; readonly target: Target }
  /** One element of an array pattern: the next value, or undefined when done. */
  | { readonly kind: 'iter-step'; readonly iter: number; readonly target: Target | null }
  | { readonly kind: 'iter-rest'; readonly iter: number; readonly target: Target }
  /** Closes an iterator that is not done; with `rethrow`, on behalf of an error that it passes on. */
  | { readonly kind: 'iter-close'; readonly iter: number; readonly rethrow: boolean }
  | { readonly kind: 'delete'; readonly object: Expr; readonly key: Key; readonly target: Target | null }
  /** Fresh instances of captured block bindings; `copy` keeps the values (per-iteration `let`). */
  | { readonly kind: 'scope'; readonly bindings: readonly number[]; readonly copy: boolean }
  | { readonly kind: 'nop' };

export type IterKind = 'values' | 'async-values' | 'keys';

export type CallKind = 'call' | 'new' | 'super' | 'import' | 'tag' | 'jsx' | 'dispose' | 'decorator' | 'initialise';

export type Callee =
  /** `loaded` holds the function when it was read before the arguments ran code. */
  | { readonly kind: 'method'; readonly object: Expr; readonly key: Key; readonly loaded: Expr | null }
  | { readonly kind: 'super-method'; readonly key: Key }
  | { readonly kind: 'value'; readonly value: Expr }
  /** A function of this module, called by the language itself with the current `this`. */
  | { readonly kind: 'function'; readonly fn: number; readonly thisValue: Expr }
  | { readonly kind: 'super' }
  | { readonly kind: 'import' };

export interface Arg {
  readonly value: Expr;
  readonly spread: boolean;
}
