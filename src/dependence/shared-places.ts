import { functionId } from '#core/ids';
import { places, wellKnown, type ModuleFacts } from '#ir/facts';
import type { LinkedName } from './link';
import { ObjectSpace } from './object-space';
import type { PointerAnalysis } from './pointers';
import { reachableObjects } from './reachable-objects';

/**
 * Places that functions share: captured and module variables, globals, properties of abstract objects.
 * Each is a vertex between its definitions and its uses, so that n definitions and m uses make n + m
 * edges. This module alone decides which accesses may mean the same place (aliasing).
 */
export class SharedPlaces {
  private readonly ids = new Map<string, number>();
  private readonly names: string[] = [];
  private readonly vague = new Set<number>();
  /** Place to place: a property of one object is part of "that property of some object". */
  readonly wider: number[][] = [];

  /** How many elements there are depends on the elements, and the other way round for arrays. */
  private readonly length: number;
  private readonly size: number;

  constructor(private readonly pointers: PointerAnalysis) {
    this.length = pointers.propertyNames.intern('length');
    this.size = pointers.propertyNames.intern('size');
  }

  get count(): number {
    return this.names.length;
  }

  /** What a report calls the place. */
  nameOf(place: number): string {
    return this.names[place] ?? '';
  }

  /** The places that a definition (access record of a module) writes. */
  written(m: number, access: number): number[] {
    const module = this.pointers.program.modules[m]!;
    const { words } = module.accesses;
    const kind = words[access + 2]!;
    const a = words[access + 3]!;
    if (kind !== places.field) return this.variable(module, m, kind, a);
    const property = this.pointers.properties[m]![words[access + 4]!]!;
    return this.objectsOf(m, a).map((object) => this.field(object, property));
  }

  /** The places that a use may read. */
  read(m: number, access: number): number[] {
    const module = this.pointers.program.modules[m]!;
    const { words } = module.accesses;
    const kind = words[access + 2]!;
    const a = words[access + 3]!;
    if (kind !== places.field) return this.variable(module, m, kind, a);
    const property = this.pointers.properties[m]![words[access + 4]!]!;
    return this.readAll(this.objectsOf(m, a), property);
  }

  /** The elements of an array that comes from outside were not put there by the program. */
  private readAll(objects: readonly number[], property: number): number[] {
    const { elementProperty, computedProperty } = this.pointers.pointsTo;
    const found = new Set<number>();
    const isOutside = objects.length === 1 && objects[0] === ObjectSpace.any;
    if (isOutside && (property === elementProperty || property === computedProperty)) return [];
    const seen = new Set<number>();
    for (const object of objects) this.readFrom(object, property, found, seen);
    return [...found];
  }

  /** Stands for a property of objects that are not known one by one. */
  isVague(place: number): boolean {
    return this.vague.has(place);
  }

  /** The elements of what a variable holds, for built-ins that read or write them. */
  elements(m: number, variable: number, mode: 'read' | 'write'): number[] {
    return this.named(m, variable, this.pointers.pointsTo.elementProperty, mode);
  }

  /** The elements of what is made at a place of the source. */
  elementsOfSite(m: number, site: number): number {
    return this.field(this.pointers.objects.site(m, site), this.pointers.pointsTo.elementProperty);
  }

  /** All properties of what a variable holds. */
  properties(m: number, variable: number, mode: 'read' | 'write'): number[] {
    return this.named(m, variable, this.pointers.pointsTo.computedProperty, mode);
  }

  /** All properties of all objects that code outside the program can get at from a variable. */
  reachable(m: number, variable: number): number[] {
    return reachableObjects(this.pointers, this.objectsOf(m, variable)).map((object) => this.everything(object));
  }

  /** What the generators of a function yield. */
  yielded(fn: number): number {
    return this.field(this.pointers.objects.generator(fn), this.pointers.pointsTo.elementProperty);
  }

  /** What the consumers of a generator function pass to `next`. */
  resumed(fn: number): number {
    return this.place(`r${fn}`, () => `next of ${this.pointers.program.shortName(functionId(fn))}`);
  }

  /** What the promise that a call makes is settled with. */
  settled(call: number): number {
    return this.place(`s${call}`, () => 'promise');
  }

  /** The name of the place of an access, as the source writes it. */
  label(m: number, access: number): string {
    const module = this.pointers.program.modules[m]!;
    const { words } = module.accesses;
    const a = words[access + 3]!;
    switch (words[access + 2]) {
      case places.binding:
        return module.strings[module.bindings.name[a]!] ?? '';
      case places.global:
        return module.strings[a] ?? '';
      case places.field: {
        const property = words[access + 4]!;
        const base = a < module.bindings.count ? (module.strings[module.bindings.name[a]!] ?? '') : '';
        return property === wellKnown.elements || property === wellKnown.computed
          ? `${base}[…]`
          : `${base}.${module.strings[property] ?? ''}`;
      }
      case places.this:
        return 'this';
      case places.arguments:
        return 'arguments';
      case places.result:
        return 'result';
      default:
        return '';
    }
  }

