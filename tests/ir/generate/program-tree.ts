/**
 * A program before it has names. Everything that depends on where it stands (which variable, which loop to leave, whether
 * `yield` is allowed) is a number or a wish that rendering resolves, so that every tree, also a shrunk one, is a program.
 */
export interface ProgramTree {
  readonly strict: boolean;
  readonly async: boolean;
  readonly helpers: readonly HelperTree[];
  readonly body: BlockTree;
}

export type BlockTree = readonly StatementTree[];

export type HelperTree =
  { readonly kind: 'function'; readonly fn: FunctionTree } | { readonly kind: 'class'; readonly class: ClassTree };

export type StatementTree =
  | { readonly kind: 'expression'; readonly value: ExprTree }
  | {
      readonly kind: 'declare';
      readonly as: 'let' | 'const' | 'var';
      readonly name: number;
      readonly value: ExprTree | null;
    }
  | {
      readonly kind: 'declare-pattern';
      readonly as: 'let' | 'const' | 'var';
      readonly pattern: PatternTree;
      readonly value: ExprTree;
    }
  | { readonly kind: 'if'; readonly test: ExprTree; readonly yes: BlockTree; readonly no: BlockTree | null }
  | {
      readonly kind: 'loop';
      readonly style: 'while' | 'do' | 'for';
      readonly label: boolean;
      readonly times: number;
      readonly test: ExprTree | null;
      readonly update: ExprTree;
      readonly body: BlockTree;
    }
  | {
      readonly kind: 'each';
      readonly over: 'of' | 'in' | 'await';
      readonly label: boolean;
      readonly as: EachTarget;
      readonly source: ExprTree;
      readonly body: BlockTree;
    }
  | {
      readonly kind: 'switch';
      readonly subject: ExprTree;
      readonly label: boolean;
      readonly cases: readonly CaseTree[];
    }
  | { readonly kind: 'labelled'; readonly body: BlockTree }
  | { readonly kind: 'block'; readonly body: BlockTree }
  | { readonly kind: 'jump'; readonly jump: 'break' | 'continue'; readonly named: boolean; readonly target: number }
  | { readonly kind: 'return'; readonly value: ExprTree | null }
  | { readonly kind: 'throw'; readonly value: ExprTree }
  | {
      readonly kind: 'try';
      readonly body: BlockTree;
      readonly handler: HandlerTree | null;
      readonly cleanup: BlockTree | null;
    }
  | { readonly kind: 'function'; readonly fn: FunctionTree }
  | { readonly kind: 'class'; readonly class: ClassTree };

export interface CaseTree {
  /** Null for `default`; a second one is rendered as a case. */
  readonly test: ExprTree | null;
  readonly body: BlockTree;
}

export interface HandlerTree {
  readonly param: 'none' | 'name' | 'pattern';
  readonly body: BlockTree;
}

export type EachTarget =
  | { readonly kind: 'declare'; readonly as: 'let' | 'const' | 'var'; readonly name: number }
  | { readonly kind: 'pattern'; readonly as: 'let' | 'const'; readonly pattern: PatternTree }
  | { readonly kind: 'assign'; readonly target: TargetTree };

