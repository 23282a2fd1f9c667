import { calleeKinds, siteKinds, specialVars, type ModuleFacts } from '#ir/facts';
import { defineAccessors, type PropertyCode } from './accessor-calls';
import type { BuiltIn, Operand } from './built-in';
import { builtInFunctions, builtInMethods, keepingGlobals, pureGlobals } from './built-ins';
import type { CommonCalls } from './common-calls';
import type { Conversions } from './conversions';
import type { NamesGiven, NamesOfParam } from './names-given';
import { keepCause } from './error-causes';
import { ObjectSpace } from './object-space';
import { mayGivePrimitive } from './primitive-calls';
import type { PointerSolver, SolverCall } from './pointers';
import type { Resolvers } from './resolvers';

type Host = Pick<PointerSolver, 'program' | 'objects' | 'pointsTo' | 'varBase' | 'propertyNames'> & {
  specialVar(fn: number, which: number): number;
  /** What is thrown anywhere. */
  readonly thrown: number;
  readonly conversions: Conversions;
  readonly accessors: PropertyCode;
};

/** What calls of functions of the language do to objects. */
export class BuiltInCalls {
  constructor(
    private readonly host: Host,
    private readonly calls: {
      argValues(module: ModuleFacts, call: SolverCall): number[];
      passArgument(fn: number, position: number, value: number): void;
      construct(fn: number, instance: number): void;
      readonly common: CommonCalls;
      readonly resolvers: Resolvers;
      readonly names: NamesGiven;
    },
  ) {}

  /** Objects and callbacks flow through a built-in as its entry in the table says. */
  apply(call: SolverCall, module: ModuleFacts, builtIn: BuiltIn): void {
    const { pointsTo, varBase, objects } = this.host;
    const { calls } = module;
    const vars = varBase[call.module]!;
    const args = this.calls.argValues(module, call);
    const isMethod = calleeKinds[calls.callee[call.index]!] === 'method';
    const receiver = isMethod && calls.target[call.index]! >= 0 ? vars + calls.target[call.index]! : -1;
    const result = vars + calls.result[call.index]!;
    const returned = pointsTo.newVar();
    const made = objects.site(call.module, this.collectionSite(call));
    if (builtIn.settles !== undefined) this.makePromise(builtIn.settles, call, made, result);
    const sources = (operand: Operand): number[] => {
      if (operand === 'receiver') return receiver < 0 ? [] : [receiver];
      if (operand === 'result') return [returned];
      if (operand === 'settler') return [this.holding(made)];
      // The first round begins with the second argument, or with an element where there is none.
      if (operand === 'accumulated')
        return [returned, ...(args.length > 1 ? sources('argument 1') : sources('element'))];
      if (operand === 'rejection') return [...(receiver < 0 ? [] : [receiver]), this.host.thrown];
      if (operand === 'results') return [this.elementsOf(returned)];
      if (operand === 'element') return receiver < 0 ? [] : [this.elementsOf(receiver)];
      if (operand === 'inner') return receiver < 0 ? [] : [this.elementsOf(this.elementsOf(receiver))];
      const [what, position] = operand.split(' ') as [string, string];
      const at = Number(position);
      const values = what === 'rest' || what === 'lists' ? args.slice(at) : [args[at] ?? -1];
      return values.filter((v) => v >= 0).map((v) => this.partOf(v, what));
    };
    for (const { arg, params } of builtIn.calls ?? []) {
      const callback = args[arg] ?? -1;
      if (callback < 0) continue;
      this.callback(call, callback, params.map(sources), returned);
      if (builtIn.constructs === true) this.constructed(callback, result);
    }
    for (const operand of builtIn.returns ?? []) for (const source of sources(operand)) pointsTo.copy(source, result);
    if (builtIn.makesError === true) {
      if (objects.siteKindOf(made) === siteKinds.error) pointsTo.add(result, made);
      keepCause(this.host, args, result);
    }
    if (builtIn.rejects === true && args[0] !== undefined && args[0] >= 0) pointsTo.copy(args[0], this.host.thrown);
    if (builtIn.views === true) {
      const bytes = pointsTo.field(made, this.host.propertyNames.intern('buffer'));
      pointsTo.add(bytes, made);
      if (args[0] !== undefined && args[0] >= 0) pointsTo.copy(args[0], bytes);
    }
    const isOneProperty =
      builtIn.describes === 'one' && this.definedProperty(call, module) !== pointsTo.computedProperty;
    const collects = isOneProperty ? [] : builtIn.collects;
    if (collects !== undefined) {
      const collect = (): void => this.collect(call, builtIn, result, collects.flatMap(sources));
      if (mayGivePrimitive(module, call.index)) this.onceHeld(receiver, collect);
      else collect();
    }
    this.convert(builtIn, call, args, receiver);
    this.shapeFirst(builtIn, args);
    const [first = -1, ...others] = args;
    defineAccessors(this.host.accessors, builtIn, {
      call,
      property: this.definedProperty(call, module),
      isOpen: this.definedProperty(call, module) === pointsTo.computedProperty,
      names: () => this.namesGiven(call, module),
      made,
      given: () => this.givenBy(call, builtIn, first),
      receiver,
      args,
      result,
    });
    if (builtIn.proxies !== undefined) this.makeProxy(builtIn.proxies, made, args, result);
    if (builtIn.merges === true && first >= 0)
      for (const other of others) if (other >= 0) pointsTo.assign(other, first);
    if (builtIn.inherits === true && first >= 0) {
      pointsTo.add(result, made);
      pointsTo.copy(first, pointsTo.field(made, pointsTo.protoProperty));
    }
    const written = builtIn.writesArgument === true ? (args[0] ?? -1) : receiver;
    // A function has no methods that write elements.
    const accepts = (object: number): boolean => written !== receiver || objects.functionOf(object) < 0;
    // What is merged is found through the link between the objects.
    if (builtIn.writes !== undefined && builtIn.merges !== true && written >= 0) {
      for (const operand of builtIn.writes) {
        for (const source of sources(operand)) pointsTo.store(written, pointsTo.elementProperty, source, accepts);
      }
    }
  }