  private named(m: number, variable: number, property: number, mode: 'read' | 'write'): number[] {
    const objects = this.objectsOf(m, variable);
    return mode === 'write' ? objects.map((object) => this.field(object, property)) : this.readAll(objects, property);
  }

  /** An object that nothing of the program provides is one from outside, which shares no place with it. */
  private objectsOf(m: number, variable: number): readonly number[] {
    return this.pointers.pointsTo.objectsOf(this.pointers.varBase[m]! + variable);
  }

  private readFrom(object: number, property: number, found: Set<number>, seen: Set<number>): void {
    if (seen.has(object)) return;
    seen.add(object);
    const { pointsTo } = this.pointers;
    if (object === ObjectSpace.any) {
      found.add(this.ofAnyObject(property));
      return;
    }
    const { computedProperty, elementProperty } = pointsTo;
    found.add(this.field(object, property));
    found.add(this.field(ObjectSpace.any, property));
    for (const source of this.linked(object, pointsTo.spreadProperty)) this.readFrom(source, property, found, seen);
    if (property === computedProperty) {
      found.add(this.everything(object));
      return;
    }
    this.addDefined(object, computedProperty, found);
    if (property === elementProperty) {
      this.addDefined(object, this.length, found);
      return;
    }
    if (property === this.length || property === this.size) this.addDefined(object, elementProperty, found);
    for (const proto of this.linked(object, pointsTo.protoProperty)) this.readFrom(proto, property, found, seen);
  }

  private linked(object: number, link: number): number[] {
    const { pointsTo } = this.pointers;
    if (!pointsTo.hasField(object, link)) return [];
    return pointsTo.objectsOf(pointsTo.field(object, link)).filter((o) => o !== ObjectSpace.any);
  }

  /** A place is added only when a definition has made it known: most objects have no computed properties. */
  private addDefined(object: number, property: number, found: Set<number>): void {
    const place = this.ids.get(`f${object}.${property}`);
    if (place !== undefined) found.add(place);
  }

  /** A property written through an object; also part of what a read of that property of some object sees. */
  private field(object: number, property: number): number {
    const key = `f${object}.${property}`;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.add(key, this.fieldName(object, property));
    this.wider[id]!.push(this.ofAnyObject(property));
    if (object !== ObjectSpace.any) this.wider[id]!.push(this.everything(object));
    return id;
  }

  private ofAnyObject(property: number): number {
    const place = this.place(`w${property}`, () => `.${this.pointers.propertyNames.textOf(property)} of some object`);
    this.vague.add(place);
    return place;
  }

  private everything(object: number): number {
    return this.place(`e${object}`, () => `properties of ${this.pointers.objects.describe(object)}`);
  }

  private fieldName(object: number, property: number): string {
    const name = this.pointers.propertyNames.textOf(property);
    const holder = object === ObjectSpace.any ? 'some object' : this.pointers.objects.describe(object);
    const { elementProperty, computedProperty } = this.pointers.pointsTo;
    return property === elementProperty || property === computedProperty
      ? `elements of ${holder}`
      : `.${name} of ${holder}`;
  }

  private variable(module: ModuleFacts, m: number, kind: number, a: number): number[] {
    if (kind === places.global) {
      const name = module.strings[a]!;
      if (name === 'exports' || name === 'module') return [];
      return [this.place(`g${name}`, () => name)];
    }
    if (kind !== places.binding) return [];
    const linked = this.pointers.imports.get(this.pointers.varBase[m]! + a);
    return linked === undefined ? [this.binding(m, a)] : this.linkedPlaces(linked);
  }

  private linkedPlaces(linked: LinkedName): number[] {
    if (linked.kind === 'binding') return [this.binding(linked.module, linked.binding)];
    if (linked.kind !== 'commonjs') return [];
    const { pointsTo, objects, propertyNames } = this.pointers;
    const exports = propertyNames.intern('exports');
    const whole = objects.moduleObject(linked.module);
    if (linked.name === null) return [this.field(whole, exports)];
    const found = new Set<number>();
    for (const object of pointsTo.objectsOf(pointsTo.field(whole, exports))) {
      this.readFrom(object, propertyNames.intern(linked.name), found, new Set());
    }
    return [...found];
  }

  /** What `require` and `import()` of a module of the program read. */
  exportsOf(m: number): number[] {
    if (this.pointers.program.modules[m]!.format !== 'commonjs') return [];
    return [this.field(this.pointers.objects.moduleObject(m), this.pointers.propertyNames.intern('exports'))];
  }

  private binding(m: number, binding: number): number {
    const module = this.pointers.program.modules[m]!;
    return this.place(`b${m}.${binding}`, () => module.strings[module.bindings.name[binding]!] ?? '');
  }

  private place(key: string, name: () => string): number {
    return this.ids.get(key) ?? this.add(key, name());
  }

  private add(key: string, name: string): number {
    const id = this.names.push(name) - 1;
    this.ids.set(key, id);
    this.wider.push([]);
    return id;
  }
}
