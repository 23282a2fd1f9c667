import { packArrays, unpackArrays } from '#store/array-blob';

/**
 * What pointer analysis found out, as plain numbers. Variables are counted in the canonical order of each module
 * (`PointerFacts`), calls by their index; functions and objects are numbered alike in all programs with the same key.
 */
export interface PointerSolution {
  /** Sets of objects: the members of set s are `setData[setOffset[s]]` …; set 0 is empty. */
  readonly setOffset: Int32Array;
  readonly setData: Int32Array;
  readonly variableSet: Int32Array;
  /** Per object, its properties that hold something, by ascending number. */
  readonly fieldOffset: Int32Array;
  readonly fieldProperty: Int32Array;
  readonly fieldSet: Int32Array;
  /** Per call, the functions that it may run, and those that the code that it calls may run. */
  readonly targetOffset: Int32Array;
  readonly targets: Int32Array;
  readonly callbackOffset: Int32Array;
  readonly callbacks: Int32Array;
  /** Accessors and iterators that run as part of a node: module, node in canonical order, callee. */
  readonly implicit: Int32Array;
  /** Function, and how many arguments some `bind` fixes. */
  readonly bound: Int32Array;
  /** Calls that end the process, and calls that make a promise. */
  readonly exiting: Int32Array;
  readonly settling: Int32Array;
  /** In pairs, a call that settles a promise, and the call that made that. */
  readonly settled: Int32Array;
  /** Calls that may run any of the functions that variables with too many hold in common, and those functions. */
  readonly open: Int32Array;
  readonly common: Int32Array;
  /** Nodes as part of which one of them may run: module, node in canonical order. */
  readonly openNodes: Int32Array;
  /** Names of the properties, by their number; `specialProperties` come first. */
  readonly propertyNames: readonly string[];
}

const parts = [
  'setOffset',
  'setData',
  'variableSet',
  'fieldOffset',
  'fieldProperty',
  'fieldSet',
  'targetOffset',
  'targets',
  'callbackOffset',
  'callbacks',
  'implicit',
  'bound',
  'exiting',
  'settling',
  'settled',
  'open',
  'common',
  'openNodes',
] as const;

export function encodeSolution(solution: PointerSolution): Uint8Array {
  return packArrays(
    parts.map((part) => solution[part]),
    solution.propertyNames,
  );
}

/** Undefined for a blob of another shape, or for a program of another size. */
export function decodeSolution(
  blob: Uint8Array,
  expected: { readonly variables: number; readonly objects: number; readonly calls: number },
): PointerSolution | undefined {
  const unpacked = unpackArrays(blob, parts.length);
  if (unpacked === undefined) return undefined;
  const arrays = Object.fromEntries(parts.map((part, i) => [part, unpacked.arrays[i]!])) as Record<
    (typeof parts)[number],
    Int32Array
  >;
  const fits =
    arrays.variableSet.length === expected.variables &&
    arrays.fieldOffset.length === expected.objects + 1 &&
    arrays.targetOffset.length === expected.calls + 1 &&
    arrays.callbackOffset.length === expected.calls + 1;
  return fits ? { ...arrays, propertyNames: unpacked.texts } : undefined;
}
