import { specialVars } from '#ir/facts';
import type { CallResolution } from './call-resolution';
import { ObjectSpace } from './object-space';
import type { PointerSolver, SolverCall } from './pointers';

type Host = Pick<PointerSolver, 'program' | 'objects' | 'pointsTo' | 'varBase' | 'propertyNames'> & {
  specialVar(fn: number, which: number): number;
};

type Role = 'listens' | 'tells';

/** Methods of code outside: of Node's `EventEmitter`, and of the `EventTarget` of browsers. */
const emitting: Readonly<Record<string, Role>> = {
  on: 'listens',
  once: 'listens',
  addListener: 'listens',
  prependListener: 'listens',
  prependOnceListener: 'listens',
  emit: 'tells',
};
const dispatching: Readonly<Record<string, Role>> = {
  addEventListener: 'listens',
  dispatchEvent: 'tells',
  abort: 'tells',
};
/** What a method tells of that is not given the name. */
const toldBy: Readonly<Record<string, string>> = { abort: 'abort' };
const families = [emitting, dispatching];

/** Arguments further back are taken to reach no listener. */
const mostArguments = 8;

/** Variables of all that is told, or listened to, under one name. */
interface Event {
  readonly listeners: number;
  readonly self: number;
  readonly args: readonly number[];
}

interface EventsOfFamily {
  readonly named: Map<string, Event>;
  /** Of names that are not known: all who listen to one, and who may hear of one. */
  readonly unnamed: Event;
  readonly all: Event;
}

/**
 * Who tells of an event runs the functions that listen to it: by its name, whichever object it is told to, where the methods are those
 * of code outside.
 */
export class Listeners {
  /** Calls of such methods of which it is not known whether they are of code outside. */
  private waiting: Set<SolverCall> | null = null;
  private readonly events: readonly EventsOfFamily[];

  constructor(
    private readonly host: Host,
    private readonly calls: CallResolution,
  ) {
    this.events = families.map(() => this.newFamily());
  }

  /** True when more methods turned out to be of code outside. */
  follow(): boolean {
    const { pointsTo } = this.host;
    this.waiting ??= new Set(this.calls.all.filter((call) => this.roleOf(call) !== null));
    let isNew = false;
    for (const call of this.waiting) {
      const [callee] = call.callees;
      const held = callee === undefined ? [] : pointsTo.objectsOf(callee);
      // What is empty in the end comes from outside.
      if (held.length > 0 && !held.includes(ObjectSpace.external)) continue;
      this.waiting.delete(call);
      this.connect(call);
      isNew = true;
    }
    return isNew;
  }

  private connect(call: SolverCall): void {
    const role = this.roleOf(call);
    if (role === null) return;
    const { pointsTo, program } = this.host;
    const module = program.modules[call.module]!;
    const args = this.calls.argValues(module, call);
    const events = this.events[role.family]!;
    const method = module.strings[module.calls.property[call.index]!]!;
    const name = toldBy[method] ?? module.strings[module.calls.text[call.index]!];
    if (role.role === 'listens') {
      const [, listener = -1] = args;
      const event = name === undefined ? events.unnamed : this.named(events, name);
      if (listener < 0) return;
      pointsTo.copy(listener, event.listeners);
      if (families[role.family] === dispatching) this.listenByMethod(listener, event);
      return;
    }
    const event = name === undefined ? events.all : this.named(events, name);
    pointsTo.copy(this.host.varBase[call.module]! + module.calls.target[call.index]!, event.self);
    const told = families[role.family] === emitting ? args.slice(1) : args;
    told.slice(0, mostArguments).forEach((arg, p) => {
      if (arg >= 0) pointsTo.copy(arg, event.args[p]!);
    });
    call.callees.push(event.listeners);
    pointsTo.watch(event.listeners, (object) => {
      const fn = this.host.objects.functionOf(object);
      if (fn >= 0) call.callbacks.add(fn);
      else this.calls.resolvers.run(call, object, event.args.slice(0, 1));
    });
  }

  /** `addEventListener(name, { handleEvent(event) { … } })` */
  private listenByMethod(listener: number, event: Event): void {
    const { pointsTo, objects, propertyNames } = this.host;
    const methods = pointsTo.newVar();
    pointsTo.load(listener, propertyNames.intern('handleEvent'), methods);
    pointsTo.copy(methods, event.listeners);
    pointsTo.watch(methods, (object) => {
      const fn = objects.functionOf(object);
      if (fn >= 0) pointsTo.copy(listener, this.host.specialVar(fn, specialVars.this));
    });
  }

  private roleOf({ module: m, index }: SolverCall): { readonly family: number; readonly role: Role } | null {
    const { calls, strings } = this.host.program.modules[m]!;
    const name = strings[calls.property[index]!];
    if (name === undefined || calls.target[index]! < 0) return null;
    for (const [family, roles] of families.entries()) {
      const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
      if (role !== undefined) return { family, role };
    }
    return null;
  }

  private newFamily(): EventsOfFamily {
    const all = this.newEvent();
    const unnamed = this.newEvent();
    this.host.pointsTo.copy(unnamed.listeners, all.listeners);
    return { named: new Map(), unnamed, all };
  }

  /** Who listens to a name that is not known hears all, and who tells of such a name may tell of any. */
  private named({ named, unnamed, all }: EventsOfFamily, name: string): Event {
    const known = named.get(name);
    if (known !== undefined) return known;
    const made = this.newEvent();
    named.set(name, made);
    const { pointsTo } = this.host;
    pointsTo.copy(unnamed.listeners, made.listeners);
    pointsTo.copy(made.listeners, all.listeners);
    return made;
  }

  /** Whoever listens gets what is told. */
  private newEvent(): Event {
    const { pointsTo, objects } = this.host;
    const args = Array.from({ length: mostArguments }, () => pointsTo.newVar());
    const event = { listeners: pointsTo.newVar(), self: pointsTo.newVar(), args };
    pointsTo.watch(event.listeners, (object) => {
      const fn = objects.functionOf(object);
      if (fn < 0) return;
      pointsTo.copy(event.self, this.host.specialVar(fn, specialVars.this));
      args.forEach((arg, p) => this.calls.passArgument(fn, p, arg));
    });
    return event;
  }
}
