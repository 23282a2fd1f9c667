import type { FunctionId, NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { ObjectSpace } from '#dependence/object-space';
import { namesOfFunctions } from '#directed/names-of-functions';
import type { FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import type { LoadedProgram } from '#ir/load-program';
import type { FunctionsHeld } from './functions-held';
import type { KeptValues } from './kept-values';

/** How far functions are looked for inside of objects. */
const deepest = 4;

/**
 * Nodes that make or hand on functions whose behaviour may differ: such a function can be given away, and what it does then is
 * seen by whoever calls it, though the path itself never runs it.
 */
export class EscapingNodes {
  readonly #graph: DependenceGraph;
  readonly #kept: KeptValues;
  /** When the modules are loaded. */
  readonly #held: FunctionsHeld;
  readonly #loaded: LoadedProgram;
  readonly #isImpacted: (fn: FunctionId) => boolean;
  readonly #variables = new Map<number, boolean>();
  #names: ReadonlySet<string> | null = null;
  /** Per module, the functions that are impacted or make one that is. */
  readonly #within = new Map<ModuleIr, ReadonlySet<number>>();

  constructor(
    graph: DependenceGraph,
    kept: KeptValues,
    held: FunctionsHeld,
    loaded: LoadedProgram,
    isImpacted: (fn: FunctionId) => boolean,
  ) {
    this.#graph = graph;
    this.#kept = kept;
    this.#held = held;
    this.#loaded = loaded;
    this.#isImpacted = isImpacted;
  }

  in(path: string): readonly NodeId[] {
    const index = this.#graph.program.moduleIndex(path);
    const module = this.#loaded.module(path);
    return index === undefined || module === null ? [] : this.#find(module, index);
  }

  #find(module: ModuleIr, index: number): NodeId[] {
    const { program } = this.#graph;
    return module.functions.flatMap((fn) => {
      // What a module body hands on is there before any function is called, and is looked at by itself.
      if (fn.kind === 'module') return [];
      const { first } = program.nodesOf(program.functionAt(index, fn.index));
      return fn.nodes.flatMap((node) =>
        loadsModule(node.op) || valuesOf(node.op).some((value) => this.#mayCarry(value, fn, module, index))
          ? [(first + node.index) as NodeId]
          : [],
      );
    });
  }

  #mayCarry(expr: Expr, fn: FunctionIr, module: ModuleIr, index: number): boolean {
    const carries = (part: Expr): boolean => this.#mayCarry(part, fn, module, index);
    switch (expr.kind) {
      case 'var':
        return this.#holdsImpacted(module, index, expr.binding);
      case 'self':
        return this.#isImpactedFunction(index, fn.index);
      case 'closure':
        return this.#isImpactedWithin(module, index, expr.fn);
      case 'class': {
        const klass = module.classes[expr.index];
        const members = klass === undefined ? [] : [klass.constructorFn, ...klass.members.map((member) => member.fn)];
        return members.some((member) => this.#isImpactedWithin(module, index, member));
      }
      case 'member':
        // Read from something that no variable shows, it may be what is kept under that name somewhere.
        return this.#mayBeRead(expr) || carries(expr.object);
      case 'object-rest':
        return carries(expr.object);
      case 'array':
        return expr.elements.some((element) => element.kind !== 'hole' && carries(element.value));
      case 'object':
        return expr.properties.some((property) =>
          'fn' in property ? this.#isImpactedWithin(module, index, property.fn) : carries(property.value),
        );
      default:
        return false;
    }
  }

  /** By a name under which such a function is kept in whatever object, or by a key that may be any name. */
  #mayBeRead({ object, key }: Extract<Expr, { kind: 'member' }>): boolean {
    const names = this.#keptUnder();
    if (key.kind !== 'computed') return key.kind === 'name' && names.has(key.name);
    const { value } = key;
    if (value.kind === 'const') return names.has(String(value.value));
    if (object.kind === 'var' || names.size === 0) return false;
    const held = object.kind === 'member' && object.key.kind === 'name' ? this.#kept.under(object.key.name) : null;
    return held === null || held.some((each) => this.#holdsInside(each));
  }

  #holdsInside(object: number): boolean {
    const { pointsTo } = this.#graph.pointers;
    return [...pointsTo.fieldsOf(object)].some(
      (property) =>
        !pointsTo.isLink(property) &&
        pointsTo.inField(object, property).some((inner) => this.#leadsToImpacted(inner, () => false)),
    );
  }

  /** Names under which such functions are kept, in whatever object. */
  #keptUnder(): ReadonlySet<string> {
    if (this.#names !== null) return this.#names;
    const { program } = this.#graph;
    const kept = namesOfFunctions(this.#graph);
    const names = new Set<string>();
    for (let fn = 0; fn < program.functionCount; fn++) {
      const id = fn as FunctionId;
      if (!this.#isImpacted(id)) continue;
      names.add(program.nameOf(id).replace(/^.*[#.]/, ''));
      for (const name of kept.get(id) ?? []) names.add(name);
    }
    return (this.#names = names);
  }

  /** A function, or one that it will make. */
  #isImpactedWithin(module: ModuleIr, index: number, fn: number): boolean {
    let within = this.#within.get(module);
    if (within === undefined) this.#within.set(module, (within = this.#impactedWithin(module, index)));
    return within.has(fn);
  }

  #impactedWithin(module: ModuleIr, index: number): ReadonlySet<number> {
    const within = new Set<number>();
    for (const fn of module.functions) {
      if (!this.#isImpactedFunction(index, fn.index)) continue;
      for (
        let at: number | null = fn.index;
        at !== null && !within.has(at);
        at = module.functions[at]?.parent ?? null
      ) {
        within.add(at);
      }
    }
    return within;
  }

  #isImpactedFunction(index: number, fn: number): boolean {
    return this.#isImpacted(this.#graph.program.functionAt(index, fn));
  }

  /** Whether a variable leads to such a function. */
  #holdsImpacted({ bindings, path }: ModuleIr, module: number, binding: number): boolean {
    const { pointsTo, varBase } = this.#graph.pointers;
    const variable = (varBase[module] ?? 0) + binding;
    const known = this.#variables.get(variable);
    if (known !== undefined) return known;
    // More than can be told apart, where a module has them; what was handed in, elsewhere.
    const isOfModule = bindings[binding]?.owner === 0;
    const isAnyMeant = (): boolean => isOfModule && this.#holdsImpactedAtLoad(path, binding);
    const holds = [...pointsTo.objectsOf(variable)].some((object) => this.#leadsToImpacted(object, isAnyMeant));
    this.#variables.set(variable, holds);
    return holds;
  }

  /** What is put there later, other nodes have handed on. */
  #holdsImpactedAtLoad(path: string, binding: number): boolean {
    const held = this.#held.by(path, binding);
    if (held === null) return true;
    return held.some((each) => {
      const index = this.#graph.program.moduleIndex(each.path);
      return index === undefined || this.#isImpactedFunction(index, each.fn);
    });
  }

  #leadsToImpacted(from: number, isAnyMeant: () => boolean): boolean {
    const { pointsTo, objects } = this.#graph.pointers;
    const seen = new Set<number>();
    const isCarried = (object: number, depth: number): boolean => {
      if (object === ObjectSpace.any) return isAnyMeant();
      if (object === ObjectSpace.common) return pointsTo.withCommon([object]).some((each) => isCarried(each, depth));
      if (object === ObjectSpace.external || seen.has(object)) return false;
      seen.add(object);
      const fn = objects.functionOf(object);
      if (fn >= 0 && this.#isImpacted(fn as FunctionId)) return true;
      if (depth === 0) return false;
      return [...pointsTo.fieldsOf(object)].some(
        (property) =>
          !pointsTo.isLink(property) &&
          [...pointsTo.objectsOf(pointsTo.field(object, property))].some((inner) => isCarried(inner, depth - 1)),
      );
    };
    return isCarried(from, deepest);
  }
}

/** `require` and `import()` in a function give what a module holds. */
function loadsModule(op: Op): boolean {
  if (op.kind !== 'call') return false;
  const { callee } = op;
  if (callee.kind === 'import') return true;
  return callee.kind === 'value' && callee.value.kind === 'global' && callee.value.name === 'require';
}

/** What a node stores, hands on, takes from or gives back; not what it calls. */
function valuesOf(op: Op): readonly Expr[] {
  switch (op.kind) {
    case 'assign':
    case 'throw':
    case 'await':
    case 'yield':
      return [op.value];
    case 'return':
      return op.value === null ? [] : [op.value];
    case 'iter-open':
      return [op.source];
    case 'call': {
      // What holds a method may be asked for what it holds: `list.at(0)`, `handlers.get(key)`, `f.bind(x)`.
      // A class that is made to be used at once gives its methods to the instance.
      const { callee } = op;
      const held = callee.kind === 'method' ? [callee.object] : [];
      const made = callee.kind === 'value' && callee.value.kind === 'class' ? [callee.value] : [];
      return [...held, ...made, ...op.args.map(({ value }) => value)];
    }
    default:
      return [];
  }
}
