import { Interner } from '#core/interner';
import {
  accessWidth,
  computedProperty,
  constraintKinds as kinds,
  constraintWidth,
  elementProperty,
  functionFlags,
  functionKinds,
  places,
  specialVars,
  type ModuleFacts,
} from '#ir/facts';
import { offsets, type Program } from '#ir/program';
import { CallResolution } from './call-resolution';
import { Linker, type LinkedName, type ResolveModule } from './link';
import type { PointerAnalysis } from './pointers';
import { ObjectSpace } from './object-space';
import { PointsTo } from './points-to';

export function analyzePointers(
  program: Program,
  resolveModule: ResolveModule,
  expired: () => boolean = () => false,
): PointerAnalysis {
  const loader = new ConstraintLoader(program, new Linker(program, resolveModule));
  loader.load();
  loader.pointsTo.solve(expired);
  loader.secondRound();
  loader.complete = loader.pointsTo.solve(expired);
  return loader;
}

class ConstraintLoader implements PointerAnalysis {
  complete = true;
  readonly objects: ObjectSpace;
  readonly propertyNames = new Interner();
  readonly properties: readonly Int32Array[];
  readonly varBase: Int32Array;
  readonly pointsTo: PointsTo;
  readonly calls: CallResolution;
  readonly imports = new Map<number, LinkedName>();
  private readonly globals = new Map<string, number>();
  private readonly thrown: number;
  private readonly accessors = new Map<number, Map<number, { get: number; set: number }>>();
  private readonly siteOfVar = new Map<number, number>();
  private readonly implementers = new Map<number, number[]>();

