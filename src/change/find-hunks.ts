import type { Class, Node } from 'oxc-parser';
import type { Interner } from '#core/interner';
import { runsBetween, type Run } from './child-runs';
import type { Comparison } from './comparison';
import { HunkWriter } from './hunk-writer';
import type { RawHunk } from './raw-hunk';
import type { Renamings } from './renamings';
import { isClass } from './syntax-position';
import { loadOf } from './syntax-shape';
import type { SyntaxTree } from './syntax-tree';
import type { Range } from './text-ranges';
import { TreePairs, type NodePair, type TreePair } from './tree-pairs';

/**
 * The smallest exchangeable stretches around everything that differs between matched functions. What moved elsewhere
 * counts as gone from the one place and new at the other.
 */
export function findHunks(comparison: Comparison, names: Interner, renamings: Renamings): FoundHunks {
  const finder = new HunkFinder(comparison, names, renamings);
  finder.run();
  return { hunks: finder.writer.hunks, bonds: finder.bonds };
}

export interface FoundHunks {
  readonly hunks: readonly RawHunk[];
  readonly bonds: readonly Bond[];
}

/** Hunks inside a class that only parse together: all of them, or those that mention a private name. */
export interface Bond {
  readonly baseModule: number;
  readonly headModule: number;
  readonly base: Range;
  readonly head: Range;
  readonly mention: string | null;
}

class HunkFinder {
  readonly writer: HunkWriter;
  readonly bonds: Bond[] = [];
  readonly #comparison: Comparison;
  readonly #trees: TreePairs;
  readonly #renamings: Renamings;
  readonly #functions: number[] = [];

  constructor(comparison: Comparison, names: Interner, renamings: Renamings) {
    this.#comparison = comparison;
    this.#trees = new TreePairs(comparison);
    this.#renamings = renamings;
    this.writer = new HunkWriter(this.#trees, names);
  }

  /** Outer functions before those nested in them. */
  run(): void {
    const { base, match } = this.#comparison;
    for (const [i] of match.modules) this.#functions.push(base.id(i, 0));
    for (const fn of this.#functions) {
      const pair = this.#trees.of(fn);
      if (pair !== null) this.#visit(pair);
    }
  }

  #visit(pair: TreePair): void {
    const waiting: (readonly [number, number])[] = [[0, 0]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [u, v] = next;
      const at = { pair, u, v };
      if (pair.base.nested[u]! >= 0) {
        this.#functions.push(pair.base.nested[u]!);
        continue;
      }
      if (this.#differ(at)) this.writer.replaceLabel(at);
      waiting.push(...this.#visitChildren(at));
      this.#visitClass(at);
    }
  }

  #differ({ pair, u, v }: NodePair): boolean {
    const { base, head } = pair;
    if (base.kind[u] !== head.kind[v]) return true;
    if (base.label[u] === head.label[v]) return false;
    const before = base.syntax[u]!;
    const after = head.syntax[v]!;
    const { baseModule, headModule } = this.#trees.modules(pair);
    if (this.#loadSame(baseModule, before, headModule, after)) return false;
    const areNames = before.type === 'Identifier' && after.type === 'Identifier';
    return !areNames || !this.#renamings.isCosmetic(baseModule, before.start, headModule, after.start);
  }

  /** Specifiers that mean one file, seen from files that moved, or of a file that did. */
  #loadSame(baseModule: number, before: Node, headModule: number, after: Node): boolean {
    const { entities } = this.#comparison;
    const ours = loadOf(before);
    const theirs = loadOf(after);
    if (ours === null || theirs === null || ours.rest !== theirs.rest) return false;
    return entities.base.sourceKey(baseModule, ours.source) === entities.head.sourceKey(headModule, theirs.source);
  }

  /** Children that are partners at the same place, to be visited next. */
  #visitChildren(at: NodePair): (readonly [number, number])[] {
    const { pair, u, v } = at;
    const theirs = childrenByRole(pair.head, v);
    const ours = childrenByRole(pair.base, u);
    const inPlace: (readonly [number, number])[] = [];
    for (const role of new Set([...ours.keys(), ...theirs.keys()])) {
      const base = ours.get(role) ?? [];
      const head = theirs.get(role) ?? [];
      const kept = new Map(base.filter((c) => isInPlace(pair, c, v)).map((c) => [c, pair.match.toHead[c]!]));
      inPlace.push(...kept);
      for (const run of runsBetween(base, head, kept)) {
        if (!this.#isCovered(at, run)) this.writer.replaceRun(at, run);
      }
    }
    return inPlace;
  }

  /** Fields that came or went are members that came or went, found in the tree around the class. */
  #isCovered({ pair, u }: NodePair, run: Run): boolean {
    if (u > 0 || pair.base.syntax[0]!.type !== 'ClassBody') return false;
    const { baseModule } = this.#trees.modules(pair);
    const hunks = this.writer.hunks.filter((hunk) => hunk.baseModule === baseModule);
    const covers = (side: 'base' | 'head', node: Node): boolean =>
      hunks.some(({ [side]: [start, end] }) => start <= node.start && node.end <= end);
    return (
      run.base.every((c) => covers('base', pair.base.syntax[c]!)) &&
      run.head.every((c) => covers('head', pair.head.syntax[c]!))
    );
  }

