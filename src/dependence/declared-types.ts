import { constraintKinds as kinds, type ModuleFacts } from '#ir/facts';
import { eachConstraint } from './constraints';
import type { LinkedName } from './link';
import type { PointerSolver } from './pointers';

type Host = Pick<PointerSolver, 'program' | 'objects' | 'pointsTo' | 'varBase' | 'imports' | 'linker'>;

/** Declared types as a source of objects: types are read for call targets only. */
export class DeclaredTypes {
  private readonly implementers = new Map<number, number[]>();
  private readonly classes = new Map<number, ReadonlyMap<number, number>>();

  constructor(private readonly host: Host) {}

  /** Declared types: a parameter of class `C` may hold an instance of `C`, or of what extends or implements it. */
  seed(module: ModuleFacts, m: number): void {
    eachConstraint(module, (kind, words, at) => {
      if (kind !== kinds.typed) return;
      const variable = this.host.varBase[m]! + words[at]!;
      const binding = words[at + 2]!;
      if (binding < 0) return;
      const declared = this.declarationOf(m, binding);
      if (declared === undefined) return;
      const { facts, module: owner } = declared;
      const constructorFn = this.classesOf(owner, facts).get(declared.binding);
      if (constructorFn !== undefined) this.addInstances(variable, constructorFn, new Set());
      for (const implementer of this.implementersOf(owner, declared.binding))
        this.addInstances(variable, implementer, new Set());
    });
  }

  private addInstances(variable: number, fn: number, seen: Set<number>): void {
    if (seen.has(fn)) return;
    seen.add(fn);
    this.host.pointsTo.add(variable, this.host.objects.instance(fn));
    for (const sub of this.implementers.get(fn) ?? []) this.addInstances(variable, sub, seen);
  }

  /** The constructors of a module's classes, by the binding of the class. */
  private classesOf(m: number, facts: ModuleFacts): ReadonlyMap<number, number> {
    let classes = this.classes.get(m);
    if (classes === undefined) {
      classes = new Map(facts.classes.map((c) => [c.binding, this.host.program.functionBase[m]! + c.constructorFn]));
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
          const declared = type.binding < 0 ? undefined : this.declarationOf(m, type.binding);
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

  private declarationOf(
    module: number,
    binding: number,
  ): { module: number; binding: number; facts: ModuleFacts } | undefined {
    const linked = this.host.imports.get(this.host.varBase[module]! + binding) ?? this.typeImport(module, binding);
    if (linked === undefined) return { module, binding, facts: this.host.program.modules[module]! };
    if (linked.kind !== 'binding') return undefined;
    return { module: linked.module, binding: linked.binding, facts: this.host.program.modules[linked.module]! };
  }
  /** A value declared to be of a class may be of any class that extends it. */
  noteSubclass(parent: number, owner: number): void {
    this.host.pointsTo.watch(parent, (object) => {
      const fn = this.host.objects.functionOf(object);
      if (fn < 0) return;
      const list = this.implementers.get(fn);
      if (list === undefined) this.implementers.set(fn, [owner]);
      else if (!list.includes(owner)) list.push(owner);
    });
  }

  /** `import type` binds a name that only types use. */
  private typeImport(module: number, binding: number): LinkedName | undefined {
    const record = this.host.program.modules[module]!.typeImports.find((i) => i.binding === binding);
    return record === undefined ? undefined : this.host.linker.imported(module, record.source, record.imported);
  }
}
