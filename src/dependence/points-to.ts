import { IntList } from '#core/int-list';
import { CommonFunctions } from './common-functions';
import { computedWritesRead } from './computed-writes';
import { IntColumn } from './int-column';
import { IntSets } from './int-sets';
import { ObjectSpace } from './object-space';
import { pointerLimits, type PointerLimit } from './pointer-limits';

/**
 * Inclusion-based (Andersen) points-to analysis with a bounded set per variable. What overflows falls
 * back to one place per property name, so that the cost stays near linear in the program: `*.p` holds
 * all that is written to any property `p`.
 */
export class PointsTo {
  readonly common = new CommonFunctions();
  private readonly sets: IntSets = new IntSets();
  /** Per variable: how many of its objects are no functions, whether "some object" is one, how many were passed on. */
  private readonly plainCount = new IntColumn();
  private readonly holdsAny = new IntColumn();
  private readonly passedOn = new IntColumn();
  /** Whether nothing can be added to a variable any more. */
  private readonly closed = new IntColumn();
  private readonly copies: IntSets = new IntSets();
  private limit: PointerLimit;
  private work = 0;
  private readonly watchers: (Watcher[] | undefined)[] = [];
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
  private queue: number[] = [];
  /** The variable of the prototypes of the functions that are held in common, −1 until someone asks. */
  private prototypes = -1;

  constructor(
    private readonly objects: ObjectSpace,
    public varCount: number,
    readonly protoProperty: number,
    readonly elementProperty: number,
    readonly computedProperty: number,
    private readonly prototypeProperty: number,
    readonly spreadProperty: number,
    private readonly limits: readonly PointerLimit[] = pointerLimits,
  ) {
    this.limit = limits[0]!;
    const perObject = { length: objects.count };
    this.fields = Array.from(perObject, () => undefined);
    this.allFields = Array.from(perObject, () => undefined);
    this.lookups = Array.from(perObject, () => undefined);
  }

  newVar(): number {
    return this.varCount++;
  }

  objectsOf(variable: number): readonly number[] {
    return this.sets.of(variable);
  }

  isEmpty(variable: number): boolean {
    return this.sets.size(variable) === 0;
  }

  add(variable: number, object: number): void {
    const isFunction = this.objects.functionOf(object) >= 0;
    if (this.closed.at(variable) === 1) {
      if (isFunction) this.leaveOut(variable, object);
      return;
    }
    const { sets, limit, plainCount } = this;
    const plain = plainCount.at(variable);
    const isFull = isFunction ? sets.size(variable) - plain >= limit.functions : plain >= limit.objects;
    if (isFull && isFunction) this.leaveOut(variable, object);
    if (isFull && this.holdsAny.at(variable) === 1) {
      const isFullOfOthers = isFunction ? plain >= limit.objects : sets.size(variable) - plain >= limit.functions;
      if (isFullOfOthers) this.closed.set(variable, 1);
      return;
    }
    if (sets.has(variable, object)) return;
    const added = isFull ? ObjectSpace.any : object;
    if (added === ObjectSpace.any) this.holdsAny.set(variable, 1);
    if (added === ObjectSpace.any || !isFunction) plainCount.set(variable, plain + 1);
    if (this.passedOn.at(variable) === sets.size(variable)) this.queue.push(variable);
    sets.addNew(variable, added);
    this.spend();
  }

  /** A function for which a variable has no room is one of those that such variables hold in common. */
  private leaveOut(variable: number, object: number): void {
    const { common } = this;
    const fn = this.objects.functionOf(object);
    if (common.has(fn) && common.areIn(variable)) return;
    if (this.sets.has(variable, object)) return;
    common.add(fn);
    common.putInto(variable);
  }

  /** Everything in `from` is also in `to`. */
  copy(from: number, to: number): void {
    if (from === to || !this.copies.add(from, to)) return;
    this.spend();
    if (this.common.areIn(from)) this.common.putInto(to);
    const held = this.sets.of(from);
    for (let i = 0; i < held.length; i++) this.add(to, held[i]!);
  }

