import type { Binding, ModuleIr } from '#ir/cfg';
import type { FunctionMatch } from './match-functions';
import type { TreeMatch } from './match-trees';
import type { SameLayout } from './same-layout';
import type { Version, VersionFunction } from './version';

/**
 * Which variable became which. Partners may have different names: a consistent renaming is no change. Any one-to-one map
 * would be sound, since operations are compared through it; a good one finds few changes.
 */
export class BindingPairs {
  readonly #toHead = new Map<number, number>();
  readonly #toBase = new Map<number, number>();
  readonly #base: BindingTable;
  readonly #head: BindingTable;

  constructor(base: Version, head: Version, match: FunctionMatch) {
    this.#base = new BindingTable(base);
    this.#head = new BindingTable(head);
    const pairs = base.functions.filter((ref) => match.pairs.toHead[ref.id]! >= 0);
    const partner = (ref: VersionFunction): VersionFunction => head.at(match.pairs.toHead[ref.id]!);
    for (const ours of pairs) this.#pairOwnNames(ours, partner(ours));
    for (const ours of pairs) {
      const layout = match.layoutOf(ours.id);
      const tree = layout === undefined ? match.treeOf(ours.id) : undefined;
      if (tree === undefined) this.#pairByOffset(ours, partner(ours), layout);
      else this.#pairByTree(base, ours, head, partner(ours), tree);
      this.#pairByName(ours, partner(ours));
    }
  }

  /** Both are bindings of the modules with these indexes. */
  arePartners(baseModule: number, base: number, headModule: number, head: number): boolean {
    return this.#toHead.get(this.#base.id(baseModule, base)) === this.#head.id(headModule, head);
  }

  /** The index of the partner in the head's module of that index, or −1. */
  partnerIn(baseModule: number, base: number, headModule: number): number {
    const id = this.#toHead.get(this.#base.id(baseModule, base));
    return id === undefined ? -1 : this.#head.indexIn(headModule, id);
  }

  partnerOf(side: 'base' | 'head', module: number, binding: number): { module: number; binding: Binding } | null {
    const id =
      side === 'base'
        ? this.#toHead.get(this.#base.id(module, binding))
        : this.#toBase.get(this.#head.id(module, binding));
    return id === undefined ? null : (side === 'base' ? this.#head : this.#base).at(id);
  }

  /** Partners among the variables of two functions. */
  eachOwned(ours: VersionFunction, theirs: VersionFunction, visit: (base: Binding, head: Binding) => void): void {
    for (const binding of this.#base.ownedBy(ours)) {
      const partner = theirs.module.bindings[this.partnerIn(ours.moduleIndex, binding.index, theirs.moduleIndex)];
      if (partner !== undefined) visit(binding, partner);
    }
  }

  #pair(baseModule: number, base: Binding, headModule: number, head: Binding): void {
    const ours = this.#base.id(baseModule, base.index);
    const theirs = this.#head.id(headModule, head.index);
    if (this.#toHead.has(ours) || this.#toBase.has(theirs)) return;
    this.#toHead.set(ours, theirs);
    this.#toBase.set(theirs, ours);
  }

  /** The names of functions and classes go with these, wherever they are declared. */
  #pairOwnNames(ours: VersionFunction, theirs: VersionFunction): void {
    this.#pairAt(ours, nameStart(ours), theirs, nameStart(theirs));
    if (ours.fn.kind !== 'constructor' || ours.fn.classIndex === null || theirs.fn.classIndex === null) return;
    this.#pairAt(
      ours,
      classNameStart(ours.module, ours.fn.classIndex),
      theirs,
      classNameStart(theirs.module, theirs.fn.classIndex),
    );
  }

  #pairAt(ours: VersionFunction, start: number, theirs: VersionFunction, other: number): void {
    if (start < 0 || other < 0) return;
    // A class has two bindings at its name, one of them for its own body.
    const partners = this.#head.startingAt(theirs.moduleIndex, other);
    this.#base.startingAt(ours.moduleIndex, start).forEach((binding, i) => {
      const partner = partners[i];
      if (partner !== undefined) this.#pair(ours.moduleIndex, binding, theirs.moduleIndex, partner);
    });
  }

  /** In two functions of the same text, or of the same around those nested in them. */
  #pairByOffset(ours: VersionFunction, theirs: VersionFunction, layout: SameLayout | undefined): void {
    const shift = theirs.fn.start - ours.fn.start;
    for (const { start } of this.#base.ownedBy(ours)) {
      this.#pairAt(ours, start, theirs, layout === undefined ? start + shift : layout.toHead(start));
    }
  }

  #pairByTree(base: Version, ours: VersionFunction, head: Version, theirs: VersionFunction, match: TreeMatch): void {
    const { syntax } = base.tree(ours.id);
    const others = head.tree(theirs.id).syntax;
    syntax.forEach((node, u) => {
      const v = match.toHead[u]!;
      if (v >= 0 && node.type === 'Identifier') this.#pairAt(ours, node.start, theirs, others[v]!.start);
    });
  }

  #pairByName(ours: VersionFunction, theirs: VersionFunction): void {
    const left = this.#head.ownedBy(theirs).filter((b) => this.partnerOf('head', theirs.moduleIndex, b.index) === null);
    if (left.length === 0) return;
    const byName = new Map<string, Binding[]>();
    for (const binding of left) byName.set(binding.name, [...(byName.get(binding.name) ?? []), binding]);
    for (const binding of this.#base.ownedBy(ours)) {
      if (this.partnerOf('base', ours.moduleIndex, binding.index) !== null) continue;
      const namesakes = byName.get(binding.name) ?? [];
      const best = Math.max(
        0,
        namesakes.findIndex((other) => other.kind === binding.kind),
      );
      const [partner] = namesakes.splice(best, 1);
      if (partner !== undefined) this.#pair(ours.moduleIndex, binding, theirs.moduleIndex, partner);
    }
  }
}

