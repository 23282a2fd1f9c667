import type { FunctionGraphs } from './function-graphs';
import { decodeSharing, encodeSharing, type KeptSharing } from './kept-sharing';
import type { Memory } from './memory';
import { Sharing } from './sharing';
import type { SharingGraph } from './sharing-graph';
import { decodeSharingPart, encodeSharingPart, type SharingPart, type StableProperties } from './sharing-part';
import { SharingParts } from './sharing-parts';

/** Raise when what counts as a definition or use of a shared place changes, or what is kept of it. */
const sharingVersion = 12;

/** The shared places of the whole program; the parts of modules that are known from earlier runs are not built again. */
export function loadSharing(graph: SharingGraph, graphs: FunctionGraphs, memory: Memory | null): Sharing {
  const { program, pointers, shared, vertexBase } = graph;
  const builder = new SharingParts(graph);
  const parts =
    memory === null || pointers.key === null
      ? program.modules.map((_, m) => builder.build(m))
      : new KnownParts(graph, graphs, memory, pointers.key, builder).load();
  memory?.save();
  const firstVertex = (m: number): number => vertexBase[program.functionBase[m]!]!;
  return new Sharing(shared, parts, firstVertex, vertexBase[program.functionCount]!);
}

/**
 * The first run with a pointer solution leaves the parts of all modules in one entry. Later ones leave those of single modules
 * beside it, until they are so many that all are written anew.
 */
class KnownParts {
  private readonly properties: StableProperties;
  private readonly name: string;
  /** Modules that the common entry knows in another form. */
  private changed = 0;

  constructor(
    private readonly graph: SharingGraph,
    private readonly graphs: FunctionGraphs,
    private readonly memory: Memory,
    solution: string,
    private readonly builder: SharingParts,
  ) {
    const { pointers } = graph;
    this.name = `sharing${sharingVersion}:${solution}`;
    this.properties = {
      count: pointers.solvedProperties,
      textOf: (property) => pointers.propertyNames.textOf(property),
      intern: (text) => pointers.propertyNames.intern(text),
    };
  }

  load(): readonly SharingPart[] {
    const { modules } = this.graph.program;
    const common = this.common(modules.length);
    const parts = modules.map((_, m) => this.part(m, common));
    if (common === undefined || this.changed > mostChanged) this.keepAll(parts);
    return parts;
  }

  private common(modules: number): KeptSharing | undefined {
    const blob = this.memory.store.get(this.name);
    return blob === undefined ? undefined : decodeSharing(blob, modules, this.graph.shared, this.properties);
  }

  private part(m: number, common: KeptSharing | undefined): SharingPart {
    if (common === undefined) return this.builder.build(m);
    const key = this.graphs.keyOf(m, this.memory);
    if (common.keys[m] === key) return common.part(m);
    this.changed++;
    const name = `${this.name}:${key}`;
    const blob = this.memory.store.get(name);
    const { shared } = this.graph;
    const known = blob === undefined ? undefined : decodeSharingPart(blob, shared, this.properties);
    if (known !== undefined) return known;
    const built = this.builder.build(m);
    this.memory.keep(name, () => encodeSharingPart(built, shared, this.properties));
    return built;
  }

  private keepAll(parts: readonly SharingPart[]): void {
    const keys = parts.map((_, m) => this.graphs.keyOf(m, this.memory));
    this.memory.keep(this.name, () => encodeSharing(parts, keys, this.graph.shared, this.properties));
  }
}

const mostChanged = 32;
