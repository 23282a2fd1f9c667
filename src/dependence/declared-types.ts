import { constraintKinds as kinds, type ModuleFacts } from '#ir/facts';
import { eachConstraint } from './constraints';
import type { LinkedName } from './link';
import { ObjectSpace } from './object-space';
import type { PointerSolver } from './pointers';
import { TypeFlow } from './type-flow';

type Host = Pick<PointerSolver, 'program' | 'objects' | 'pointsTo' | 'varBase' | 'properties' | 'linker'>;

/**
 * Declared types as a source of objects: types are read for call targets only. A variable of class `C` may hold an
 * instance of `C`, or of what extends or implements it; one of another type, an object from outside of that shape, where
 * the shape leads to a class.
 */
export class DeclaredTypes {
  private readonly subclasses = new Map<number, number[]>();
  /** Variables of the type of a class: subclasses may turn up later. */
  private readonly declaredOf = new Map<number, number[]>();
  private readonly classes = new Map<number, ReadonlyMap<number, number>>();
  private readonly meanings = new Map<string, number>();
  private readonly parameters = new Map<string, number>();
  private readonly late: { readonly variable: number; readonly declared: number }[] = [];
  private readonly fields: { owner: number; property: number; isStatic: boolean; declared: number }[] = [];
  private readonly flow: TypeFlow;

  constructor(private readonly host: Host) {
    this.flow = new TypeFlow(host.pointsTo);
  }

  /** After all classes are known. */
  seed(): void {
    const { modules } = this.host.program;
    modules.forEach((module, m) => this.names(module, m));
    modules.forEach((module, m) => this.uses(module, m));
    this.flow.run();
  }

  /** Results and fields of which nothing is known but their type. */
  secondRound(): void {
    const { pointsTo, objects } = this.host;
    const waiting = this.late.filter(({ variable }) => this.isUnknown(variable));
    for (const { owner, property, isStatic, declared } of this.fields) {
      for (const fn of isStatic ? [owner] : this.withSubclasses(owner)) {
        const variable = pointsTo.field(isStatic ? objects.fn(fn) : objects.instance(fn), property);
        if (this.isUnknown(variable)) waiting.push({ variable, declared });
      }
    }
    for (const { variable, declared } of waiting) pointsTo.copy(declared, variable);
  }

  /** Whether nothing is known of what a variable holds but, perhaps, its shape. */
  isOpen(variable: number): boolean {
    return this.host.pointsTo.objectsOf(variable).every((object) => this.host.objects.isDeclared(object));
  }

  private isUnknown(variable: number): boolean {
    const { pointsTo, objects } = this.host;
    return pointsTo.objectsOf(variable).every((object) => object <= ObjectSpace.external || objects.isDeclared(object));
  }

  /** A value declared to be of a class may be of any class that extends it. */
  noteSubclass(parent: number, owner: number): void {
    this.host.pointsTo.watch(parent, (object) => {
      const fn = this.host.objects.functionOf(object);
      if (fn < 0) return;
      const list = this.subclasses.get(fn) ?? [];
      if (list.includes(owner)) return;
      list.push(owner);
      this.subclasses.set(fn, list);
      for (const variable of this.declaredOf.get(fn) ?? []) this.instances(owner, variable);
    });
  }

  private names(module: ModuleFacts, m: number): void {
    const vars = this.host.varBase[m]!;
    eachConstraint(module, (kind, words, at) => {
      if (kind === kinds.typeName) this.meanings.set(`${m}:${words[at]!}`, vars + words[at + 1]!);
      else if (kind === kinds.typeParameter)
        this.parameters.set(`${m}:${words[at]!}:${words[at + 1]!}`, vars + words[at + 2]!);
    });
  }

  private uses(module: ModuleFacts, m: number): void {
    const { flow, host } = this;
    const vars = host.varBase[m]!;
    const property = (string: number): number => host.properties[m]![string]!;
    eachConstraint(module, (kind, words, at) => {
      const a = words[at]!;
      const b = words[at + 1]!;
      switch (kind) {
        case kinds.typed:
          this.named(m, vars + a, module.strings[b]!, words[at + 2]!);
          return;
        case kinds.shape:
          flow.shape(host.objects.site(m, b), vars + a);
          return;
        case kinds.shapePart:
          flow.part(vars + words[at + 2]!, host.objects.site(m, a), property(b));
          return;
        case kinds.typeArgument:
          this.argument(m, module.strings[b]!, words.subarray(at, at + 6));
          return;
        case kinds.typeOfValue: {
          const declared = this.declarationOf(m, '', b);
          const isClass = declared !== undefined && this.classesOf(declared.module).has(declared.binding);
          if (isClass) flow.value(host.varBase[declared.module]! + declared.binding, vars + a);
          return;
        }
        case kinds.lateType:
          this.late.push({ variable: vars + a, declared: vars + b });
          return;
        case kinds.typedField: {
          const owner = host.program.functionBase[m]! + a;
          const declared = vars + words[at + 3]!;
          this.fields.push({ owner, property: property(b), isStatic: words[at + 2] === 1, declared });
          return;
        }
        default:
      }
    });
  }

