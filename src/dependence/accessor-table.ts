import { constraintKinds as kinds, type ModuleFacts } from '#ir/facts';
import { eachConstraint } from './constraints';
import type { ObjectSpace } from './object-space';

/** The getter and the setter of a property, −1 for none. */
export interface AccessorPair {
  get: number;
  set: number;
}

interface Host {
  readonly objects: ObjectSpace;
  readonly varBase: Int32Array;
  /** The program-wide number of a string of a module. */
  readonly property: (module: number, string: number) => number;
}

/** Getters and setters of classes and object literals, by the object that has them. */
export class AccessorTable {
  private readonly accessors = new Map<number, Map<number, AccessorPair>>();
  private readonly siteOfVar = new Map<number, number>();

  constructor(private readonly host: Host) {}

  /** Properties of an object that have some. */
  of(object: number): ReadonlyMap<number, AccessorPair> {
    return this.accessors.get(object) ?? none;
  }

  get all(): ReadonlyMap<number, ReadonlyMap<number, AccessorPair>> {
    return this.accessors;
  }

  collect(module: ModuleFacts, m: number): void {
    const { objects, varBase, property } = this.host;
    const functionAt = (site: number): number => objects.functionOf(objects.site(m, site));
    eachConstraint(module, (kind, words, at) => {
      if (kind === kinds.alloc) this.siteOfVar.set(varBase[m]! + words[at]!, objects.site(m, words[at + 1]!));
      else if (kind === kinds.accessor) {
        const object = this.siteOfVar.get(varBase[m]! + words[at]!);
        const fn = functionAt(words[at + 2]!);
        if (object !== undefined) this.add(object, property(m, words[at + 1]!), fn, words[at + 3]!);
      } else if (kind === kinds.member && words[at + 4]! !== 0) {
        const owner = functionAt(words[at]!);
        const holder = words[at + 3] === 1 ? objects.fn(owner) : objects.prototype(owner);
        this.add(holder, property(m, words[at + 1]!), functionAt(words[at + 2]!), words[at + 4]!);
      }
    });
  }

  private add(object: number, property: number, fn: number, which: number): void {
    let map = this.accessors.get(object);
    if (map === undefined) this.accessors.set(object, (map = new Map()));
    let pair = map.get(property);
    if (pair === undefined) map.set(property, (pair = { get: -1, set: -1 }));
    if (which === 1) pair.get = fn;
    else pair.set = fn;
  }
}

const none: ReadonlyMap<number, AccessorPair> = new Map();
