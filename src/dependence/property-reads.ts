import { ObjectSpace } from './object-space';
import { PlaceTable } from './place-table';
import type { PointerAnalysis } from './pointers';
import { placeKinds } from './place-kinds';

/**
 * The places that a use may read. A property of an object is one only if something defines it: such a place is not made for
 * the use, which names it by its number among `PropertyReads.fields`. Other places are −1 minus their number.
 */
export interface PlacesRead {
  /** What is read by name; properties count as well if they hold an object from the beginning. */
  readonly certain: readonly number[];
  /** Properties that stand for what is read: elements for the length, what was written by computed keys for a name. */
  readonly ifDefined: readonly number[];
}

export function readPlaces(places: readonly number[]): PlacesRead {
  return places.length === 0 ? nothing : { certain: places.map((place) => -1 - place), ifDefined: [] };
}

export const nothing: PlacesRead = { certain: [], ifDefined: [] };

/** What reads of properties may find, by the objects that they look into. */
export class PropertyReads {
  /** Properties of objects that something reads. */
  readonly fields = new PlaceTable();
  /** By the list of objects that is looked into: variables with the same objects share it. */
  private readonly known = new Map<readonly number[], Map<number, PlacesRead>>();
  /** How many elements there are depends on the elements, and the other way round for arrays. */
  private readonly length: number;
  private readonly size: number;
  private readonly lastIndex: number;
  /** Stands for what an object keeps that no property shows, as how far an iterator or a regular expression has got. */
  readonly state: number;

  /** `place` gives the number of a place, `exported` those of variables that a module exports: by a name, or all. */
  constructor(
    private readonly pointers: PointerAnalysis,
    private readonly place: (kind: number, first: number, second: number) => number,
    private readonly exported: (module: number, name: string | null) => readonly number[],
  ) {
    this.length = pointers.propertyNames.intern('length');
    this.size = pointers.propertyNames.intern('size');
    this.lastIndex = pointers.propertyNames.intern('lastIndex');
    this.state = pointers.propertyNames.intern('[state]');
  }

  /** The elements of an array that comes from outside were not put there by the program. */
  ofAll(objects: readonly number[], property: number): PlacesRead {
    const { elementProperty, computedProperty } = this.pointers.pointsTo;
    const isOutside = objects.length === 1 && objects[0] === ObjectSpace.any;
    if (objects.length === 0 || (isOutside && (property === elementProperty || property === computedProperty)))
      return nothing;
    let byProperty = this.known.get(objects);
    if (byProperty === undefined) this.known.set(objects, (byProperty = new Map()));
    let known = byProperty.get(property);
    if (known === undefined) byProperty.set(property, (known = this.anew(objects, property)));
    return known;
  }

  anew(objects: readonly number[], property: number): PlacesRead {
    const found: Found = { certain: new Set(), ifDefined: [], seen: new Set() };
    for (const object of objects) {
      // "Some object" is there, too, and has all that these functions have by name.
      const isCovered = object === ObjectSpace.common && property !== this.pointers.pointsTo.computedProperty;
      if (!isCovered) this.readFrom(object, property, found);
    }
    return { certain: [...found.certain], ifDefined: found.ifDefined };
  }

  private readFrom(object: number, property: number, found: Found): void {
    if (found.seen.has(object)) return;
    found.seen.add(object);
    const { pointsTo } = this.pointers;
    if (object === ObjectSpace.any) {
      found.certain.add(-1 - this.place(placeKinds.ofAnyObject, property, 0));
      if (property === this.lastIndex) found.certain.add(-1 - this.place(placeKinds.ofAnyObject, this.state, 0));
      return;
    }
    const { computedProperty, elementProperty } = pointsTo;
    if (object === ObjectSpace.common) {
      const isAll = property === computedProperty;
      const kind = isAll ? placeKinds.everything : placeKinds.field;
      found.certain.add(-1 - this.place(kind, object, isAll ? 0 : property));
      return;
    }
    const module = this.pointers.objects.namespaceModule(object);
    if (module >= 0) {
      const name = property === computedProperty ? null : this.pointers.propertyNames.textOf(property);
      for (const place of this.exported(module, name)) found.certain.add(-1 - place);
    }
    found.certain.add(this.field(object, property));
    found.certain.add(this.field(ObjectSpace.any, property));
    if (this.showsState(object, property)) found.ifDefined.push(this.field(object, this.state));
    for (const source of this.linked(object, pointsTo.spreadProperty)) this.readFrom(source, property, found);
    if (property === computedProperty) {
      found.certain.add(-1 - this.place(placeKinds.everything, object, 0));
      // What those have written who hold the function in common with others.
      if (this.pointers.objects.functionOf(object) >= 0)
        found.certain.add(-1 - this.place(placeKinds.everything, ObjectSpace.any, 0));
      return;
    }
    found.ifDefined.push(this.field(object, computedProperty));
    if (this.pointers.objects.functionOf(object) >= 0)
      found.ifDefined.push(this.field(ObjectSpace.common, computedProperty));
    if (property === elementProperty) {
      found.ifDefined.push(this.field(object, this.length));
      return;
    }
    if (property === this.length || property === this.size) found.ifDefined.push(this.field(object, elementProperty));
    for (const proto of this.linked(object, pointsTo.protoProperty)) this.readFrom(proto, property, found);
  }

  private showsState(object: number, property: number): boolean {
    if (property === this.lastIndex) return true;
    const { elementProperty, computedProperty } = this.pointers.pointsTo;
    const isTaken = property === elementProperty || property === computedProperty;
    return isTaken && this.pointers.objects.keepsPlace(object);
  }

  /** The number of a property of an object among those that are read. */
  field(object: number, property: number): number {
    const known = this.fields.find(placeKinds.field, object, property);
    return known >= 0 ? known : this.fields.add(placeKinds.field, object, property);
  }

  private linked(object: number, link: number): number[] {
    return this.pointers.pointsTo.inField(object, link).filter((o) => o !== ObjectSpace.any);
  }
}

interface Found {
  readonly certain: Set<number>;
  readonly ifDefined: number[];
  readonly seen: Set<number>;
}
