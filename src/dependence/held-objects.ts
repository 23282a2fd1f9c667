import type { Interner } from '#core/interner';
import { ObjectSpace } from './object-space';
import { lastAtMost, type Program } from '#ir/program';
import type { PointerSolution } from './pointer-solution';

/** Names of properties that mean something to the analysis; in a solution they have the first numbers, in this order. */
export const specialProperties = ['__proto__', '[]', '[?]', 'prototype', '[...]'] as const;

/**
 * Which objects variables and properties hold, once that is known. Variables are numbered as in the program; the variable
 * of a property comes after them.
 */
export class HeldObjects {
  readonly protoProperty = 0;
  readonly elementProperty = 1;
  readonly computedProperty = 2;
  readonly spreadProperty = 4;
  private readonly sets: (readonly number[] | undefined)[] = [];
  private common: readonly number[] | undefined;
  private readonly firstField: number;
  private readonly canonicalBase: Int32Array;

  constructor(
    private readonly program: Program,
    private readonly varBase: Int32Array,
    private readonly solution: PointerSolution,
    readonly propertyNames: Interner,
  ) {
    this.firstField = varBase.at(-1) ?? 0;
    this.canonicalBase = canonicalBases(program);
  }

  objectsOf(variable: number): readonly number[] {
    if (variable >= this.firstField) return this.setOf(this.solution.fieldSet[variable - this.firstField] ?? 0);
    const m = lastAtMost(this.varBase, variable, this.program.modules.length);
    return this.heldBy(m, variable - this.varBase[m]!);
  }

  /** The objects of a variable of a module. */
  heldBy(m: number, variable: number): readonly number[] {
    const canonical = this.program.pointerFacts(m).variables[variable]!;
    return canonical < 0 ? none : this.setOf(this.solution.variableSet[this.canonicalBase[m]! + canonical]!);
  }

  /** The same objects, with all functions that are held in common where one of them is meant. */
  withCommon(held: readonly number[]): readonly number[] {
    if (!held.includes(ObjectSpace.common)) return held;
    this.common ??= Array.from(this.solution.common, (fn) => ObjectSpace.first + fn);
    return [...held.filter((object) => object !== ObjectSpace.common), ...this.common];
  }

  /** The variable of a property of an object. */
  field(object: number, property: number): number {
    const { fieldOffset, fieldProperty } = this.solution;
    let low = fieldOffset[object]!;
    let high = fieldOffset[object + 1]!;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (fieldProperty[middle]! < property) low = middle + 1;
      else high = middle;
    }
    const isFound = low < fieldOffset[object + 1]! && fieldProperty[low] === property;
    return this.firstField + (isFound ? low : fieldProperty.length);
  }

  /** Whether a property holds anything. */
  isHeld(object: number, property: number): boolean {
    return this.field(object, property) < this.firstField + this.solution.fieldProperty.length;
  }

  /** Properties of an object that hold something. */
  fieldsOf(object: number): Iterable<number> {
    const { fieldOffset, fieldProperty } = this.solution;
    return fieldProperty.subarray(fieldOffset[object], fieldOffset[object + 1]);
  }

  /** The objects that a property holds. */
  inField(object: number, property: number): readonly number[] {
    return this.objectsOf(this.field(object, property));
  }

  /** Properties that lead to other objects to look in, and hold no values. */
  isLink(property: number): boolean {
    return property === this.protoProperty || property === this.spreadProperty;
  }

  private setOf(set: number): readonly number[] {
    let members = this.sets[set];
    if (members === undefined) {
      const { setOffset, setData } = this.solution;
      members = Array.from(setData.subarray(setOffset[set], setOffset[set + 1]));
      this.sets[set] = members;
    }
    return members;
  }
}

const none: readonly number[] = [];

/** Where the variables of each module start in a solution, and how many there are. */
export function canonicalBases(program: Program): Int32Array {
  const bases = new Int32Array(program.modules.length + 1);
  program.modules.forEach((_, m) => {
    bases[m + 1] = bases[m]! + program.pointerFacts(m).variableCount;
  });
  return bases;
}
