import { Digraph } from '#core/digraph';
import { dominatorTree, type DominatorTree } from '#core/dominators';
import type { FunctionIr } from '#ir/cfg';
import { targetOf } from '#ir/operands';
import { pushTo, type MultiMap } from './multi-map';

/** Where the variables of one function have left their dead zone: behind their declaration, whatever way was taken. */
export class Initialised {
  readonly #fn: FunctionIr;
  readonly #declared: MultiMap<number, number> = new Map();
  /** By node: its place among those that every way begins with, unless it leaves the function; 0 for all others. */
  readonly #begin: Int32Array;
  #tree: DominatorTree | null = null;

  constructor(fn: FunctionIr) {
    this.#fn = fn;
    this.#begin = beginOf(fn);
    for (const { index, op } of fn.nodes) {
      const target = targetOf(op);
      if (target?.kind === 'var' && target.declare) pushTo(this.#declared, target.binding, index);
    }
  }

  isInitialised(binding: number, at: number): boolean {
    return this.#declared.get(binding)?.some((node) => this.#isBehind(node, at)) === true;
  }

  #isBehind(node: number, at: number): boolean {
    const [place, other] = [this.#begin[node] ?? 0, this.#begin[at] ?? 0];
    // Most variables are declared before the first decision: no tree is needed for these.
    if (place > 0 && at !== this.#fn.exit && (other === 0 || place < other)) return true;
    this.#tree ??= dominatorTree(graphOf(this.#fn), this.#fn.entry);
    return this.#tree.strictlyDominates(node, at);
  }
}

function beginOf({ nodes, entry, exit }: FunctionIr): Int32Array {
  const places = new Int32Array(nodes.length);
  let place = 0;
  for (let at = entry; at !== exit && places[at] === 0;) {
    places[at] = ++place;
    const ways = new Set(nodes[at]?.edges.map(({ to }) => to));
    ways.delete(exit);
    const [only, ...others] = ways;
    if (only === undefined || others.length > 0) break;
    at = only;
  }
  return places;
}

function graphOf({ nodes }: FunctionIr): Digraph {
  const [sources, targets]: [number[], number[]] = [[], []];
  for (const node of nodes) {
    for (const { to } of node.edges) {
      sources.push(node.index);
      targets.push(to);
    }
  }
  return Digraph.fromEdges(nodes.length, sources, targets);
}