  private makePromise(as: 'promise' | 'parts', call: SolverCall, made: number, result: number): void {
    if (as === 'promise') {
      this.calls.resolvers.make(made, { call, result });
      return;
    }
    const { pointsTo, propertyNames } = this.host;
    const field = (name: string): number => pointsTo.field(made, propertyNames.intern(name));
    pointsTo.add(result, made);
    for (const name of ['resolve', 'reject']) pointsTo.add(field(name), made);
    this.calls.resolvers.make(made, { call, result: field('promise') });
  }

  private holding(object: number): number {
    const variable = this.host.pointsTo.newVar();
    this.host.pointsTo.add(variable, object);
    return variable;
  }

  private makeProxy(
    which: 'itself' | 'inside',
    made: number,
    [target = -1, handler = -1]: readonly number[],
    result: number,
  ): void {
    const { pointsTo, propertyNames, accessors } = this.host;
    accessors.proxies.make(made, target, handler);
    pointsTo.add(result, made);
    if (which === 'itself') return;
    const inside = pointsTo.field(made, propertyNames.intern('proxy'));
    pointsTo.add(inside, made);
    if (target >= 0) pointsTo.copy(target, inside);
  }

  private collect(
    call: SolverCall,
    { pairs, keyed, steps }: BuiltIn,
    result: number,
    sources: readonly number[],
  ): void {
    const { pointsTo, objects } = this.host;
    const collection = objects.site(call.module, this.collectionSite(call));
    pointsTo.add(result, collection);
    const elements = pointsTo.field(collection, pointsTo.elementProperty);
    for (const source of sources) pointsTo.copy(source, elements);
    if (pairs === true) pointsTo.add(elements, collection);
    if (steps === true) pointsTo.copy(elements, pointsTo.field(collection, this.host.propertyNames.intern('value')));
    if (keyed === true) pointsTo.copy(elements, pointsTo.field(collection, pointsTo.computedProperty));
  }

  /** As soon as a variable holds any object. */
  private onceHeld(variable: number, then: () => void): void {
    let isHeld = false;
    if (variable < 0) return;
    this.host.pointsTo.watch(variable, () => {
      if (!isHeld) then();
      isHeld = true;
    });
  }

  private convert({ converts }: BuiltIn, call: SolverCall, args: readonly number[], receiver: number): void {
    const { conversions, pointsTo } = this.host;
    if (converts === 'elements' && receiver >= 0) conversions.convert(receiver, pointsTo.elementProperty, call);
    if (converts === 'json' && args[0] !== undefined && args[0] >= 0) conversions.stringify(call, args[0]);
    if (converts === 'arguments') for (const arg of args) if (arg >= 0) conversions.convert(arg, null, call);
  }

