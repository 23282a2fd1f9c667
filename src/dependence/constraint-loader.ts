import { Interner } from '#core/interner';
import {
  computedProperty,
  constraintKinds as kinds,
  elementProperty,
  functionFlags,
  functionKinds,
  specialVars,
  type ModuleFacts,
} from '#ir/facts';
import { functionsUsingArguments } from '#ir/pointer-facts';
import { offsets, type Program } from '#ir/program';
import { Accessors } from './accessors';
import { CallResolution } from './call-resolution';
import { eachConstraint } from './constraints';
import { Conversions } from './conversions';
import { primitivesOf } from './declared-primitives';
import { DeclaredTypes } from './declared-types';
import type { LinkedName, Linker } from './link';
import { Listeners } from './listeners';
import { ObjectSpace } from './object-space';
import { memberName } from './member-name';
import { OutsideCalls } from './outside-calls';
import type { PointerSolver } from './pointers';
import { pointerLimit, type PointerLimit } from './pointer-limits';
import { PointsTo } from './points-to';

/** Turns the facts of all modules into constraints of the solver. */
export class ConstraintLoader implements PointerSolver {
  readonly objects: ObjectSpace;
  readonly propertyNames = new Interner();
  readonly properties: readonly Int32Array[];
  readonly varBase: Int32Array;
  readonly pointsTo: PointsTo;
  readonly calls: CallResolution;
  readonly conversions: Conversions;
  readonly imports = new Map<number, LinkedName>();
  private readonly globals = new Map<string, number>();
  readonly thrown: number;
  readonly accessors: Accessors;
  private readonly types: DeclaredTypes;
  private readonly listeners: Listeners;
  private readonly outside: OutsideCalls;

  constructor(
    readonly program: Program,
    readonly linker: Linker,
    limit: PointerLimit = pointerLimit,
  ) {
    this.objects = new ObjectSpace(program);
    this.properties = program.modules.map((m) => Int32Array.from(m.strings, (s) => this.propertyNames.intern(s)));
    this.varBase = offsets(program.modules, (m) => m.varCount);
    this.pointsTo = new PointsTo(
      this.objects,
      this.varBase.at(-1) ?? 0,
      this.propertyNames.intern('__proto__'),
      this.propertyNames.intern(elementProperty),
      this.propertyNames.intern(computedProperty),
      this.propertyNames.intern('prototype'),
      this.propertyNames.intern('[...]'),
      limit,
    );
    this.thrown = this.pointsTo.newVar();
    this.calls = new CallResolution(this);
    this.conversions = new Conversions(this);
    this.accessors = new Accessors(this);
    this.types = new DeclaredTypes(this);
    this.listeners = new Listeners(this, this.calls);
    this.outside = new OutsideCalls(this, this.calls);
  }

  load(): void {
    const { program } = this;
    program.modules.forEach((module, m) => this.moduleObjects(module, m));
    program.modules.forEach((module, m) => this.accessors.collect(module, m));
    program.modules.forEach((module, m) => {
      this.functionsOf(module, m);
      this.constraintsOf(module, m);
      this.importsOf(module, m);
    });
    this.types.seed();
    program.modules.forEach((module, m) => this.calls.load(module, m));
    this.accessors.followDecorators();
  }

  /** Parameters that no call of the program provides come from callers outside: any object, unless they are declared to be none. */
  secondRound(): void {
    this.program.modules.forEach((module, m) => {
      const primitives = primitivesOf(module);
      for (const param of module.functions.params) {
        const variable = this.varBase[m]! + param;
        if (param >= 0 && !primitives.has(param) && !this.calls.isPassed(variable) && this.types.isOpen(variable))
          this.pointsTo.add(variable, ObjectSpace.any);
      }
    });
    this.types.secondRound();
    this.followUp();
    this.outside.follow();
  }

  /** What can only be looked up when it is known who holds what; true when this led to anything. */
  followUp(): boolean {
    // What takes a look at all reads comes last.
    return (
      this.listeners.follow() ||
      this.outside.followWrapped() ||
      this.pointsTo.readComputedWrites((property) => this.propertyNames.textOf(property)) ||
      this.accessors.follow(true) ||
      this.conversions.follow()
    );
  }

  specialVar(fn: number, which: number): number {
    const m = this.program.moduleOfFunction[fn]!;
    const local = fn - this.program.functionBase[m]!;
    return this.varBase[m]! + this.program.modules[m]!.bindings.count + local * specialVars.count + which;
  }

  /** The variable of a global name of a module. */
  global(module: number, name: string): number {
    const key = name === 'module' || name === 'exports' ? `${module}\0${name}` : name;
    let variable = this.globals.get(key);
    if (variable === undefined) {
      variable = this.pointsTo.newVar();
      this.globals.set(key, variable);
      if (name === 'exports') this.pointsTo.add(variable, this.objects.exports(module));
      else if (name === 'module') this.pointsTo.add(variable, this.objects.moduleObject(module));
      else this.pointsTo.add(variable, ObjectSpace.external);
    }
    return variable;
  }