  constructor(
    readonly program: Program,
    readonly linker: Linker,
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
    );
    this.thrown = this.pointsTo.newVar();
    this.calls = new CallResolution(this);
  }

  load(): void {
    const { program } = this;
    program.modules.forEach((module, m) => this.moduleObjects(module, m));
    program.modules.forEach((module, m) => this.accessorTable(module, m));
    program.modules.forEach((module, m) => {
      this.functionsOf(module, m);
      this.constraintsOf(module, m);
      this.importsOf(module, m);
    });
    program.modules.forEach((module, m) => {
      this.typedOf(module, m);
      this.calls.load(module, m);
    });
  }

  /** Parameters that no call of the program provides come from callers outside: any object. */
  secondRound(): void {
    this.program.modules.forEach((module, m) => {
      for (const param of module.functions.params) {
        const variable = this.varBase[m]! + param;
        if (param >= 0 && this.pointsTo.isEmpty(variable) && !this.calls.isPassed(variable))
          this.pointsTo.add(variable, ObjectSpace.any);
      }
    });
    this.pointsTo.readComputedWrites();
    this.calls.secondRound();
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
      const linked = this.linker.exported(m, name, new Set());
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
        return;
      case 'commonjs': {
        const whole = pointsTo.field(objects.moduleObject(linked.module), this.propertyNames.intern('exports'));
        if (linked.name === null) pointsTo.copy(whole, to);
        else pointsTo.load(whole, this.propertyNames.intern(linked.name), to);
        return;
      }
      case 'external':
        pointsTo.add(to, ObjectSpace.external);
        return;
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

  private accessorTable(module: ModuleFacts, m: number): void {
    this.eachConstraint(module, (kind, words, at) => {
      const property = (local: number): number => this.properties[m]![local]!;
      if (kind === kinds.alloc) this.siteOfVar.set(this.varBase[m]! + words[at]!, this.objects.site(m, words[at + 1]!));
      else if (kind === kinds.accessor) {
        const object = this.siteOfVar.get(this.varBase[m]! + words[at]!);
        const fn = this.objects.functionOf(this.objects.site(m, words[at + 2]!));
        if (object !== undefined) this.addAccessor(object, property(words[at + 1]!), fn, words[at + 3]!);
      } else if (kind === kinds.member) {
        const owner = this.objects.functionOf(this.objects.site(m, words[at]!));
        const holder = words[at + 3] === 1 ? this.objects.fn(owner) : this.objects.prototype(owner);
        const fn = this.objects.functionOf(this.objects.site(m, words[at + 2]!));
        this.pointsTo.declare(holder, property(words[at + 1]!));
        if (words[at + 4]! !== 0) this.addAccessor(holder, property(words[at + 1]!), fn, words[at + 4]!);
      }
    });
  }

  private addAccessor(object: number, property: number, fn: number, which: number): void {
    let map = this.accessors.get(object);
    if (map === undefined) this.accessors.set(object, (map = new Map()));
    let pair = map.get(property);
    if (pair === undefined) map.set(property, (pair = { get: -1, set: -1 }));
    if (which === 1) pair.get = fn;
    else pair.set = fn;
  }

  private eachConstraint(module: ModuleFacts, visit: (kind: number, words: Int32Array, at: number) => void): void {
    const words = module.constraints;
    for (let i = 0; i < words.length;) {
      const kind = words[i]!;
      visit(kind, words, i + 1);
      i += 1 + constraintWidth[kind]!;
    }
  }

  private constraintsOf(module: ModuleFacts, m: number): void {
    const { pointsTo, objects } = this;
    const vars = this.varBase[m]!;
    const nodes = this.program.nodeBase[m]!;
    const property = (local: number): number => this.properties[m]![local]!;
    this.eachConstraint(module, (kind, words, at) => {
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
          this.watchAccessor(vars + b, property(words[at + 2]!), nodes + words[at + 3]!, 'get', vars + a);
          return;
        case kinds.store:
          if (words[at + 2]! >= 0) pointsTo.store(vars + a, property(b), vars + words[at + 2]!);
          else
            pointsTo.watch(
              vars + a,
              (object) => void (object !== ObjectSpace.any && pointsTo.field(object, property(b))),
            );
          this.watchAccessor(
            vars + a,
            property(b),
            nodes + words[at + 3]!,
            'set',
            words[at + 2]! < 0 ? -1 : vars + words[at + 2]!,
          );
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
    this.noteSubclass(parent, owner);
  }

  /** A value declared to be of a class may be of any class that extends it. */
  private noteSubclass(parent: number, owner: number): void {
    this.pointsTo.watch(parent, (object) => {
      const fn = this.objects.functionOf(object);
      if (fn < 0) return;
      const list = this.implementers.get(fn);
      if (list === undefined) this.implementers.set(fn, [owner]);
      else if (!list.includes(owner)) list.push(owner);
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

  private watchAccessor(base: number, property: number, node: number, which: 'get' | 'set', value: number): void {
    if (!this.isAccessorName(property)) return;
    const seen = new Set<number>();
    const visit = (object: number): void => {
      if (seen.has(object)) return;
      seen.add(object);
      const fn = this.accessors.get(object)?.get(property)?.[which] ?? -1;
      if (fn >= 0) this.calls.implicitCall(node, fn, base, which, value);
      if (object > ObjectSpace.external && !this.pointsTo.declares(object, property))
        this.pointsTo.watch(this.pointsTo.field(object, this.pointsTo.protoProperty), visit);
    };
    this.pointsTo.watch(base, visit);
  }

  private accessorNames: Set<number> | undefined;

  private isAccessorName(property: number): boolean {
    this.accessorNames ??= new Set([...this.accessors.values()].flatMap((map) => [...map.keys()]));
    return this.accessorNames.has(property);
  }

  /** Declared types: a parameter of class `C` may hold an instance of `C`, or of what extends or implements it. */
  private typedOf(module: ModuleFacts, m: number): void {
    this.eachConstraint(module, (kind, words, at) => {
      if (kind !== kinds.typed) return;
      const variable = this.varBase[m]! + words[at]!;
      const binding = words[at + 2]!;
      if (binding < 0) return;
      const declared = this.declarationOf(m, binding);
      if (declared === undefined) return;
      const { facts, module: owner } = declared;
      const isClass = facts.classes.find((c) => c.binding === declared.binding);
      if (isClass !== undefined)
        this.addInstances(variable, this.program.functionBase[owner]! + isClass.constructorFn, new Set());
      for (const implementer of this.implementersOf(owner, declared.binding))
        this.addInstances(variable, implementer, new Set());
    });
  }

  private addInstances(variable: number, fn: number, seen: Set<number>): void {
    if (seen.has(fn)) return;
    seen.add(fn);
    this.pointsTo.add(variable, this.objects.instance(fn));
    for (const sub of this.implementers.get(fn) ?? []) this.addInstances(variable, sub, seen);
  }

  private interfaceTable: Map<string, number[]> | undefined;

  private implementersOf(module: number, binding: number): readonly number[] {
    this.interfaceTable ??= this.buildInterfaceTable();
    return this.interfaceTable.get(`${module}:${binding}`) ?? [];
  }

  private buildInterfaceTable(): Map<string, number[]> {
    const table = new Map<string, number[]>();
    this.program.modules.forEach((module, m) => {
      for (const record of module.classes) {
        for (const type of record.implements) {
          const declared = type.binding < 0 ? undefined : this.declarationOf(m, type.binding);
          if (declared === undefined) continue;
          const key = `${declared.module}:${declared.binding}`;
          const list = table.get(key) ?? [];
          list.push(this.program.functionBase[m]! + record.constructorFn);
          table.set(key, list);
        }
      }
    });
    return table;
  }

  private declarationOf(
    module: number,
    binding: number,
  ): { module: number; binding: number; facts: ModuleFacts } | undefined {
    const linked = this.imports.get(this.varBase[module]! + binding);
    if (linked === undefined) return { module, binding, facts: this.program.modules[module]! };
    if (linked.kind !== 'binding') return undefined;
    return { module: linked.module, binding: linked.binding, facts: this.program.modules[linked.module]! };
  }
}

function functionsUsingArguments(module: ModuleFacts): Set<number> {
  const users = new Set<number>();
  const { accesses, functions } = module;
  for (let fn = 0; fn < functions.count; fn++) {
    const first = functions.firstNode[fn]!;
    const from = accesses.offset[first]!;
    const to = accesses.offset[first + functions.nodeCount[fn]!]!;
    for (let i = from; i < to; i += accessWidth) {
      if (accesses.words[i + 2] === places.arguments) {
        users.add(fn);
        break;
      }
    }
  }
  return users;
}