export type ExprTree =
  | { readonly kind: 'literal'; readonly pick: number }
  | { readonly kind: 'read'; readonly pick: number; readonly early: boolean }
  | { readonly kind: 'this' | 'arguments' | 'new-target' }
  | { readonly kind: 'log'; readonly value: ExprTree }
  | { readonly kind: 'unary'; readonly op: string; readonly value: ExprTree }
  | { readonly kind: 'binary'; readonly op: string; readonly left: ExprTree; readonly right: ExprTree }
  | { readonly kind: 'logical'; readonly op: '&&' | '||' | '??'; readonly left: ExprTree; readonly right: ExprTree }
  | { readonly kind: 'conditional'; readonly test: ExprTree; readonly yes: ExprTree; readonly no: ExprTree }
  | { readonly kind: 'assign'; readonly op: string; readonly target: TargetTree; readonly value: ExprTree }
  | { readonly kind: 'assign-pattern'; readonly pattern: PatternTree; readonly value: ExprTree }
  | { readonly kind: 'update'; readonly op: '++' | '--'; readonly prefix: boolean; readonly target: TargetTree }
  | { readonly kind: 'member'; readonly object: ExprTree; readonly key: KeyTree; readonly optional: boolean }
  | {
      readonly kind: 'call';
      readonly callee: CalleeTree;
      readonly args: readonly ArgTree[];
      readonly optional: boolean;
    }
  | { readonly kind: 'new'; readonly pick: number; readonly args: readonly ArgTree[] }
  | { readonly kind: 'array'; readonly elements: readonly (ArgTree | null)[] }
  | { readonly kind: 'object'; readonly properties: readonly PropertyTree[] }
  | { readonly kind: 'function'; readonly fn: FunctionTree }
  | { readonly kind: 'class'; readonly class: ClassTree }
  | { readonly kind: 'template'; readonly tagged: boolean; readonly values: readonly ExprTree[] }
  | { readonly kind: 'comma'; readonly first: ExprTree; readonly second: ExprTree }
  | { readonly kind: 'delete'; readonly object: ExprTree; readonly key: KeyTree; readonly optional: boolean }
  | { readonly kind: 'yield'; readonly value: ExprTree; readonly delegate: boolean }
  | { readonly kind: 'await'; readonly value: ExprTree }
  | {
      readonly kind: 'private';
      readonly pick: number;
      readonly use: 'read' | 'write' | 'in' | 'call';
      readonly value: ExprTree;
    }
  | { readonly kind: 'super'; readonly key: KeyTree; readonly call: boolean; readonly args: readonly ArgTree[] };

export interface ArgTree {
  readonly spread: boolean;
  readonly value: ExprTree;
}

export type CalleeTree =
  | { readonly kind: 'function'; readonly pick: number }
  | { readonly kind: 'method'; readonly object: ExprTree; readonly key: KeyTree; readonly optional: boolean }
  | { readonly kind: 'value'; readonly value: ExprTree };

export type KeyTree =
  { readonly kind: 'name'; readonly pick: number } | { readonly kind: 'computed'; readonly value: ExprTree };

export type TargetTree =
  | { readonly kind: 'variable'; readonly pick: number }
  | { readonly kind: 'member'; readonly object: ExprTree; readonly key: KeyTree };

export type PropertyTree =
  | { readonly kind: 'value'; readonly key: KeyTree; readonly value: ExprTree }
  | { readonly kind: 'spread'; readonly value: ExprTree }
  | { readonly kind: 'method' | 'get' | 'set'; readonly key: KeyTree; readonly fn: FunctionTree };

/** `assign` targets are variables or members in an assignment, declared names in a declaration. */
export type PatternTree =
  | { readonly kind: 'leaf'; readonly target: TargetTree; readonly name: number }
  | { readonly kind: 'array'; readonly elements: readonly (ElementTree | null)[]; readonly rest: PatternTree | null }
  | {
      readonly kind: 'object';
      readonly properties: readonly { readonly key: KeyTree; readonly element: ElementTree }[];
      readonly rest: boolean;
    };

export interface ElementTree {
  readonly pattern: PatternTree;
  readonly fallback: ExprTree | null;
}

export interface FunctionTree {
  readonly arrow: boolean;
  readonly async: boolean;
  readonly generator: boolean;
  readonly params: readonly ParamTree[];
  readonly rest: boolean;
  readonly body: BlockTree;
  readonly result: ExprTree | null;
}

export type ParamTree =
  | { readonly kind: 'name'; readonly fallback: ExprTree | null }
  | { readonly kind: 'pattern'; readonly pattern: PatternTree };

export interface ClassTree {
  /** Null: no `extends`. */
  readonly parent: number | null;
  readonly init: {
    readonly fn: FunctionTree;
    readonly superArgs: readonly ArgTree[];
    readonly before: ExprTree | null;
  } | null;
  readonly members: readonly MemberTree[];
}

export type MemberTree =
  | { readonly kind: 'field'; readonly isStatic: boolean; readonly key: KeyTree; readonly value: ExprTree | null }
  | { readonly kind: 'private-field'; readonly isStatic: boolean; readonly value: ExprTree | null }
  | {
      readonly kind: 'method' | 'get' | 'set';
      readonly isStatic: boolean;
      readonly key: KeyTree;
      readonly fn: FunctionTree;
    }
  | { readonly kind: 'private-method' | 'private-get'; readonly isStatic: boolean; readonly fn: FunctionTree }
  | { readonly kind: 'static-block'; readonly body: BlockTree };