/** The bindings of one version's modules under one numbering, without imports, which are known by what they mean. */
class BindingTable {
  readonly #first: Int32Array;
  readonly #modules: Version['modules'];
  readonly #byStart: readonly Map<number, Binding[]>[];
  readonly #byOwner: readonly Map<number, Binding[]>[];

  constructor(version: Version) {
    this.#modules = version.modules;
    this.#first = new Int32Array(version.modules.length + 1);
    version.modules.forEach((module, i) => (this.#first[i + 1] = this.#first[i]! + module.bindings.length));
    const groups = (key: (binding: Binding) => number): Map<number, Binding[]>[] =>
      version.modules.map((module) => groupBy(module.bindings.filter(isVariable), key));
    this.#byStart = groups((binding) => binding.start);
    this.#byOwner = groups((binding) => binding.owner);
  }

  id(module: number, binding: number): number {
    return this.#first[module]! + binding;
  }

  at(id: number): { module: number; binding: Binding } {
    let module = 0;
    while (this.#first[module + 1]! <= id) module++;
    return { module, binding: this.#modules[module]!.bindings[id - this.#first[module]!]! };
  }

  indexIn(module: number, id: number): number {
    const index = id - this.#first[module]!;
    return index >= 0 && id < this.#first[module + 1]! ? index : -1;
  }

  startingAt(module: number, start: number): readonly Binding[] {
    return this.#byStart[module]?.get(start) ?? [];
  }

  ownedBy({ moduleIndex, fn }: VersionFunction): readonly Binding[] {
    return this.#byOwner[moduleIndex]?.get(fn.index) ?? [];
  }
}

function isVariable(binding: Binding): boolean {
  return binding.kind !== 'import';
}

function groupBy(bindings: readonly Binding[], key: (binding: Binding) => number): Map<number, Binding[]> {
  const groups = new Map<number, Binding[]>();
  for (const binding of bindings) {
    const list = groups.get(key(binding));
    if (list === undefined) groups.set(key(binding), [binding]);
    else list.push(binding);
  }
  return groups;
}

function classNameStart({ classes, bindings }: ModuleIr, classIndex: number): number {
  const binding = classes[classIndex]?.binding ?? -1;
  return bindings[binding]?.start ?? -1;
}

/** Where a function's own name is declared, or −1. */
function nameStart({ fn }: VersionFunction): number {
  const { origin } = fn;
  const named = origin.type === 'FunctionDeclaration' || origin.type === 'FunctionExpression';
  return named && origin.id !== null ? origin.id.start : -1;
}
