import type { PathsResult } from '#result/paths-result';
import type { SymbolicTree, TreeNode, TreeVariable } from '#result/symbolic-tree';
import { callWords, endWords } from './path-words';
import { cutText, oneLine } from './source-text';
import { paintFor, type TextOptions } from './text-style';
import { count } from './words';

/** The symbolic execution tree: states, and on the way from one to the next what is decided. */
export function treeSection(result: PathsResult, options: TextOptions): string[] {
  const { tree } = result;
  const [root] = tree?.nodes ?? [];
  if (tree === undefined || root === undefined) return [];
  return new TreeText(result, tree, options).lines(root);
}

const mostNodes = 60;

class TreeText {
  readonly #result: PathsResult;
  readonly #nodes: readonly TreeNode[];
  readonly #options: TextOptions;
  readonly #children = new Map<number, TreeNode[]>();
  readonly #shown: ReadonlySet<number>;
  readonly #lines: string[] = [];

  constructor(result: PathsResult, { nodes }: SymbolicTree, options: TextOptions) {
    this.#result = result;
    this.#nodes = nodes;
    this.#options = options;
    for (const node of nodes) {
      if (node.parent === null) continue;
      const siblings = this.#children.get(node.parent);
      if (siblings === undefined) this.#children.set(node.parent, [node]);
      else siblings.push(node);
    }
    this.#shown = this.#nearest(options.all ? Infinity : mostNodes);
  }

  lines(root: TreeNode): string[] {
    this.#add(root, '');
    return this.#lines;
  }

  #nearest(most: number): ReadonlySet<number> {
    const order = this.#nodes.slice(0, 1);
    for (let i = 0; i < order.length && order.length < most; i++) order.push(...this.#below(order[i]));
    return new Set(order.slice(0, most).map(({ id }) => id));
  }

  #below(node: TreeNode | undefined): readonly TreeNode[] {
    return node === undefined ? [] : (this.#children.get(node.id) ?? []);
  }

  #add(root: TreeNode, above: string): void {
    const waiting: { readonly node: TreeNode; readonly indent: string; readonly branch: string | null }[] = [
      { node: root, indent: above, branch: null },
    ];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { node, indent, branch } = next;
      const paint = paintFor(this.#options.colour);
      if (branch !== null) this.#push(`${indent}${branch} `, node.decision, paint.bold);
      const inside = branch === null ? indent : `${indent}${branch === '├─' ? '│  ' : '   '}`;
      this.#push(inside, this.#stateText(node), node.at.kind === 'fork' ? paint.cyan : (text) => text);
      const below = this.#below(node);
      const shown = below.filter(({ id, at }) => this.#shown.has(id) && at.kind !== 'rest');
      const hidden = below.filter((child) => !shown.includes(child)).reduce((sum, child) => sum + child.paths, 0);
      const entries = shown.map((child, i) => ({
        node: child,
        indent: inside,
        branch: i === shown.length - 1 && hidden === 0 ? '└─' : '├─',
      }));
      if (hidden > 0) waiting.push(this.#restEntry(node, hidden, inside));
      waiting.push(...entries.toReversed());
    }
  }

  #restEntry(parent: TreeNode, paths: number, indent: string) {
    const node: TreeNode = { ...parent, id: -1, decision: '', variables: [], at: { kind: 'rest' }, paths };
    return { node, indent, branch: '└─' };
  }

  #push(indent: string, text: string, brush: (text: string) => string): void {
    if (text === '') return;
    const paint = paintFor(this.#options.colour);
    const room = Math.max(24, this.#options.width - indent.length);
    this.#lines.push(`${paint.dim(indent)}${brush(this.#options.all ? text : cutText(text, room))}`);
  }

  #stateText(node: TreeNode): string {
    const { at } = node;
    const changed = this.#changed(node).map(({ name, value }) => `${name}: ${oneLine(value)}`);
    const state = changed.length === 0 ? '' : `   ${changed.join(', ')}`;
    switch (at.kind) {
      case 'fork':
        return `${at.node.line}: ${oneLine(at.node.text)}${state}`;
      case 'end': {
        const path = this.#result.paths[at.path];
        return path === undefined ? '' : `path ${at.path + 1} ${endWords(path)}${state}   ${callWords(path)}`;
      }
      case 'open':
        return 'not explored';
      case 'rest':
        return `… ${count(node.paths, 'more path')} (--all shows everything)`;
    }
  }

  /** What holds another value than at the state above; at the first, all. */
  #changed({ parent, variables }: TreeNode): readonly TreeVariable[] {
    const before = parent === null ? undefined : this.#nodes[parent];
    const known = new Map(before?.variables.map(({ name, value }) => [name, value]));
    return variables.filter(({ name, value }) => known.get(name) !== value && (parent !== null || name !== value));
  }
}
