import { constraintKinds as kinds, type ModuleFacts } from '#ir/facts';
import type { PropertyCode } from './accessor-calls';
import { AccessorNames } from './accessor-names';
import { AccessorTable } from './accessor-table';
import type { CallResolution } from './call-resolution';
import { eachConstraint } from './constraints';
import { DecoratedMembers } from './decorated-members';
import { DefinedAccessors } from './defined-accessors';
import { ObjectSpace } from './object-space';
import type { PointerSolver, SolverCall } from './pointers';
import { Proxies } from './proxies';

type Host = Pick<PointerSolver, 'program' | 'objects' | 'pointsTo' | 'varBase' | 'properties' | 'propertyNames'> & {
  readonly calls: CallResolution;
  specialVar(fn: number, which: number): number;
};

/** Reads and writes of properties that run code: which accessors objects have, and where they are met. */
export class Accessors implements PropertyCode {
  private readonly table: AccessorTable;
  private readonly decorated: DecoratedMembers;
  readonly defined: DefinedAccessors;
  readonly proxies: Proxies;

  constructor(private readonly host: Host) {
    const { objects, varBase } = host;
    this.decorated = new DecoratedMembers(host);
    this.table = new AccessorTable({ objects, varBase, property: (m, local) => host.properties[m]![local]! });
    const names = new AccessorNames(host.program);
    this.defined = new DefinedAccessors(host, names, (object) => this.table.of(object));
    this.proxies = new Proxies(host, names.hasProxies);
  }

  /** Getters and setters of classes and object literals, and which members a class declares. */
  collect(module: ModuleFacts, m: number): void {
    const { objects, pointsTo, properties } = this.host;
    eachConstraint(module, (kind, words, at) => {
      if (kind !== kinds.member) return;
      const owner = objects.functionOf(objects.site(m, words[at]!));
      const holder = words[at + 3] === 1 ? objects.fn(owner) : objects.prototype(owner);
      pointsTo.declare(holder, properties[m]![words[at + 1]!]!);
    });
    this.table.collect(module, m);
    this.decorated.collect(module, m);
  }

  /** What can only be found out when it is known who holds what; true when this led to anything. */
  follow(isLate: boolean): boolean {
    const hasMet = this.proxies.follow();
    return this.defined.follow(isLate) || hasMet;
  }

  /** A function of the language reads or writes all properties of an object. */
  accessAll(base: number, call: SolverCall, which: 'get' | 'set', value: () => number = () => -1): void {
    this.defined.accessAll(base, call, which, value);
    this.proxies.accessAll(base, call, which, value);
  }

  followDecorators(): void {
    this.decorated.follow();
  }

  /** Runs the accessors that a read or write of a property may meet. */
  watch(base: number, property: number, node: number, which: 'get' | 'set', value: number): void {
    this.defined.access(base, property, node, which, value);
    this.proxies.access(base, property, node, which, value);
    if (!this.isAccessorName(property)) return;
    const seen = new Set<number>();
    const visit = (object: number): void => {
      if (seen.has(object)) return;
      seen.add(object);
      if (object === ObjectSpace.common) this.functionsWith(property).forEach(visit);
      if (object === ObjectSpace.any) this.objectsWith(property).forEach(visit);
      const fn = this.table.of(object).get(property)?.[which] ?? -1;
      if (fn >= 0) this.host.calls.implicitCall(node, fn, base, which, value);
      this.runReplaced(object, property, { node, base, which, value });
      if (object > ObjectSpace.external && !this.host.pointsTo.declares(object, property))
        this.host.pointsTo.watch(this.host.pointsTo.field(object, this.host.pointsTo.protoProperty), visit);
    };
    this.host.pointsTo.watch(base, visit);
  }

  /** What decorators have put in the place of accessors, and what makes the first value of a field. */
  private runReplaced(object: number, property: number, { node, base, which, value }: Access): void {
    const replaced = this.decorated.of(object, property);
    if (replaced === undefined) return;
    const { calls, objects, pointsTo } = this.host;
    const run = (from: number, how: 'get' | 'set', to: number): void =>
      pointsTo.watch(from, (found) => {
        const fn = objects.functionOf(found);
        if (fn >= 0) calls.implicitCall(node, fn, base, how, to);
        else if (found === ObjectSpace.common) calls.implicitCommonCall(node, base, pointsTo.newVar());
      });
    const begins = which === 'set' && this.decorated.isInitialiser(node);
    if (!begins || !replaced.isAccessor) run(replaced[which], which, value);
    if (!begins) return;
    run(replaced.init, 'set', value);
    run(replaced.init, 'get', pointsTo.field(object, property));
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
      for (const [object, table] of [...this.table.all, ...this.decorated.all]) {
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

interface Access {
  readonly node: number;
  readonly base: number;
  readonly which: 'get' | 'set';
  readonly value: number;
}
