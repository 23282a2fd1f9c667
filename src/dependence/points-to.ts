import { IntList } from '#core/int-list';
import { ObjectSpace } from './object-space';

/** More objects than this in one variable are merged into "some object"; functions have a limit of their own. */
const objectLimit = 12;
const functionLimit = 64;

/**
 * Inclusion-based (Andersen) points-to analysis with a bounded set per variable. What overflows falls
 * back to one place per property name, so that the cost stays near linear in the program and nothing
 * is lost: `*.p` holds all that is written to any property `p`.
 */
export class PointsTo {
  private readonly sets: (Set<number> | undefined)[] = [];
  private readonly plainCounts: number[] = [];
  private readonly fresh: (number[] | undefined)[] = [];
  private readonly copies: (Set<number> | undefined)[] = [];
  private readonly watchers: (Watcher[] | undefined)[] = [];
  private readonly fields: (Map<number, number> | undefined)[] = [];
  private readonly allFields: (number | undefined)[] = [];
  /** Per property: everything written to it, and what was written through "some object". */
  private readonly written = new Map<number, number>();
  private readonly writtenAnywhere = new Map<number, number>();
  private readonly fieldWatchers = new Map<number, ((property: number) => void)[]>();
  private readonly unnamed = new IntList();
  private queue: number[] = [];

  constructor(
    private readonly objects: ObjectSpace,
    public varCount: number,
    readonly protoProperty: number,
    readonly elementProperty: number,
    readonly computedProperty: number,
    private readonly prototypeProperty: number,
  ) {}

  newVar(): number {
    return this.varCount++;
  }

  objectsOf(variable: number): ReadonlySet<number> {
    return this.sets[variable] ?? nothing;
  }

  isEmpty(variable: number): boolean {
    return (this.sets[variable]?.size ?? 0) === 0;
  }

  add(variable: number, object: number): void {
    let set = this.sets[variable];
    if (set === undefined) this.sets[variable] = set = new Set();
    else if (set.has(object)) return;
    let added = object;
    const plain = this.plainCounts[variable] ?? 0;
    const isFunction = this.objects.functionOf(object) >= 0;
    if (isFunction ? set.size - plain >= functionLimit : plain >= objectLimit) {
      if (set.has(ObjectSpace.any)) return;
      added = ObjectSpace.any;
    }
    if (added === ObjectSpace.any || !isFunction) this.plainCounts[variable] = plain + 1;
    set.add(added);
    const fresh = this.fresh[variable];
    if (fresh === undefined || fresh.length === 0) {
      this.fresh[variable] = [added];
      this.queue.push(variable);
    } else fresh.push(added);
  }

  /** Everything in `from` is also in `to`. */
  copy(from: number, to: number): void {
    if (from === to) return;
    let targets = this.copies[from];
    if (targets === undefined) this.copies[from] = targets = new Set();
    if (targets.has(to)) return;
    targets.add(to);
    const set = this.sets[from];
    if (set !== undefined) for (const object of set) this.add(to, object);
  }

  /** Calls back for every object that the variable holds, now and later. */
  watch(variable: number, watcher: Watcher): void {
    const list = this.watchers[variable];
    if (list === undefined) this.watchers[variable] = [watcher];
    else list.push(watcher);
    const set = this.sets[variable];
    if (set !== undefined) for (const object of [...set]) watcher(object);
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
      if (property !== this.protoProperty) {
        this.copy(variable, this.everyWrite(property));
        const all = this.allFields[object];
        if (all !== undefined) this.copy(variable, all);
        for (const visit of this.fieldWatchers.get(object) ?? []) visit(property);
      }
    }
    return variable;
  }

  /** Properties of an object that something was written to. */
  fieldsOf(object: number): Iterable<number> {
    return this.fields[object]?.keys() ?? [];
  }

  hasField(object: number, property: number): boolean {
    return this.fields[object]?.has(property) ?? false;
  }

  load(base: number, property: number, to: number): void {
    this.watch(base, (object) => this.loadFrom(object, property, to, 0));
  }

  store(base: number, property: number, from: number): void {
    this.watch(base, (object) => {
      if (object === ObjectSpace.any) {
        this.copy(from, this.anywhere(property));
        this.copy(from, this.everyWrite(property));
      } else this.copy(from, this.field(object, property));
    });
  }

  private loadFrom(object: number, property: number, to: number, depth: number): void {
    if (object === ObjectSpace.any) {
      this.copy(this.everyWrite(property), to);
      return;
    }
    if (object === ObjectSpace.external) this.add(to, ObjectSpace.external);
    this.copy(this.field(object, property), to);
    this.copy(this.anywhere(property), to);
    if (property === this.computedProperty) {
      this.copy(this.every(object), to);
      return;
    }
    this.unnamed.push(object, to);
    // The prototype chain is short; a cycle of prototypes is an error in the language.
    if (property !== this.protoProperty && property !== this.elementProperty && depth < 12) {
      this.watch(this.field(object, this.protoProperty), (proto) => this.loadFrom(proto, property, to, depth + 1));
    }
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
      for (const [property, field] of this.fields[object] ?? []) if (property !== this.protoProperty) this.copy(field, variable);
    }
    return variable;
  }

  /** Copies all properties of the objects in `from` to the objects in `to` (`Object.assign`, spread). */
  assign(from: number, to: number): void {
    this.watch(from, (source) => {
      if (source === ObjectSpace.any) return;
      this.watch(to, (target) => {
        if (target === ObjectSpace.any || target === source) return;
        this.eachField(source, (property) => this.copy(this.field(source, property), this.field(target, property)));
      });
    });
  }

  /** Calls back for every property of an object, now and later. */
  private eachField(object: number, visit: (property: number) => void): void {
    const list = this.fieldWatchers.get(object);
    if (list === undefined) this.fieldWatchers.set(object, [visit]);
    else list.push(visit);
    for (const property of [...this.fieldsOf(object)]) if (property !== this.protoProperty) visit(property);
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

  solve(): void {
    while (this.queue.length > 0) {
      const batch = this.queue;
      this.queue = [];
      for (const variable of batch) {
        const fresh = this.fresh[variable];
        if (fresh === undefined || fresh.length === 0) continue;
        this.fresh[variable] = undefined;
        const copies = this.copies[variable];
        if (copies !== undefined) for (const to of copies) for (const object of fresh) this.add(to, object);
        const watchers = this.watchers[variable];
        if (watchers !== undefined) {
          for (let i = 0; i < watchers.length; i++) for (const object of fresh) watchers[i]!(object);
        }
      }
    }
  }
}

type Watcher = (object: number) => void;

const nothing: ReadonlySet<number> = new Set();