  /** The exports of a module as an object: what `require`, `import *` and `import()` give. */
  namespaceVar(module: number, to: number): void {
    const facts = this.program.modules[module]!;
    if (facts.format === 'commonjs') {
      const exports = this.propertyNames.intern('exports');
      this.pointsTo.copy(this.pointsTo.field(this.objects.moduleObject(module), exports), to);
    } else this.pointsTo.add(to, this.objects.namespace(module));
  }

  private moduleObjects(module: ModuleFacts, m: number): void {
    const exports = this.propertyNames.intern('exports');
    this.pointsTo.add(this.pointsTo.field(this.objects.moduleObject(m), exports), this.objects.exports(m));
    if (module.format === 'commonjs') {
      // Imported as a namespace, a CommonJS module has its exports as properties and as `default`.
      const whole = this.pointsTo.field(this.objects.moduleObject(m), exports);
      const namespace = this.pointsTo.newVar();
      this.pointsTo.add(namespace, this.objects.namespace(m));
      this.pointsTo.assign(whole, namespace);
      this.pointsTo.store(namespace, this.propertyNames.intern('default'), whole);
      return;
    }
    for (const name of this.linker.exportedNames(m)) {
      const linked = this.linker.exported(m, name);
      this.flowName(linked, this.pointsTo.field(this.objects.namespace(m), this.propertyNames.intern(name)));
    }
  }

  /** The value of a linked name flows to a variable. */
  private flowName(linked: LinkedName, to: number): void {
    const { pointsTo, objects } = this;
    switch (linked.kind) {
      case 'binding':
        pointsTo.copy(this.varBase[linked.module]! + linked.binding, to);
        return;
      case 'namespace':
        pointsTo.add(to, objects.namespace(linked.module));
        // Compilers to CommonJS may give what `require` gives.
        this.namespaceVar(linked.module, to);
        return;
      case 'commonjs': {
        const whole = pointsTo.field(objects.moduleObject(linked.module), this.propertyNames.intern('exports'));
        if (linked.name === null) pointsTo.copy(whole, to);
        else pointsTo.load(whole, this.propertyNames.intern(linked.name), to);
        return;
      }
      case 'external':
      case 'unresolved':
        pointsTo.add(to, ObjectSpace.external);
    }
  }

  private importsOf(module: ModuleFacts, m: number): void {
    for (const record of module.imports) {
      const linked = this.linker.imported(m, record.source, record.imported);
      const variable = this.varBase[m]! + record.binding;
      this.imports.set(variable, linked);
      this.flowName(linked, variable);
    }
  }

  /** `this` of members, generator results, rest parameters, `arguments`. */
  private functionsOf(module: ModuleFacts, m: number): void {
    const { objects, pointsTo } = this;
    const base = this.program.functionBase[m]!;
    const usesArguments = functionsUsingArguments(module);
    for (let i = 0; i < module.functions.count; i++) {
      const fn = base + i;
      const thisVar = this.specialVar(fn, specialVars.this);
      const classIndex = module.functions.classIndex[i]!;
      const kind = functionKinds[module.functions.kind[i]!];
      if (classIndex >= 0) {
        const owner = base + module.classes[classIndex]!.constructorFn;
        const isStatic = (module.functions.flags[i]! & functionFlags.static) !== 0;
        pointsTo.add(thisVar, isStatic ? objects.fn(owner) : objects.instance(owner));
        if (!isStatic) this.types.receivers.add(owner, memberName(module, i), thisVar);
      } else if (kind === 'module' && module.format === 'commonjs') pointsTo.add(thisVar, objects.exports(m));
      if ((module.functions.flags[i]! & functionFlags.generator) !== 0) {
        pointsTo.copy(
          this.specialVar(fn, specialVars.yielded),
          pointsTo.field(objects.generator(fn), pointsTo.elementProperty),
        );
      }
      if (usesArguments.has(i)) pointsTo.add(this.specialVar(fn, specialVars.arguments), objects.argumentsOf(fn));
      pointsTo.add(pointsTo.field(objects.instance(fn), pointsTo.protoProperty), objects.prototype(fn));
    }
  }

