import type { Node } from 'oxc-parser';
import type { Interner } from '#core/interner';
import type { FunctionIr } from '#ir/cfg';
import { withoutTypes } from './erasure';
import { initialiserShape, initialisers, shapeOf, type SyntaxChild, type SyntaxShape } from './syntax-shape';

/**
 * The erased syntax that belongs to one function, numbered in preorder. A function nested in it is a leaf here and has a
 * tree of its own.
 */
export interface SyntaxTree {
  readonly size: number;
  readonly kind: Int32Array;
  readonly label: Int32Array;
  readonly role: Int32Array;
  /** −1 for the root. */
  readonly parent: Int32Array;
  /** One past the last descendant: the children of `i` are `i + 1`, then the `end` of each child up to `end[i]`. */
  readonly end: Int32Array;
  /** The syntax node; a node that erasure made up has the node it stands around. */
  readonly syntax: readonly Node[];
  readonly madeUp: Uint8Array;
  /** The function whose place this leaf is, as `functionAt` gave it, else −1. */
  readonly nested: Int32Array;
  /** The tree node of a syntax node or of a cast around it. */
  indexOf(node: Node): number | undefined;
}

export interface TreeContext {
  readonly names: Interner;
  /** The function that a syntax node is the root of. */
  functionAt(node: Node): number | undefined;
}

export function buildSyntaxTree(fn: FunctionIr, context: TreeContext): SyntaxTree {
  const builder = new TreeBuilder(fn, context);
  builder.run();
  return builder.finish();
}

/** The syntax node at the root of a function's tree. */
export function rootSyntax(fn: FunctionIr): Node {
  const { origin } = fn;
  return origin.type === 'MethodDefinition' || origin.type === 'Property' ? origin.value : origin;
}

/** The types of syntax nodes that stand in lists of statements, cases or class members. */
export const statementKind = /Statement$|Declaration$|^(?:SwitchCase|MethodDefinition|PropertyDefinition|StaticBlock)$/;

interface Waiting {
  readonly child: SyntaxChild;
  readonly parent: number;
}

class TreeBuilder {
  readonly #fn: FunctionIr;
  readonly #context: TreeContext;
  readonly #kind: number[] = [];
  readonly #label: number[] = [];
  readonly #role: number[] = [];
  readonly #parent: number[] = [];
  readonly #nested: number[] = [];
  readonly #madeUp: number[] = [];
  readonly #syntax: Node[] = [];
  readonly #index = new Map<Node, number>();
  readonly #stack: Waiting[] = [];

  constructor(fn: FunctionIr, context: TreeContext) {
    this.#fn = fn;
    this.#context = context;
  }

  run(): void {
    const root = rootSyntax(this.#fn);
    const { kind } = this.#fn;
    if (root.type === 'ClassBody') this.#push(initialisers(root, kind === 'static'), this.#addRoot(root));
    else if (root.type === 'ClassDeclaration' || root.type === 'ClassExpression') this.#addRoot(root);
    else this.#expand(root, shapeOf(root), 'root', -1);
    for (let next = this.#stack.pop(); next !== undefined; next = this.#stack.pop()) this.#place(next);
  }

  /** Initialisers and implicit constructors have (the body of) their class as origin. */
  #addRoot(node: Node): number {
    const index = this.#add(`class ${this.#fn.kind}`, '', 'root', -1, node, true);
    this.#index.set(node, index);
    return index;
  }

  #place({ child, parent }: Waiting): void {
    const { role, node, as } = child;
    if (node === null) {
      this.#add('hole', '', role, parent, this.#syntaxOf(parent), true);
      return;
    }
    if (as === 'itself' || node.type === 'BlockStatement') {
      this.#placeSyntax(node, role, parent);
      return;
    }
    const block = this.#add('BlockStatement', '', role, parent, node, true);
    if (node.type === 'EmptyStatement') return;
    if (as === 'block') {
      this.#push([{ role: 'body', node, as: 'itself' }], block);
      return;
    }
    const returned = this.#add('ReturnStatement', '', 'body', block, node, true);
    this.#push([{ role: 'argument', node, as: 'itself' }], returned);
  }

  #placeSyntax(wrapped: Node, role: string, parent: number): void {
    const node = withoutTypes(wrapped);
    const fn = this.#context.functionAt(node);
    let index: number;
    if (fn !== undefined) {
      // An arrow that becomes a function expression stays at its place.
      const kind = node.type === 'ArrowFunctionExpression' ? 'FunctionExpression' : node.type;
      index = this.#add(kind, '', role, parent, node, false);
      this.#nested[index] = fn;
      this.#index.set(node, index);
    } else {
      const inInitialiser = parent === 0 && (this.#fn.kind === 'fields' || this.#fn.kind === 'static');
      index = this.#expand(node, inInitialiser ? initialiserShape(node) : shapeOf(node), role, parent);
    }
    for (let cast = wrapped; cast !== node;) {
      this.#index.set(cast, index);
      cast =
        'expression' in cast && typeof cast.expression === 'object' && cast.expression !== null
          ? cast.expression
          : node;
    }
  }

  #expand(node: Node, shape: SyntaxShape, role: string, parent: number): number {
    const index = this.#add(node.type, shape.label, role, parent, node, false);
    this.#index.set(node, index);
    for (const folded of shape.folded ?? []) this.#index.set(folded, index);
    this.#push(shape.children, index);
    return index;
  }

  /** Last child first, so that the stack gives them back in order. */
  #push(children: readonly SyntaxChild[], parent: number): void {
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child !== undefined) this.#stack.push({ child, parent });
    }
  }

  #add(kind: string, label: string, role: string, parent: number, node: Node, madeUp: boolean): number {
    const { names } = this.#context;
    this.#label.push(names.intern(label));
    this.#role.push(names.intern(role));
    this.#parent.push(parent);
    this.#nested.push(-1);
    this.#madeUp.push(madeUp ? 1 : 0);
    this.#syntax.push(node);
    return this.#kind.push(names.intern(kind)) - 1;
  }

  #syntaxOf(index: number): Node {
    return this.#syntax[index] ?? this.#fn.origin;
  }

  finish(): SyntaxTree {
    const size = this.#kind.length;
    const parent = Int32Array.from(this.#parent);
    const end = new Int32Array(size);
    for (let i = size - 1; i >= 0; i--) {
      if (end[i] === 0) end[i] = i + 1;
      const up = parent[i]!;
      if (up >= 0 && end[up] === 0) end[up] = end[i]!;
    }
    const index = this.#index;
    return {
      size,
      kind: Int32Array.from(this.#kind),
      label: Int32Array.from(this.#label),
      role: Int32Array.from(this.#role),
      parent,
      end,
      syntax: this.#syntax,
      madeUp: Uint8Array.from(this.#madeUp),
      nested: Int32Array.from(this.#nested),
      indexOf: (node) => index.get(node),
    };
  }
}
