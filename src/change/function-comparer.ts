import type { CfgNode, ClassIr, FunctionIr, ModuleIr } from '#ir/cfg';
import type { NodeMap } from './change-set';
import { compareHeaders } from './compare-headers';
import type { Comparison } from './comparison';
import { sameEntity } from './entities';
import { Heritage } from './heritage';
import { judgeNodes, sameGraphs, withChanged, type Move } from './judge-nodes';
import { followEdges, matchNodes, type Places } from './match-nodes';
import type { TreeMatch } from './match-trees';
import type { Renamings } from './renamings';
import { sameKind, type DeclaredVariable } from './same-kind';
import { sameNumbering } from './same-numbering';
import { sameOp, type Correspondence } from './same-op';
import { sameSyntax } from './same-syntax';
import { statementKind, type SyntaxTree } from './syntax-tree';
import { TempPairs } from './temp-pairs';
import { unreadParameters, type UnreadParameters } from './unread-parameters';
import type { VersionFunction } from './version';

/** Compares partners one after the other, outer functions before those nested in them. */
export class FunctionComparer {
  readonly #comparison: Comparison;
  readonly #renamings: Renamings;
  readonly #heritage: Heritage;

  constructor(comparison: Comparison, renamings: Renamings) {
    this.#comparison = comparison;
    this.#renamings = renamings;
    this.#heritage = new Heritage(comparison.base);
  }

  compare(ours: VersionFunction, theirs: VersionFunction): ComparedFunction {
    return this.#compareAlike(ours, theirs) ?? this.#compareClosely(ours, theirs);
  }

  /** What the other way finds too, where nothing changed. */
  #compareAlike(ours: VersionFunction, theirs: VersionFunction): ComparedFunction | null {
    const { match } = this.#comparison;
    const layout = match.layoutOf(ours.id);
    if (layout === undefined && match.treeOf(ours.id) !== undefined) return null;
    const temps = new TempPairs(ours.fn, theirs.fn);
    const correspondence = (toHead: Int32Array): Correspondence => this.#correspondence(ours, theirs, temps, toHead);
    const nodes = sameNumbering(ours.fn, theirs.fn, temps, correspondence, layout);
    return nodes === null ? null : this.#withHeaders(ours, theirs, correspondence(nodes.toHead), nodes);
  }

  #compareClosely(ours: VersionFunction, theirs: VersionFunction): ComparedFunction {
    const temps = new TempPairs(ours.fn, theirs.fn);
    const { places, moved } = this.#places(ours, theirs);
    const pairs = matchNodes(ours.fn, theirs.fn, places, temps);
    const same = this.#correspondence(ours, theirs, temps, pairs.toHead);
    followEdges(ours.fn, theirs.fn, pairs, temps, (a, b) => sameOp(a.op, b.op, same));
    // A condition that took the place of another is that condition, changed.
    followEdges(ours.fn, theirs.fn, pairs, temps, (a) => a.op.kind === 'branch');
    const judged = judgeNodes(ours.fn, theirs.fn, pairs, {
      same: Uint8Array.from(ours.fn.nodes, (node) => {
        const other = theirs.fn.nodes[pairs.toHead[node.index]!];
        return other !== undefined && sameOp(node.op, other.op, same) ? 1 : 0;
      }),
      moves: ours.fn.nodes.map(moved),
    });
    return this.#withHeaders(ours, theirs, same, judged);
  }

  #withHeaders(
    ours: VersionFunction,
    theirs: VersionFunction,
    same: Correspondence,
    judged: NodeMap,
  ): ComparedFunction {
    this.#heritage.note(ours, theirs, same, judged);
    const headerChanges = [
      ...compareHeaders(ours, theirs, same, this.#comparison.bindings),
      ...(this.#heritage.changes(ours) ? ['its class extends something else'] : []),
    ];
    const isAboutLength = ours.fn.params.length !== theirs.fn.params.length && headerChanges.length === 1;
    const unread = isAboutLength ? unreadParameters(ours, theirs, same) : null;
    const isCalledAlike = unread !== null && !this.#lostInGraph(ours, theirs, judged, unread);
    if (headerChanges.length === 0 && this.#lostInGraph(ours, theirs, judged)) {
      headerChanges.push('its syntax differs where its graph does not');
    }
    const nodes = headerChanges.length === 0 ? judged : withChanged(judged, ours.fn.entry);
    return { headerChanges, isCalledAlike, nodes };
  }

  /** Graphs leave out what does not run, and may leave out more than they should: then the syntax has the last word. */
  #lostInGraph(
    ours: VersionFunction,
    theirs: VersionFunction,
    judged: NodeMap,
    unread: UnreadParameters | null = null,
  ): boolean {
    const { base, head, match } = this.#comparison;
    if (!sameGraphs(ours.fn, theirs.fn, judged)) {
      return judged.baseStatus.every((s) => s === 'unchanged') && judged.headStatus.every((s) => s === 'unchanged');
    }
    // Of functions with the same text but for those nested in them, no syntax of their own can differ.
    const tree = match.layoutOf(ours.id) === undefined ? match.treeOf(ours.id) : undefined;
    if (tree === undefined) return false;
    const areOne = (a: number, b: number): boolean =>
      this.#renamings.areOne(ours.moduleIndex, a, theirs.moduleIndex, b);
    return !sameSyntax(base.tree(ours.id), head.tree(theirs.id), tree, areOne, unread);
  }

  #places(ours: VersionFunction, theirs: VersionFunction): { places: Places; moved: (node: CfgNode) => Move } {
    const { base, head, match } = this.#comparison;
    const tree = match.treeOf(ours.id);
    if (tree === undefined) {
      // In functions of the same text a place is a range of that text.
      return {
        places: { ofBase: (node) => rangeIn(ours.fn, node), ofHead: (node) => rangeIn(theirs.fn, node) },
        moved: () => 'none',
      };
    }
    const baseTree = base.tree(ours.id);
    const headTree = head.tree(theirs.id);
    const ofBase = ({ origin }: CfgNode): number => {
      const index = baseTree.indexOf(origin);
      return index === undefined || tree.toHead[index]! < 0 ? -1 : index;
    };
    const ofHead = ({ origin }: CfgNode): number => {
      const index = headTree.indexOf(origin);
      return index === undefined ? -1 : tree.toBase[index]!;
    };
    return { places: { ofBase, ofHead }, moved: (node) => moveOf(baseTree, tree, ofBase(node)) };
  }

  #correspondence(
    ours: VersionFunction,
    theirs: VersionFunction,
    temps: TempPairs,
    toHead: Int32Array,
  ): Correspondence {
    const { base, head, match, bindings, entities } = this.#comparison;
    const i = ours.moduleIndex;
    const j = theirs.moduleIndex;
    const binding = (a: number, b: number): boolean =>
      bindings.arePartners(i, a, j, b) || sameEntity(entities.base.of(i, a), entities.head.of(j, b), bindings);
    const fn = (a: number, b: number): boolean => match.pairs.toHead[base.id(i, a)] === head.id(j, b);
    return {
      binding,
      declaration: (a, b) => binding(a, b) && sameKind(declared(ours.module, a), declared(theirs.module, b)),
      temp: (a, b) => temps.arePartners(a, b),
      fn,
      klass: (a, b) => sameClass(ours.module.classes[a], theirs.module.classes[b], fn),
      node: (a, b) => toHead[a] === b,
    };
  }
}

