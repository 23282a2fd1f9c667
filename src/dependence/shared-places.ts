import { places, wellKnown, type ModuleFacts } from '#ir/facts';
import type { LinkedName } from './link';
import { ObjectSpace } from './object-space';
import type { PointerAnalysis } from './pointer-analysis';

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

  constructor(private readonly pointers: PointerAnalysis) {}

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
    if (kind !== places.field) return this.named(module, m, kind, a);
    const property = this.pointers.properties[m]![words[access + 4]!]!;
    return this.objectsOf(m, a).map((object) => this.field(object, property));
  }

  /** The places that a use may read. */
  read(m: number, access: number): number[] {
    const module = this.pointers.program.modules[m]!;
    const { words } = module.accesses;
    const kind = words[access + 2]!;
    const a = words[access + 3]!;
    if (kind !== places.field) return this.named(module, m, kind, a);
    const property = this.pointers.properties[m]![words[access + 4]!]!;
    return this.readAll(this.objectsOf(m, a), property);
  }

  /** The elements of an array that comes from outside were not put there by the program. */
  private readAll(objects: readonly number[], property: number): number[] {
    const { elementProperty, computedProperty } = this.pointers.pointsTo;
    const found = new Set<number>();
    const isOutside = objects.length === 1 && objects[0] === ObjectSpace.any;
    if (isOutside && (property === elementProperty || property === computedProperty)) return [];
    for (const object of objects) this.readFrom(object, property, found, 0);
    return [...found];
  }

  /** Stands for a property of objects that are not known one by one. */
  isVague(place: number): boolean {
    return this.vague.has(place);
  }

  /** The elements (all properties) of what a variable holds, for built-ins that read or write them. */
  elements(m: number, variable: number, mode: 'read' | 'write'): number[] {
    const property = this.pointers.pointsTo.elementProperty;
    const objects = this.objectsOf(m, variable);
    return mode === 'write' ? objects.map((object) => this.field(object, property)) : this.readAll(objects, property);
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
        return property === wellKnown.elements || property === wellKnown.computed ? `${base}[…]` : `${base}.${module.strings[property] ?? ''}`;
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

  /** An object that nothing of the program provides is one from outside, which shares no place with it. */
  private objectsOf(m: number, variable: number): readonly number[] {
    return [...this.pointers.pointsTo.objectsOf(this.pointers.varBase[m]! + variable)];
  }

  private readFrom(object: number, property: number, found: Set<number>, depth: number): void {
    const { pointsTo } = this.pointers;
    if (object === ObjectSpace.any) {
      found.add(this.ofAnyObject(property));
      return;
    }
    const { computedProperty } = pointsTo;
    found.add(this.field(object, property));
    found.add(this.field(ObjectSpace.any, property));
    if (property === computedProperty) {
      found.add(this.everything(object));
      return;
    }
    if (pointsTo.hasField(object, computedProperty)) found.add(this.field(object, computedProperty));
    if (property === pointsTo.elementProperty) return;
    if (depth >= 12 || !pointsTo.hasField(object, pointsTo.protoProperty)) return;
    for (const proto of pointsTo.objectsOf(pointsTo.field(object, pointsTo.protoProperty))) {
      if (proto !== ObjectSpace.any) this.readFrom(proto, property, found, depth + 1);
    }
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
    return property === elementProperty || property === computedProperty ? `elements of ${holder}` : `.${name} of ${holder}`;
  }

  private named(module: ModuleFacts, m: number, kind: number, a: number): number[] {
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
      this.readFrom(object, propertyNames.intern(linked.name), found, 0);
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
