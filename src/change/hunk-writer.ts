import type { Node } from 'oxc-parser';
import type { Interner } from '#core/interner';
import type { Run } from './child-runs';
import { commaListOf, gapInList, type CommaList } from './comma-list';
import type { HunkForm, RawHunk } from './raw-hunk';
import { positionOf, type Position } from './syntax-position';
import type { SyntaxTree } from './syntax-tree';
import { headerRanges, insertionPoint, listRange, wholeRange, type ListPosition, type Range } from './text-ranges';
import type { NodePair, TreePair, TreePairs } from './tree-pairs';

/** Writes down, for things that differ, the smallest stretches around them that can be exchanged and still parse. */
export class HunkWriter {
  readonly hunks: RawHunk[] = [];
  readonly #trees: TreePairs;
  readonly #names: Interner;
  readonly #commaLists = new Map<Node, CommaList | null>();

  constructor(trees: TreePairs, names: Interner) {
    this.#trees = trees;
    this.#names = names;
  }

  /** Children of two partners that have no partner at their place. */
  replaceRun(at: NodePair, run: Run): void {
    const { pair } = at;
    const [first, other] = [run.base[0], run.head[0]];
    const before = first === undefined ? null : this.#position(pair.base, first);
    const after = other === undefined ? null : this.#position(pair.head, other);
    const position = before ?? after ?? 'part';
    const isOneKind = before === null || after === null || before === after;
    const isOneEach = first !== undefined && other !== undefined && run.base.length === 1 && run.head.length === 1;
    const areReal = pair.base.madeUp[at.u] === 0 && pair.head.madeUp[at.v] === 0;
    if (isOneKind && isOneEach && position === 'expression') this.#pushNodes(pair, first, other, position);
    else if (this.#replaceInCommaList(at, run)) return;
    else if (isOneKind && areReal && isListPosition(position)) this.#pushList(at, run, position);
    else if (isOneKind && isOneEach && position === 'body') this.#pushNodes(pair, first, other, position);
    else if (this.#isInHeader(at, run) && this.#pushHeader(at)) return;
    else this.#replaceNode(at);
  }

  /** Two partners that differ in themselves, not in their children. */
  replaceLabel(at: NodePair): void {
    if (!this.#pushHeader(at)) this.#replaceNode(at);
  }

  /** Two partners with all that is in them. */
  replaceWhole(at: NodePair): void {
    this.#replaceNode(at);
  }

  #position(tree: SyntaxTree, index: number): Position {
    return positionOf(tree, index, (role) => this.#names.textOf(role));
  }

  #replaceInCommaList({ pair, u, v }: NodePair, run: Run): boolean {
    const texts = this.#trees.texts(pair);
    const ours = this.#commaList(pair.base.syntax[u]!, texts.base);
    const theirs = this.#commaList(pair.head.syntax[v]!, texts.head);
    if (ours === null || theirs === null || ours.role !== this.#roleOf(pair, run)) return false;
    if (ours.elements.length !== run.baseList.length || theirs.elements.length !== run.headList.length) return false;
    const baseGap = gapInList(ours, texts.base, run.baseAfter, run.baseBefore);
    const headGap = gapInList(theirs, texts.head, run.headAfter, run.headBefore);
    if (baseGap === null || headGap === null) return false;
    this.#push(pair, baseGap, headGap, { kind: 'exact' });
    return true;
  }

  #commaList(node: Node, text: string): CommaList | null {
    const known = this.#commaLists.get(node);
    if (known !== undefined) return known;
    const list = commaListOf(node, text);
    this.#commaLists.set(node, list);
    return list;
  }

  #roleOf({ base, head }: TreePair, run: Run): string {
    const [first, other] = [run.base[0], run.head[0]];
    const role = first === undefined ? head.role[other ?? 0]! : base.role[first]!;
    return this.#names.textOf(role);
  }

  #pushList({ pair, u, v }: NodePair, run: Run, of: ListPosition): void {
    const last = run.base.at(-1);
    const next = run.headList[run.headBefore];
    const base =
      rangeOf(pair.base, run.base) ??
      insertionPoint(pair.base.syntax[u]!, nodeAt(pair.base, run.baseList[run.baseAfter]), of);
    const head =
      rangeOf(pair.head, run.head) ??
      insertionPoint(pair.head.syntax[v]!, nodeAt(pair.head, run.headList[run.headAfter]), of);
    this.#push(pair, base, head, listForm(of, nodeAt(pair.base, last), nodeAt(pair.head, next)));
  }

