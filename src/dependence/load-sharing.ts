import type { FunctionGraphs } from './function-graphs';
import type { Memory } from './memory';
import { Sharing } from './sharing';
import type { SharingGraph } from './sharing-graph';
import { decodeSharingPart, encodeSharingPart, type SharingPart, type StableProperties } from './sharing-part';
import { SharingParts } from './sharing-parts';

/** Raise when what counts as a definition or use of a shared place changes, or what is kept of it. */
const sharingVersion = 1;

/** The shared places of the whole program; the parts of modules that are known from earlier runs are not built again. */
export function loadSharing(graph: SharingGraph, graphs: FunctionGraphs, memory: Memory | null): Sharing {
  const { program, pointers, shared, vertexBase } = graph;
  const builder = new SharingParts(graph);
  const properties: StableProperties = {
    count: pointers.solvedProperties,
    textOf: (property) => pointers.propertyNames.textOf(property),
    intern: (text) => pointers.propertyNames.intern(text),
  };
  const part = (m: number): SharingPart => {
    if (memory === null || pointers.key === null) return builder.build(m);
    const key = `sharing${sharingVersion}:${pointers.key}:${graphs.keyOf(m, memory)}`;
    const blob = memory.store.get(key);
    const known = blob === undefined ? undefined : decodeSharingPart(blob, shared, properties);
    if (known !== undefined) return known;
    const built = builder.build(m);
    memory.keep(key, () => encodeSharingPart(built, shared, properties));
    return built;
  };
  const parts = program.modules.map((_, m) => part(m));
  memory?.save();
  const firstVertex = (m: number): number => vertexBase[program.functionBase[m]!]!;
  return new Sharing(shared, parts, firstVertex, vertexBase[program.functionCount]!);
}
