import type { Class, Expression, Node, Program, Statement } from 'oxc-parser';
import type { NamespaceMembers } from '#syntax/namespace-members';
import type { ScopeTable } from '#syntax/scopes';
import type {
  Binding,
  Callee,
  ClassIr,
  ExportRecord,
  FunctionIr,
  FunctionKind,
  ImportRecord,
  Unsupported,
} from '../cfg';
import type { Expr, Key, Target } from '../expression';
import type { JsxFactory } from './jsx-factory';
import type { FunctionBuilder, Pending } from './function-builder';

/** What lowering one module shares between its functions. */
export interface ModuleScope {
  readonly path: string;
  readonly text: string;
  readonly tree: Program;
  readonly format: 'esm' | 'commonjs';
  readonly scopes: ScopeTable;
  readonly bindings: MutableBinding[];
  /** The bindings of each function, by the syntax node that opens it. */
  readonly owned: Map<Node, number[]>;
  readonly functions: (FunctionIr | null)[];
  readonly classes: (ClassIr | null)[];
  readonly imports: ImportRecord[];
  readonly typeImports: ImportRecord[];
  readonly exports: ExportRecord[];
  readonly typeExports: ExportRecord[];
  readonly specifiers: Set<string>;
  readonly unsupported: Unsupported[];
  /** Qualified names in use, to keep them unique. */
  readonly names: Map<string, number>;
  readonly declared: Set<number>;
  /** Bindings of functions, classes, enums and namespaces of a namespace that are also properties of the namespace object. */
  readonly mirrored: Map<number, { namespace: number; name: string }>;
  /** Bindings of names that stand first in `namespace A.B {…}` at the top and are declared nowhere else. */
  readonly namespaceRoots: ReadonlyMap<string, number>;
  readonly namespaceMembers: NamespaceMembers;
  /** The objects that namespaces and enums make, by `keyOfBlock`. */
  readonly namespaceObjects: Map<string, Expr>;
  /** Null: elements are what renderers take for one. */
  readonly jsxFactory: JsxFactory | null;
  /** Memo of `needsNodes`. */
  readonly effectful: Map<Node, boolean>;
}

export type MutableBinding = { -readonly [K in keyof Binding]: Binding[K] };

/** The function being lowered. */
export interface FunctionScope {
  readonly module: ModuleScope;
  readonly lower: Lower;
  readonly builder: FunctionBuilder;
  readonly index: number;
  readonly qualifiedName: string;
  readonly kind: FunctionKind;
  readonly strict: boolean;
  readonly async: boolean;
  readonly generator: boolean;
  /** False in a derived constructor, where `super()` may not have returned yet, and in arrow functions inside. */
  readonly hasThis: boolean;
  readonly inClass: ClassContext | null;
  readonly namespace: number | null;
  /** Loops around the current statement: captured bindings declared inside need fresh instances. */
  loopDepth: number;
  anonymous: number;
}

export interface ClassContext {
  readonly index: number;
  readonly derived: boolean;
  fieldsFn: number | null;
  /** Parameters of the constructor that are fields too. */
  parameterProperties: readonly Node[];
}

export interface NewFunction {
  readonly node: Node;
  readonly name: string;
  readonly kind: FunctionKind;
  readonly inClass?: ClassContext | null;
  readonly classIndex?: number;
  readonly isStatic?: boolean;
  readonly namespace?: number;
}

/**
 * The mutually recursive parts of lowering. Each lives in a file of its own and reaches the others
 * through this table, so that the files do not import each other in circles.
 */
export interface Lower {
  /** The value of an expression; emits the nodes that it needs first. */
  expr(f: FunctionScope, node: Expression): Expr;
  /** Evaluates into a target (a variable or temporary). `name` is what an anonymous function would be called. */
  exprTo(f: FunctionScope, node: Expression, target: Target, origin: Node, name?: string): void;
  /** Evaluates for effects only. */
  effect(f: FunctionScope, node: Expression, origin: Node): void;
  /** Evaluates as a condition; leaves no current point. */
  condition(f: FunctionScope, node: Expression): { yes: Pending[]; no: Pending[] };
  /** Several expressions in order, with earlier values kept safe from the effects of later ones. */
  exprs(f: FunctionScope, nodes: readonly Expression[]): Expr[];
  named(f: FunctionScope, node: Expression, name: string): Expr;
  key(f: FunctionScope, property: { key: Node; computed: boolean }): Key;

  call(f: FunctionScope, node: Expression, target: Target | null, origin: Node): void;
  chain(f: FunctionScope, node: Expression, target: Target | null, origin: Node): void;
  /** `(o?.m)(…)`: the chain ends at the parentheses, and what it found is still called on its object. */
  chainCallee(f: FunctionScope, node: Extract<Expression, { type: 'ChainExpression' }>): Callee;
  assignment(f: FunctionScope, node: Expression, wantsValue: boolean, origin: Node): Expr;
  /** Takes a value apart into the bindings or targets of a pattern. */
  pattern(f: FunctionScope, pattern: Node, value: Expr, declare: boolean, origin: Node): void;
  jsx(f: FunctionScope, node: Node): Expr;

  fn(f: FunctionScope, created: NewFunction): number;
  klass(f: FunctionScope, node: Class, name: string): Expr;

  statement(f: FunctionScope, node: Statement, labels: readonly string[]): void;
  /** A list of statements as one block: hoisted functions first. */
  block(f: FunctionScope, body: readonly Node[], owner: Node): void;
}
