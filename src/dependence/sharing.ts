import { crossings, type EdgeList } from './edge-list';
import { edgeKinds } from './function-graph';
import type { FieldsRead, SharedPlaces } from './shared-places';
import type { SharingPart } from './sharing-part';

/** Definitions and uses of shared places, over the whole program. */
export class Sharing {
  private readonly definedPlaces: Rows;
  private readonly usingVertices: Rows;
  private readonly defs: Pairs;
  private readonly usesFound: Pairs;
  private usedPlaces: Rows | undefined;
  private definingVertices: Rows | undefined;
  private narrowerPlaces: Rows | undefined;

  /** `parts` by module; `firstVertex` where the vertices of each module start. */
  constructor(
    private readonly shared: SharedPlaces,
    parts: readonly SharingPart[],
    firstVertex: (module: number) => number,
    private readonly vertexCount: number,
  ) {
    this.defs = definitionsOf(parts, firstVertex);
    const isDefined = new Uint8Array(shared.count);
    for (const place of this.defs.place) isDefined[place] = 1;
    this.usesFound = usesOf(shared.fieldsRead(isDefined), parts, firstVertex);
    this.definedPlaces = rowsOf(this.defs.vertex, this.defs.place, vertexCount);
    this.usingVertices = rowsOf(this.usesFound.place, this.usesFound.vertex, shared.count);
  }

  get edgeCount(): number {
    return this.defs.vertex.length + this.usesFound.vertex.length;
  }

  /** Edges from a definition to the places that it defines; `placeBase` is the vertex of the first place. */
  addDefined(vertex: number, placeBase: number, edges: EdgeList): void {
    addRow(this.definedPlaces, vertex, placeBase, edges);
  }

  addUses(place: number, edges: EdgeList): void {
    addRow(this.usingVertices, place, 0, edges);
  }

  addUsed(vertex: number, placeBase: number, edges: EdgeList): void {
    this.usedPlaces ??= rowsOf(this.usesFound.vertex, this.usesFound.place, this.vertexCount);
    addRow(this.usedPlaces, vertex, placeBase, edges);
  }

  addDefinitions(place: number, edges: EdgeList): void {
    this.definingVertices ??= rowsOf(this.defs.place, this.defs.vertex, this.shared.count);
    addRow(this.definingVertices, place, 0, edges);
  }

  /** Places that are part of this one. */
  addNarrower(place: number, placeBase: number, edges: EdgeList): void {
    this.narrowerPlaces ??= this.narrower();
    addRow(this.narrowerPlaces, place, placeBase, edges);
  }

  private narrower(): Rows {
    const wider: number[] = [];
    const part: number[] = [];
    for (const place of this.shared.partsInOrder()) {
      this.shared.eachWider(place, (found) => {
        wider.push(found);
        part.push(place);
      });
    }
    return rowsOf(Int32Array.from(wider), Int32Array.from(part), this.shared.count);
  }
}

interface Pairs {
  readonly vertex: Int32Array;
  readonly place: Int32Array;
}

/** Lists of integers, one after the other. */
interface Rows {
  readonly offset: Int32Array;
  readonly data: Int32Array;
}

function addRow({ offset, data }: Rows, row: number, base: number, edges: EdgeList): void {
  const end = offset[row + 1]!;
  for (let i = offset[row]!; i < end; i++) edges.add(base + data[i]!, edgeKinds.shared, crossings.shared);
}

/** The values of each key, in their order. */
function rowsOf(keys: Int32Array, values: Int32Array, count: number): Rows {
  const offset = new Int32Array(count + 1);
  for (let i = 0; i < keys.length; i++) offset[keys[i]! + 1]!++;
  for (let i = 0; i < count; i++) offset[i + 1]! += offset[i]!;
  const next = offset.slice();
  const data = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i++) data[next[keys[i]!]!++] = values[i]!;
  return { offset, data };
}

function definitionsOf(parts: readonly SharingPart[], firstVertex: (module: number) => number): Pairs {
  const count = parts.reduce((sum, part) => sum + part.defVertex.length, 0);
  const vertex = new Int32Array(count);
  const place = new Int32Array(count);
  let at = 0;
  parts.forEach((part, m) => {
    const first = firstVertex(m);
    for (let i = 0; i < part.defVertex.length; i++) vertex[at + i] = first + part.defVertex[i]!;
    place.set(part.defPlace, at);
    at += part.defVertex.length;
  });
  return { vertex, place };
}

/** Uses by name come first in each module, then those of what stands for a name. */
function usesOf(
  { certain, ifDefined }: FieldsRead,
  parts: readonly SharingPart[],
  firstVertex: (module: number) => number,
): Pairs {
  const found = parts.flatMap((part, m) =>
    [placesOf(part.certainSize, part.certain, certain), placesOf(part.ifDefinedSize, part.ifDefined, ifDefined)].map(
      (rows) => ({ part, rows, first: firstVertex(m) }),
    ),
  );
  let count = 0;
  for (const { part, rows } of found) {
    for (const read of part.useRead) count += rows.offset[read + 1]! - rows.offset[read]!;
  }
  const vertex = new Int32Array(count);
  const place = new Int32Array(count);
  let next = 0;
  for (const { part, rows, first } of found) {
    const { useVertex, useRead } = part;
    const { offset, data } = rows;
    for (let i = 0; i < useRead.length; i++) {
      const end = offset[useRead[i]! + 1]!;
      for (let at = offset[useRead[i]!]!; at < end; at++) {
        vertex[next] = first + useVertex[i]!;
        place[next++] = data[at]!;
      }
    }
  }
  return { vertex, place };
}

/** Per read, the places that it finds: of properties those that count. */
function placesOf(sizes: Int32Array, entries: Int32Array, fields: Int32Array): Rows {
  const offset = new Int32Array(sizes.length + 1);
  const data = new Int32Array(entries.length);
  let [from, to] = [0, 0];
  for (let read = 0; read < sizes.length; read++) {
    for (const end = from + sizes[read]!; from < end; from++) {
      const entry = entries[from]!;
      const place = entry < 0 ? -1 - entry : fields[entry]!;
      if (place >= 0) data[to++] = place;
    }
    offset[read + 1] = to;
  }
  return { offset, data };
}
