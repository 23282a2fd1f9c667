import { functionId } from '#core/ids';
import { places, type ModuleFacts } from '#ir/facts';
import type { LinkedName } from './link';
import { ObjectSpace } from './object-space';
import { PlaceTable } from './place-table';
import type { PointerAnalysis } from './pointers';
import { reachableObjects } from './reachable-objects';

/** What shared places are, with the meaning of their two numbers; numbers that nothing is said about are 0. */
export const placeKinds = {
  /** object, property */
  field: 0,
  /** property: of some object, not known which */
  ofAnyObject: 1,
  /** object: all its properties */
  everything: 2,
  /** number of the name among the properties */
  global: 3,
  /** module, `bindingCode` */
  binding: 4,
  /** function: what the consumers of its generators pass to `next` */
  resumed: 5,
  /** call: what the promise that it makes is settled with */
  settled: 6,
  /** one of `commonRoles`: what calls of the functions that variables with too many hold in common do with these functions */
  common: 7,
} as const;

/** That one of them is called, what it is given, what comes back, and what it settles promises with. */
export const commonRoles = { called: 0, given: 1, returned: 2, settled: 3 } as const;

/** The places that a use may read; the last ones only if something defines them. */
export interface PlacesRead {
  readonly certain: readonly number[];
  /** Pairs of object and property. */
  readonly ifDefined: readonly number[];
}

/**
 * Places that functions share: captured and module variables, globals, properties of abstract objects.
 * Each is a vertex between its definitions and its uses, so that n definitions and m uses make n + m
 * edges. This module alone decides which accesses may mean the same place (aliasing).
 */
export class SharedPlaces {
  readonly table = new PlaceTable();
  /** By the list of objects that is looked into: variables with the same objects share it. */
  private readonly reached = new Map<readonly number[], readonly number[]>();
  private readonly reads = new Map<readonly number[], Map<number, PlacesRead>>();
  /** Per module, the variables in canonical order, where they were asked for. */
  private readonly canonical = new Map<number, Int32Array>();
  /** How many elements there are depends on the elements, and the other way round for arrays. */
  private readonly length: number;
  private readonly size: number;

  constructor(private readonly pointers: PointerAnalysis) {
    this.length = pointers.propertyNames.intern('length');
    this.size = pointers.propertyNames.intern('size');
  }

  get count(): number {
    return this.table.count;
  }

  /** The number of a place; it and those that it is part of are added where they are new. */
  place(kind: number, first: number, second: number): number {
    const known = this.table.find(kind, first, second);
    if (known >= 0) return known;
    const place = this.table.add(kind, first, second);
    if (kind === placeKinds.field) {
      this.table.setWider(place, 0, this.place(placeKinds.ofAnyObject, second, 0));
      if (first !== ObjectSpace.any) this.table.setWider(place, 1, this.place(placeKinds.everything, first, 0));
    }
    return place;
  }

  /** Places that this one is part of: a property of one object is part of "that property of some object". */
  eachWider(place: number, visit: (wider: number) => void): void {
    const { table } = this;
    const some = table.widerOf(place, 0);
    const all = table.widerOf(place, 1);
    if (some >= 0) visit(some);
    if (all >= 0) visit(all);
  }

  /** Places that are part of others, in an order that does not depend on when they were met. */
  fieldsInOrder(): number[] {
    const { table, pointers } = this;
    const fields: number[] = [];
    for (let place = 0; place < table.count; place++) if (table.kindOf(place) === placeKinds.field) fields.push(place);
    const name = (place: number): string => pointers.propertyNames.textOf(table.secondOf(place));
    return fields.toSorted((a, b) => table.firstOf(a) - table.firstOf(b) || (name(a) < name(b) ? -1 : 1));
  }

  /** Stands for a property of objects that are not known one by one. */
  isVague(place: number): boolean {
    const kind = this.table.kindOf(place);
    return kind === placeKinds.ofAnyObject || kind === placeKinds.common;
  }

  /** The places that a definition (access record of a module) writes. */
  written(m: number, access: number): readonly number[] {
    const module = this.pointers.program.modules[m]!;
    const { words } = module.accesses;
    const kind = words[access + 2]!;
    const a = words[access + 3]!;
    if (kind !== places.field) return this.variable(module, m, kind, a).certain;
    const property = this.pointers.property(m, words[access + 4]!);
    return this.objectsOf(m, a).map((object) => this.field(object, property));
  }

