import { calleeKinds, callKinds, functionFlags, specialVars, type ModuleFacts } from '#ir/facts';
import type { PropertyCode } from './accessor-calls';
import { BuiltInCalls } from './built-in-calls';
import type { BuiltIn } from './built-in';
import { exits, pureGlobals } from './built-ins';
import { BuiltInsCalled, callNames, type CallNames } from './call-names';
import { CallsThrough } from './calls-through';
import { CommonCalls } from './common-calls';
import type { Conversions } from './conversions';
import { callDeclared } from './declared-calls';
import { IntSets } from './int-sets';
import { keepCause } from './error-causes';
import { inheritAsNode, isInherits } from './inherits';
import { ObjectSpace } from './object-space';
import { NamesGiven } from './names-given';
import type { ImplicitCall, PointerSolver, SolverCall } from './pointers';
import { Resolvers } from './resolvers';

type Host = Pick<
  PointerSolver,
  'program' | 'objects' | 'pointsTo' | 'linker' | 'varBase' | 'properties' | 'propertyNames'
> & {
  specialVar(fn: number, which: number): number;
  namespaceVar(module: number, to: number): void;
  readonly thrown: number;
  readonly conversions: Conversions;
  readonly accessors: PropertyCode;
};

/** Binds arguments to parameters and results to return nodes, as functions turn up at call sites. */
export class CallResolution {
  readonly all: SolverCall[] = [];
  readonly implicit: ImplicitCall[] = [];
  readonly openNodes = new Set<number>();
  private readonly passed = new Set<number>();
  /** Per function, the nodes that were found to run it. */
  private readonly ranAt = new IntSets();

  readonly common: CommonCalls;
  readonly names: NamesGiven;
  readonly resolvers: Resolvers;
  private readonly builtIns: BuiltInCalls;
  private readonly through: CallsThrough;

  constructor(private readonly host: Host) {
    this.resolvers = new Resolvers(host);
    this.names = new NamesGiven(host.program);
    this.common = new CommonCalls(host, this);
    this.builtIns = new BuiltInCalls(host, this);
    this.through = new CallsThrough(host, this);
  }

  load(module: ModuleFacts, m: number): void {
    const builtIns = new BuiltInsCalled(module);
    for (let i = 0; i < module.calls.count; i++) this.loadCall(module, m, i, builtIns.of(i));
  }

  /** Does some call of the program pass anything for this parameter? */
  isPassed(param: number): boolean {
    return this.passed.has(param);
  }

  implicitCall(node: number, callee: number, base: number, which: 'get' | 'set', value: number): void {
    const { pointsTo } = this.host;
    pointsTo.copy(base, this.host.specialVar(callee, specialVars.this));
    if (value >= 0 && which === 'get') this.result(callee, value, false);
    else if (value >= 0) {
      const param = this.paramVar(callee, 0);
      if (param >= 0) pointsTo.copy(value, param);
    }
    this.runsAt(node, callee);
  }

  /** The function runs as part of a node, or of a call of a function of the language. */
  runsAt(by: number | SolverCall, callee: number): void {
    if (typeof by !== 'number') {
      by.callbacks.add(callee);
      return;
    }
    if (this.ranAt.add(callee, by)) this.implicit.push({ node: by, callee });
  }

  /** One of the functions that variables with too many hold in common runs as part of a node. */
  implicitCommonCall(node: number, receiver: number, result: number): void {
    this.common.passThis(receiver);
    this.common.returnTo(result);
    this.openNodes.add(node);
  }

  private loadCall(module: ModuleFacts, m: number, i: number, builtIn: BuiltIn | null): void {
    const { varBase, program } = this.host;
    const { calls } = module;
    const calleeKind = calleeKinds[calls.callee[i]!]!;
    const names = callNames(module, i);
    const call: SolverCall = {
      module: m,
      index: i,
      builtIn,
      exits: exits.has(names.qualified),
      targets: new Set(),
      callbacks: new Set(),
      callees: [],
      settles: new Set(),
    };
    this.all.push(call);
    const vars = varBase[m]!;
    const target = calls.target[i]!;
    if (calleeKind === 'function') {
      this.bind(call, program.functionBase[m]! + target, calls.loaded[i]! < 0 ? -1 : vars + calls.loaded[i]!);
      return;
    }
    if (names.qualified === 'require' || calleeKind === 'import') {
      this.loadModule(module, m, i);
      return;
    }
    if (call.builtIn !== null) this.builtIns.apply(call, module, call.builtIn);
    if (isInherits(module, i)) inheritAsNode(this.host, this.argVars(module, call));
    if (target < 0) return;
    if (calleeKind === 'value' || calleeKind === 'super') {
      const thisVar = calleeKind === 'super' ? vars + module.functions.thisVar[calls.fn[i]!]! : -1;
      this.callOn(call, vars + target, thisVar);
      return;
    }
    const method = this.methodOf(module, m, i, names);
    const receiver = calleeKind === 'super-method' ? vars + module.functions.thisVar[calls.fn[i]!]! : vars + target;
    this.callOn(call, method, receiver);
    this.through.load(call, module, vars + target);
  }

