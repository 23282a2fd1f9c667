import { IntList } from '#core/int-list';
import { IntSets } from './int-sets';
import { ObjectSpace } from './object-space';

/** A call with as many possible targets as this may have more: it is listed with the calls that are not resolved. */
export const mostFunctions = 64;

/**
 * More objects than this in one variable are merged into "some object"; functions have a limit of their own. As the
 * sets of a large program fill up, the limits tighten, so that the cost stays bounded.
 */
const limits = [
  { upTo: 3_000_000, objects: 12, functions: mostFunctions },
  { upTo: 6_000_000, objects: 6, functions: 16 },
  { upTo: 10_000_000, objects: 2, functions: 6 },
  { upTo: Infinity, objects: 1, functions: 1 },
];

/**
 * Inclusion-based (Andersen) points-to analysis with a bounded set per variable. What overflows falls
 * back to one place per property name, so that the cost stays near linear in the program: `*.p` holds
 * all that is written to any property `p`.
 */
export class PointsTo {
  private readonly sets: IntSets = new IntSets();
  private readonly plainCounts: number[] = [];
  private readonly fresh: (number[] | undefined)[] = [];
  private readonly copies: IntSets = new IntSets();
  private limit = limits[0]!;
  private work = 0;
  private readonly watchers: (Watcher[] | undefined)[] = [];
  private readonly fields: (Map<number, number> | undefined)[] = [];
  private readonly allFields: (number | undefined)[] = [];
  /** Per property: everything written to it, and what was written through "some object". */
  private readonly written = new Map<number, number>();
  private readonly writtenAnywhere = new Map<number, number>();
  /** Loads to repeat on what an object is merged with, once it is merged with anything. */
  private readonly awaitingSpread = new Map<number, Watcher[]>();
  private readonly declared = new Map<number, Set<number>>();
  private readonly unnamed = new IntList();
  private queue: number[] = [];

  constructor(
    private readonly objects: ObjectSpace,
    public varCount: number,
    readonly protoProperty: number,
    readonly elementProperty: number,
    readonly computedProperty: number,
    private readonly prototypeProperty: number,
    readonly spreadProperty: number,
  ) {}

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
    const { sets } = this;
    if (sets.has(variable, object)) return;
    let added = object;
    const plain = this.plainCounts[variable] ?? 0;
    const isFunction = this.objects.functionOf(object) >= 0;
    if (isFunction ? sets.size(variable) - plain >= this.limit.functions : plain >= this.limit.objects) {
      if (sets.has(variable, ObjectSpace.any)) return;
      added = ObjectSpace.any;
    }
    if (added === ObjectSpace.any || !isFunction) this.plainCounts[variable] = plain + 1;
    sets.addNew(variable, added);
    this.spend();
    const fresh = this.fresh[variable];
    if (fresh === undefined || fresh.length === 0) {
      this.fresh[variable] = [added];
      this.queue.push(variable);
    } else fresh.push(added);
  }

  /** Everything in `from` is also in `to`. */
  copy(from: number, to: number): void {
    if (from === to || !this.copies.add(from, to)) return;
    this.spend();
    this.sets.forEach(from, (object) => this.add(to, object));
  }

  private spend(): void {
    if (++this.work > this.limit.upTo) this.limit = limits.find((l) => this.work <= l.upTo)!;
  }

  /** Calls back for every object that the variable holds, now and later. */
  watch(variable: number, watcher: Watcher): void {
    const list = this.watchers[variable];
    if (list === undefined) this.watchers[variable] = [watcher];
    else list.push(watcher);
    // What is added meanwhile comes back through `solve`.
    for (const object of this.sets.of(variable).slice()) watcher(object);
  }

  /** The variable of a property of an object. */
  field(object: number, property: number): number {
    let map = this.fields[object];
    if (map === undefined) this.fields[object] = map = new Map();
    let variable = map.get(property);
    if (variable === undefined) {
      variable = this.newVar();
      map.set(property, variable);
      const fn = this.objects.functionOf(object);
      if (property === this.prototypeProperty && fn >= 0) this.add(variable, this.objects.prototype(fn));
      if (property === this.spreadProperty) {
        for (const further of this.awaitingSpread.get(object) ?? []) this.watch(variable, further);
        this.awaitingSpread.delete(object);
      } else if (property !== this.protoProperty) {
        this.copy(variable, this.everyWrite(property));
        const all = this.allFields[object];
        if (all !== undefined) this.copy(variable, all);
      }
    }
    return variable;
  }

  /** Properties of an object that something was written to. */
  fieldsOf(object: number): Iterable<number> {
    return this.fields[object]?.keys() ?? [];
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

  hasField(object: number, property: number): boolean {
    return this.fields[object]?.has(property) ?? false;
  }

  load(base: number, property: number, to: number): void {
    let seen: Set<number> | undefined;
    this.watch(base, (object) => this.loadFrom(object, property, to, (seen ??= new Set())));
  }

  store(base: number, property: number, from: number): void {
    this.watch(base, (object) => {
      if (object === ObjectSpace.any) {
        this.copy(from, this.anywhere(property));
        this.copy(from, this.everyWrite(property));
      } else this.copy(from, this.field(object, property));
    });
  }

  private loadFrom(object: number, property: number, to: number, seen: Set<number>): void {
    if (seen.has(object)) return;
    seen.add(object);
    if (object === ObjectSpace.any) {
      this.copy(this.everyWrite(property), to);
      return;
    }
    if (object === ObjectSpace.external) this.add(to, ObjectSpace.external);
    this.copy(this.field(object, property), to);
    this.copy(this.anywhere(property), to);
    const further = (from: number): void => this.loadFrom(from, property, to, seen);
    const sources = this.fields[object]?.get(this.spreadProperty);
    if (sources !== undefined) this.watch(sources, further);
    else if (property !== this.protoProperty) push(this.awaitingSpread, object, further);
    if (property === this.computedProperty) {
      this.copy(this.every(object), to);
      return;
    }
    if (property === this.protoProperty) return;
    this.unnamed.push(object, to);
    if (property === this.elementProperty || this.declares(object, property)) return;
    this.watch(this.field(object, this.protoProperty), further);
  }

  /**
   * A read by name sees writes by computed keys too, but only where nothing was found by that name: most
   * tables that are filled by key are read by key.
   */
  readComputedWrites(): void {
    const waiting = this.unnamed.toArray();
    const found: number[] = [];
    for (let i = 0; i < waiting.length; i += 2) {
      const object = waiting[i]!;
      if (!this.hasField(object, this.computedProperty)) continue;
      const to = waiting[i + 1]!;
      if (this.isEmpty(to)) found.push(this.field(object, this.computedProperty), to);
    }
    for (let i = 0; i < found.length; i += 2) this.copy(found[i]!, found[i + 1]!);
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
    while (this.queue.length > 0) {
      if (expired()) return false;
      const batch = this.queue;
      this.queue = [];
      for (const variable of batch) {
        const fresh = this.fresh[variable];
        if (fresh === undefined || fresh.length === 0) continue;
        this.fresh[variable] = undefined;
        this.copies.forEach(variable, (to) => {
          for (const object of fresh) this.add(to, object);
        });
        const watchers = this.watchers[variable];
        if (watchers !== undefined) {
          for (let i = 0; i < watchers.length; i++) for (const object of fresh) watchers[i]!(object);
        }
      }
    }
    return true;
  }
}

type Watcher = (object: number) => void;

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