  private constraintsOf(module: ModuleFacts, m: number): void {
    const { pointsTo, objects } = this;
    const vars = this.varBase[m]!;
    const nodes = this.program.nodeBase[m]!;
    const property = (local: number): number => this.properties[m]![local]!;
    eachConstraint(module, (kind, words, at) => {
      const a = words[at]!;
      const b = words[at + 1]!;
      switch (kind) {
        case kinds.alloc:
          pointsTo.add(vars + a, objects.site(m, b));
          return;
        case kinds.copy:
          pointsTo.copy(vars + b, vars + a);
          return;
        case kinds.load:
          pointsTo.load(vars + b, property(words[at + 2]!), vars + a);
          this.accessors.watch(vars + b, property(words[at + 2]!), nodes + words[at + 3]!, 'get', vars + a);
          return;
        case kinds.store: {
          const value = vars + words[at + 2]!;
          pointsTo.store(vars + a, property(b), value);
          this.accessors.watch(vars + a, property(b), nodes + words[at + 3]!, 'set', value);
          return;
        }
        case kinds.idleRead:
          this.accessors.watch(vars + a, property(b), nodes + words[at + 2]!, 'get', -1);
          return;
        case kinds.idleWrite:
          this.accessors.watch(vars + a, property(b), nodes + words[at + 2]!, 'set', -1);
          return;
        case kinds.convert:
          this.conversions.convert(vars + a, null, nodes + b);
          return;
        case kinds.convertPart:
          this.conversions.convert(vars + a, property(b), nodes + words[at + 2]!);
          return;
        case kinds.global:
          pointsTo.copy(this.global(m, module.strings[b]!), vars + a);
          return;
        case kinds.setGlobal:
          pointsTo.copy(vars + b, this.global(m, module.strings[a]!));
          return;
        case kinds.assign:
          pointsTo.assign(vars + b, vars + a);
          return;
        case kinds.class:
          this.classConstraint(m, a, b);
          return;
        case kinds.member: {
          if (words[at + 4]! !== 0) return;
          const owner = objects.functionOf(objects.site(m, a));
          const holder = words[at + 3] === 1 ? objects.fn(owner) : objects.prototype(owner);
          pointsTo.add(pointsTo.field(holder, property(b)), objects.site(m, words[at + 2]!));
          return;
        }
        case kinds.caught:
          pointsTo.copy(this.thrown, vars + a);
          pointsTo.add(vars + a, ObjectSpace.external);
          return;
        case kinds.thrown:
          pointsTo.copy(vars + a, this.thrown);
          return;
        case kinds.superOf:
          this.superOf(module, m, vars + a, b);
          return;
        case kinds.iterate:
          this.iterate(vars + a, vars + b, nodes + words[at + 2]!);
          return;
        default: // typed and accessor constraints have passes of their own
      }
    });
  }

  private classConstraint(m: number, site: number, superVar: number): void {
    const { pointsTo, objects } = this;
    const owner = objects.functionOf(objects.site(m, site));
    pointsTo.add(pointsTo.field(objects.prototype(owner), this.propertyNames.intern('constructor')), objects.fn(owner));
    if (superVar < 0) return;
    const parent = this.varBase[m]! + superVar;
    pointsTo.copy(parent, pointsTo.field(objects.fn(owner), pointsTo.protoProperty));
    pointsTo.load(
      parent,
      this.propertyNames.intern('prototype'),
      pointsTo.field(objects.prototype(owner), pointsTo.protoProperty),
    );
    this.types.noteSubclass(parent, owner);
  }

  /** An object with an iterator of its own: its method runs, and what that yields are its elements. */
  private iterate(iter: number, source: number, node: number): void {
    const { pointsTo } = this;
    const names = ['@@iterator', '@@asyncIterator', 'next'].map((name) => this.propertyNames.intern(name));
    const [iterator, asyncIterator, next] = names as [number, number, number];
    const results = pointsTo.newVar();
    for (const property of [iterator, asyncIterator]) this.runMethod(source, property, node, results);
    pointsTo.copy(results, iter);
    pointsTo.watch(results, (object) => {
      if (object <= ObjectSpace.external) return;
      const holder = pointsTo.newVar();
      pointsTo.add(holder, object);
      const step = pointsTo.newVar();
      this.runMethod(holder, next, node, step);
      pointsTo.load(step, this.propertyNames.intern('value'), pointsTo.field(object, pointsTo.elementProperty));
    });
  }

  /** A method that the language calls as part of a node. */
  private runMethod(receiver: number, property: number, node: number, result: number): void {
    const method = this.pointsTo.newVar();
    this.pointsTo.load(receiver, property, method);
    this.pointsTo.watch(method, (object) => {
      const fn = this.objects.functionOf(object);
      if (fn >= 0) this.calls.implicitCall(node, fn, receiver, 'get', result);
      else if (object === ObjectSpace.common) this.calls.implicitCommonCall(node, receiver, result);
    });
  }

  private superOf(module: ModuleFacts, m: number, to: number, fn: number): void {
    let at = fn;
    while (at >= 0 && module.functions.classIndex[at]! < 0) at = module.functions.parent[at]!;
    if (at < 0) return;
    const owner = this.program.functionBase[m]! + module.classes[module.functions.classIndex[at]!]!.constructorFn;
    const { pointsTo, objects } = this;
    pointsTo.copy(pointsTo.field(objects.fn(owner), pointsTo.protoProperty), to);
    pointsTo.copy(pointsTo.field(objects.prototype(owner), pointsTo.protoProperty), to);
  }
}