  private spend(): void {
    if (++this.work > this.limit.upTo) this.limit = this.limits.find((l) => this.work <= l.upTo)!;
  }

  /** Calls back for every object that the variable holds, now and later. */
  watch(variable: number, watcher: Watcher): void {
    const list = this.watchers[variable];
    if (list === undefined) {
      // An array with gaps would become a hash table.
      while (this.watchers.length < variable) this.watchers.push(undefined);
      this.watchers[variable] = [watcher];
    } else list.push(watcher);
    // What is added meanwhile comes back through `solve`.
    const held = this.sets.of(variable);
    for (let i = 0, { length } = held; i < length; i++) watcher(held[i]!);
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
    if (this.isLink(property)) this.watch(variable, (source) => this.lookFurther(object, property, source));
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
    if (property === this.prototypeProperty) this.common.whenIn(base, () => this.copy(this.commonPrototypes(), to));
    this.watch(base, (object) => {
      if (object === ObjectSpace.any) this.copy(this.everyWrite(property), to);
      else {
        this.copy(this.lookup(object, property), to);
        this.copy(this.anywhere(property), to);
      }
    });
  }

  private commonPrototypes(): number {
    if (this.prototypes >= 0) return this.prototypes;
    const found = this.newVar();
    this.prototypes = found;
    this.common.each((fn) => this.copy(this.lookup(this.objects.fn(fn), this.prototypeProperty), found));
    return found;
  }

  store(base: number, property: number, from: number, accepts: (object: number) => boolean = () => true): void {
    this.watch(base, (object) => {
      if (!accepts(object)) return;
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
      for (const source of this.sets.of(sources).slice()) this.lookAt(source, property, found);
    }
    return found;
  }

  /** An object turns out to have the properties of another one, or to inherit them. */
  private lookFurther(object: number, link: number, source: number): void {
    for (const [property, found] of this.lookups[object] ?? []) {
      if (this.leadsOn(object, link, property)) this.lookAt(source, property, found);
    }
  }

  private lookAt(source: number, property: number, found: number): void {
    this.copy(source === ObjectSpace.any ? this.everyWrite(property) : this.lookup(source, property), found);
  }

  /** Whether a read of a property goes on from an object to what it has a link to. */
  leadsOn(object: number, link: number, property: number): boolean {
    if (property === this.protoProperty) return false;
    if (link === this.spreadProperty) return true;
    return property !== this.computedProperty && property !== this.elementProperty && !this.declares(object, property);
  }

  /** See `computedWritesRead`. True when this led to anything: what is found may have such properties, too (`time.hour(1).minute(2)`). */
  readComputedWrites(): boolean {
    const before = this.work;
    const found = computedWritesRead(this, this.reads.toArray());
    for (let i = 0; i < found.length; i += 2) this.copy(found[i]!, found[i + 1]!);
    return this.work > before;
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
    this.watch(to, (target) => {
      if (target === ObjectSpace.any || target === ObjectSpace.external) return;
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

  /** To the fixpoint, or until there is no time left; true when it got there. */
  solve(expired: () => boolean = () => false): boolean {
    while (this.queue.length > 0 || this.common.passOn(this.copies)) {
      if (expired()) return false;
      const batch = this.queue;
      this.queue = [];
      for (const variable of batch) this.passOn(variable);
    }
    return true;
  }

  /** Hands what a variable has got since the last time to those that copy from it, and to its watchers. */
  private passOn(variable: number): void {
    const held = this.sets.of(variable);
    const first = this.passedOn.at(variable);
    const end = held.length;
    this.passedOn.set(variable, end);
    const copies = this.copies.of(variable);
    for (let i = 0; i < copies.length; i++) {
      for (let at = first; at < end; at++) this.add(copies[i]!, held[at]!);
    }
    const watchers = this.watchers[variable];
    if (watchers === undefined) return;
    for (let i = 0; i < watchers.length; i++) {
      for (let at = first; at < end; at++) watchers[i]!(held[at]!);
    }
  }
}

type Watcher = (object: number) => void;
