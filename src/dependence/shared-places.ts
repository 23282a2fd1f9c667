import { functionId } from '#core/ids';
import { places, type ModuleFacts } from '#ir/facts';
import type { LinkedName } from './link';
import { ObjectSpace } from './object-space';
import { OwnMethods } from './own-methods';
import { commonRoles, placeKinds } from './place-kinds';
import { PlaceTable } from './place-table';
import type { PointerAnalysis } from './pointers';
import { nothing, PropertyReads, readPlaces, type PlacesRead } from './property-reads';
import { reachableObjects } from './reachable-objects';

/**
 * Places that functions share: captured and module variables, globals, properties of abstract objects.
 * Each is a vertex between its definitions and its uses, so that n definitions and m uses make n + m
 * edges. This module alone decides which accesses may mean the same place (aliasing).
 */
export class SharedPlaces {
  readonly table = new PlaceTable();
  /** By the list of objects that is looked into: variables with the same objects share it. */
  private readonly reached = new Map<readonly number[], PlacesRead>();
  readonly reads: PropertyReads;
  private readonly ownMethods: OwnMethods;
  /** Per module, the variables in canonical order, where they were asked for. */
  private readonly canonical = new Map<number, Int32Array>();

  constructor(private readonly pointers: PointerAnalysis) {
    this.ownMethods = new OwnMethods(pointers);
    this.reads = new PropertyReads(
      pointers,
      (kind, first, second) => this.place(kind, first, second),
      (module, name) => this.exportedVariables(module, name),
    );
  }

  get count(): number {
    return this.table.count;
  }

  /** The number of a place; it and those that it is part of are added where they are new. */
  place(kind: number, first: number, second: number): number {
    const known = this.table.find(kind, first, second);
    if (known >= 0) return known;
    const place = this.table.add(kind, first, second);
    const [some, all] = this.widerThan(kind, first, second);
    this.table.setWider(place, 0, some);
    this.table.setWider(place, 1, all);
    return place;
  }

  /**
   * A property of one object is part of "that property of some object", and of all properties of its object; one of a function is
   * also part of what those read who hold functions in common.
   */
  private widerThan(kind: number, first: number, second: number): readonly [some: number, all: number] {
    const everything = (object: number): number => this.place(placeKinds.everything, object, 0);
    const isFunction = this.pointers.objects.functionOf(first) >= 0;
    if (kind === placeKinds.everything)
      return [isFunction || first === ObjectSpace.any ? everything(ObjectSpace.common) : -1, -1];
    if (kind !== placeKinds.field) return [-1, -1];
    const some = isFunction
      ? this.place(placeKinds.field, ObjectSpace.common, second)
      : this.place(placeKinds.ofAnyObject, second, 0);
    const isShown = second !== this.reads.state && first !== ObjectSpace.any && first !== ObjectSpace.common;
    return [some, isShown ? everything(first) : -1];
  }

  /** Places that this one is part of. */
  eachWider(place: number, visit: (wider: number) => void): void {
    const { table } = this;
    const some = table.widerOf(place, 0);
    const all = table.widerOf(place, 1);
    if (some >= 0) visit(some);
    if (all >= 0) visit(all);
  }

  /** Places that are part of others, in an order that does not depend on when they were met. */
  partsInOrder(): number[] {
    const { table, pointers } = this;
    const found: number[] = [];
    for (let place = 0; place < table.count; place++) if (table.widerOf(place, 0) >= 0) found.push(place);
    const name = (place: number): string => pointers.propertyNames.textOf(table.secondOf(place));
    return found.toSorted(
      (a, b) =>
        table.kindOf(a) - table.kindOf(b) || table.firstOf(a) - table.firstOf(b) || (name(a) < name(b) ? -1 : 1),
    );
  }

  /** Stands for a property of objects that are not known one by one. */
  isVague(place: number): boolean {
    const kind = this.table.kindOf(place);
    if (kind === placeKinds.ofAnyObject || kind === placeKinds.common) return true;
    const isOfObject = kind === placeKinds.field || kind === placeKinds.everything;
    return isOfObject && this.table.firstOf(place) <= ObjectSpace.external;
  }

  /** The places that a definition (access record of a module) writes. */
  written(m: number, access: number): readonly number[] {
    const module = this.pointers.program.modules[m]!;
    const { words } = module.accesses;
    const kind = words[access + 2]!;
    const a = words[access + 3]!;
    if (kind !== places.field) return this.placesOf(this.variable(module, m, kind, a));
    const property = this.pointers.property(m, words[access + 4]!);
    return this.fieldsWritten(this.objectsOf(m, a), property);
  }

  /**
   * What is written to one of the functions held in common may be any property of any of them for who reads by key; who reads by
   * name sees what is written to "some object", which is there as well, and what is written by key.
   */
  private fieldsWritten(objects: readonly number[], property: number): number[] {
    const isByKey = property === this.pointers.pointsTo.computedProperty;
    return objects.flatMap((object) => {
      if (object !== ObjectSpace.common) return [this.field(object, property)];
      const all = this.everything(ObjectSpace.any);
      return isByKey ? [all, this.field(object, property)] : [all];
    });
  }

  private placesOf({ certain }: PlacesRead): number[] {
    const { fields } = this.reads;
    return certain.map((entry) => (entry < 0 ? -1 - entry : this.field(fields.firstOf(entry), fields.secondOf(entry))));
  }