  /** The places that a use may read. */
  read(m: number, access: number): PlacesRead {
    const module = this.pointers.program.modules[m]!;
    const { words } = module.accesses;
    const kind = words[access + 2]!;
    const a = words[access + 3]!;
    if (kind !== places.field) return this.variable(module, m, kind, a);
    return this.readAll(this.objectsOf(m, a), this.pointers.property(m, words[access + 4]!));
  }

  /** The elements of what a variable holds, for built-ins that read them. */
  elementsRead(m: number, variable: number): PlacesRead {
    return this.readAll(this.objectsOf(m, variable), this.pointers.pointsTo.elementProperty);
  }

  /** All properties of what a variable holds. */
  propertiesRead(m: number, variable: number): PlacesRead {
    return this.readAll(this.objectsOf(m, variable), this.pointers.pointsTo.computedProperty);
  }

  elementsWritten(m: number, variable: number): number[] {
    const { pointsTo, objects } = this.pointers;
    // A function has no methods that write elements.
    const collections = this.objectsOf(m, variable).filter((object) => objects.functionOf(object) < 0);
    return collections.map((object) => this.field(object, pointsTo.elementProperty));
  }

  propertiesWritten(m: number, variable: number): number[] {
    const { computedProperty } = this.pointers.pointsTo;
    return this.objectsOf(m, variable).map((object) => this.field(object, computedProperty));
  }

  /** The elements of what is made at a place of the source. */
  elementsOfSite(m: number, site: number): number {
    return this.field(this.pointers.objects.site(m, site), this.pointers.pointsTo.elementProperty);
  }

  /** All properties of all objects that code outside the program can get at from a variable. */
  reachable(m: number, variable: number): readonly number[] {
    const roots = this.objectsOf(m, variable);
    let known = this.reached.get(roots);
    if (known === undefined) {
      known = reachableObjects(this.pointers, roots).map((object) => this.everything(object));
      this.reached.set(roots, known);
    }
    return known;
  }

  /** What the generators of a function yield. */
  yielded(fn: number): number {
    return this.field(this.pointers.objects.generator(fn), this.pointers.pointsTo.elementProperty);
  }

  /** What the consumers of a generator function pass to `next`. */
  resumed(fn: number): number {
    return this.place(placeKinds.resumed, fn, 0);
  }

  /** What the promise that a call makes is settled with. */
  settled(call: number): number {
    return this.place(placeKinds.settled, call, 0);
  }

  /** What a call of one of too many functions does with it. */
  common(role: keyof typeof commonRoles): number {
    return this.place(placeKinds.common, commonRoles[role], 0);
  }

  /** What `require` and `import()` of a module of the program read. */
  exportsOf(m: number): number[] {
    if (this.pointers.program.modules[m]!.format !== 'commonjs') return [];
    return [this.field(this.pointers.objects.moduleObject(m), this.pointers.propertyNames.intern('exports'))];
  }

  /** The variable, by its number in its module, that a place is. */
  bindingOf(place: number): number {
    const [m, code] = [this.table.firstOf(place), this.table.secondOf(place)];
    if ((code & 1) === 1) return code >> 1;
    let canonical = this.canonical.get(m);
    if (canonical === undefined) {
      const { variables, variableCount } = this.pointers.program.pointerFacts(m);
      canonical = new Int32Array(variableCount);
      for (let v = variables.length - 1; v >= 0; v--) if (variables[v]! >= 0) canonical[variables[v]!] = v;
      this.canonical.set(m, canonical);
    }
    return canonical[code >> 1]!;
  }

  /** What a report calls the place. */
  nameOf(place: number): string {
    const { table, pointers } = this;
    const first = table.firstOf(place);
    switch (table.kindOf(place)) {
      case placeKinds.field:
        return this.fieldName(first, table.secondOf(place));
      case placeKinds.ofAnyObject:
        return `.${pointers.propertyNames.textOf(first)} of some object`;
      case placeKinds.everything:
        return `properties of ${pointers.objects.describe(first)}`;
      case placeKinds.global:
        return pointers.propertyNames.textOf(first);
      case placeKinds.binding:
        return this.bindingName(first, this.bindingOf(place));
      case placeKinds.resumed:
        return `next of ${pointers.program.shortName(functionId(first))}`;
      case placeKinds.common:
        return 'one of many functions';
      default:
        return 'promise';
    }
  }

  /** An object that nothing of the program provides is one from outside, which shares no place with it. */
  private objectsOf(m: number, variable: number): readonly number[] {
    return this.pointers.pointsTo.heldBy(m, variable);
  }

