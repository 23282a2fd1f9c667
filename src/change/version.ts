import type { Node } from 'oxc-parser';
import type { Interner } from '#core/interner';
import type { ClassIr, ModuleIr } from '#ir/cfg';
import type { FunctionRef } from './change-set';
import { buildSyntaxTree, rootSyntax, type SyntaxTree } from './syntax-tree';
import { hashSubtrees } from './hash-subtrees';

/** The functions of all modules of one version under one numbering, with their syntax trees made when first asked for. */
export class Version {
  readonly modules: readonly ModuleIr[];
  readonly functions: readonly VersionFunction[];
  readonly #names: Interner;
  readonly #firstOfModule: Int32Array;
  readonly #trees = new Map<number, SyntaxTree>();
  readonly #contentHashes = new Map<number, number>();
  readonly #children: number[][];
  readonly #roots = new Map<Node, number>();
  readonly #classes: readonly ReadonlyMap<number, ClassIr>[];

  /** Both versions share the interner, so that equal names are equal numbers. */
  constructor(modules: readonly ModuleIr[], names: Interner) {
    this.modules = modules;
    this.#names = names;
    this.#firstOfModule = new Int32Array(modules.length);
    this.#classes = modules.map((module) => new Map(module.classes.map((klass) => [klass.start, klass])));
    const functions: VersionFunction[] = [];
    modules.forEach((module, moduleIndex) => {
      this.#firstOfModule[moduleIndex] = functions.length;
      for (const fn of module.functions) functions.push({ id: functions.length, moduleIndex, module, fn });
    });
    this.functions = functions;
    this.#children = functions.map(() => []);
    for (const { id, moduleIndex, fn } of functions) {
      if (fn.parent !== null) this.#children[this.id(moduleIndex, fn.parent)]?.push(id);
      const root = rootSyntax(fn);
      // Initialisers and implicit constructors are no leaves of their class's tree.
      if (!isClassPart(root)) this.#roots.set(root, id);
    }
    for (const list of this.#children) list.sort((a, b) => this.at(a).fn.start - this.at(b).fn.start || a - b);
  }

  id(moduleIndex: number, fnIndex: number): number {
    return this.#firstOfModule[moduleIndex]! + fnIndex;
  }

  functionsOf(moduleIndex: number): readonly VersionFunction[] {
    const first = this.id(moduleIndex, 0);
    return this.functions.slice(first, first + this.modules[moduleIndex]!.functions.length);
  }

  at(id: number): VersionFunction {
    return this.functions[id]!;
  }

  /** No two classes of a module start at one place. */
  classAt(moduleIndex: number, start: number): ClassIr | undefined {
    return this.#classes[moduleIndex]?.get(start);
  }

  /** Directly nested functions in source order. */
  children(id: number): readonly number[] {
    return this.#children[id] ?? [];
  }

  parentOf(id: number): number | null {
    const { moduleIndex, fn } = this.at(id);
    return fn.parent === null ? null : this.id(moduleIndex, fn.parent);
  }

  text(id: number): string {
    const { module, fn } = this.at(id);
    return module.text.slice(fn.start, fn.end);
  }

  tree(id: number): SyntaxTree {
    const known = this.#trees.get(id);
    if (known !== undefined) return known;
    const functionAt = (node: Node): number | undefined => {
      const found = this.#roots.get(node);
      return found === id ? undefined : found;
    };
    const tree = buildSyntaxTree(this.at(id).fn, { names: this.#names, functionAt });
    this.#trees.set(id, tree);
    return tree;
  }

  /** Equal for functions that are written the same, types and layout aside, with all that is nested in them. */
  contentHash(id: number): number {
    const known = this.#contentHashes.get(id);
    if (known !== undefined) return known;
    const tree = this.tree(id);
    const hash = hashSubtrees(tree, tree.label, (nested) => this.contentHash(nested))[0]!;
    this.#contentHashes.set(id, hash);
    return hash;
  }
}

export interface VersionFunction extends FunctionRef {
  readonly id: number;
  readonly moduleIndex: number;
}

/** Named all the way up: no `<fn1>` or `<class1>`, which count what has no name, in its qualified name. */
export function isNamed(ref: FunctionRef): boolean {
  return !/<(?:fn|class)\d+>/.test(ref.fn.qualifiedName);
}

function isClassPart(root: Node): boolean {
  return root.type === 'ClassBody' || root.type === 'ClassDeclaration' || root.type === 'ClassExpression';
}
