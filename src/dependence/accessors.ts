import { constraintKinds as kinds, type ModuleFacts } from '#ir/facts';
import type { CallResolution } from './call-resolution';
import { eachConstraint } from './constraints';
import { ObjectSpace } from './object-space';
import type { PointerSolver } from './pointers';

type Host = Pick<PointerSolver, 'objects' | 'pointsTo' | 'varBase' | 'properties'> & {
  readonly calls: CallResolution;
};

/** Reads and writes of properties that run code: which accessors objects have, and where they are met. */
export class Accessors {
  private readonly accessors = new Map<number, Map<number, { get: number; set: number }>>();
  private readonly siteOfVar = new Map<number, number>();

  constructor(private readonly host: Host) {}

  /** Getters and setters of classes and object literals, and which members a class declares. */
  collect(module: ModuleFacts, m: number): void {
    eachConstraint(module, (kind, words, at) => {
      const property = (local: number): number => this.host.properties[m]![local]!;
      if (kind === kinds.alloc)
        this.siteOfVar.set(this.host.varBase[m]! + words[at]!, this.host.objects.site(m, words[at + 1]!));
      else if (kind === kinds.accessor) {
        const object = this.siteOfVar.get(this.host.varBase[m]! + words[at]!);
        const fn = this.host.objects.functionOf(this.host.objects.site(m, words[at + 2]!));
        if (object !== undefined) this.addAccessor(object, property(words[at + 1]!), fn, words[at + 3]!);
      } else if (kind === kinds.member) {
        const owner = this.host.objects.functionOf(this.host.objects.site(m, words[at]!));
        const holder = words[at + 3] === 1 ? this.host.objects.fn(owner) : this.host.objects.prototype(owner);
        const fn = this.host.objects.functionOf(this.host.objects.site(m, words[at + 2]!));
        this.host.pointsTo.declare(holder, property(words[at + 1]!));
        if (words[at + 4]! !== 0) this.addAccessor(holder, property(words[at + 1]!), fn, words[at + 4]!);
      }
    });
  }

  private addAccessor(object: number, property: number, fn: number, which: number): void {
    let map = this.accessors.get(object);
    if (map === undefined) this.accessors.set(object, (map = new Map()));
    let pair = map.get(property);
    if (pair === undefined) map.set(property, (pair = { get: -1, set: -1 }));
    if (which === 1) pair.get = fn;
    else pair.set = fn;
  }

  /** Runs the accessors that a read or write of a property may meet. */
  watch(base: number, property: number, node: number, which: 'get' | 'set', value: number): void {
    if (!this.isAccessorName(property)) return;
    const seen = new Set<number>();
    const visit = (object: number): void => {
      if (seen.has(object)) return;
      seen.add(object);
      if (object === ObjectSpace.common) this.functionsWith(property).forEach(visit);
      if (object === ObjectSpace.any) this.objectsWith(property).forEach(visit);
      const fn = this.accessors.get(object)?.get(property)?.[which] ?? -1;
      if (fn >= 0) this.host.calls.implicitCall(node, fn, base, which, value);
      if (object > ObjectSpace.external && !this.host.pointsTo.declares(object, property))
        this.host.pointsTo.watch(this.host.pointsTo.field(object, this.host.pointsTo.protoProperty), visit);
    };
    this.host.pointsTo.watch(base, visit);
  }

  /** Functions that have an accessor of this name. */
  private functionsWith(property: number): readonly number[] {
    return this.objectsWith(property).filter((object) => this.host.objects.functionOf(object) >= 0);
  }

  /** Per property, the objects that have an accessor of this name: some object may be one of them, or inherit from it. */
  private holders: Map<number, number[]> | undefined;

  private objectsWith(property: number): readonly number[] {
    if (this.holders === undefined) {
      this.holders = new Map();
      for (const [object, table] of this.accessors) {
        for (const name of table.keys()) {
          const known = this.holders.get(name);
          if (known === undefined) this.holders.set(name, [object]);
          else known.push(object);
        }
      }
    }
    return this.holders.get(property) ?? [];
  }

  private isAccessorName(property: number): boolean {
    return this.objectsWith(property).length > 0;
  }
}