  /** The elements of an array that comes from outside were not put there by the program. */
  private readAll(objects: readonly number[], property: number): PlacesRead {
    const { elementProperty, computedProperty } = this.pointers.pointsTo;
    const isOutside = objects.length === 1 && objects[0] === ObjectSpace.any;
    if (objects.length === 0 || (isOutside && (property === elementProperty || property === computedProperty)))
      return nothing;
    let byProperty = this.reads.get(objects);
    if (byProperty === undefined) this.reads.set(objects, (byProperty = new Map()));
    let known = byProperty.get(property);
    if (known === undefined) byProperty.set(property, (known = this.readAnew(objects, property)));
    return known;
  }

  private readAnew(objects: readonly number[], property: number): PlacesRead {
    const certain = new Set<number>();
    const ifDefined: number[] = [];
    const seen = new Set<number>();
    for (const object of objects) this.readFrom(object, property, { certain, ifDefined, seen });
    return { certain: [...certain], ifDefined };
  }

  private readFrom(
    object: number,
    property: number,
    found: { certain: Set<number>; ifDefined: number[]; seen: Set<number> },
  ): void {
    if (found.seen.has(object)) return;
    found.seen.add(object);
    const { pointsTo } = this.pointers;
    if (object === ObjectSpace.any) {
      found.certain.add(this.place(placeKinds.ofAnyObject, property, 0));
      return;
    }
    const { computedProperty, elementProperty } = pointsTo;
    found.certain.add(this.field(object, property));
    found.certain.add(this.field(ObjectSpace.any, property));
    for (const source of this.linked(object, pointsTo.spreadProperty)) this.readFrom(source, property, found);
    if (property === computedProperty) {
      found.certain.add(this.everything(object));
      return;
    }
    // Most objects have no computed properties: the place is of interest only when a definition made it known.
    found.ifDefined.push(object, computedProperty);
    if (property === elementProperty) {
      found.ifDefined.push(object, this.length);
      return;
    }
    if (property === this.length || property === this.size) found.ifDefined.push(object, elementProperty);
    for (const proto of this.linked(object, pointsTo.protoProperty)) this.readFrom(proto, property, found);
  }

  private linked(object: number, link: number): number[] {
    return this.pointers.pointsTo.inField(object, link).filter((o) => o !== ObjectSpace.any);
  }

  /** A property written through an object; also part of what a read of that property of some object sees. */
  private field(object: number, property: number): number {
    return this.place(placeKinds.field, object, property);
  }

  private everything(object: number): number {
    return this.place(placeKinds.everything, object, 0);
  }

  private fieldName(object: number, property: number): string {
    const name = this.pointers.propertyNames.textOf(property);
    const holder = object === ObjectSpace.any ? 'some object' : this.pointers.objects.describe(object);
    const { elementProperty, computedProperty } = this.pointers.pointsTo;
    return property === elementProperty || property === computedProperty
      ? `elements of ${holder}`
      : `.${name} of ${holder}`;
  }

  private variable(module: ModuleFacts, m: number, kind: number, a: number): PlacesRead {
    if (kind === places.global) {
      const name = module.strings[a]!;
      if (name === 'exports' || name === 'module') return nothing;
      return certainly([this.place(placeKinds.global, this.pointers.property(m, a), 0)]);
    }
    if (kind !== places.binding) return nothing;
    const linked = this.pointers.importOf(m, a);
    return linked === undefined ? certainly([this.binding(m, a)]) : this.linkedPlaces(linked);
  }

  private linkedPlaces(linked: LinkedName): PlacesRead {
    if (linked.kind === 'binding') return certainly([this.binding(linked.module, linked.binding)]);
    if (linked.kind !== 'commonjs') return nothing;
    const { pointsTo, objects, propertyNames } = this.pointers;
    const exports = propertyNames.intern('exports');
    const whole = objects.moduleObject(linked.module);
    if (linked.name === null) return certainly([this.field(whole, exports)]);
    return this.readAnew(pointsTo.inField(whole, exports), propertyNames.intern(linked.name));
  }

  private binding(m: number, binding: number): number {
    return this.place(placeKinds.binding, m, bindingCode(this.pointers.program.pointerFacts(m).variables, binding));
  }

  private bindingName(m: number, binding: number): string {
    const { bindings, strings } = this.pointers.program.modules[m]!;
    return strings[bindings.name[binding]!] ?? '';
  }
}

/** A binding that holds objects, as those that other modules see do, by its canonical variable; else by its own number. */
function bindingCode(variables: Int32Array, binding: number): number {
  const canonical = variables[binding]!;
  return canonical >= 0 ? canonical * 2 : binding * 2 + 1;
}

const nothing: PlacesRead = { certain: [], ifDefined: [] };

function certainly(certain: readonly number[]): PlacesRead {
  return { certain, ifDefined: [] };
}
