import { constraintKinds as kinds, type ModuleFacts } from '#ir/facts';
import { eachConstraint } from './constraints';
import { InheritedReceivers } from './inherited-receivers';
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
  private readonly structural = new Set<number>();
  /** By the variable of the name that a type is declared with: the constructor of a class, what others mean. */
  private readonly constructors = new Map<number, number>();
  private readonly meanings = new Map<number, number>();
  private readonly parameters = new Map<number, number[]>();
  private readonly late: { readonly variable: number; readonly declared: number }[] = [];
  private readonly fields: { owner: number; property: number; isStatic: boolean; declared: number }[] = [];
  private readonly imports: (ReadonlyMap<number, ImportFacts> | undefined)[] = [];
  /** Per module, where imported types are declared, by the name that they are used with. */
  private readonly linked: Map<string, number | undefined>[] = [];
  private readonly flow: TypeFlow;
  readonly receivers: InheritedReceivers;

  constructor(private readonly host: Host) {
    this.flow = new TypeFlow(host.pointsTo);
    this.receivers = new InheritedReceivers(host);
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

  /** Whether a variable may hold objects of the program that its type does not name: any object may have a shape. */
  isOpen(variable: number): boolean {
    if (this.structural.has(variable)) return true;
    return this.host.pointsTo.objectsOf(variable).every((object) => this.host.objects.isDeclared(object));
  }

  private isUnknown(variable: number): boolean {
    const { pointsTo, objects } = this.host;
    if (pointsTo.holdsCommon(variable)) return false;
    return pointsTo.objectsOf(variable).every((object) => object <= ObjectSpace.external || objects.isDeclared(object));
  }

  /** A value declared to be of a class may be of any class that extends it. */
  noteSubclass(parent: number, owner: number): void {
    this.host.pointsTo.watchEach(parent, (object) => {
      const fn = this.host.objects.functionOf(object);
      if (fn < 0) return;
      const list = this.subclasses.get(fn) ?? [];
      if (list.includes(owner)) return;
      list.push(owner);
      this.subclasses.set(fn, list);
      this.receivers.extend(fn, owner);
      for (const variable of this.declaredOf.get(fn) ?? []) this.instances(owner, variable);
    });
  }

  private names(module: ModuleFacts, m: number): void {
    const vars = this.host.varBase[m]!;
    eachConstraint(module, (kind, words, at) => {
      if (kind === kinds.typeName) this.meanings.set(vars + words[at]!, vars + words[at + 1]!);
      else if (kind === kinds.typeParameter) {
        const list = this.parameters.get(vars + words[at]!) ?? [];
        list[words[at + 1]!] = vars + words[at + 2]!;
        this.parameters.set(vars + words[at]!, list);
      }
    });
    for (const { binding, constructorFn } of module.classes)
      if (binding >= 0) this.constructors.set(vars + binding, this.host.program.functionBase[m]! + constructorFn);
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
          const declared = this.declarationOf(m, `typeof ${b}`, b);
          if (declared !== undefined && this.constructors.has(declared)) flow.value(declared, vars + a);
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
    const constructorFn = this.constructors.get(declared);
    const implementers = this.implementersOf(declared);
    for (const fn of constructorFn === undefined ? implementers : [constructorFn, ...implementers])
      this.instances(fn, variable);
    if (constructorFn === undefined) this.structural.add(variable);
    const meaning = this.meanings.get(declared);
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
      const parameter = this.parameters.get(declared)?.[position!];
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

  private interfaceTable: Map<number, number[]> | undefined;

  private implementersOf(declaration: number): readonly number[] {
    this.interfaceTable ??= this.buildInterfaceTable();
    return this.interfaceTable.get(declaration) ?? [];
  }

  private buildInterfaceTable(): Map<number, number[]> {
    const table = new Map<number, number[]>();
    this.host.program.modules.forEach((module, m) => {
      for (const record of module.classes) {
        for (const type of record.implements) {
          const declared = type.binding < 0 ? undefined : this.declarationOf(m, type.name, type.binding);
          if (declared === undefined) continue;
          const list = table.get(declared) ?? [];
          list.push(this.host.program.functionBase[m]! + record.constructorFn);
          table.set(declared, list);
        }
      }
    });
    return table;
  }

  /** The variable of the name that a type is declared with; of `ns.Name`, the binding is that of `ns`. */
  private declarationOf(m: number, name: string, binding: number): number | undefined {
    const record = this.importsOf(m).get(binding);
    if (record === undefined) return name.includes('.') ? undefined : this.host.varBase[m]! + binding;
    const known = this.linked[m]!;
    if (!known.has(name)) known.set(name, this.follow(m, record, name));
    return known.get(name);
  }

  private follow(m: number, { source, imported }: ImportFacts, name: string): number | undefined {
    const { linker } = this.host;
    let linked = linker.importedType(m, source, imported);
    for (const member of name.split('.').slice(1)) {
      if (linked.kind !== 'namespace') return undefined;
      linked = linker.exportedType(linked.module, member);
    }
    return linked.kind === 'binding' ? this.host.varBase[linked.module]! + linked.binding : undefined;
  }

  private importsOf(m: number): ReadonlyMap<number, ImportFacts> {
    let records = this.imports[m];
    if (records === undefined) {
      const { imports, typeImports } = this.host.program.modules[m]!;
      records = new Map([...typeImports, ...imports].map((record) => [record.binding, record]));
      this.imports[m] = records;
      this.linked[m] = new Map();
    }
    return records;
  }
}

type ImportFacts = ModuleFacts['imports'][number];
