import { IntList } from '#core/int-list';
import { siteKinds } from '#ir/facts';
import { computedWritesRead } from './computed-writes';
import { ObjectFlow } from './object-flow';
import { ObjectSpace } from './object-space';
import { pointerLimit, type PointerLimit } from './pointer-limits';

/**
 * Inclusion-based (Andersen) points-to analysis with a bounded set per variable. What overflows falls
 * back to one place per property name, so that the cost stays near linear in the program: `*.p` holds
 * all that is written to any property `p`.
 */
export class PointsTo extends ObjectFlow {
  private readonly fields: (Map<number, number> | undefined)[];
  private readonly allFields: (number | undefined)[];
  /** Per object and property: all that a read finds, there and where the object inherits from. */
  private readonly lookups: (Map<number, number> | undefined)[];
  /** Per property: everything written to it, and what was written through "some object". */
  private readonly written = new Map<number, number>();
  private readonly writtenAnywhere = new Map<number, number>();
  private readonly declared = new Map<number, Set<number>>();
  /** Reads by name: object, property, where to. */
  private readonly reads = new IntList();
  /** By property, where someone asked: what a read finds in the functions that are held in common. */
  private readonly inCommon = new Map<number, number>();

  constructor(
    objects: ObjectSpace,
    varCount: number,
    readonly protoProperty: number,
    readonly elementProperty: number,
    readonly computedProperty: number,
    private readonly prototypeProperty: number,
    readonly spreadProperty: number,
    limit: PointerLimit = pointerLimit,
  ) {
    super(objects, varCount, limit);
    const perObject = { length: objects.count };
    this.fields = Array.from(perObject, () => undefined);
    this.allFields = Array.from(perObject, () => undefined);
    this.lookups = Array.from(perObject, () => undefined);
  }

  /** The variable of a property of an object. */
  field(object: number, property: number): number {
    const map = (this.fields[object] ??= new Map<number, number>());
    let variable = map.get(property);
    if (variable === undefined) map.set(property, (variable = this.newField(object, property)));
    return variable;
  }

  private newField(object: number, property: number): number {
    const variable = this.newVar();
    const fn = this.objects.functionOf(object);
    if (property === this.prototypeProperty && fn >= 0) {
      this.add(variable, this.objects.prototype(fn));
      this.copy(variable, this.field(this.objects.instance(fn), this.protoProperty));
    }
    if (this.isLink(property)) this.watch(variable, (source) => this.lookFurther(object, property, variable, source));
    if (property !== this.spreadProperty) {
      const lookup = this.lookups[object]?.get(property);
      if (lookup !== undefined) this.copy(variable, lookup);
    }
    if (!this.isLink(property)) {
      this.copy(variable, this.everyWrite(property));
      const all = this.allFields[object];
      if (all !== undefined) this.copy(variable, all);
    }
    return variable;
  }

  /** Properties of an object that something was written to. */
  fieldsOf(object: number): Iterable<number> {
    return this.fields[object]?.keys() ?? [];
  }

  /** The variable of a property that something was written to. */
  knownField(object: number, property: number): number | undefined {
    return this.fields[object]?.get(property);
  }

  /** The objects that a property holds by now. */
  inField(object: number, property: number): readonly number[] {
    const variable = this.knownField(object, property);
    return variable === undefined ? [] : this.objectsOf(variable).slice();
  }

  /** The variables of an object's properties. */
  fieldVariables(object: number): Iterable<readonly [property: number, variable: number]> {
    return this.fields[object] ?? [];
  }

  /** A class declares this member on the object: what the object inherits under that name is hidden. */
  declare(object: number, property: number): void {
    const known = this.declared.get(object);
    if (known === undefined) this.declared.set(object, new Set([property]));
    else known.add(property);
  }

  declares(object: number, property: number): boolean {
    return this.declared.get(object)?.has(property) ?? false;
  }

  /** Properties that lead to other objects to look in, and hold no values. */
  isLink(property: number): boolean {
    return property === this.protoProperty || property === this.spreadProperty;
  }

  load(base: number, property: number, to: number): void {
    if (property !== this.computedProperty && property !== this.protoProperty) this.reads.push(base, property, to);
    this.watch(base, (object) => this.find(base, object, property, to));
  }

  /** A read of an object of the language by its global name: "some object" of the program is none, so that what is written to that does not count. */
  loadOfLanguage(base: number, property: number, to: number): void {
    this.watch(base, (object) => {
      if (object === ObjectSpace.external) this.copy(this.lookup(object, property), to);
      else this.find(base, object, property, to);
    });
  }

  private find(base: number, object: number, property: number, to: number): void {
    if (object === ObjectSpace.any) this.copy(this.everyWrite(property), to);
    else if (object === ObjectSpace.common) this.readCommon(property, to);
    else if (!this.isCovered(base, object, property)) {
      this.copy(this.lookup(object, property), to);
      this.copy(this.anywhere(property), to);
    }
  }

