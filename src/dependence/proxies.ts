import { IntList } from '#core/int-list';
import { callKinds, specialVars } from '#ir/facts';
import type { ProxyCall, ProxyObjects } from './accessor-calls';
import type { CallResolution } from './call-resolution';
import { ObjectSpace } from './object-space';
import type { PointerSolver, SolverCall } from './pointers';

type Host = Pick<PointerSolver, 'program' | 'objects' | 'pointsTo' | 'propertyNames'> & {
  readonly calls: Pick<CallResolution, 'runsAt' | 'passArgument' | 'result' | 'common' | 'openNodes'>;
  specialVar(fn: number, which: number): number;
};

/** What is done to a proxy: a property is read or written, it is called, or called with `new`. */
type Operation = 'get' | 'set' | 'apply' | 'construct';

/** The traps that an operation runs. */
const trapsOf: Readonly<Record<Operation, readonly string[]>> = {
  get: ['get'],
  set: ['set', 'defineProperty', 'getOwnPropertyDescriptor'],
  apply: ['apply'],
  construct: ['construct'],
};
/** Those that looking at all properties runs, besides. */
const listing = ['ownKeys', 'getOwnPropertyDescriptor'];

/** Variables: its handler, what it stands for (−1 for what is no object), and the traps by name. */
interface Proxy {
  readonly handler: number;
  readonly target: number;
  readonly traps: Map<string, number>;
}

/** One operation: as part of which node or call it happens, the variables that traps are handed, by position, and where their results go. */
interface Run {
  readonly by: number | SolverCall;
  readonly given: readonly number[];
  readonly result: number;
  /** The name of the property, −1 where it is not known. */
  readonly property: number;
}

const accessWidth = 5;

/**
 * Objects that `new Proxy` makes: what is done to one runs the traps of its handler, whatever the name of the property. That it
 * stands for its target besides, traps or none, is in the table of functions of the language.
 */
export class Proxies implements ProxyObjects {
  private readonly made = new Map<number, Proxy>();
  private readonly accesses = new IntList();
  private readonly listings: {
    readonly base: number;
    readonly call: SolverCall;
    readonly which: 'get' | 'set';
    readonly value: number;
  }[] = [];
  /** Per access, and in between per listing, how many objects its variable held when it was last looked at. */
  private looked: Int32Array | null = null;
  private readonly met = new Map<number, Set<number>>();
  private readonly nowhere: number;

  constructor(
    private readonly host: Host,
    /** Whether the program makes any. */
    private readonly areMade: boolean,
  ) {
    this.nowhere = host.pointsTo.newVar();
  }

  make(object: number, target: number, handler: number): void {
    const { pointsTo } = this.host;
    this.made.set(object, { handler, target, traps: new Map() });
    if (target >= 0) pointsTo.copy(target, pointsTo.field(object, pointsTo.protoProperty));
  }

  has(object: number): boolean {
    return this.made.has(object);
  }

  /** A property is read or written at a node; the value is −1 where it is no object. */
  access(base: number, property: number, node: number, which: 'get' | 'set', value: number): void {
    if (this.areMade) this.accesses.push(base, property, node, which === 'get' ? 0 : 1, value);
  }

  /** A function of the language reads or writes all properties of an object; what traps give goes to the value. */
  accessAll(base: number, call: SolverCall, which: 'get' | 'set', value: () => number): void {
    if (this.areMade) this.listings.push({ base, call, which, value: value() });
  }

  /** The proxy is called. */
  called(object: number, call: SolverCall, { own, args, to }: ProxyCall): void {
    const { pointsTo, objects, program } = this.host;
    const { calls } = program.modules[call.module]!;
    const listed = objects.site(call.module, calls.collection[call.index]!);
    const list = pointsTo.newVar();
    pointsTo.add(list, listed);
    for (const arg of args) if (arg >= 0) pointsTo.copy(arg, pointsTo.field(listed, pointsTo.elementProperty));
    const isNew = callKinds[calls.kind[call.index]!] === 'new';
    const [traps, given] = isNew ? [trapsOf.construct, [list]] : [trapsOf.apply, [own, list]];
    this.run(object, traps, { by: call, given, result: to, property: -1 });
  }

