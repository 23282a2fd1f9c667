import { IntList } from '#core/int-list';
import { computedProperty, specialVars } from '#ir/facts';
import type { AccessorDefinitions, Which } from './accessor-calls';
import type { AccessorNames } from './accessor-names';
import type { AccessorPair } from './accessor-table';
import type { CallResolution } from './call-resolution';
import { IntColumn } from './int-column';
import type { NamesOfParam } from './names-given';
import { ObjectSpace } from './object-space';
import type { PointerSolver, SolverCall } from './pointers';

type Host = Pick<PointerSolver, 'program' | 'objects' | 'pointsTo' | 'propertyNames'> & {
  readonly calls: Pick<CallResolution, 'implicit' | 'implicitCall' | 'implicitCommonCall' | 'result'>;
  specialVar(fn: number, which: number): number;
};

/** Variables: the objects that get an accessor, and what its getter and its setter are, −1 for none. */
interface Definition {
  readonly target: number;
  readonly property: number;
  /** Who knows the names, where the property is not known. */
  readonly names: () => NamesOfParam;
  readonly get: number;
  readonly set: number;
}

const accessWidth = 5;

/**
 * Accessors that objects get from calls (`Object.defineProperty`), and those that are met without their names being written: by a
 * computed key, by a spread. Which objects have them, and under which names, is found out when it is known who holds what.
 *
 * Under a name that is not known, or met without one, they run of objects that are known one by one: any object may be looked at by any key.
 */
export class DefinedAccessors implements AccessorDefinitions {
  private readonly definitions: Definition[] = [];
  private readonly collections: { readonly target: number; readonly map: number; readonly seen: Set<string> }[] = [];
  private readonly descriptions: { readonly source: number; readonly property: number; readonly object: number }[] = [];
  private readonly accesses = new IntList();
  private readonly calledFor: {
    readonly base: number;
    readonly call: SolverCall;
    readonly which: Which;
    readonly value: number;
  }[] = [];
  /** How many functions calls were found to run. */
  private added = 0;
  private readonly owned = new Map<number, Map<number, Set<Definition>>>();
  private readonly byName = new Map<number, Set<Definition>>();
  private readonly holders = new Map<number, number>();
  private readonly nowhere: number;
  /** Per object that is looked at, which objects are looked through for accessors. */
  private readonly chains = new Map<number, readonly number[]>();
  /** How many objects each was looked up for, with as many accessors as there were. */
  private looked = { accesses: new IntColumn(), calls: new IntColumn() };
  private size = 0;
  private isLate = false;
  /** The reads, by their places in the list, that found nothing but such accessors. */
  private readonly nothingElse = new Set<number>();

  constructor(
    private readonly host: Host,
    private readonly names: AccessorNames,
    private readonly writtenOut: (object: number) => ReadonlyMap<number, AccessorPair>,
  ) {
    this.nowhere = host.pointsTo.newVar();
  }

  define(target: number, property: number, descriptor: number, names = unknownNames): void {
    const { pointsTo } = this.host;
    const [value, get, set] = ['value', 'get', 'set'].map((name) => this.partOf(descriptor, name)) as [
      number,
      number,
      number,
    ];
    pointsTo.store(target, property, value);
    this.definitions.push({ target, property, names, get, set });
  }

  defineAll(target: number, map: number): void {
    this.collections.push({ target, map, seen: new Set() });
  }

  defineOne(target: number, property: number, which: Which, fn: number, names = unknownNames): void {
    const [get, set] = which === 'get' ? [fn, -1] : [-1, fn];
    this.definitions.push({ target, property, names, get, set });
  }

  describe(source: number, name: number, object: number, which: 'one' | 'all'): void {
    const { pointsTo, propertyNames } = this.host;
    const property = which === 'one' ? name : pointsTo.computedProperty;
    pointsTo.load(source, property, pointsTo.field(object, propertyNames.intern('value')));
    this.descriptions.push({ source, property, object });
    // It stands for each of the descriptors, too.
    if (which === 'all') pointsTo.add(pointsTo.field(object, pointsTo.computedProperty), object);
  }

  /** A property is read or written at a node; the value is −1 where no object comes of it. */
  access(base: number, property: number, node: number, which: Which, value: number): void {
    const kind = which === 'get' && value < 0 ? 'idle read' : 'other';
    if (!this.names.mayBeMet(this.host.propertyNames.textOf(property), kind)) return;
    this.accesses.push(base, property, node, which === 'get' ? 0 : 1, value);
  }

  accessAll(base: number, call: SolverCall, which: Which, value: () => number = () => -1): void {
    if (!this.names.mayBeMet(computedProperty, 'other')) return;
    this.calledFor.push({ base, call, which, value: value() });
  }

