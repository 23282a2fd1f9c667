import { IntList } from '#core/int-list';
import { packArrays, unpackArrays } from '#store/array-blob';
import { placeKinds } from './place-kinds';
import type { PlacesRead } from './property-reads';
import type { SharedPlaces } from './shared-places';

/** Definitions and uses of shared places in one module. Vertices are counted from the module's first. */
export interface SharingPart {
  readonly defVertex: Int32Array;
  readonly defPlace: Int32Array;
  readonly useVertex: Int32Array;
  /** What is read, by its number: many uses read the same. */
  readonly useRead: Int32Array;
  /** Per read, how many of the two lists that follow are its own; see `PlacesRead` for their numbers. */
  readonly certainSize: Int32Array;
  readonly ifDefinedSize: Int32Array;
  readonly certain: Int32Array;
  readonly ifDefined: Int32Array;
}

/** Collects the part of one module. */
export class SharingPartBuilder {
  private readonly defVertex = new IntList();
  private readonly defPlace = new IntList();
  private readonly useVertex = new IntList();
  private readonly useRead = new IntList();
  private readonly reads = new Map<PlacesRead, number>();

  /** `first` is the module's first vertex. */
  constructor(private readonly first: number) {}

  define(vertex: number, place: number): void {
    this.defVertex.push(vertex - this.first);
    this.defPlace.push(place);
  }

  use(vertex: number, read: PlacesRead): void {
    if (read.certain.length === 0 && read.ifDefined.length === 0) return;
    let number = this.reads.get(read);
    if (number === undefined) this.reads.set(read, (number = this.reads.size));
    this.useVertex.push(vertex - this.first);
    this.useRead.push(number);
  }

  part(): SharingPart {
    const reads = [...this.reads.keys()];
    return {
      defVertex: this.defVertex.toArray(),
      defPlace: this.defPlace.toArray(),
      useVertex: this.useVertex.toArray(),
      useRead: this.useRead.toArray(),
      certainSize: Int32Array.from(reads, ({ certain }) => certain.length),
      ifDefinedSize: Int32Array.from(reads, ({ ifDefined }) => ifDefined.length),
      certain: joined(reads.map(({ certain }) => certain)),
      ifDefined: joined(reads.map(({ ifDefined }) => ifDefined)),
    };
  }
}

export function joined(arrays: readonly ArrayLike<number>[]): Int32Array {
  const all = new Int32Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

/** How the numbers of properties are kept: those of the solution as they are, later ones by their names. */
export interface StableProperties {
  /** How many properties the solution numbers. */
  readonly count: number;
  textOf(property: number): string;
  intern(text: string): number;
}

/** Of a place, which of its numbers is a property: 0 for none. */
export function propertyColumn(kind: number): number {
  if (kind === placeKinds.ofAnyObject || kind === placeKinds.global) return 1;
  return kind === placeKinds.field ? 2 : 0;
}

export function encodeSharingPart(part: SharingPart, shared: SharedPlaces, properties: StableProperties): Uint8Array {
  const texts: string[] = [];
  const stable = (property: number): number =>
    property < properties.count ? property : properties.count + texts.push(properties.textOf(property)) - 1;
  const places = new LocalPlaces(shared.table, stable);
  const fields = new LocalPlaces(shared.reads.fields, stable);
  const read = (entry: number): number => (entry < 0 ? -1 - places.of(-1 - entry) : fields.of(entry));
  const numbers = [
    part.defVertex,
    part.defPlace.map((place) => places.of(place)),
    part.useVertex,
    part.useRead,
    part.certainSize,
    part.ifDefinedSize,
    part.certain.map(read),
    part.ifDefined.map(read),
  ];
  return packArrays([places.words.toArray(), fields.words.toArray(), ...numbers], texts);
}

export function decodeSharingPart(
  blob: Uint8Array,
  shared: SharedPlaces,
  properties: StableProperties,
): SharingPart | undefined {
  const unpacked = unpackArrays(blob, 10);
  if (unpacked === undefined) return undefined;
  const { texts } = unpacked;
  const [placeWords, fieldWords, defVertex, defPlace, useVertex, useRead, certainSize, ifDefinedSize, certain, others] =
    unpacked.arrays as readonly Int32Array[] as readonly [
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
    stable < properties.count ? stable : properties.intern(texts[stable - properties.count]!);
  const places = numbersOf(placeWords, property, (kind, first, second) => shared.place(kind, first, second));
  const fields = numbersOf(fieldWords, property, (_, object, name) => shared.reads.field(object, name));
  const read = (entry: number): number => (entry < 0 ? -1 - places[-1 - entry]! : fields[entry]!);
  return {
    defVertex,
    defPlace: defPlace.map((place) => places[place]!),
    useVertex,
    useRead,
    certainSize,
    ifDefinedSize,
    certain: certain.map(read),
    ifDefined: others.map(read),
  };
}

/** Some of the places of a table, numbered as they come. */
class LocalPlaces {
  readonly words = new IntList();
  private readonly known = new Map<number, number>();

  constructor(
    private readonly table: SharedPlaces['table'],
    private readonly stable: (property: number) => number,
  ) {}

  of(place: number): number {
    let number = this.known.get(place);
    if (number !== undefined) return number;
    this.known.set(place, (number = this.known.size));
    const words = [this.table.kindOf(place), this.table.firstOf(place), this.table.secondOf(place)] as const;
    const column = propertyColumn(words[0]);
    this.words.push(...(words.map((word, i) => (i > 0 && i === column ? this.stable(word) : word)) as [number]));
    return number;
  }
}

function numbersOf(
  words: Int32Array,
  property: (stable: number) => number,
  numberOf: (kind: number, first: number, second: number) => number,
): Int32Array {
  const found = new Int32Array(words.length / 3);
  for (let i = 0; i < found.length; i++) {
    const [kind, first, second] = [words[3 * i]!, words[3 * i + 1]!, words[3 * i + 2]!];
    const column = propertyColumn(kind);
    found[i] = numberOf(kind, column === 1 ? property(first) : first, column === 2 ? property(second) : second);
  }
  return found;
}
