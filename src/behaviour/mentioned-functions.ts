import { eachConstraint } from '#dependence/constraints';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { ObjectSpace } from '#dependence/object-space';
import { namesOfFunctions } from '#directed/names-of-functions';
import type { FunctionId, NodeId } from '#core/ids';
import { computedProperty, constraintKinds, specialVars, type ModuleFacts } from '#ir/facts';
import type { Callee, FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Expr, Key } from '#ir/expression';
import type { LoadedProgram } from '#ir/load-program';
import { eachOperand } from '#ir/operands';
import { namesByCreate } from './names-by-create';

/**
 * Functions of the program that the code of a function may get hold of other than by making them: what its variables hold, what
 * is kept under names that it reads, and all that can be found inside of these. What objects inherit is not looked at: methods
 * are called by name, and that is a call. Null where it cannot be told.
 */
export class MentionedFunctions {
  readonly #graph: DependenceGraph;
  readonly #loaded: LoadedProgram;
  readonly #known = new Map<FunctionId, readonly FunctionId[] | null>();
  readonly #inside = new Map<number, ReadonlySet<FunctionId>>();
  readonly #kept: ReadonlyMap<string, ReadonlySet<number>>;
  /** Names that the program gives to globals, or properties out of data. */
  readonly #isOpen: boolean;

  /** Of modules that are loaded, and of no others. */
  constructor(graph: DependenceGraph, loaded: LoadedProgram, isLoaded: (moduleIndex: number) => boolean) {
    this.#graph = graph;
    this.#loaded = loaded;
    this.#kept = keptUnder(graph, isLoaded);
    this.#isOpen = graph.program.modules.some((module, m) => isLoaded(m) && writesNames(module));
  }

  by(id: FunctionId): readonly FunctionId[] | null {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const found = this.#isOpen ? null : this.#find(id);
    this.#known.set(id, found);
    return found;
  }