  /** Whether "some object" in a variable stands for what a read finds in one of the others that the variable holds. */
  private isCovered(variable: number, object: number, property: number): boolean {
    if (!this.holdsSome(variable) || object <= ObjectSpace.external) return false;
    // Computed reads find what was written by name, and a function has its prototype as soon as someone looks.
    return property !== this.computedProperty && property !== this.prototypeProperty;
  }

  /** Who holds them holds "some object" as well, which stands for them but for what `isCovered` names. */
  private readCommon(property: number, to: number): void {
    if (property !== this.computedProperty && property !== this.prototypeProperty) return;
    let found = this.inCommon.get(property);
    if (found === undefined) {
      const variable = this.newVar();
      found = variable;
      this.inCommon.set(property, variable);
      this.common.each((fn) => this.copy(this.lookup(this.objects.fn(fn), property), variable));
    }
    this.copy(found, to);
  }

  store(base: number, property: number, from: number, accepts: (object: number) => boolean = () => true): void {
    this.watchEach(base, (object) => {
      if (object === ObjectSpace.common || !accepts(object)) return;
      if (object === ObjectSpace.any) {
        this.copy(from, this.anywhere(property));
        this.copy(from, this.everyWrite(property));
      } else this.copy(from, this.field(object, property));
    });
  }

  /** All that a read of a property of an object finds, but for what was written through "some object". */
  private lookup(object: number, property: number): number {
    const map = (this.lookups[object] ??= new Map<number, number>());
    const known = map.get(property);
    if (known !== undefined) return known;
    const found = this.newVar();
    map.set(property, found);
    if (object === ObjectSpace.external) this.add(found, ObjectSpace.external);
    const isMade = property === this.prototypeProperty && this.objects.functionOf(object) >= 0;
    const own = isMade ? this.field(object, property) : this.fields[object]?.get(property);
    if (own !== undefined && property !== this.spreadProperty) this.copy(own, found);
    if (property === this.computedProperty) this.copy(this.every(object), found);
    for (const link of [this.spreadProperty, this.protoProperty]) {
      const sources = this.fields[object]?.get(link);
      if (sources === undefined || !this.leadsOn(object, link, property)) continue;
      for (const source of this.objectsOf(sources).slice()) this.lookAt(sources, source, property, found);
    }
    return found;
  }

  /** An object turns out to have the properties of another one, or to inherit them. */
  private lookFurther(object: number, link: number, sources: number, source: number): void {
    for (const [property, found] of this.lookups[object] ?? []) {
      if (this.leadsOn(object, link, property)) this.lookAt(sources, source, property, found);
    }
  }

  private lookAt(sources: number, source: number, property: number, found: number): void {
    if (source === ObjectSpace.common) {
      this.readCommon(property, found);
      return;
    }
    if (this.isCovered(sources, source, property)) return;
    this.copy(source === ObjectSpace.any ? this.everyWrite(property) : this.lookup(source, property), found);
  }

  /** Whether a read of a property goes on from an object to what it has a link to. */
  leadsOn(object: number, link: number, property: number): boolean {
    if (property === this.protoProperty) return false;
    if (link === this.spreadProperty) return true;
    // Every function has a prototype of its own.
    if (property === this.prototypeProperty && this.objects.functionOf(object) >= 0) return false;
    return property !== this.computedProperty && property !== this.elementProperty && !this.declares(object, property);
  }

  /** See `computedWritesRead`. True when this led to anything: what is found may have such properties, too (`time.hour(1).minute(2)`). */
  readComputedWrites(textOf: (property: number) => string): boolean {
    const before = this.workDone;
    const found = computedWritesRead(this, this.reads.toArray(), textOf);
    for (let i = 0; i < found.length; i += 2) this.copy(found[i]!, found[i + 1]!);
    return this.workDone > before;
  }

  isList(object: number): boolean {
    return this.objects.siteKindOf(object) === siteKinds.array;
  }

  /** All properties of an object at once, for computed reads. */
  private every(object: number): number {
    let variable = this.allFields[object];
    if (variable === undefined) {
      variable = this.newVar();
      this.allFields[object] = variable;
      for (const [property, field] of this.fields[object] ?? []) if (!this.isLink(property)) this.copy(field, variable);
    }
    return variable;
  }

  /**
   * The objects in `to` also have the properties of those in `from` (`Object.assign`, spread): reads look
   * there too, so that merging large objects costs one edge and not one per property.
   */
  assign(from: number, to: number): void {
    this.watchEach(to, (target) => {
      if (target < ObjectSpace.first) return;
      this.copy(from, this.field(target, this.spreadProperty));
    });
  }

  private everyWrite(property: number): number {
    return this.perProperty(this.written, property);
  }

  private anywhere(property: number): number {
    return this.perProperty(this.writtenAnywhere, property);
  }

  private perProperty(map: Map<number, number>, property: number): number {
    let variable = map.get(property);
    if (variable === undefined) {
      variable = this.newVar();
      map.set(property, variable);
    }
    return variable;
  }
}
