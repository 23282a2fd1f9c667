import { packArrays, unpackArrays } from '#store/array-blob';
import type { PlaceTable } from './place-table';
import type { SharedPlaces } from './shared-places';
import { joined, propertyColumn, type SharingPart, type StableProperties } from './sharing-part';

/** The parts of all modules of a program as one entry, so that a later run reads them at once. */
export interface KeptSharing {
  /** Names the graphs that each part was made from. */
  readonly keys: readonly string[];
  part(module: number): SharingPart;
}

const columns = [
  'defVertex',
  'defPlace',
  'useVertex',
  'useRead',
  'certainSize',
  'ifDefinedSize',
  'certain',
  'ifDefined',
] as const;

export function encodeSharing(
  parts: readonly SharingPart[],
  keys: readonly string[],
  shared: SharedPlaces,
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
  const places = withProperties(shared.table, shared.table.toArray(), stable);
  const fields = withProperties(shared.reads.fields, shared.reads.fields.toArray(), stable);
  const sizes = Int32Array.from(parts.flatMap((part) => columns.map((column) => part[column].length)));
  const arrays = columns.map((column) => joined(parts.map((part) => part[column])));
  return packArrays([places, fields, sizes, ...arrays], [...keys, ...texts]);
}

/** Makes the places known as well; they must be the first. Undefined for what is no entry of a program with so many modules. */
export function decodeSharing(
  blob: Uint8Array,
  modules: number,
  { table, reads }: SharedPlaces,
  properties: StableProperties,
): KeptSharing | undefined {
  const unpacked = unpackArrays(blob, 3 + columns.length);
  if (unpacked === undefined || table.count > 0 || reads.fields.count > 0) return undefined;
  const [places, fields, sizes, ...arrays] = unpacked.arrays as [Int32Array, Int32Array, Int32Array, ...Int32Array[]];
  const isWhole = places.length % table.width === 0 && fields.length % table.width === 0;
  if (sizes.length !== modules * columns.length || !isWhole) return undefined;
  const later = unpacked.texts.slice(modules).map((text) => properties.intern(text));
  const property = (stable: number): number => (stable < properties.count ? stable : later[stable - properties.count]!);
  table.restore(withProperties(table, places.slice(), property));
  reads.fields.restore(withProperties(reads.fields, fields.slice(), property));
  const begins = beginnings(sizes, modules);
  const partOf = (module: number): SharingPart => {
    const cut = arrays.map((array, i) => array.subarray(begins[i]![module], begins[i]![module + 1]));
    return Object.fromEntries(columns.map((column, i) => [column, cut[i]!])) as unknown as SharingPart;
  };
  return { keys: unpacked.texts.slice(0, modules), part: partOf };
}

/** The words of a table of places, with other numbers for properties. */
function withProperties({ width }: PlaceTable, words: Int32Array, numberOf: (property: number) => number): Int32Array {
  for (let at = 0; at < words.length; at += width) {
    const column = propertyColumn(words[at]!);
    if (column > 0) words[at + column] = numberOf(words[at + column]!);
  }
  return words;
}

function beginnings(sizes: Int32Array, modules: number): Int32Array[] {
  return columns.map((_, column) => {
    const begins = new Int32Array(modules + 1);
    for (let m = 0; m < modules; m++) begins[m + 1] = begins[m]! + sizes[m * columns.length + column]!;
    return begins;
  });
}
