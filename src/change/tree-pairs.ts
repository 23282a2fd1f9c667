import type { Node } from 'oxc-parser';
import type { Comparison } from './comparison';
import type { TreeMatch } from './match-trees';
import { isClass } from './syntax-position';
import type { SyntaxTree } from './syntax-tree';

/** Finds the trees of partners, and where a function stands in the tree around it. */
export class TreePairs {
  readonly #comparison: Comparison;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
  }

  /** Null for functions of the same text: nothing differs in them. */
  of(fn: number): TreePair | null {
    const { base, head, match } = this.#comparison;
    const tree = match.treeOf(fn);
    const partner = match.pairs.toHead[fn]!;
    return tree === undefined ? null : { fn, partner, base: base.tree(fn), head: head.tree(partner), match: tree };
  }

  /** The leaf of a function, or the class of an initialiser, in the tree around it, if it has one in both versions. */
  around(pair: TreePair): NodePair | null {
    const { base, head, match } = this.#comparison;
    const parent = base.parentOf(pair.fn);
    const outer = parent === null ? null : this.of(parent);
    if (outer === null || match.pairs.toHead[outer.fn] !== head.parentOf(pair.partner)) return null;
    const u = leafOf(outer.base, pair.base);
    const v = leafOf(outer.head, pair.head);
    return u > 0 && v > 0 ? { pair: outer, u, v } : null;
  }

  /** The methods that hold two functions: `async`, `static` and the name stand outside of the function. */
  methodsAround(pair: TreePair): { readonly base: Node; readonly head: Node } | null {
    const outer = this.around(pair);
    if (outer === null) return null;
    const base = outer.pair.base.syntax[outer.pair.base.parent[outer.u]!]!;
    const head = outer.pair.head.syntax[outer.pair.head.parent[outer.v]!]!;
    const isMethod =
      base.type === 'MethodDefinition' || (base.type === 'Property' && (base.method || base.kind !== 'init'));
    return isMethod && base.type === head.type ? { base, head } : null;
  }

  texts({ fn, partner }: TreePair): { readonly base: string; readonly head: string } {
    const { base, head } = this.#comparison;
    return { base: base.at(fn).module.text, head: head.at(partner).module.text };
  }

  modules({ fn, partner }: TreePair): { readonly baseModule: number; readonly headModule: number } {
    const { base, head } = this.#comparison;
    return { baseModule: base.at(fn).moduleIndex, headModule: head.at(partner).moduleIndex };
  }
}

/** The trees of two partners; `fn` is the base function, `partner` the head's. */
export interface TreePair {
  readonly fn: number;
  readonly partner: number;
  readonly base: SyntaxTree;
  readonly head: SyntaxTree;
  readonly match: TreeMatch;
}

/** Two partners among the nodes of two trees. */
export interface NodePair {
  readonly pair: TreePair;
  readonly u: number;
  readonly v: number;
}

function leafOf(outer: SyntaxTree, inner: SyntaxTree): number {
  const root = inner.syntax[0]!;
  const leaf = outer.indexOf(root);
  if (leaf !== undefined || root.type !== 'ClassBody') return leaf ?? -1;
  return outer.syntax.findIndex((node) => isClass(node) && node.body === root);
}
