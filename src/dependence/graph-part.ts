import { packArrays, unpackArrays } from '#store/array-blob';
import type { FunctionEdges } from './function-graph';

/** The edges of all functions of one module, as one blob. */
export function encodeGraphPart(functions: readonly FunctionEdges[]): Uint8Array {
  const offsets = (size: (edges: FunctionEdges) => number): Int32Array => {
    const totals = new Int32Array(functions.length + 1);
    functions.forEach((edges, i) => {
      totals[i + 1] = totals[i]! + size(edges);
    });
    return totals;
  };
  const joined = (offset: Int32Array, list: (edges: FunctionEdges) => ArrayLike<number>): Int32Array => {
    const all = new Int32Array(offset.at(-1) ?? 0);
    functions.forEach((edges, i) => all.set(list(edges), offset[i]!));
    return all;
  };
  const edgeOffset = offsets(({ from }) => from.length);
  const useOffset = offsets(({ openUses }) => openUses.length);
  const defOffset = offsets(({ openDefs }) => openDefs.length);
  return packArrays([
    edgeOffset,
    joined(edgeOffset, ({ from }) => from),
    joined(edgeOffset, ({ to }) => to),
    joined(edgeOffset, ({ kind }) => kind),
    joined(edgeOffset, ({ label }) => label),
    useOffset,
    joined(useOffset, ({ openUses }) => openUses),
    defOffset,
    joined(defOffset, ({ openDefs }) => openDefs),
  ]);
}

/** Undefined for what is not the part of a module with so many functions. */
export function decodeGraphPart(blob: Uint8Array, functionCount: number): FunctionEdges[] | undefined {
  const unpacked = unpackArrays(blob, 9);
  if (unpacked === undefined) return undefined;
  const [edges, from, to, kind, label, useOffset, uses, defOffset, defs] = unpacked.arrays as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  if ([edges, useOffset, defOffset].some((offset) => offset.length !== functionCount + 1)) return undefined;
  return Array.from({ length: functionCount }, (_, i) => ({
    from: from.subarray(edges[i], edges[i + 1]),
    to: to.subarray(edges[i], edges[i + 1]),
    kind: Uint8Array.from(kind.subarray(edges[i], edges[i + 1])),
    label: label.subarray(edges[i], edges[i + 1]),
    openUses: uses.subarray(useOffset[i], useOffset[i + 1]),
    openDefs: defs.subarray(defOffset[i], defOffset[i + 1]),
  }));
}
