import { invariant } from '#core/diagnostics';
import type { FunctionId, NodeId } from '#core/ids';
import { accessWidth, modes, nodeKinds, places } from '#ir/facts';
import type { Program } from '#ir/program';

/** The nodes of one function out of the flat tables of its module, counted from its entry. */
export interface FunctionNodes {
  readonly first: NodeId;
  readonly nodes: readonly FlowNode[];
}

export interface FlowNode {
  readonly index: number;
  readonly kind: (typeof nodeKinds)[number];
  readonly accesses: readonly Access[];
  /** All that control can really take, errors that nobody awaits included. */
  readonly successors: readonly number[];
}

/** One definition or use; see `places` for the meaning of the operands. */
export interface Access {
  readonly defines: boolean;
  readonly role: number;
  readonly kind: number;
  readonly a: number;
  readonly b: number;
}

export function functionNodes(program: Program, fn: FunctionId): FunctionNodes {
  const { module, index } = program.locate(fn);
  const { first, count } = program.nodesOf(fn);
  const firstOfModule = wordAt(module.functions.firstNode, index);
  const { edgeOffset, edgeTo, kind } = module.nodes;
  const { offset, words } = module.accesses;
  const nodes: FlowNode[] = [];
  for (let local = 0; local < count; local++) {
    const node = firstOfModule + local;
    const accesses = readAccesses(words, wordAt(offset, node), wordAt(offset, node + 1));
    if (local === 0) accesses.push(entryArguments);
    const successors: number[] = [];
    for (let edge = wordAt(edgeOffset, node); edge < wordAt(edgeOffset, node + 1); edge++) {
      successors.push(wordAt(edgeTo, edge) - firstOfModule);
    }
    nodes.push({ index: local, kind: nodeKinds[wordAt(kind, node)] ?? 'nop', accesses, successors });
  }
  return { first, nodes };
}

/** An index that comes from the tables themselves is in range. */
export function wordAt(table: Int32Array | Uint8Array, index: number): number {
  const word = table[index];
  invariant(word !== undefined, 'an index from a table of facts lies within the table it points to');
  return word;
}

/** Entering a function gives a value to `arguments` as it does to the parameters. */
const entryArguments: Access = { defines: true, role: -1, kind: places.arguments, a: -1, b: -1 };

function readAccesses(words: Int32Array, first: number, end: number): Access[] {
  const accesses: Access[] = [];
  for (let at = first; at < end; at += accessWidth) {
    accesses.push({
      defines: wordAt(words, at) !== modes.use,
      role: wordAt(words, at + 1),
      kind: wordAt(words, at + 2),
      a: wordAt(words, at + 3),
      b: wordAt(words, at + 4),
    });
  }
  return accesses;
}