  #find(id: FunctionId): readonly FunctionId[] | null {
    const { program } = this.#graph;
    const { module: facts, moduleIndex, index } = program.locate(id);
    const module = this.#loaded.module(facts.path);
    const fn = module?.functions[index];
    if (module === null || fn === undefined) return null;
    const { first } = program.nodesOf(id);
    const code = { module, fn, moduleIndex, facts };
    const found = new Set<FunctionId>();
    const called = methodsRead(fn);
    for (const node of fn.nodes) {
      let isTold = true;
      eachOperand(node.op, (operand) => {
        for (const object of this.#graph.pointers.pointsTo.withCommon(this.#describedBy(operand, code) ?? [])) {
          const each = this.#graph.pointers.objects.functionOf(object);
          if (each >= 0) found.add(each as FunctionId);
        }
        isTold &&= this.#describedBy(operand, code) !== null;
      });
      if (!isTold) return null;
      // A method that is read before the arguments of its call is called, and that is all.
      if (node.op.kind === 'assign' && node.op.target.kind === 'temp' && called.has(node.op.target.temp)) continue;
      // What a temporary holds counts where it is used, but not every use tells what a variable of the module holds.
      const copied = copiedVariable(node.op);
      if (copied !== null && this.#heldByBinding(copied, code) === null) return null;
      for (const value of valuesOf(node.op, this.#isKnownCall((first + node.index) as NodeId))) {
        const objects = this.#objectsOf(value, code);
        if (objects === null) return null;
        for (const object of objects) for (const each of this.#within(object)) found.add(each);
      }
    }
    return [...found];
  }

  /** A call that runs functions of the program and nothing else: what they do with their `this` is seen there. */
  #isKnownCall(site: NodeId): boolean {
    const { callGraph } = this.#graph;
    return callGraph.callsAt(site).some(({ kind }) => kind === 'call') && callGraph.unresolvedAt(site) === undefined;
  }

  /** What a value may be, or lead to by a key that is not known. */
  #objectsOf(expr: Expr, code: Code): readonly number[] | null {
    const { fn, moduleIndex, facts } = code;
    const { pointsTo } = this.#graph.pointers;
    switch (expr.kind) {
      case 'var':
        return this.#heldByBinding(expr.binding, code);
      case 'temp':
        return pointsTo.heldBy(moduleIndex, (facts.functions.firstTemp[fn.index] ?? 0) + expr.temp);
      case 'this':
        return pointsTo.heldBy(moduleIndex, facts.functions.thisVar[fn.index] ?? 0);
      case 'arguments':
        return pointsTo.heldBy(
          moduleIndex,
          facts.bindings.count + fn.index * specialVars.count + specialVars.arguments,
        );
      case 'self':
        return [this.#graph.pointers.objects.fn(this.#graph.program.functionAt(moduleIndex, fn.index))];
      case 'member':
        return this.#read(expr.key, () => this.#objectsOf(expr.object, code));
      case 'super-member':
        return this.#read(expr.key, () => null);
      case 'object-rest':
        return this.#objectsOf(expr.object, code);
      case 'array':
        return this.#all(
          expr.elements.flatMap((element) => (element.kind === 'hole' ? [] : [element.value])),
          code,
        );
      case 'object':
        return this.#all(
          expr.properties.flatMap((property) => ('fn' in property ? [] : [property.value])),
          code,
        );
      case 'class':
        return expr.superClass === null ? [] : this.#objectsOf(expr.superClass, code);
      case 'import-meta':
      case 'new-target':
        return null;
      case 'global':
        // As a whole, or by a key that is not known: whatever the module exports.
        return ofCommonJs.has(expr.name) ? null : [];
      default:
        // Constants, what is computed from values, and closures, which belong to who makes them.
        return [];
    }
  }

  /** Objects of which the text, the name or the number of parameters may be read: functions tell them. */
  #describedBy(expr: Expr, code: Code): readonly number[] | null {
    switch (expr.kind) {
      case 'member': {
        const isDescribing = expr.key.kind !== 'name' || describing.has(expr.key.name);
        const inner = this.#describedBy(expr.object, code);
        const own = isDescribing ? this.#objectsOf(expr.object, code) : [];
        return inner === null || own === null ? null : [...inner, ...own];
      }
      case 'binary':
        return comparing.has(expr.op) ? [] : this.#describedIn([expr.left, expr.right], code);
      case 'unary':
        return expr.op === 'property-key' || expr.op === '+' || expr.op === 'numeric'
          ? this.#describedIn([expr.operand], code)
          : this.#describedBy(expr.operand, code);
      case 'template':
        return this.#describedIn(expr.values, code);
      default:
        return [];
    }
  }

  #describedIn(parts: readonly Expr[], code: Code): readonly number[] | null {
    const found: number[] = [];
    for (const part of parts) {
      const [own, inner] = [this.#objectsOf(part, code), this.#describedBy(part, code)];
      if (own === null || inner === null) return null;
      found.push(...own, ...inner);
    }
    return found;
  }

  #all(parts: readonly Expr[], code: Code): readonly number[] | null {
    const found: number[] = [];
    for (const part of parts) {
      const objects = this.#objectsOf(part, code);
      if (objects === null) return null;
      found.push(...objects);
    }
    return found;
  }

  #read(key: Key, objects: () => readonly number[] | null): readonly number[] | null {
    if (key.kind === 'computed') return objects();
    const name = key.kind === 'private' ? `#${key.name}` : key.name;
    if (leadingOn.has(name)) return null;
    return [...(this.#kept.get(name) ?? []), ...(this.#kept.get(computedProperty) ?? [])];
  }

  #heldByBinding(binding: number, { module, moduleIndex }: Code): readonly number[] | null {
    const { pointers } = this.#graph;
    const linked = pointers.importOf(moduleIndex, binding);
    switch (linked?.kind) {
      case undefined:
      case 'external':
        break;
      case 'binding':
        return withoutAny(pointers.pointsTo.heldBy(linked.module, linked.binding));
      case 'commonjs':
      case 'namespace':
      case 'unresolved':
        return withoutAny([...pointers.pointsTo.heldBy(moduleIndex, binding)]);
    }
    const held = pointers.pointsTo.heldBy(moduleIndex, binding);
    // More than can be told apart, where a module has them; what was handed in, elsewhere.
    return module.bindings[binding]?.owner === 0 ? withoutAny(held) : held;
  }

  /** Functions in an object: itself, what its properties hold, what is inside of that. */
  #within(object: number): ReadonlySet<FunctionId> {
    const known = this.#inside.get(object);
    if (known !== undefined) return known;
    const { pointsTo, objects } = this.#graph.pointers;
    const found = new Set<FunctionId>();
    const seen = new Set([object]);
    const classes = new Set<number>();
    for (const each of seen) {
      if (each === ObjectSpace.common) for (const one of pointsTo.withCommon([each])) seen.add(one);
      if (each < ObjectSpace.first) continue;
      const fn = objects.functionOf(each);
      if (fn >= 0) {
        // Whoever has a class has its methods.
        found.add(fn as FunctionId);
        seen.add(objects.prototype(fn));
        classes.add(each).add(objects.prototype(fn));
      }
      for (const property of pointsTo.fieldsOf(each)) {
        if (property === pointsTo.protoProperty && !classes.has(each)) continue;
        for (const inner of pointsTo.inField(each, property)) {
          seen.add(inner);
          if (property === pointsTo.protoProperty) classes.add(inner);
        }
      }
    }
    this.#inside.set(object, found);
    return found;
  }
}