  /**
   * Which of the properties that are read are places, once it is known which places are defined. What an object holds from the
   * beginning, as its methods, is no less there to be read.
   */
  fieldsRead(isDefined: Uint8Array): FieldsRead {
    const { fields } = this.reads;
    const certain = new Int32Array(fields.count).fill(-1);
    const ifDefined = new Int32Array(fields.count).fill(-1);
    for (let i = 0; i < fields.count; i++) {
      const [object, property] = [fields.firstOf(i), fields.secondOf(i)];
      const place = this.table.find(placeKinds.field, object, property);
      if (place >= 0 && isDefined[place] === 1) certain[i] = ifDefined[i] = place;
      else if (this.pointers.pointsTo.isHeld(object, property)) certain[i] = this.field(object, property);
    }
    return { certain, ifDefined };
  }

  /** The places that a use may read. */
  read(m: number, access: number): PlacesRead {
    const module = this.pointers.program.modules[m]!;
    const { words } = module.accesses;
    const kind = words[access + 2]!;
    const a = words[access + 3]!;
    if (kind !== places.field) return this.variable(module, m, kind, a);
    return this.reads.ofAll(this.objectsOf(m, a), this.pointers.property(m, words[access + 4]!));
  }

  /** The elements of what a variable holds, for built-ins that read them. */
  elementsRead(m: number, variable: number): PlacesRead {
    return this.reads.ofAll(this.objectsOf(m, variable), this.pointers.pointsTo.elementProperty);
  }

  /** All properties of what a variable holds. */
  propertiesRead(m: number, variable: number): PlacesRead {
    return this.reads.ofAll(this.objectsOf(m, variable), this.pointers.pointsTo.computedProperty);
  }

  /** The elements of what a variable holds, for a method of the language that writes them. */
  elementsWritten(m: number, variable: number, method: number): number[] {
    const { elementProperty } = this.pointers.pointsTo;
    return this.withoutOwn(m, variable, method).map((object) => this.field(object, elementProperty));
  }

  /** Objects of a variable for which a method may mean that of the language; a function has none that changes it. */
  withoutOwn(m: number, variable: number, method: number): number[] {
    const { objects } = this.pointers;
    const name = this.pointers.property(m, method);
    const isFunction = (object: number): boolean => object === ObjectSpace.common || objects.functionOf(object) >= 0;
    return this.objectsOf(m, variable).filter((object) => !isFunction(object) && !this.ownMethods.hides(object, name));
  }

  propertiesWritten(m: number, variable: number): number[] {
    const { computedProperty } = this.pointers.pointsTo;
    return this.fieldsWritten(this.objectsOf(m, variable), computedProperty);
  }

  /** The elements of what is made at a place of the source. */
  elementsOfSite(m: number, site: number): number {
    return this.field(this.pointers.objects.site(m, site), this.pointers.pointsTo.elementProperty);
  }

  /** All properties of all objects that code outside the program can get at from a variable. */
  reachable(m: number, variable: number): PlacesRead {
    const roots = this.objectsOf(m, variable);
    let known = this.reached.get(roots);
    if (known === undefined) {
      const objects = reachableObjects(this.pointers, roots);
      const exported = objects.flatMap((object) => {
        const module = this.pointers.objects.namespaceModule(object);
        return module < 0 ? [] : this.exportedVariables(module, null);
      });
      known = readPlaces([...objects.map((object) => this.everything(object)), ...exported]);
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

  /** Properties of the namespace of a module are variables, of it or of others: one by its name, or all. */
  exportedVariables(m: number, name: string | null): number[] {
    const { linker, program } = this.pointers;
    if (program.modules[m]!.format === 'commonjs') return [];
    return (name === null ? [...linker.exportedNames(m)] : [name]).flatMap((each) => {
      const linked = linker.exported(m, each);
      return linked.kind === 'binding' ? [this.binding(linked.module, linked.binding)] : [];
    });
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
    if (property === this.reads.state) return `state of ${holder}`;
    return property === elementProperty || property === computedProperty
      ? `elements of ${holder}`
      : `.${name} of ${holder}`;
  }

  private variable(module: ModuleFacts, m: number, kind: number, a: number): PlacesRead {
    if (kind === places.global) {
      const name = module.strings[a]!;
      if (name === 'exports' || name === 'module') return nothing;
      return readPlaces([this.place(placeKinds.global, this.pointers.property(m, a), 0)]);
    }
    if (kind !== places.binding) return nothing;
    const linked = this.pointers.importOf(m, a);
    return linked === undefined ? readPlaces([this.binding(m, a)]) : this.linkedPlaces(linked);
  }

  private linkedPlaces(linked: LinkedName): PlacesRead {
    if (linked.kind === 'binding') return readPlaces([this.binding(linked.module, linked.binding)]);
    if (linked.kind === 'namespace') return readPlaces(this.exportsOf(linked.module));
    if (linked.kind !== 'commonjs') return nothing;
    const { pointsTo, objects, propertyNames } = this.pointers;
    const exports = propertyNames.intern('exports');
    const whole = objects.moduleObject(linked.module);
    if (linked.name === null) return readPlaces([this.field(whole, exports)]);
    return this.reads.anew(pointsTo.inField(whole, exports), propertyNames.intern(linked.name));
  }

  private binding(m: number, binding: number): number {
    return this.place(placeKinds.binding, m, bindingCode(this.pointers.program.pointerFacts(m).variables, binding));
  }

  private bindingName(m: number, binding: number): string {
    const { bindings, strings } = this.pointers.program.modules[m]!;
    return strings[bindings.name[binding]!] ?? '';
  }
}

/** Per property that is read, its place; −1 where there is none. */
export interface FieldsRead {
  readonly certain: Int32Array;
  readonly ifDefined: Int32Array;
}

/** A binding that holds objects, as those that other modules see do, by its canonical variable; else by its own number. */
function bindingCode(variables: Int32Array, binding: number): number {
  const canonical = variables[binding]!;
  return canonical >= 0 ? canonical * 2 : binding * 2 + 1;
}
