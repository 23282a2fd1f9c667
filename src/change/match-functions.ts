import type { Interner } from '#core/interner';
import type { ClassIr } from '#ir/cfg';
import { FunctionPairs } from './function-pairs';
import { matchModules } from './match-modules';
import { matchTrees, type TreeMatch } from './match-trees';
import { sameLayout, type SameLayout } from './same-layout';
import { similarPairs } from './similar-functions';
import { isNamed, type Version, type VersionFunction } from './version';

/**
 * Functions by qualified name, in their own file before others; then, among what is left, by similarity. Closures are
 * matched through their parents, by the place where they stand.
 */
export function matchFunctions(base: Version, head: Version, names: Interner): FunctionMatch {
  return new FunctionMatcher(base, head, names).run();
}

export interface FunctionMatch {
  readonly pairs: FunctionPairs;
  readonly modules: readonly (readonly [number, number])[];
  /** By base function. Functions written the same to the letter need no tree and have none. */
  treeOf(base: number): TreeMatch | undefined;
  /** Of functions that differ at most in those nested in them. Only who wants to know of these needs a tree. */
  layoutOf(base: number): SameLayout | undefined;
}

class FunctionMatcher {
  readonly #base: Version;
  readonly #head: Version;
  readonly #identifierKind: number;
  readonly #pairs: FunctionPairs;
  readonly #trees = new Map<number, TreeMatch>();
  readonly #layouts = new Map<number, SameLayout>();
  /** Base functions whose insides are matched. */
  readonly #done = new Set<number>();

  constructor(base: Version, head: Version, names: Interner) {
    this.#base = base;
    this.#head = head;
    this.#identifierKind = names.intern('Identifier');
    this.#pairs = new FunctionPairs(base, head);
  }

