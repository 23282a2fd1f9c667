import type { FunctionId } from '#core/ids';
import { AccessorTable } from '#dependence/accessor-table';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { ObjectSpace } from '#dependence/object-space';
import { specialVars } from '#ir/facts';

/** How far into exported objects functions are looked for: `api.v1.users.get`. */
const mostKeys = 4;

/** Functions that a module of the program hands out: exported, or a member of an exported class or object, accessors too. */
export class ExportedFunctions {
  readonly all: ReadonlySet<FunctionId>;
  readonly #names: ReadonlyMap<FunctionId, string | null>;
  readonly #graph: DependenceGraph;
  readonly #accessors: AccessorTable;

  constructor(graph: DependenceGraph) {
    const { program, pointers } = graph;
    const { objects, varBase } = pointers;
    this.#graph = graph;
    this.#accessors = new AccessorTable({ objects, varBase, property: (m, string) => pointers.property(m, string) });
    program.modules.forEach((module, m) => this.#accessors.collect(module, m));
    this.#names = this.#reachable((add) => this.#eachExport((object, name) => add(object, mostKeys, name)));
    this.all = new Set(this.#names.keys());
  }

  /** How whoever imports its module gets at a function: `slug`, `api.get`; null where that has no name. */
  nameOf(fn: FunctionId): string | null {
    return this.#names.get(fn) ?? null;
  }

  /** Functions that one can call on what a function gives. */
  handedOutBy(fn: FunctionId): FunctionId[] {
    const { program, pointers } = this.#graph;
    const { module, index } = program.locate(fn);
    const result = module.bindings.count + index * specialVars.count + specialVars.result;
    const given = this.#held((pointers.varBase[program.moduleIndex(module.path) ?? 0] ?? 0) + result);
    return [...this.#reachable((add) => given.forEach((object) => add(object, 1, null))).keys()];
  }

  #eachExport(visit: (object: number, name: string | null) => void): void {
    const { program, pointers } = this.#graph;
    const { pointsTo, objects, linker, varBase, propertyNames } = pointers;
    program.modules.forEach((module, m) => {
      if (module.format === 'commonjs') {
        const exports = pointsTo.field(objects.moduleObject(m), propertyNames.intern('exports'));
        for (const object of this.#held(exports)) visit(object, objects.functionOf(object) >= 0 ? null : '');
        return;
      }
      for (const name of linker.exportedNames(m)) {
        const linked = linker.exported(m, name);
        if (linked.kind !== 'binding') continue;
        const named = name === 'default' ? null : name;
        for (const object of this.#held((varBase[linked.module] ?? 0) + linked.binding)) visit(object, named);
      }
    });
  }

  #held(variable: number): readonly number[] {
    const { pointsTo } = this.#graph.pointers;
    return pointsTo.withCommon(pointsTo.objectsOf(variable));
  }

  /** Functions in the objects that are added, in what those hold, and in what they inherit. */
  #reachable(begin: (add: Add) => void): Map<FunctionId, string | null> {
    const { pointsTo, objects, propertyNames } = this.#graph.pointers;
    /** Of classes: only their own code can call it. */
    const isPrivate = (property: number): boolean => propertyNames.textOf(property).startsWith('#');
    const found = new Map<FunctionId, string | null>();
    const meet = (fn: number, name: string | null): void => {
      if ((found.get(fn as FunctionId) ?? null) === null) found.set(fn as FunctionId, name);
    };
    const seen = new Set<number>();
    const linked = new Set<number>();
    const add: Add = (object, depth, name) => {
      if (object <= ObjectSpace.external || seen.has(object)) return;
      seen.add(object);
      const fn = objects.functionOf(object);
      const maker = fn >= 0 ? fn : objects.makerOf(object);
      if (fn >= 0) meet(fn, name);
      if (maker >= 0) addFields(objects.prototype(maker), depth, fn >= 0 ? null : name, isPrivate);
      addFields(object, depth, name, fn >= 0 ? isPrivate : nothing);
    };
    const addFields = (
      object: number,
      depth: number,
      name: string | null,
      isHidden: (property: number) => boolean,
    ): void => {
      if (depth === 0) return;
      for (const property of pointsTo.fieldsOf(object)) {
        if (isHidden(property)) continue;
        for (const value of this.#held(pointsTo.field(object, property))) {
          if (!pointsTo.isLink(property)) add(value, depth - 1, within(name, propertyNames.textOf(property)));
          else if (value > ObjectSpace.external && !linked.has(value)) {
            // What it inherits or was spread into it, whoever else has it.
            linked.add(value);
            addFields(value, depth, name, isHidden);
          }
        }
      }
      for (const [property, { get, set }] of this.#accessors.of(object)) {
        for (const fn of isHidden(property) ? [] : [get, set]) if (fn >= 0) meet(fn, null);
      }
    };
    begin(add);
    return found;
  }
}

type Add = (object: number, depth: number, name: string | null) => void;

function within(holder: string | null, key: string): string | null {
  if (holder === null || !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key)) return null;
  return holder === '' ? key : `${holder}.${key}`;
}

function nothing(): boolean {
  return false;
}
