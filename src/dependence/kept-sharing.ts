import { packArrays, unpackArrays } from '#store/array-blob';
import { placeKinds, type SharedPlaces } from './shared-places';
import type { SharingPart, StableProperties } from './sharing-part';

/** The parts of all modules of a program as one entry, so that a later run reads them at once. */
export interface KeptSharing {
  /** Names the graphs that each part was made from. */
  readonly keys: readonly string[];
  part(module: number): SharingPart;
}

const columns = ['defVertex', 'defPlace', 'useVertex', 'usePlace', 'maybeVertex', 'maybePair', 'pairObject'] as const;

/** How many numbers of each module there are in a column, by the column: pairs of columns go together. */
const lengths = ['defVertex', 'useVertex', 'maybeVertex', 'pairObject'] as const;

export function encodeSharing(
  parts: readonly SharingPart[],
  keys: readonly string[],
  { table }: SharedPlaces,
  properties: StableProperties,
): Uint8Array {
  const texts: string[] = [];
  const known = new Map<number, number>();
  const stable = (property: number): number => {
    if (property < properties.count) return property;
    let number = known.get(property);
    if (number === undefined) {
      number = properties.count + texts.push(properties.textOf(property)) - 1;
      known.set(property, number);
    }
    return number;
  };
  const places = table.toArray();
  for (let at = 0; at < places.length; at += table.width) {
    const column = propertyColumn(places[at]!);
    if (column > 0) places[at + column] = stable(places[at + column]!);
  }
  const sizes = Int32Array.from(parts.flatMap((part) => lengths.map((column) => part[column].length)));
  const arrays = columns.map((column) => joined(parts.map((part) => part[column])));
  const names = joined(parts.map((part) => part.pairProperty)).map(stable);
  return packArrays([places, sizes, names, ...arrays], [...keys, ...texts]);
}

/** Makes the places known as well; they must be the first. Undefined for what is no entry of a program with so many modules. */
export function decodeSharing(
  blob: Uint8Array,
  modules: number,
  { table }: SharedPlaces,
  properties: StableProperties,
): KeptSharing | undefined {
  const unpacked = unpackArrays(blob, 3 + columns.length);
  if (unpacked === undefined || table.count > 0) return undefined;
  const [kept, sizes, names, ...arrays] = unpacked.arrays as [Int32Array, Int32Array, Int32Array, ...Int32Array[]];
  if (sizes.length !== modules * lengths.length || kept.length % table.width !== 0) return undefined;
  const later = unpacked.texts.slice(modules).map((text) => properties.intern(text));
  const property = (stable: number): number => (stable < properties.count ? stable : later[stable - properties.count]!);
  const places = kept.slice();
  for (let at = 0; at < places.length; at += table.width) {
    const column = propertyColumn(places[at]!);
    if (column > 0) places[at + column] = property(places[at + column]!);
  }
  table.restore(places);
  const pairProperty = names.map(property);
  const begins = beginnings(sizes, modules);
  const partOf = (module: number): SharingPart => {
    const cut = (array: Int32Array, length: number): Int32Array =>
      array.subarray(begins[length]![module], begins[length]![module + 1]);
    const [defVertex, defPlace, useVertex, usePlace, maybeVertex, maybePair, pairObject] = arrays.map((array, i) =>
      cut(array, i >> 1),
    ) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
    return {
      defVertex,
      defPlace,
      useVertex,
      usePlace,
      maybeVertex,
      maybePair,
      pairObject,
      pairProperty: cut(pairProperty, pairLength),
    };
  };
  return { keys: unpacked.texts.slice(0, modules), part: partOf };
}

const pairLength = lengths.indexOf('pairObject');

/** Which of the numbers of a place is a property: 0 for none. */
function propertyColumn(kind: number): number {
  if (kind === placeKinds.ofAnyObject || kind === placeKinds.global) return 1;
  return kind === placeKinds.field ? 2 : 0;
}

function beginnings(sizes: Int32Array, modules: number): Int32Array[] {
  return lengths.map((_, length) => {
    const begins = new Int32Array(modules + 1);
    for (let m = 0; m < modules; m++) begins[m + 1] = begins[m]! + sizes[m * lengths.length + length]!;
    return begins;
  });
}

function joined(arrays: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}