  run(): FunctionMatch {
    const modules = matchModules(this.#base, this.#head);
    for (const [i, j] of modules) {
      this.#pairs.pair(this.#base.id(i, 0), this.#head.id(j, 0));
      this.#pairByName(named(this.#base.functionsOf(i)), named(this.#head.functionsOf(j)));
    }
    const everywhere = { base: named(this.#base.functions), head: named(this.#head.functions) };
    this.#pairByName(everywhere.base, everywhere.head);
    this.#pairSimilar(everywhere.base, everywhere.head);
    this.#matchInsides();
    this.#pairSimilar(this.#base.functions, this.#head.functions);
    this.#matchInsides();
    return {
      pairs: this.#pairs,
      modules,
      treeOf: (id) => this.#trees.get(id) ?? (this.#layouts.has(id) ? this.#matchTrees(id) : undefined),
      layoutOf: (id) => this.#layouts.get(id),
    };
  }

  /** Names that several functions share say nothing, unless kind and place tell these apart. */
  #pairByName(base: readonly VersionFunction[], head: readonly VersionFunction[]): void {
    for (const key of [nameKey, narrowNameKey]) {
      const ours = this.#onlyOnes(base, key, this.#pairs.toHead);
      const theirs = this.#onlyOnes(head, key, this.#pairs.toBase);
      for (const [name, id] of ours) {
        const partner = theirs.get(name);
        if (id >= 0 && partner !== undefined && partner >= 0) this.#pairs.pair(id, partner);
      }
    }
  }

  #onlyOnes(
    refs: readonly VersionFunction[],
    key: (ref: VersionFunction) => string,
    partner: Int32Array,
  ): Map<string, number> {
    const found = new Map<string, number>();
    for (const ref of refs) {
      if (partner[ref.id]! >= 0) continue;
      const name = key(ref);
      found.set(name, found.has(name) ? -1 : ref.id);
    }
    return found;
  }

  #pairSimilar(base: readonly VersionFunction[], head: readonly VersionFunction[]): void {
    const ours = base.filter((ref) => isOnItsOwn(ref) && this.#pairs.toHead[ref.id]! < 0);
    const theirs = head.filter((ref) => isOnItsOwn(ref) && this.#pairs.toBase[ref.id]! < 0);
    if (ours.length === 0 || theirs.length === 0) return;
    const found = similarPairs(
      { version: this.#base, groups: ours.map((ref) => [ref.id]) },
      { version: this.#head, groups: theirs.map((ref) => [ref.id]) },
      (i, j) => this.#threshold(ours[i]!, theirs[j]!),
    );
    for (const [i, j] of found) this.#pairRenamed(ours[i]!, theirs[j]!);
  }

  /** Small functions resemble each other by chance. */
  #threshold(ours: VersionFunction, theirs: VersionFunction): number {
    if (!this.#pairs.agree(ours.id, theirs.id)) return Infinity;
    const size = Math.min(this.#base.tree(ours.id).size, this.#head.tree(theirs.id).size);
    if (size < 12) return lastName(ours) === lastName(theirs) ? 0.5 : Infinity;
    return lastName(ours) === lastName(theirs) ? 0.4 : size < 30 ? 0.75 : 0.6;
  }

  /** What a renamed function or class holds has kept its name in it. */
  #pairRenamed(ours: VersionFunction, theirs: VersionFunction): void {
    const waiting: (readonly [VersionFunction, VersionFunction])[] = [[ours, theirs]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [a, b] = next;
      if (this.#pairs.toHead[a.id]! >= 0 || !this.#pairs.pair(a.id, b.id)) continue;
      waiting.push(...this.#namesakes(this.#base.children(a.id), this.#head.children(b.id)));
      waiting.push(...this.#namesakes(classMembers(this.#base, a), classMembers(this.#head, b)));
    }
  }

  #namesakes(base: readonly number[], head: readonly number[]): (readonly [VersionFunction, VersionFunction])[] {
    const theirs = this.#onlyOnes(
      head.map((id) => this.#head.at(id)),
      relativeKey,
      this.#pairs.toBase,
    );
    const ours = this.#onlyOnes(base.map((id) => this.#base.at(id)).filter(isNamed), relativeKey, this.#pairs.toHead);
    return [...ours].flatMap(([name, id]) => {
      const partner = theirs.get(name);
      return id >= 0 && partner !== undefined && partner >= 0
        ? [[this.#base.at(id), this.#head.at(partner)] as const]
        : [];
    });
  }

  /** Outer functions first: matching their trees finds the partners of the closures inside. */
  #matchInsides(): void {
    const queue = [...this.#base.functions.keys()].filter((id) => this.#base.at(id).fn.parent === null);
    for (let next = 0; next < queue.length; next++) {
      const id = queue[next]!;
      const partner = this.#pairs.toHead[id]!;
      if (partner >= 0 && !this.#done.has(id)) this.#matchInside(id, partner);
      queue.push(...this.#base.children(id));
    }
  }

  #matchInside(base: number, head: number): void {
    this.#done.add(base);
    if (this.#pairIdentical(base, head) || this.#pairNested(base, head)) return;
    this.#pairClasses(base, head, this.#matchTrees(base));
  }

  #matchTrees(base: number): TreeMatch {
    const head = this.#pairs.toHead[base]!;
    const match = matchTrees(this.#base.tree(base), this.#head.tree(head), this.#pairs, this.#identifierKind);
    this.#trees.set(base, match);
    return match;
  }

  /** The same text has the same functions in it, one by one. */
  #pairIdentical(base: number, head: number): boolean {
    const [before, after] = [this.#base.at(base).fn, this.#head.at(head).fn];
    // The `async` and `*` of a method stand outside of its function.
    if (before.async !== after.async || before.generator !== after.generator) return false;
    if (this.#base.text(base) !== this.#head.text(head)) return false;
    const ours = this.#base.children(base);
    const theirs = this.#head.children(head);
    if (ours.length !== theirs.length || !ours.every((id, i) => this.#pairs.agree(id, theirs[i]!))) return false;
    ours.forEach((id, i) => this.#pairs.pair(id, theirs[i]!));
    return true;
  }

  /** The same text around functions that are known to be partners, or are the same themselves. */
  #pairNested(base: number, head: number): boolean {
    const [before, after] = [this.#base.at(base), this.#head.at(head)];
    if (before.fn.async !== after.fn.async || before.fn.generator !== after.fn.generator) return false;
    const [ours, theirs] = [this.#base.children(base), this.#head.children(head)];
    const layout = sameLayout(before, after, {
      base: ours.map((id) => this.#base.at(id)),
      head: theirs.map((id) => this.#head.at(id)),
    });
    if (layout === null || !ours.every((id, i) => this.#areAlike(id, theirs[i]!))) return false;
    ours.forEach((id, i) => this.#pairs.pair(id, theirs[i]!));
    this.#layouts.set(base, layout);
    return true;
  }

  #areAlike(base: number, head: number): boolean {
    if (this.#pairs.toHead[base] === head) return true;
    return this.#pairs.agree(base, head) && this.#base.text(base) === this.#head.text(head);
  }

  /** Constructors and initialisers that are not written out stand nowhere in the tree; their class does. */
  #pairClasses(base: number, head: number, { toHead }: TreeMatch): void {
    const { moduleIndex: i, module } = this.#base.at(base);
    const { moduleIndex: j } = this.#head.at(head);
    if (module.classes.length === 0) return;
    const ours = this.#base.tree(base).syntax;
    const theirs = this.#head.tree(head).syntax;
    ours.forEach((node, u) => {
      const v = toHead[u]!;
      if (v < 0 || (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression')) return;
      const klass = this.#base.classAt(i, node.start);
      const other = this.#head.classAt(j, theirs[v]!.start);
      if (klass !== undefined && other !== undefined) this.#pairClass(i, klass, j, other);
    });
  }

  #pairClass(i: number, ours: ClassIr, j: number, theirs: ClassIr): void {
    for (const part of ['constructorFn', 'fieldsFn', 'staticFn'] as const) {
      const a = ours[part];
      const b = theirs[part];
      if (a !== null && b !== null) this.#pairs.pair(this.#base.id(i, a), this.#head.id(j, b));
    }
  }
}

/** Module bodies go with their files, and what a class runs without being written out goes with the class. */
function isOnItsOwn({ fn }: VersionFunction): boolean {
  if (fn.kind === 'constructor') return fn.origin.type === 'FunctionExpression';
  return fn.kind !== 'module' && fn.kind !== 'fields' && fn.kind !== 'static';
}

function named(refs: readonly VersionFunction[]): VersionFunction[] {
  return refs.filter((ref) => ref.fn.kind !== 'module' && isNamed(ref));
}

/** Without the numbers that keep equal names apart, which depend on what else the file holds. */
function nameKey({ fn }: VersionFunction): string {
  return fn.qualifiedName.replace(/~\d+/g, '');
}

function narrowNameKey(ref: VersionFunction): string {
  return `${ref.fn.isStatic ? 'static ' : ''}${ref.fn.kind} ${nameKey(ref)}`;
}

/** Among the functions of one parent or class. */
function relativeKey(ref: VersionFunction): string {
  return `${ref.fn.kind} ${ref.fn.classIndex === null} ${lastName(ref)}`;
}

function lastName(ref: VersionFunction): string {
  const name = nameKey(ref);
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Everything that belongs to a function's class, by their names in it; empty for a function of no class. */
function classMembers(version: Version, { moduleIndex, module, fn }: VersionFunction): readonly number[] {
  if (fn.classIndex === null) return [];
  return module.functions
    .filter((other) => other.classIndex === fn.classIndex)
    .map((other) => version.id(moduleIndex, other.index));
}
