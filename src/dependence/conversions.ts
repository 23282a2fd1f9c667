import { conversionMethods, specialVars } from '#ir/facts';
import { conversionName } from '#ir/pointer-facts';
import { ObjectSpace } from './object-space';
import type { PointerSolver, SolverCall } from './pointers';
import { reachableObjects } from './reachable-objects';

type Host = Pick<PointerSolver, 'program' | 'objects' | 'pointsTo' | 'propertyNames'> & {
  specialVar(fn: number, which: number): number;
  readonly calls: {
    implicitCall(node: number, callee: number, base: number, which: 'get' | 'set', value: number): void;
    implicitCommonCall(node: number, receiver: number, result: number): void;
  };
};

/** Something is made a primitive value by an operator (a node), or by a function of the language. */
interface Conversion {
  readonly variable: number;
  /** Not the variable, but what this property of it holds. */
  readonly property: number | null;
  readonly by: number | SolverCall;
}

/**
 * Methods that operators and functions of the language run to make a primitive value, or JSON, of an object. Only of objects that
 * are known one by one: any object may be in a text, and each of these would lead to all `toString` of the program.
 *
 * Nothing comes out of a conversion but a primitive value, so it is enough to look when it is known who holds what.
 */
export class Conversions {
  private readonly methods: readonly number[];
  private readonly toJson: number;
  private readonly conversions: Conversion[] = [];
  private readonly stringified: { readonly call: SolverCall; readonly variable: number }[] = [];
  private readonly holders = new Map<number, number>();
  private readonly run = new Map<number | SolverCall, Set<number>>();

  constructor(private readonly host: Host) {
    const { program, propertyNames } = host;
    const isRun = program.modules.some((_, m) => program.pointerFacts(m).accessors.includes(conversionName));
    this.methods = isRun ? conversionMethods.map((name) => propertyNames.intern(name)) : [];
    this.toJson = propertyNames.intern('toJSON');
  }

  convert(variable: number, property: number | null, by: number | SolverCall): void {
    if (this.methods.length > 0) this.conversions.push({ variable, property, by });
  }

  stringify(call: SolverCall, variable: number): void {
    this.stringified.push({ call, variable });
  }

  /** Runs the methods of all that is converted by now; true when some are new. */
  follow(): boolean {
    const { pointsTo } = this.host;
    const methods = this.methodsRun(this.methods);
    const toJson = this.methodsRun([this.toJson]);
    let isNew = false;
    for (const { variable, property, by } of this.conversions) {
      for (const holder of pointsTo.objectsOf(variable).slice()) {
        for (const found of methods.of(holder, property)) isNew = this.call(found, by) || isNew;
        // The text of a list is made of those of its elements.
        if (property !== null || !pointsTo.isList(holder)) continue;
        for (const found of methods.of(holder, pointsTo.elementProperty)) isNew = this.call(found, by) || isNew;
      }
    }
    for (const { call, variable } of this.stringified) {
      for (const object of reachableObjects(this.host, pointsTo.objectsOf(variable).slice()))
        for (const found of toJson.of(object, null)) isNew = this.call(found, call) || isNew;
    }
    return isNew;
  }

  private methodsRun(names: readonly number[]): MethodsRun {
    const { pointsTo, objects } = this.host;
    return new MethodsRun(
      (object) => this.methodsOf(object, names),
      (object, property) =>
        this.variablesOf(object, property).flatMap((variable) => pointsTo.objectsOf(variable).slice()),
      () => pointsTo.common.list.map((fn) => objects.fn(fn)),
    );
  }

  private methodsOf(object: number, properties: readonly number[]): MethodsOfObject {
    const { pointsTo, objects } = this.host;
    const functions = new Set<number>();
    let many = -1;
    for (const method of properties.flatMap((property) => this.variablesOf(object, property))) {
      if (pointsTo.holdsCommon(method)) many = method;
      for (const held of pointsTo.objectsOf(method)) {
        const fn = objects.functionOf(held);
        if (fn >= 0) functions.add(fn);
      }
    }
    return { object, functions: [...functions], many };
  }