  /**
   * Runs all accessors that are met by now; true when this led to anything. Those whose name is not known are met by a fixed name where
   * nothing else is found by it, which is known in the end.
   */
  follow(isLate: boolean): boolean {
    this.isLate = isLate;
    const before = this.progress;
    for (const collection of this.collections) this.takeApart(collection);
    for (const definition of this.definitions) this.place(definition);
    for (const { source, property, object } of this.descriptions) {
      for (const held of this.host.pointsTo.objectsOf(source).slice()) this.copyAccessors(held, property, object);
    }
    this.runAll();
    return this.progress > before;
  }

  private get progress(): number {
    return this.host.pointsTo.workDone + this.host.calls.implicit.length + this.added;
  }

  private partOf(descriptor: number, name: string): number {
    const part = this.host.pointsTo.newVar();
    this.host.pointsTo.load(descriptor, this.host.propertyNames.intern(name), part);
    return part;
  }

  private takeApart({ target, map, seen }: (typeof this.collections)[number]): void {
    const { pointsTo } = this.host;
    for (const object of pointsTo.objectsOf(map).slice()) {
      if (object <= ObjectSpace.external) continue;
      for (const [property, descriptor] of Array.from(pointsTo.fieldVariables(object))) {
        const key = `${object}:${property}`;
        if (pointsTo.isLink(property) || seen.has(key)) continue;
        seen.add(key);
        this.define(target, property, descriptor);
      }
    }
  }

  private place(definition: Definition): void {
    const { pointsTo } = this.host;
    const { target, get, set } = definition;
    if ([get, set].every((variable) => variable < 0 || pointsTo.isEmpty(variable))) return;
    for (const name of this.namesOf(definition)) {
      addTo(this.byName, name, definition);
      for (const object of pointsTo.objectsOf(target)) {
        if (object <= ObjectSpace.external) continue;
        let own = this.owned.get(object);
        if (own === undefined) this.owned.set(object, (own = new Map()));
        addTo(own, name, definition);
      }
    }
  }

  private namesOf({ property, names }: Definition): readonly number[] {
    if (!isUnknown(this.host.pointsTo, property)) return [property];
    const { names: known, isOpen } = names();
    return isOpen ? [...known, property] : [...known];
  }

  /** The accessors of an object are functions of a descriptor. */
  private copyAccessors(held: number, property: number, descriptor: number): void {
    const { pointsTo, objects, propertyNames } = this.host;
    for (const which of ['get', 'set'] as const) {
      const to = pointsTo.field(descriptor, propertyNames.intern(which));
      for (const [name, { [which]: fn }] of this.writtenOut(held)) {
        if (fn >= 0 && (isUnknown(pointsTo, property) || name === property)) pointsTo.add(to, objects.fn(fn));
      }
      for (const definitions of this.ownUnder(held, property)) {
        for (const definition of definitions) if (definition[which] >= 0) pointsTo.copy(definition[which], to);
      }
    }
  }

  private runAll(): void {
    this.noteChanges();
    const { accesses: words } = this;
    for (let at = 0; at < words.length; at += accessWidth) {
      const base = words.at(at);
      if (!this.isNews(this.looked.accesses, at / accessWidth, base)) continue;
      const property = words.at(at + 1);
      const which = words.at(at + 3) === 0 ? 'get' : 'set';
      const value = words.at(at + 4);
      const meetsUnnamed = this.meetsUnnamed(at, property, which, value);
      this.runAt(base, property, { by: words.at(at + 2), which, value, meetsUnnamed });
    }
    this.calledFor.forEach(({ base, call: by, which, value }, i) => {
      if (!this.isNews(this.looked.calls, i, base)) return;
      this.runAt(base, this.host.pointsTo.computedProperty, { by, which, value, meetsUnnamed: true });
    });
  }

  /** What is met where is looked up again only where more is held, or where objects have got more accessors. */
  private noteChanges(): void {
    const { pointsTo } = this.host;
    let size = this.isLate ? 1 : 0;
    for (const { get, set } of this.definitions)
      for (const part of [get, set]) if (part >= 0) size += pointsTo.objectsOf(part).length;
    for (const object of this.chains.keys()) {
      const chain = this.ownersFrom(object);
      this.chains.set(object, chain);
      size += chain.length;
    }
    for (const own of this.owned.values()) for (const definitions of own.values()) size += definitions.size;
    if (size === this.size) return;
    this.size = size;
    this.looked = { accesses: new IntColumn(), calls: new IntColumn() };
  }

  private isNews(looked: IntColumn, access: number, base: number): boolean {
    const held = this.host.pointsTo.objectsOf(base).length;
    if (looked.at(access) === held) return false;
    looked.set(access, held);
    return true;
  }