  /** The variable of a method that is called. `JSON.parse` is no method of the program because some object of it has one of the name. */
  private methodOf(module: ModuleFacts, m: number, i: number, names: CallNames): number {
    const { pointsTo, varBase, properties, program, accessors } = this.host;
    const { calls } = module;
    const property = properties[m]![calls.property[i]!]!;
    const isOfLanguage = pureGlobals.has(names.global);
    if (calls.loaded[i]! >= 0 && !isOfLanguage) return varBase[m]! + calls.loaded[i]!;
    const method = pointsTo.newVar();
    const target = varBase[m]! + calls.target[i]!;
    if (isOfLanguage) {
      pointsTo.loadOfLanguage(target, property, method);
      return method;
    }
    pointsTo.load(target, property, method);
    accessors.watch(target, property, program.nodeBase[m]! + calls.node[i]!, 'get', method);
    return method;
  }

  private callOn(call: SolverCall, callee: number, thisVar: number): void {
    const { objects, pointsTo, program, varBase } = this.host;
    call.callees.push(callee);
    const isSuper = callKinds[program.modules[call.module]!.calls.kind[call.index]!] === 'super';
    pointsTo.watch(callee, (object) => {
      const fn = objects.functionOf(object);
      if (fn >= 0) this.bind(call, fn, thisVar);
      else if (object === ObjectSpace.common) this.callCommon(call, thisVar);
      else if (object === ObjectSpace.external && isSuper)
        keepCause(this.host, this.argValues(program.modules[call.module]!, call), thisVar);
      else if (this.resolvers.has(object)) this.settle(call, object);
      else if (this.host.accessors.proxies.has(object)) this.callProxy(call, object, thisVar);
      else if (objects.isDeclared(object)) {
        const module = program.modules[call.module]!;
        const result = varBase[call.module]! + module.calls.result[call.index]!;
        callDeclared(this.host, this, object, this.argValues(module, call), result);
      }
    });
  }

  private settle(call: SolverCall, resolver: number): void {
    const [first = -1] = this.argValues(this.host.program.modules[call.module]!, call);
    this.resolvers.run(call, resolver, [first]);
  }

  private callProxy(call: SolverCall, proxy: number, own: number): void {
    const { program, varBase, accessors } = this.host;
    const module = program.modules[call.module]!;
    const to = varBase[call.module]! + module.calls.result[call.index]!;
    accessors.proxies.called(proxy, call, { own, args: this.argValues(module, call), to });
  }

  private callCommon(call: SolverCall, thisVar: number): void {
    const { program, varBase } = this.host;
    const module = program.modules[call.module]!;
    const isNew = callKinds[module.calls.kind[call.index]!] === 'new';
    if (!isNew) this.common.passThis(thisVar);
    this.eachArgument(call, (position, value, anywhere) => {
      if (anywhere) this.common.passFrom(position, value);
      else this.common.pass(position, value);
    });
    const result = varBase[call.module]! + module.calls.result[call.index]!;
    if (isNew) this.common.makeInto(result);
    else this.common.returnTo(result);
  }

  private bind(call: SolverCall, fn: number, thisVar: number): void {
    if (call.targets.has(fn)) return;
    call.targets.add(fn);
    const { pointsTo, program, varBase } = this.host;
    const module = program.modules[call.module]!;
    const kind = callKinds[module.calls.kind[call.index]!]!;
    const own = this.host.specialVar(fn, specialVars.this);
    if (kind === 'new') this.construct(fn, own);
    else if (thisVar >= 0) pointsTo.copy(thisVar, own);
    if (kind === 'super') this.constructParent(call, fn, thisVar);
    this.eachArgument(call, (position, value, anywhere, text) => {
      const last = anywhere ? Math.max(position, this.paramCount(fn) - 1) : position;
      for (let p = position; p <= last; p++) this.passArgument(fn, p, value, anywhere ? -1 : text);
    });
    this.result(fn, varBase[call.module]! + module.calls.result[call.index]!, kind === 'new');
  }

  /** What the constructor of the parent returns as an object is what that of the child makes. */
  private constructParent(call: SolverCall, parent: number, own: number): void {
    const { pointsTo, program } = this.host;
    const made = this.host.specialVar(parent, specialVars.result);
    const child = program.functionBase[call.module]! + program.modules[call.module]!.calls.fn[call.index]!;
    pointsTo.copy(made, own);
    pointsTo.copy(made, this.host.specialVar(child, specialVars.result));
  }