  #isInHeader({ pair, u }: NodePair, run: Run): boolean {
    if (pair.base.syntax[u]!.type === 'VariableDeclaration') return false;
    return !run.base.some((c) => this.#isBody(pair.base, c)) && !run.head.some((c) => this.#isBody(pair.head, c));
  }

  #isBody(tree: SyntaxTree, index: number): boolean {
    const role = this.#names.textOf(tree.role[index]!);
    return role === 'body' || role === 'members';
  }

  /** Everything but the body of a function, class or loop, where that can be exchanged on its own. */
  #pushHeader({ pair, u, v }: NodePair): boolean {
    if (pair.base.madeUp[u] === 1) return false;
    const methods = u === 0 ? this.#trees.methodsAround(pair) : null;
    const ranges = headerRanges(pair.base.syntax[u]!, pair.head.syntax[v]!, methods);
    if (ranges !== null) this.#push(pair, ranges.base, ranges.head, { kind: 'exact' });
    return ranges !== null;
  }

  /** Two partners, or else the nearest around them that can be exchanged, up to the whole file. */
  #replaceNode({ pair, u, v }: NodePair): void {
    let [a, b] = [u, v];
    while (a > 0 && b > 0) {
      const position = this.#position(pair.base, a);
      if (position !== 'part' && this.#position(pair.head, b) === position) {
        this.#pushNodes(pair, a, b, position);
        return;
      }
      const parents = { pair, u: pair.base.parent[a]!, v: pair.head.parent[b]! };
      const isDeclared = pair.base.syntax[parents.u]!.type === 'VariableDeclaration';
      if (!isDeclared && !this.#isBody(pair.base, a) && this.#pushHeader(parents)) return;
      [a, b] = [parents.u, parents.v];
    }
    const outer = this.#trees.around(pair);
    const texts = this.#trees.texts(pair);
    if (outer !== null) this.#replaceNode(outer);
    else this.#push(pair, wholeRange(texts.base), wholeRange(texts.head), { kind: 'exact' });
  }

  #pushNodes(pair: TreePair, u: number, v: number, position: Exclude<Position, 'part'>): void {
    const before = pair.base.syntax[u]!;
    const parent = pair.base.syntax[pair.base.parent[u]!]!;
    this.#push(pair, listRange([before]), listRange([pair.head.syntax[v]!]), formOf(position, before, parent));
  }

  #push(pair: TreePair, base: Range, head: Range, form: HunkForm): void {
    this.hunks.push({ ...this.#trees.modules(pair), base, head, form, owner: pair.fn });
  }
}

function formOf(position: Exclude<Position, 'part'>, base: Node, parent: Node): HunkForm {
  switch (position) {
    case 'expression':
      return { kind: 'expression', base, parent };
    case 'body':
      return { kind: 'body', isBlock: base.type === 'BlockStatement' };
    case 'element':
      return { kind: 'exact' };
    case 'statement':
    case 'member':
    case 'case':
    case 'jsx-child':
    case 'jsx-attribute':
      return listForm(position, base, null);
  }
}

/** `next` is what follows in the head. */
function listForm(of: ListPosition, last: Node | null, next: Node | null): HunkForm {
  if (of === 'jsx-child') return { kind: 'exact' };
  if (of === 'jsx-attribute') return { kind: 'jsx-attribute' };
  const beforeDirective = next?.type === 'ExpressionStatement' && typeof next.directive === 'string';
  return { kind: 'list', of, last: last?.type ?? null, beforeDirective };
}

function isListPosition(position: Position): position is ListPosition {
  return position !== 'part' && position !== 'expression' && position !== 'body' && position !== 'element';
}

function rangeOf(tree: SyntaxTree, nodes: readonly number[]): Range | null {
  return nodes.length === 0 ? null : listRange(nodes.map((node) => tree.syntax[node]!));
}

function nodeAt(tree: SyntaxTree, index: number | undefined): Node | null {
  return index === undefined ? null : tree.syntax[index]!;
}