  private meetsUnnamed(access: number, property: number, which: Which, value: number): boolean {
    if (!this.isLate) return false;
    if (which === 'set' || this.nothingElse.has(access)) return true;
    if (value < 0) return !this.names.plain.has(this.host.propertyNames.textOf(property));
    if (this.host.pointsTo.objectsOf(value).some((object) => object !== ObjectSpace.external)) return false;
    this.nothingElse.add(access);
    return true;
  }

  private runAt(base: number, property: number, access: Access): void {
    const { pointsTo } = this.host;
    const held = pointsTo.objectsOf(base);
    for (let i = 0, { length } = held; i < length; i++) {
      const object = held[i]!;
      if (object > ObjectSpace.external) {
        let chain = this.chains.get(object);
        if (chain === undefined) this.chains.set(object, (chain = this.ownersFrom(object)));
        if (chain.length > 0) this.runOf(object, chain, property, access);
      } else if (object === ObjectSpace.any && !isUnknown(pointsTo, property)) {
        for (const definition of this.byName.get(property) ?? []) this.runDefined(definition, base, access);
      }
    }
  }

  /** The object and those it inherits from, as far as they have accessors. */
  private ownersFrom(object: number): readonly number[] {
    const { pointsTo } = this.host;
    const seen = new Set([object]);
    for (const at of seen) {
      for (const next of pointsTo.inField(at, pointsTo.protoProperty)) if (next > ObjectSpace.external) seen.add(next);
    }
    return Array.from(seen).filter((at) => this.owned.has(at) || this.writtenOut(at).size > 0);
  }

  private runOf(object: number, chain: readonly number[], property: number, access: Access): void {
    const { pointsTo } = this.host;
    const receiver = this.holderOf(object);
    for (const owner of chain) {
      for (const definitions of this.ownUnder(owner, property, access.meetsUnnamed))
        for (const definition of definitions) this.runDefined(definition, receiver, access);
      if (isUnknown(pointsTo, property)) {
        for (const [name, pair] of this.writtenOut(owner)) {
          const fn = pair[access.which];
          if (fn >= 0 && !this.isPrivate(name)) this.run(fn, receiver, access);
        }
      }
      if (pointsTo.declares(owner, property)) return;
    }
  }

  /** What the object has under a name, and what it may have under it. */
  private ownUnder(object: number, property: number, withUnnamed = true): Iterable<ReadonlySet<Definition>> {
    const own = this.owned.get(object);
    if (own === undefined) return [];
    const { pointsTo } = this.host;
    if (isUnknown(pointsTo, property)) return own.values();
    const named = own.get(property);
    const unnamed = withUnnamed ? own.get(pointsTo.computedProperty) : undefined;
    return [named, unnamed].filter((definitions) => definitions !== undefined);
  }

  private runDefined(definition: Definition, receiver: number, access: Access): void {
    const { pointsTo, objects } = this.host;
    const from = definition[access.which];
    if (from < 0) return;
    for (const object of pointsTo.objectsOf(from).slice()) {
      const fn = objects.functionOf(object);
      if (fn >= 0) this.run(fn, receiver, access);
      else if (object === ObjectSpace.common) this.runCommon(from, receiver, access);
    }
  }

  private run(fn: number, receiver: number, { by, which, value }: Access): void {
    const { calls, pointsTo } = this.host;
    if (typeof by === 'number') {
      calls.implicitCall(by, fn, receiver, which, value);
      return;
    }
    if (!by.callbacks.has(fn)) this.added++;
    by.callbacks.add(fn);
    pointsTo.copy(receiver, this.host.specialVar(fn, specialVars.this));
    if (which === 'get') calls.result(fn, value, false);
  }

  private runCommon(accessor: number, receiver: number, { by, which, value }: Access): void {
    const to = which === 'get' && value >= 0 ? value : this.nowhere;
    if (typeof by === 'number') this.host.calls.implicitCommonCall(by, receiver, to);
    else if (!by.callees.includes(accessor)) by.callees.push(accessor);
  }

  private isPrivate(property: number): boolean {
    return this.host.propertyNames.textOf(property).startsWith('#');
  }

  private holderOf(object: number): number {
    let holder = this.holders.get(object);
    if (holder === undefined) {
      this.holders.set(object, (holder = this.host.pointsTo.newVar()));
      this.host.pointsTo.add(holder, object);
    }
    return holder;
  }
}

interface Access {
  /** The node, or the call of a function of the language, as part of which it is run. */
  readonly by: number | SolverCall;
  readonly which: Which;
  readonly value: number;
  /** Whether accessors under names that are not known count. */
  readonly meetsUnnamed: boolean;
}

const unknownNames = (): NamesOfParam => ({ names: new Set(), isOpen: true });

function isUnknown(pointsTo: PointerSolver['pointsTo'], property: number): boolean {
  return property === pointsTo.computedProperty;
}

function addTo(map: Map<number, Set<Definition>>, key: number, definition: Definition): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([definition]));
  else known.add(definition);
}