  private named(m: number, variable: number, name: string, binding: number): void {
    const declared = binding < 0 ? undefined : this.declarationOf(m, name, binding);
    if (declared === undefined) return;
    const constructorFn = this.classesOf(declared.module).get(declared.binding);
    const implementers = this.implementersOf(declared.module, declared.binding);
    for (const fn of constructorFn === undefined ? implementers : [constructorFn, ...implementers])
      this.instances(fn, variable);
    const meaning = this.meanings.get(`${declared.module}:${declared.binding}`);
    if (meaning !== undefined) this.flow.copy(meaning, variable);
  }

  private instances(fn: number, variable: number): void {
    for (const sub of this.withSubclasses(fn)) {
      const list = this.declaredOf.get(sub);
      if (list === undefined) this.declaredOf.set(sub, [variable]);
      else list.push(variable);
      this.flow.instance(this.host.objects.instance(sub), variable);
    }
  }

  /** What a generic type is given goes to its parameter; one from outside is taken to hold it as a collection does. */
  private argument(m: number, name: string, words: Int32Array): void {
    const [variable, , binding, position, given, site] = words as unknown as [number, ...number[]];
    const vars = this.host.varBase[m]!;
    const declared = binding! < 0 ? undefined : this.declarationOf(m, name, binding!);
    if (declared !== undefined) {
      const parameter = this.parameters.get(`${declared.module}:${declared.binding}:${position}`);
      if (parameter !== undefined) this.flow.copy(vars + given!, parameter);
      return;
    }
    const collection = this.host.objects.site(m, site!);
    this.flow.part(vars + given!, collection, this.host.pointsTo.elementProperty);
    this.flow.shape(collection, vars + variable);
  }

  private withSubclasses(fn: number, found = new Set<number>()): Set<number> {
    if (found.has(fn)) return found;
    found.add(fn);
    for (const sub of this.subclasses.get(fn) ?? []) this.withSubclasses(sub, found);
    return found;
  }

  /** The constructors of a module's classes, by the binding of the class. */
  private classesOf(m: number): ReadonlyMap<number, number> {
    let classes = this.classes.get(m);
    if (classes === undefined) {
      const { functionBase, modules } = this.host.program;
      classes = new Map(modules[m]!.classes.map((c) => [c.binding, functionBase[m]! + c.constructorFn]));
      this.classes.set(m, classes);
    }
    return classes;
  }

  private interfaceTable: Map<string, number[]> | undefined;

  private implementersOf(module: number, binding: number): readonly number[] {
    this.interfaceTable ??= this.buildInterfaceTable();
    return this.interfaceTable.get(`${module}:${binding}`) ?? [];
  }

  private buildInterfaceTable(): Map<string, number[]> {
    const table = new Map<string, number[]>();
    this.host.program.modules.forEach((module, m) => {
      for (const record of module.classes) {
        for (const type of record.implements) {
          const declared = type.binding < 0 ? undefined : this.declarationOf(m, type.name, type.binding);
          if (declared === undefined) continue;
          const key = `${declared.module}:${declared.binding}`;
          const list = table.get(key) ?? [];
          list.push(this.host.program.functionBase[m]! + record.constructorFn);
          table.set(key, list);
        }
      }
    });
    return table;
  }

  /** Where a type is declared; of `ns.Name`, the binding is that of `ns`. */
  private declarationOf(m: number, name: string, binding: number): { module: number; binding: number } | undefined {
    const { linker } = this.host;
    const { imports, typeImports } = this.host.program.modules[m]!;
    const isMeant = (record: { readonly binding: number }): boolean => record.binding === binding;
    const record = imports.find(isMeant) ?? typeImports.find(isMeant);
    const [, ...members] = name.split('.');
    let linked: LinkedName =
      record === undefined
        ? { kind: 'binding', module: m, binding }
        : linker.importedType(m, record.source, record.imported);
    for (const member of members) {
      if (linked.kind !== 'namespace') return undefined;
      linked = linker.exportedType(linked.module, member);
    }
    return linked.kind === 'binding' ? linked : undefined;
  }
}