export interface ComparedFunction {
  readonly nodes: NodeMap;
  readonly headerChanges: readonly string[];
  readonly isCalledAlike: boolean;
}

function declared(module: ModuleIr, binding: number): DeclaredVariable {
  return { binding: module.bindings[binding], module };
}

/** One number for a start and an end. */
function rangeIn(fn: FunctionIr, node: CfgNode): number {
  return (node.start - fn.start) * 0x200_0000 + (node.end - fn.start);
}

function moveOf(tree: SyntaxTree, match: TreeMatch, index: number): Move {
  if (index < 0 || match.moved[index] === 0) return 'none';
  let statement = index;
  while (tree.parent[statement]! >= 0 && !statementKind.test(tree.syntax[statement]!.type))
    statement = tree.parent[statement]!;
  return match.toHead[statement]! >= 0 && match.moved[statement] === 0 ? 'within-statement' : 'elsewhere';
}

/** Same name and the same members in the same order; what these do is their own matter. */
function sameClass(a: ClassIr | undefined, b: ClassIr | undefined, fn: (a: number, b: number) => boolean): boolean {
  if (a === undefined || b === undefined || !fn(a.constructorFn, b.constructorFn)) return false;
  // A name that the class was only given by the variable it went to counts no more than that variable's.
  const sameName = a.name === b.name || (a.binding === null && b.binding === null);
  const samePart = (x: number | null, y: number | null): boolean => (x === null || y === null ? x === y : fn(x, y));
  return (
    sameName &&
    samePart(a.fieldsFn, b.fieldsFn) &&
    samePart(a.staticFn, b.staticFn) &&
    a.members.length === b.members.length &&
    a.members.every((member, i) => {
      const other = b.members[i]!;
      return (
        member.kind === other.kind &&
        member.key === other.key &&
        member.isStatic === other.isStatic &&
        fn(member.fn, other.fn)
      );
    })
  );
}
