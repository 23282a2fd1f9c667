import { IntList } from '#core/int-list';
import { packArrays, unpackArrays } from '#store/array-blob';
import { placeKinds, type PlacesRead, type SharedPlaces } from './shared-places';

/** Definitions and uses of shared places in one module. Vertices are counted from the module's first. */
export interface SharingPart {
  readonly defVertex: Int32Array;
  readonly defPlace: Int32Array;
  readonly useVertex: Int32Array;
  readonly usePlace: Int32Array;
  /** Uses that count only if something defines the property of the object. */
  readonly maybeVertex: Int32Array;
  /** Index into the two lists that follow. */
  readonly maybePair: Int32Array;
  readonly pairObject: Int32Array;
  readonly pairProperty: Int32Array;
}

/** Collects the part of one module. */
export class SharingPartBuilder {
  private readonly defVertex = new IntList();
  private readonly defPlace = new IntList();
  private readonly useVertex = new IntList();
  private readonly usePlace = new IntList();
  private readonly maybeVertex = new IntList();
  private readonly maybePair = new IntList();
  private readonly pairObject = new IntList();
  private readonly pairProperty = new IntList();
  private readonly pairs = new Map<number, Map<number, number>>();
  /** The pairs of what is read: many accesses read the same. */
  private readonly pairsRead = new Map<PlacesRead, readonly number[]>();

  /** `first` is the module's first vertex. */
  constructor(private readonly first: number) {}

  define(vertex: number, place: number): void {
    this.defVertex.push(vertex - this.first);
    this.defPlace.push(place);
  }

  use(vertex: number, read: PlacesRead): void {
    for (const place of read.certain) {
      this.useVertex.push(vertex - this.first);
      this.usePlace.push(place);
    }
    if (read.ifDefined.length === 0) return;
    for (const pair of this.pairsOf(read)) {
      this.maybeVertex.push(vertex - this.first);
      this.maybePair.push(pair);
    }
  }

  part(): SharingPart {
    return {
      defVertex: this.defVertex.toArray(),
      defPlace: this.defPlace.toArray(),
      useVertex: this.useVertex.toArray(),
      usePlace: this.usePlace.toArray(),
      maybeVertex: this.maybeVertex.toArray(),
      maybePair: this.maybePair.toArray(),
      pairObject: this.pairObject.toArray(),
      pairProperty: this.pairProperty.toArray(),
    };
  }

  private pairsOf(read: PlacesRead): readonly number[] {
    let found = this.pairsRead.get(read);
    if (found === undefined) {
      const { ifDefined } = read;
      const pairs: number[] = [];
      for (let i = 0; i < ifDefined.length; i += 2) pairs.push(this.pair(ifDefined[i]!, ifDefined[i + 1]!));
      this.pairsRead.set(read, (found = pairs));
    }
    return found;
  }

  private pair(object: number, property: number): number {
    let byProperty = this.pairs.get(object);
    if (byProperty === undefined) this.pairs.set(object, (byProperty = new Map()));
    let pair = byProperty.get(property);
    if (pair === undefined) {
      byProperty.set(property, (pair = this.pairObject.length));
      this.pairObject.push(object);
      this.pairProperty.push(property);
    }
    return pair;
  }
}

/** How the numbers of properties are kept: those of the solution as they are, later ones by their names. */
export interface StableProperties {
  /** How many properties the solution numbers. */
  readonly count: number;
  textOf(property: number): string;
  intern(text: string): number;
}

export function encodeSharingPart(part: SharingPart, shared: SharedPlaces, properties: StableProperties): Uint8Array {
  const { table } = shared;
  const local = new Map<number, number>();
  const kinds = new IntList();
  const firsts = new IntList();
  const seconds = new IntList();
  const texts: string[] = [];
  const stable = (property: number): number =>
    property < properties.count ? property : properties.count + texts.push(properties.textOf(property)) - 1;
  const localOf = (place: number): number => {
    let known = local.get(place);
    if (known !== undefined) return known;
    local.set(place, (known = local.size));
    const kind = table.kindOf(place);
    const first = table.firstOf(place);
    kinds.push(kind);
    firsts.push(kind === placeKinds.ofAnyObject || kind === placeKinds.global ? stable(first) : first);
    seconds.push(kind === placeKinds.field ? stable(table.secondOf(place)) : table.secondOf(place));
    return known;
  };
  const defPlace = part.defPlace.map(localOf);
  const usePlace = part.usePlace.map(localOf);
  return packArrays(
    [
      kinds.toArray(),
      firsts.toArray(),
      seconds.toArray(),
      part.defVertex,
      defPlace,
      part.useVertex,
      usePlace,
      part.maybeVertex,
      part.maybePair,
      part.pairObject,
      part.pairProperty.map(stable),
    ],
    texts,
  );
}

export function decodeSharingPart(
  blob: Uint8Array,
  shared: SharedPlaces,
  properties: StableProperties,
): SharingPart | undefined {
  const unpacked = unpackArrays(blob, 11);
  if (unpacked === undefined) return undefined;
  const [kinds, firsts, seconds, defVertex, defPlace, useVertex, usePlace, maybeVertex, maybePair, objects, names] =
    unpacked.arrays as [
      Int32Array,
      Int32Array,
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
  const property = (stable: number): number =>
    stable < properties.count ? stable : properties.intern(unpacked.texts[stable - properties.count]!);
  const places = new Int32Array(kinds.length);
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i]!;
    const first = kind === placeKinds.ofAnyObject || kind === placeKinds.global ? property(firsts[i]!) : firsts[i]!;
    places[i] = shared.place(kind, first, kind === placeKinds.field ? property(seconds[i]!) : seconds[i]!);
  }
  return {
    defVertex,
    defPlace: through(places, defPlace),
    useVertex,
    usePlace: through(places, usePlace),
    maybeVertex,
    maybePair,
    pairObject: objects,
    pairProperty: names.map(property),
  };
}

function through(places: Int32Array, local: Int32Array): Int32Array {
  const found = new Int32Array(local.length);
  for (let i = 0; i < local.length; i++) found[i] = places[local[i]!]!;
  return found;
}