  /** What is done to the first argument as an object, and not to its elements. */
  private shapeFirst(builtIn: BuiltIn, [first = -1, second = -1]: readonly number[]): void {
    const { pointsTo } = this.host;
    if (builtIn.reparents !== true || first < 0 || second < 0) return;
    pointsTo.watchEach(first, (object) => {
      if (object > ObjectSpace.external) pointsTo.copy(second, pointsTo.field(object, pointsTo.protoProperty));
    });
  }

  /** Where the values go that a function of the language reads from objects: into what it makes, or into its first argument. */
  private givenBy(call: SolverCall, { merges }: BuiltIn, first: number): number {
    const { pointsTo, objects } = this.host;
    if (merges !== true)
      return pointsTo.field(objects.site(call.module, this.collectionSite(call)), pointsTo.elementProperty);
    const given = pointsTo.newVar();
    if (first >= 0) pointsTo.store(first, pointsTo.computedProperty, given);
    return given;
  }

  private definedProperty({ index }: SolverCall, { calls, strings }: ModuleFacts): number {
    const text = calls.text[index]!;
    const { pointsTo, propertyNames } = this.host;
    return text < 0 ? pointsTo.computedProperty : propertyNames.intern(strings[text]!);
  }

  private namesGiven({ module: m, index }: SolverCall, { calls }: ModuleFacts): NamesOfParam {
    return this.calls.names.of(this.host.program.functionBase[m]! + calls.fn[index]!, calls.textParam[index]!);
  }

  private partOf(variable: number, what: string): number {
    const { pointsTo } = this.host;
    if (what === 'elements' || what === 'lists') return this.elementsOf(variable);
    if (what === 'entries') return this.elementsOf(this.elementsOf(variable));
    if (what !== 'properties') return variable;
    const properties = pointsTo.newVar();
    pointsTo.load(variable, pointsTo.computedProperty, properties);
    return properties;
  }

  /** Every call has an object for the collection that it may return. */
  private collectionSite(call: SolverCall): number {
    return this.host.program.modules[call.module]!.calls.collection[call.index]!;
  }

  /** A variable that holds the elements of what another holds. */
  elementsOf(variable: number): number {
    const { pointsTo } = this.host;
    const element = pointsTo.newVar();
    pointsTo.load(variable, pointsTo.elementProperty, element);
    return element;
  }

  /** What comes of calling a class with `new`. */
  private constructed(callee: number, result: number): void {
    const { pointsTo, objects } = this.host;
    pointsTo.watch(callee, (object) => {
      if (object === ObjectSpace.common) this.calls.common.makeInto(result);
      const fn = objects.functionOf(object);
      if (fn < 0) return;
      this.calls.construct(fn, this.host.specialVar(fn, specialVars.this));
      pointsTo.add(result, objects.instance(fn));
      pointsTo.copy(this.host.specialVar(fn, specialVars.result), result);
    });
  }

  private callback(call: SolverCall, callee: number, params: readonly (readonly number[])[], returned: number): void {
    const { pointsTo, objects } = this.host;
    call.callees.push(callee);
    const callCommon = (): void => {
      params.forEach((sources, p) => {
        for (const source of sources) this.calls.common.pass(p, source);
      });
      this.calls.common.returnTo(returned);
    };
    pointsTo.watch(callee, (object) => {
      if (object === ObjectSpace.common) callCommon();
      this.calls.resolvers.run(call, object, params[0] ?? []);
      const fn = objects.functionOf(object);
      if (fn < 0) return;
      call.callbacks.add(fn);
      params.forEach((sources, p) => {
        for (const source of sources) this.calls.passArgument(fn, p, source);
      });
      pointsTo.copy(this.host.specialVar(fn, specialVars.result), returned);
    });
  }
}

const keeping: BuiltIn = {};
const computing: BuiltIn = { converts: 'arguments' };

/** The entry of the table for a call, by the names it is written with. */
export function builtInOf(names: { qualified: string; property: string }, kind: string): BuiltIn | null {
  const name = kind === 'new' ? `new ${names.qualified}` : names.qualified;
  const known = Object.hasOwn(builtInFunctions, name) ? builtInFunctions[name] : undefined;
  if (known !== undefined) return known;
  const owner = names.qualified.split('.')[0]!;
  if (names.qualified !== '' && pureGlobals.has(owner)) return keepingGlobals.has(owner) ? keeping : computing;
  if (kind !== 'call' || names.qualified !== '' || !Object.hasOwn(builtInMethods, names.property)) return null;
  return builtInMethods[names.property] ?? null;
}