  construct(fn: number, own: number): void {
    const { pointsTo, objects, propertyNames } = this.host;
    pointsTo.add(own, objects.instance(fn));
    pointsTo.add(pointsTo.field(objects.prototype(fn), propertyNames.intern('constructor')), objects.fn(fn));
  }

  /** After a spread, an argument may land at any later position. */
  private eachArgument(
    call: SolverCall,
    visit: (position: number, value: number, anywhere: boolean, text: number) => void,
  ): void {
    const { args, argOffset, argTexts } = this.host.program.modules[call.module]!.calls;
    const properties = this.host.properties[call.module]!;
    const vars = this.host.varBase[call.module]!;
    const begin = argOffset[call.index]!;
    let anywhere = false;
    for (let at = begin; at < argOffset[call.index + 1]!; at += 2) {
      const isSpread = args[at + 1] === 1;
      anywhere ||= isSpread;
      let value = args[at]! < 0 ? -1 : vars + args[at]!;
      if (isSpread && value >= 0) value = this.builtIns.elementsOf(value);
      const text = argTexts[at >> 1]!;
      visit((at - begin) >> 1, value, anywhere, text < 0 ? -1 : properties[text]!);
    }
  }

  result(fn: number, to: number, isNew: boolean): void {
    const { pointsTo, objects } = this.host;
    if (isNew) pointsTo.add(to, objects.instance(fn));
    const facts = this.factsOf(fn);
    if ((facts.module.functions.flags[facts.index]! & functionFlags.generator) !== 0)
      pointsTo.add(to, objects.generator(fn));
    else pointsTo.copy(this.host.specialVar(fn, specialVars.result), to);
  }

  /** An argument becomes a parameter, an element of the rest parameter or of `arguments`. */
  passArgument(fn: number, position: number, value: number, text = -1): void {
    const { pointsTo, objects } = this.host;
    this.names.pass(fn, position, text);
    const { module, index } = this.factsOf(fn);
    const named = this.paramVar(fn, position);
    if (named >= 0) this.passed.add(named);
    if (value < 0) return;
    const argumentsVar = this.host.specialVar(fn, specialVars.arguments);
    if (!pointsTo.isEmpty(argumentsVar))
      pointsTo.copy(value, pointsTo.field(objects.argumentsOf(fn), pointsTo.elementProperty));
    const rest = module.functions.rest[index]!;
    if (rest >= 0 && position >= rest) {
      pointsTo.add(this.paramVar(fn, rest), objects.rest(fn));
      pointsTo.copy(value, pointsTo.field(objects.rest(fn), pointsTo.elementProperty));
      return;
    }
    if (named >= 0) pointsTo.copy(value, named);
  }

  elementsOf(list: number): number {
    return this.builtIns.elementsOf(list);
  }

  paramCount(fn: number): number {
    const { module, index } = this.factsOf(fn);
    return module.functions.firstParam[index + 1]! - module.functions.firstParam[index]!;
  }

  paramVar(fn: number, position: number): number {
    const { module, index, moduleIndex } = this.factsOf(fn);
    const { firstParam, params } = module.functions;
    const at = firstParam[index]! + position;
    if (at >= firstParam[index + 1]!) return -1;
    const variable = params[at]!;
    return variable < 0 ? -1 : this.host.varBase[moduleIndex]! + variable;
  }

  private factsOf(fn: number): { module: ModuleFacts; index: number; moduleIndex: number } {
    const moduleIndex = this.host.program.moduleOfFunction[fn]!;
    return {
      module: this.host.program.modules[moduleIndex]!,
      moduleIndex,
      index: fn - this.host.program.functionBase[moduleIndex]!,
    };
  }

  private loadModule(module: ModuleFacts, m: number, i: number): void {
    const text = module.calls.text[i]!;
    if (text < 0) return;
    const result = this.host.varBase[m]! + module.calls.result[i]!;
    const targets = this.host.linker.modulesOf(m, module.strings[text]!);
    for (const target of targets) this.host.namespaceVar(target, result);
    if (targets.length === 0) this.host.pointsTo.add(result, ObjectSpace.external);
  }

  /** The same, of what is spread the variables of its elements. */
  argValues(module: ModuleFacts, call: SolverCall): number[] {
    const { args, argOffset } = module.calls;
    const first = argOffset[call.index]!;
    const isSpread = (position: number): boolean => args[first + 2 * position + 1] === 1;
    return this.argVars(module, call).map((value, i) =>
      value >= 0 && isSpread(i) ? this.builtIns.elementsOf(value) : value,
    );
  }

  /** The variables of a call's arguments; −1 for values that are no objects. */
  argVars(module: ModuleFacts, call: SolverCall): number[] {
    const { args, argOffset } = module.calls;
    const list: number[] = [];
    for (let at = argOffset[call.index]!; at < argOffset[call.index + 1]!; at += 2) {
      list.push(args[at]! < 0 ? -1 : this.host.varBase[call.module]! + args[at]!);
    }
    return list;
  }
}