interface Code {
  readonly module: ModuleIr;
  readonly fn: FunctionIr;
  readonly moduleIndex: number;
  readonly facts: ModuleFacts;
}

/** They are no globals: each module has its own. */
const ofCommonJs: ReadonlySet<string> = new Set(['exports', 'module']);
const describing: ReadonlySet<string> = new Set(['name', 'length', 'toString', 'toLocaleString', 'valueOf']);
/** They look at which object it is, and no further. */
const comparing: ReadonlySet<string> = new Set(['===', '!==', 'instanceof']);

/** Names that lead to functions which nobody has put there. */
const leadingOn: ReadonlySet<string> = new Set(['prototype', 'constructor', '__proto__', 'exports', 'default']);

function withoutAny(held: readonly number[]): readonly number[] | null {
  return held.includes(ObjectSpace.any) ? null : held;
}

/** Objects that are kept under names of properties, in whatever object. */
function keptUnder(graph: DependenceGraph, isLoaded: (moduleIndex: number) => boolean): Map<string, Set<number>> {
  const { program, pointers } = graph;
  const kept = new Map<string, Set<number>>();
  const add = (name: string, object: number): void => {
    const known = kept.get(name);
    if (known === undefined) kept.set(name, new Set([object]));
    else known.add(object);
  };
  program.modules.forEach((module, m) => {
    if (!isLoaded(m)) return;
    eachConstraint(module, (kind, words, at) => {
      if (kind !== constraintKinds.store || (words[at + 2] ?? -1) < 0) return;
      const name = module.strings[words[at + 1] ?? 0] ?? '';
      for (const object of pointers.pointsTo.heldBy(m, words[at + 2] ?? 0)) add(name, object);
    });
  });
  for (const [fn, names] of namesOfFunctions(graph, isLoaded)) {
    for (const name of names) add(name, pointers.objects.fn(fn));
  }
  return kept;
}

/** Whether a module sets globals, or gives properties names out of data in a way that no assignment shows. */
function writesNames(module: ModuleFacts): boolean {
  if (module.strings.some((text) => naming.has(text))) return true;
  let found = namesByCreate(module);
  eachConstraint(module, (kind, words, at) => {
    if (kind === constraintKinds.setGlobal) found ||= !ofCommonJs.has(module.strings[words[at] ?? -1] ?? '');
  });
  return found;
}

const naming: ReadonlySet<string> = new Set(
  'fromEntries defineProperty defineProperties __defineGetter__ __defineSetter__ setPrototypeOf Reflect Proxy globalThis eval'.split(
    ' ',
  ),
);

/** Temporaries that hold the function of a method call, and are made for that. */
function methodsRead({ nodes }: FunctionIr): ReadonlySet<number> {
  return new Set(
    nodes.flatMap(({ op }) => {
      const loaded = op.kind === 'call' && op.callee.kind === 'method' ? op.callee.loaded : null;
      return loaded?.kind === 'temp' ? [loaded.temp] : [];
    }),
  );
}

function copiedVariable(op: Op): number | null {
  return op.kind === 'assign' && op.target.kind === 'temp' && op.value.kind === 'var' ? op.value.binding : null;
}

/** What a node hands on, stores or gives back, and what it asks for things that it holds. */
function valuesOf(op: Op, isKnownCall: boolean): readonly Expr[] {
  switch (op.kind) {
    case 'assign':
      return op.target.kind === 'temp' && (op.value.kind === 'temp' || op.value.kind === 'var') ? [] : [op.value];
    case 'throw':
    case 'await':
    case 'yield':
      return [op.value];
    case 'return':
      return op.value === null ? [] : [op.value];
    case 'iter-open':
      return [op.source];
    case 'call':
      return [...calledOn(op.callee, isKnownCall), ...op.args.map(({ value }) => value)];
    default:
      return [];
  }
}

function calledOn(callee: Callee, isKnownCall: boolean): readonly Expr[] {
  switch (callee.kind) {
    case 'method':
      return isKnownCall ? [] : [callee.object];
    case 'value':
      return isKnownCall ? [] : [callee.value];
    case 'function':
      return [callee.thisValue];
    default:
      return [];
  }
}
