import { functionKinds, specialVars } from '#ir/facts';
import { ObjectSpace } from './object-space';
import type { PointerSolver } from './pointers';

/**
 * An object that is the prototype of more functions than this was made by a helper for all of them: it does not tell whose methods
 * it has. Nor does an object that may inherit from more than this.
 */
const sharedLimit = 4;

type Host = Pick<PointerSolver, 'program' | 'objects' | 'pointsTo' | 'propertyNames'> & {
  specialVar(fn: number, which: number): number;
};

/**
 * Methods that are put on the prototype of a function (`F.prototype.m = function () {}`) are called on its instances, which code
 * outside of the program may make: `this` in them may be an instance of any function that has, or inherits, them. What classes
 * declare is known from the beginning (`InheritedReceivers`).
 */
export class PrototypeReceivers {
  private readonly prototype: number;
  private readonly constructorName: number;

  constructor(private readonly host: Host) {
    this.prototype = host.propertyNames.intern('prototype');
    this.constructorName = host.propertyNames.intern('constructor');
  }

  /** By what prototypes hold so far; true when this led to anything. */
  follow(): boolean {
    const { program, pointsTo } = this.host;
    const before = pointsTo.workDone;
    const owners = this.countOwners();
    for (let fn = 0; fn < program.functionCount; fn++) {
      const isOwn = (object: number): boolean => (owners.get(object) ?? 1) <= sharedLimit;
      const roots = this.prototypesOf(fn).filter(isOwn);
      if (roots.length > 0) this.giveInstances(fn, roots);
    }
    return pointsTo.workDone > before;
  }

  /** How many functions have an object as their prototype. */
  private countOwners(): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (let fn = 0; fn < this.host.program.functionCount; fn++)
      for (const object of this.prototypesOf(fn)) found.set(object, (found.get(object) ?? 0) + 1);
    return found;
  }

  /** None where nobody ever looks at the prototype of the function, and it inherits nothing. */
  private prototypesOf(fn: number): readonly number[] {
    const { objects, pointsTo } = this.host;
    const held = pointsTo.inField(objects.fn(fn), this.prototype);
    if (held.length > 0) return held.filter((object) => object >= ObjectSpace.first);
    const own = objects.prototype(fn);
    return pointsTo.inField(own, pointsTo.protoProperty).length > 0 ? [own] : [];
  }

  private giveInstances(fn: number, roots: readonly number[]): void {
    const { objects, pointsTo } = this.host;
    const methods = this.methodsOf(roots);
    for (const method of methods) {
      if (!this.isConstructor(method))
        pointsTo.add(this.host.specialVar(method, specialVars.this), objects.instance(fn));
    }
    if (methods.size > 0) pointsTo.add(this.host.specialVar(fn, specialVars.this), objects.instance(fn));
  }

  /** The functions that some objects have or inherit, but for those that an object hides which comes before. */
  private methodsOf(roots: readonly number[]): ReadonlySet<number> {
    const { objects, pointsTo } = this.host;
    const found = new Set<number>();
    const hidden = new Set([this.constructorName]);
    const seen = new Set<number>();
    for (let level = roots; level.length > 0;) {
      const next: number[] = [];
      const names: number[] = [];
      const members = new Set(level.filter((object) => object >= ObjectSpace.first && !seen.has(object)));
      for (const object of members) {
        seen.add(object);
        for (const [property, variable] of pointsTo.fieldVariables(object)) {
          const held = pointsTo.objectsOf(variable);
          if (pointsTo.isLink(property)) {
            if (held.length > sharedLimit) continue;
            if (property === pointsTo.protoProperty) next.push(...held);
            else for (const source of held) if (source >= ObjectSpace.first && !seen.has(source)) members.add(source);
          } else if (!hidden.has(property)) {
            for (const value of held) if (objects.functionOf(value) >= 0) found.add(objects.functionOf(value));
            if (property !== pointsTo.computedProperty) names.push(property);
          }
        }
      }
      for (const name of names) hidden.add(name);
      level = next;
    }
    return found;
  }

  /** The constructor of a class is not called on an object: it makes one. */
  private isConstructor(fn: number): boolean {
    const { program } = this.host;
    const m = program.moduleOfFunction[fn]!;
    return functionKinds[program.modules[m]!.functions.kind[fn - program.functionBase[m]!]!] === 'constructor';
  }
}