  /** Field initialisers have trees of their own, reached through their class. */
  #visitClass(at: NodePair): void {
    const { pair, u, v } = at;
    const node = pair.base.syntax[u]!;
    const other = pair.head.syntax[v]!;
    if (!isClass(node) || !isClass(other) || pair.base.madeUp[u] === 1) return;
    this.#visitInitialisers(at, node, other);
    // `super` stands only in a class that extends another; a private name only in the class that declares it.
    if ((node.superClass === null) !== (other.superClass === null)) this.#bond(pair, node, other, null);
    const names = [privateNames(node), privateNames(other)] as const;
    for (const name of new Set([...names[0], ...names[1]])) {
      if (names[0].has(name) !== names[1].has(name)) this.#bond(pair, node, other, name);
    }
  }

  /** What they run is in their own trees, unless the initialisers of two classes became those of others. */
  #visitInitialisers(at: NodePair, node: Node, other: Node): void {
    const { base, head, match } = this.#comparison;
    const { baseModule, headModule } = this.#trees.modules(at.pair);
    const ours = base.classAt(baseModule, node.start);
    const theirs = head.classAt(headModule, other.start);
    for (const part of ['fieldsFn', 'staticFn'] as const) {
      const [a, b] = [ours?.[part] ?? null, theirs?.[part] ?? null];
      if (a === null || b === null) continue;
      const fn = base.id(baseModule, a);
      if (match.pairs.toHead[fn] === head.id(headModule, b)) this.#functions.push(fn);
      else this.writer.replaceWhole(at);
    }
  }

  #bond(pair: TreePair, node: Node, other: Node, mention: string | null): void {
    const [base, head] = [[node.start, node.end] as const, [other.start, other.end] as const];
    this.bonds.push({ ...this.#trees.modules(pair), base, head, mention });
  }
}

function childrenByRole(tree: SyntaxTree, node: number): Map<number, number[]> {
  const roles = new Map<number, number[]>();
  for (let c = node + 1; c < tree.end[node]!; c = tree.end[c]!) {
    const list = roles.get(tree.role[c]!);
    if (list === undefined) roles.set(tree.role[c]!, [c]);
    else list.push(c);
  }
  return roles;
}

function isInPlace({ head, match }: TreePair, c: number, parent: number): boolean {
  const partner = match.toHead[c]!;
  return partner >= 0 && match.moved[c] === 0 && head.parent[partner] === parent;
}

function privateNames(node: Class): Set<string> {
  const names = node.body.body.flatMap((element) =>
    'key' in element && element.key.type === 'PrivateIdentifier' ? [element.key.name] : [],
  );
  return new Set(names.map((name) => `#${name}`));
}
