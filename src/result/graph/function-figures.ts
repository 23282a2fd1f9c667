import { nodeId, type FunctionId, type NodeId } from '#core/ids';
import type { CfgNode, FunctionIr, ModuleIr } from '#ir/cfg';
import { sourceNamesOf, type Names } from '#ir/names';
import { printNode } from '#ir/print';
import type { NodeDescriber } from '../describe-node';
import type { GraphNode, NodeShape } from '../graph-view';

/** The figures of one version; what is known of a module is found once. */
export class FunctionFigures {
  readonly #modules = new Map<string, NamedModule | null>();

  constructor(readonly nodes: NodeDescriber) {}

  of(fn: FunctionId): FunctionFigure {
    const { path } = this.nodes.loaded.program.locate(fn).module;
    let named = this.#modules.get(path);
    if (named === undefined) {
      const module = this.nodes.loaded.module(path);
      named = module === null ? null : { module, names: sourceNamesOf(module) };
      this.#modules.set(path, named);
    }
    return new FunctionFigure(this.nodes, fn, named);
  }
}

interface NamedModule {
  readonly module: ModuleIr;
  readonly names: Names;
}

/** How the nodes of one function look, whatever graph they are drawn in. */
export class FunctionFigure {
  readonly first: NodeId;
  readonly count: number;
  readonly entry = 0;
  readonly exit: number;
  readonly #source: (NamedModule & { readonly fn: FunctionIr }) | null;
  #callLetters: ReadonlyMap<number, string> | null = null;

  constructor(
    readonly nodes: NodeDescriber,
    readonly fn: FunctionId,
    named: NamedModule | null,
  ) {
    const { program } = nodes.loaded;
    ({ first: this.first, count: this.count } = program.nodesOf(fn));
    this.exit = program.exitOf(fn) - this.first;
    const ir = named?.module.functions[program.locate(fn).index];
    // A file that can no longer be read is drawn from what was remembered of it.
    this.#source = named === null || ir === undefined ? null : { ...named, fn: ir };
  }

  get name(): string {
    return this.nodes.loaded.program.nameOf(this.fn);
  }

  node(index: number): GraphNode {
    return {
      id: this.idOf(index),
      label: this.label(index),
      shape: this.#shape(index),
      mark: null,
      tooltip: this.tooltip(index),
    };
  }

  idOf(index: number): string {
    return this.nodes.idOf(this.at(index));
  }

  at(index: number): NodeId {
    return nodeId(this.first + index);
  }

  isVisible(index: number): boolean {
    return this.nodes.isVisible(this.at(index));
  }

  /** Neither a statement of the source nor entry or exit. */
  isBookkeeping(index: number): boolean {
    return index !== this.entry && index !== this.exit && !this.isVisible(index);
  }

  label(index: number): string {
    if (index === this.exit) return 'EX';
    const text = this.text(index);
    return index === this.entry ? `EN ${text}` : `${this.number(index)}: ${text}`;
  }

  /** The line, with `a` for the node of a call and `b` for that of its return (Effects Def. 1), `c` and `d` for those of the next call there. */
  number(index: number): string {
    this.#callLetters ??= this.#lettersOfCalls();
    return `${this.nodes.lineOf(this.at(index))}${this.#callLetters.get(index) ?? ''}`;
  }

  #lettersOfCalls(): ReadonlyMap<number, string> {
    const counts = new Map<number, number>();
    const letters = new Map<number, string>();
    for (let index = 0; index < this.count; index++) {
      if (!callNodes.has(this.#kindOf(index))) continue;
      const line = this.nodes.lineOf(this.at(index));
      const count = counts.get(line) ?? 0;
      counts.set(line, count + 1);
      letters.set(index, letterOf(count));
    }
    return letters;
  }

  /** What the node does, in the words of the source; the shape of a condition says that it is one. */
  text(index: number): string {
    const { program } = this.nodes.loaded;
    if (this.#source === null) return index === this.entry ? program.shortName(this.fn) : this.#sourceText(index);
    const { module, fn, names } = this.#source;
    const node = fn.nodes[index];
    if (node === undefined) return this.#sourceText(index);
    const text = printNode(module, fn, node, names);
    if (node.op.kind === 'entry') return text.replace(/^entry/, () => program.shortName(this.fn));
    return node.op.kind === 'branch' ? text.replace(/^branch /, '') : this.#withCallNumber(node, text);
  }

  /** As the node texts write it. */
  bindingName(binding: number): string {
    const { module } = this.nodes.loaded.program.locate(this.fn);
    return module.strings[module.bindings.name[binding] ?? -1] ?? '';
  }

  tooltip(index: number): string {
    const { file, line, column, text } = this.nodes.ref(this.at(index));
    if (index === this.entry || index === this.exit) return `${file}:${line}:${column}`;
    const shown = this.isBookkeeping(index) ? this.text(index) : text;
    return `${file}:${line}:${column}  ${shown.slice(0, longestTooltip)}`;
  }

  /** Printed graphs count nodes; pictures show the numbers of lines instead. */
  #withCallNumber({ op }: CfgNode, text: string): string {
    if (op.kind !== 'call-return') return text;
    return text.replace(/returned from n\d+$/, () => `returned from ${this.number(op.callNode)}`);
  }

  #sourceText(index: number): string {
    return this.nodes.ref(this.at(index)).text;
  }

  #kindOf(index: number): string {
    return this.nodes.loaded.program.kindOf(this.at(index));
  }

  #shape(index: number): NodeShape {
    if (index === this.entry || index === this.exit) return 'ellipse';
    if (this.isBookkeeping(index)) return 'point';
    return conditions.has(this.#kindOf(index)) ? 'diamond' : 'box';
  }
}

/** The text of a node can be a whole class. */
const longestTooltip = 200;

const callNodes: ReadonlySet<string> = new Set(['call', 'call-return']);

const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** `a` to `z`, then `aa`. */
function letterOf(count: number): string {
  const before = Math.floor(count / alphabet.length);
  return (before === 0 ? '' : letterOf(before - 1)) + alphabet.charAt(count % alphabet.length);
}

const conditions: ReadonlySet<string> = new Set(['branch', 'iter-next']);
