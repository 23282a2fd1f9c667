import { packArrays, unpackArrays } from '#store/array-blob';
import type { FunctionEdges } from './function-graph';

/** The dependences inside the functions of one module, in compressed rows. Vertices are counted from the module's first. */
export interface ModuleGraph {
  /** The edges that leave vertex v are `offset[v]` … `offset[v + 1]` − 1. */
  readonly offset: Int32Array;
  readonly target: Int32Array;
  /** Kind and label of each edge, see `edgeCode`. */
  readonly code: Int32Array;
  /** The same edges by their ends: where they come from. */
  readonly backOffset: Int32Array;
  readonly source: Int32Array;
  /** Per function, see `LocalDependence`. */
  readonly useOffset: Int32Array;
  readonly openUses: Int32Array;
  readonly defOffset: Int32Array;
  readonly openDefs: Int32Array;
}

const kindBits = 4;

/** A kind of edge and its label, which is at least −1, in one number. */
export function edgeCode(kind: number, label: number): number {
  return ((label + 1) << kindBits) | kind;
}

export function kindOfCode(code: number): number {
  return code & ((1 << kindBits) - 1);
}

export function labelOfCode(code: number): number {
  return (code >> kindBits) - 1;
}

/** `firsts` is where the vertices of each function start, and how many there are in all. */
export function joinGraphs(functions: readonly FunctionEdges[], firsts: Int32Array): ModuleGraph {
  const edgeCount = functions.reduce((sum, { from }) => sum + from.length, 0);
  const from = new Int32Array(edgeCount);
  const to = new Int32Array(edgeCount);
  const codes = new Int32Array(edgeCount);
  let at = 0;
  functions.forEach((edges, i) => {
    for (let e = 0; e < edges.from.length; e++, at++) {
      from[at] = firsts[i]! + edges.from[e]!;
      to[at] = firsts[i]! + edges.to[e]!;
      codes[at] = edgeCode(edges.kind[e]!, edges.label[e]!);
    }
  });
  const vertexCount = firsts[functions.length]!;
  const forward = sorted(from, to, codes, vertexCount);
  const back = sorted(to, from, codes, vertexCount);
  const uses = joined(functions.map(({ openUses }) => openUses));
  const defs = joined(functions.map(({ openDefs }) => openDefs));
  return {
    offset: forward.offset,
    target: forward.other,
    code: forward.codes,
    backOffset: back.offset,
    source: back.other,
    useOffset: uses.offset,
    openUses: uses.data,
    defOffset: defs.offset,
    openDefs: defs.data,
  };
}

/** The part of one function; its edges are in the order of the vertices that they leave. */
export function edgesOfFunction(graph: ModuleGraph, index: number, first: number, size: number): FunctionEdges {
  const begin = graph.offset[first]!;
  const count = graph.offset[first + size]! - begin;
  const from = new Int32Array(count);
  for (let v = 0; v < size; v++) {
    from.fill(v, graph.offset[first + v]! - begin, graph.offset[first + v + 1]! - begin);
  }
  const codes = graph.code.subarray(begin, begin + count);
  return {
    from,
    to: graph.target.subarray(begin, begin + count).map((to) => to - first),
    kind: Uint8Array.from(codes, kindOfCode),
    label: codes.map(labelOfCode),
    openUses: graph.openUses.subarray(graph.useOffset[index], graph.useOffset[index + 1]),
    openDefs: graph.openDefs.subarray(graph.defOffset[index], graph.defOffset[index + 1]),
  };
}

const parts = [
  'offset',
  'target',
  'code',
  'backOffset',
  'source',
  'useOffset',
  'openUses',
  'defOffset',
  'openDefs',
] as const;

export function encodeModuleGraph(graph: ModuleGraph): Uint8Array {
  return packArrays(parts.map((part) => graph[part]));
}

/** Undefined for what is not the graph of a module of this size. */
export function decodeModuleGraph(
  blob: Uint8Array,
  expected: { readonly vertices: number; readonly functions: number },
): ModuleGraph | undefined {
  const unpacked = unpackArrays(blob, parts.length);
  if (unpacked === undefined) return undefined;
  const graph = Object.fromEntries(parts.map((part, i) => [part, unpacked.arrays[i]!])) as Record<
    (typeof parts)[number],
    Int32Array
  >;
  const fits =
    graph.offset.length === expected.vertices + 1 &&
    graph.backOffset.length === expected.vertices + 1 &&
    graph.useOffset.length === expected.functions + 1 &&
    graph.defOffset.length === expected.functions + 1;
  return fits ? graph : undefined;
}

/** Stable, so that edges of one vertex stay in order. */
function sorted(
  keys: Int32Array,
  others: Int32Array,
  codes: Int32Array,
  count: number,
): { offset: Int32Array; other: Int32Array; codes: Int32Array } {
  const offset = new Int32Array(count + 1);
  for (let i = 0; i < keys.length; i++) offset[keys[i]! + 1]!++;
  for (let i = 0; i < count; i++) offset[i + 1]! += offset[i]!;
  const next = offset.slice();
  const other = new Int32Array(keys.length);
  const sortedCodes = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    const slot = next[keys[i]!]!++;
    other[slot] = others[i]!;
    sortedCodes[slot] = codes[i]!;
  }
  return { offset, other, codes: sortedCodes };
}

function joined(lists: readonly Int32Array[]): { offset: Int32Array; data: Int32Array } {
  const offset = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => {
    offset[i + 1] = offset[i]! + list.length;
  });
  const data = new Int32Array(offset.at(-1) ?? 0);
  lists.forEach((list, i) => data.set(list, offset[i]!));
  return { offset, data };
}
