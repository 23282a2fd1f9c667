import type { FlowGraph } from '#dependence/control-dependence';
import { wordAt } from './function-nodes';

/**
 * `controlD` (DiSE Def. 3.9) of a small function, one row of bits for each node: `controlDependences` says the same for graphs of
 * any size, but it makes a tree first, which takes longer than rows that are joined until nothing is new.
 */
export class ControlRows {
  readonly #width: number;
  readonly #rows: Int32Array;
  readonly #nodeCount: number;
  /** Nodes that decide. */
  readonly #deciding: number[] = [];

  constructor(flow: FlowGraph) {
    const { nodeCount, edgeFrom, edgeTo } = flow;
    const width = (nodeCount + 31) >>> 5;
    const after = postDominators(flow, width);
    const rows = new Int32Array(nodeCount * width);
    this.#nodeCount = nodeCount;
    this.#width = width;
    this.#rows = rows;
    // The edges of a node follow each other.
    for (let edge = 0; edge < edgeFrom.length; edge++) {
      const from = wordAt(edgeFrom, edge);
      if (edgeFrom[edge + 1] !== from && edgeFrom[edge - 1] !== from) continue;
      if (this.#deciding.at(-1) !== from) this.#deciding.push(from);
      const to = wordAt(edgeTo, edge);
      // What comes after this way, but not after the node itself.
      for (let word = 0; word < width; word++) {
        const own = from >>> 5 === word ? 1 << (from & 31) : 0;
        const at = from * width + word;
        rows[at] = wordAt(rows, at) | (wordAt(after, to * width + word) & ~(wordAt(after, at) & ~own));
      }
    }
  }

  /** Those that depend on a node, in order. */
  controlledBy(node: number): readonly number[] {
    if (!this.#deciding.includes(node)) return none;
    const found: number[] = [];
    for (let other = 0; other < this.#nodeCount; other++) if (this.#has(node, other)) found.push(other);
    return found;
  }

  /** Those that a node depends on, in order. */
  controllersOf(node: number): readonly number[] {
    return this.#deciding.filter((other) => this.#has(other, node));
  }

  #has(node: number, other: number): boolean {
    return (wordAt(this.#rows, node * this.#width + (other >>> 5)) & (1 << (other & 31))) !== 0;
  }
}

const none: readonly number[] = [];

/** For each node, itself and those that are on every way from it to the exit. A node that does not get there has only itself. */
function postDominators({ nodeCount, exit, edgeFrom, edgeTo }: FlowGraph, width: number): Int32Array {
  const rows = new Int32Array(nodeCount * width);
  for (let node = 0; node < nodeCount; node++) rows[node * width + (node >>> 5)] = 1 << (node & 31);
  /** Nodes of which it is known by now that they get to the exit; the others do not count. */
  const gets = new Uint8Array(nodeCount);
  gets[exit] = 1;
  const common = new Int32Array(width);
  // Most edges lead to later nodes: from the last one on, the second round finds nothing new but in loops.
  for (let isNew = true; isNew;) {
    isNew = false;
    for (let edge = edgeFrom.length - 1; edge >= 0;) {
      const from = wordAt(edgeFrom, edge);
      let leadsOn = false;
      for (; edgeFrom[edge] === from; edge--) {
        const to = wordAt(edgeTo, edge);
        if (gets[to] === 0) continue;
        for (let word = 0; word < width; word++) {
          const bits = wordAt(rows, to * width + word);
          common[word] = leadsOn ? wordAt(common, word) & bits : bits;
        }
        leadsOn = true;
      }
      if (!leadsOn || from === exit) continue;
      common[from >>> 5] = wordAt(common, from >>> 5) | (1 << (from & 31));
      if (gets[from] === 1 && isSame(rows, from * width, common)) continue;
      rows.set(common, from * width);
      gets[from] = 1;
      isNew = true;
    }
  }
  return rows;
}

function isSame(rows: Int32Array, first: number, row: Int32Array): boolean {
  for (let word = 0; word < row.length; word++) if (rows[first + word] !== row[word]) return false;
  return true;
}