  /** Runs the traps of all proxies that are met by now; true when there were new ones. */
  follow(): boolean {
    if (this.made.size === 0) return false;
    let isNew = false;
    const words = this.accesses.toArray();
    this.looked ??= new Int32Array(2 * Math.max(words.length / accessWidth, this.listings.length));
    for (let at = 0; at < words.length; at += accessWidth) {
      const base = words[at]!;
      for (const object of this.metAnew(this.looked, (2 * at) / accessWidth, base)) {
        isNew = true;
        const [property, by, way, value] = [words[at + 1]!, words[at + 2]!, words[at + 3]!, words[at + 4]!];
        if (way === 0) this.run(object, trapsOf.get, { by, property, given: [-1, base], result: value });
        else this.run(object, trapsOf.set, { by, property, given: [-1, value, base], result: -1 });
      }
    }
    const { looked } = this;
    this.listings.forEach(({ base, call: by, which, value }, i) => {
      for (const object of this.metAnew(looked, 2 * i + 1, base)) {
        isNew = true;
        const given = which === 'get' ? [-1, base] : [-1, -1, base];
        this.run(object, trapsOf[which], { by, property: -1, given, result: value });
        this.run(object, listing, { by, property: -1, given: [], result: -1 });
      }
    });
    return isNew;
  }

  /** The proxies that a variable has come to hold since an access was last looked at. */
  private metAnew(looked: Int32Array, access: number, base: number): readonly number[] {
    const held = this.host.pointsTo.objectsOf(base);
    const { length } = held;
    const before = looked[access]!;
    if (length === before) return none;
    looked[access] = length;
    let found: number[] | null = null;
    // Who gives up functions moves the others to the front.
    for (let i = length > before && !this.host.pointsTo.holdsCommon(base) ? before : 0; i < length; i++) {
      const object = held[i]!;
      if (this.made.has(object) && this.isNew(access, object)) (found ??= []).push(object);
    }
    return found ?? none;
  }

  private isNew(access: number, object: number): boolean {
    const known = this.met.get(access);
    if (known?.has(object) === true) return false;
    if (known === undefined) this.met.set(access, new Set([object]));
    else known.add(object);
    return true;
  }

  private run(object: number, traps: readonly string[], { by, given, result, property }: Run): void {
    const proxy = this.made.get(object);
    if (proxy === undefined) return;
    const { pointsTo, objects, calls } = this.host;
    for (const name of traps) {
      const trap = this.trapOf(proxy, name);
      if (typeof by !== 'number' && !by.callees.includes(trap)) by.callees.push(trap);
      pointsTo.watch(trap, (found) => {
        const fn = objects.functionOf(found);
        if (fn >= 0) {
          pointsTo.copy(proxy.handler, this.host.specialVar(fn, specialVars.this));
          [proxy.target, ...given].forEach((value, position) => {
            calls.passArgument(fn, position, value, position === 1 && given[0] === -1 ? property : -1);
          });
          if (result >= 0) calls.result(fn, result, false);
          calls.runsAt(by, fn);
        } else if (found === ObjectSpace.common) {
          calls.common.passThis(proxy.handler);
          [proxy.target, ...given].forEach((value, position) => calls.common.pass(position, value));
          calls.common.returnTo(result < 0 ? this.nowhere : result);
          if (typeof by === 'number') calls.openNodes.add(by);
        }
      });
    }
  }

  private trapOf({ handler, traps }: Proxy, name: string): number {
    let trap = traps.get(name);
    if (trap === undefined) {
      trap = this.host.pointsTo.newVar();
      traps.set(name, trap);
      if (handler >= 0) this.host.pointsTo.load(handler, this.host.propertyNames.intern(name), trap);
    }
    return trap;
  }
}

const none: readonly number[] = [];
