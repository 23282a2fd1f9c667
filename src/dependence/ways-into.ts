import { wellKnown, type ModuleFacts } from '#ir/facts';

/** Where the edges into the nodes of a function come from, one list after the other: 2 · node, or one more when it is left because it failed. */
export interface WaysInto {
  readonly offsets: Int32Array;
  readonly list: Int32Array;
}

export function waysInto({ nodes }: ModuleFacts, first: number, count: number): WaysInto {
  const { edgeOffset, edgeTo, edgeLabel } = nodes;
  const offsets = new Int32Array(count + 1);
  const begin = edgeOffset[first]!;
  const end = edgeOffset[first + count]!;
  for (let e = begin; e < end; e++) offsets[edgeTo[e]! - first + 1]!++;
  for (let i = 0; i < count; i++) offsets[i + 1]! += offsets[i]!;
  const next = offsets.slice();
  const list = new Int32Array(end - begin);
  for (let node = 0; node < count; node++) {
    for (let e = edgeOffset[first + node]!; e < edgeOffset[first + node + 1]!; e++) {
      list[next[edgeTo[e]! - first]!++] = 2 * node + (edgeLabel[e] === wellKnown.error ? 1 : 0);
    }
  }
  return { offsets, list };
}
