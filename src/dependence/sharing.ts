import { crossings, type EdgeList } from './edge-list';
import { edgeKinds } from './function-graph';
import { placeKinds, type SharedPlaces } from './shared-places';
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
    this.usesFound = usesOf(shared, parts, firstVertex, isDefined);
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
    for (const place of this.shared.fieldsInOrder()) {
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

function usesOf(
  { table }: SharedPlaces,
  parts: readonly SharingPart[],
  firstVertex: (module: number) => number,
  isDefined: Uint8Array,
): Pairs {
  const most = parts.reduce((sum, part) => sum + part.useVertex.length + part.maybeVertex.length, 0);
  const vertex = new Int32Array(most);
  const place = new Int32Array(most);
  let at = 0;
  parts.forEach((part, m) => {
    const first = firstVertex(m);
    for (let i = 0; i < part.useVertex.length; i++) vertex[at + i] = first + part.useVertex[i]!;
    place.set(part.usePlace, at);
    at += part.useVertex.length;
    const defined = part.pairObject.map((object, i) => {
      const found = table.find(placeKinds.field, object, part.pairProperty[i]!);
      return found >= 0 && isDefined[found] === 1 ? found : -1;
    });
    for (let i = 0; i < part.maybeVertex.length; i++) {
      const found = defined[part.maybePair[i]!]!;
      if (found < 0) continue;
      vertex[at] = first + part.maybeVertex[i]!;
      place[at++] = found;
    }
  });
  return { vertex: vertex.subarray(0, at), place: place.subarray(0, at) };
}