  /** The variables of a property: of the object, or of what it inherits it from. */
  private variablesOf(object: number, property: number): readonly number[] {
    const { pointsTo } = this.host;
    const found: number[] = [];
    const seen = new Set([object]);
    for (const at of seen) {
      if (at <= ObjectSpace.external) continue;
      const own = pointsTo.knownField(at, property);
      if (own !== undefined) found.push(own);
      for (const link of [pointsTo.spreadProperty, pointsTo.protoProperty]) {
        if (!pointsTo.leadsOn(at, link, property)) continue;
        for (const next of pointsTo.inField(at, link)) seen.add(next);
      }
    }
    return found;
  }

  private call({ object, functions, many }: MethodsOfObject, by: number | SolverCall): boolean {
    const known = this.run.get(by) ?? new Set<number>();
    this.run.set(by, known);
    const before = known.size;
    if (many >= 0 && !known.has(-1)) {
      known.add(-1);
      this.callOneOfMany(object, many, by);
    }
    for (const fn of functions) {
      if (known.has(fn)) continue;
      known.add(fn);
      this.callOne(object, fn, by);
    }
    return known.size > before;
  }

  private callOne(object: number, fn: number, by: number | SolverCall): void {
    const receiver = this.holderOf(object);
    if (typeof by === 'number') {
      this.host.calls.implicitCall(by, fn, receiver, 'get', -1);
      return;
    }
    by.callbacks.add(fn);
    this.host.pointsTo.copy(receiver, this.host.specialVar(fn, specialVars.this));
  }

  private callOneOfMany(object: number, method: number, by: number | SolverCall): void {
    const { calls, pointsTo } = this.host;
    if (typeof by === 'number') calls.implicitCommonCall(by, this.holderOf(object), pointsTo.newVar());
    else by.callees.push(method);
  }

  private holderOf(object: number): number {
    let holder = this.holders.get(object);
    if (holder === undefined) {
      holder = this.host.pointsTo.newVar();
      this.host.pointsTo.add(holder, object);
      this.holders.set(object, holder);
    }
    return holder;
  }
}

/** What a conversion of an object runs: functions, and those held in common where one of its variables holds them (else −1). */
interface MethodsOfObject {
  readonly object: number;
  readonly functions: readonly number[];
  readonly many: number;
}

/** Most objects have no such methods: whether one has is found out once. */
class MethodsRun {
  private readonly byObject = new Map<number, readonly MethodsOfObject[]>();
  private readonly byProperty = new Map<number, Map<number, readonly MethodsOfObject[]>>();

  constructor(
    private readonly methodsOf: (object: number) => MethodsOfObject,
    private readonly partsOf: (object: number, property: number) => readonly number[],
    private readonly common: () => readonly number[],
  ) {}

  /** Of an object, or of what a property of it holds. */
  of(object: number, property: number | null): readonly MethodsOfObject[] {
    if (property === null) return this.own(object);
    let known = this.byProperty.get(property);
    if (known === undefined) this.byProperty.set(property, (known = new Map()));
    let found = known.get(object);
    if (found === undefined) {
      found = [...new Set(this.partsOf(object, property))].flatMap((part) => this.own(part));
      known.set(object, found);
    }
    return found;
  }

  private own(object: number): readonly MethodsOfObject[] {
    let found = this.byObject.get(object);
    if (found === undefined && object === ObjectSpace.common) {
      found = this.common().flatMap((fn) => this.own(fn));
      this.byObject.set(object, found);
    } else if (found === undefined) {
      const methods = this.methodsOf(object);
      found = methods.functions.length > 0 || methods.many >= 0 ? [methods] : [];
      this.byObject.set(object, found);
    }
    return found;
  }
}
