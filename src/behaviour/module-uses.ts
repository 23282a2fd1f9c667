import type { FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Expr, Key, Target } from '#ir/expression';
import { eachOperand, eachPart } from '#ir/operands';
import {
  HeldParts,
  isGlobal,
  nameOf,
  requiredIn,
  specifierOf,
  temporaries,
  type HeldPart,
  type Required,
} from './held-parts';

/** What a function does with variables of its module. Of several that hold the same from the start, one stands for all. */
export interface Uses {
  readonly reads: ReadonlySet<number>;
  readonly writes: ReadonlySet<number>;
  /** Functions that are made here, or called by the language. */
  readonly functions: ReadonlySet<number>;
  /** Variables that it returns, by themselves or in a literal: what they hold is then at hand for whoever calls it. */
  readonly gives: ReadonlySet<number>;
  /** Modules that it asks for when it is called: `require('./a')`, `import('./a')`. */
  readonly loads: ReadonlySet<string>;
  /** What it takes out of modules that variables hold as a whole: `store.get()` after `const store = require('./store')`. */
  readonly takes: readonly Required[];
  /** Whether it writes into `this`, into a class or into what the module exports. */
  readonly changesOwner: boolean;
}

type Exported =
  | { readonly kind: 'variable'; readonly binding: number }
  | { readonly kind: 'function'; readonly fn: number }
  /** `isNamed`: all of it, and not what it exports under the name. */
  | { readonly kind: 'module'; readonly source: string; readonly isNamed: boolean };

/**
 * What the functions of a module do with its variables: assign to them, write into what they hold, have it written by `Object.assign`, or call methods of it that
 * change it. What is done to it under the name of a parameter, or of a variable within a function, is not seen.
 */
export class ModuleUses {
  /** Of a CommonJS module. */
  readonly exports: readonly HeldPart[];
  readonly #parts: HeldParts;
  readonly #module: ModuleIr;
  readonly #uses: readonly Uses[];
  /** By variable: the one that stands for it. */
  readonly #same: ReadonlyMap<number, number>;
  readonly #held = new Map<string, ReadonlySet<number>>();
  readonly #required: ReadonlyMap<number, Required>;

  constructor(module: ModuleIr) {
    const [body] = module.functions;
    this.#module = module;
    this.#same = body === undefined ? new Map() : sameFromTheStart(body);
    this.#required = body === undefined ? new Map() : requiredIn(module, body);
    this.#parts = new HeldParts(module);
    this.exports = this.#parts.ofExports();
    const methods = selfChanging(module);
    this.#uses = module.functions.map((fn) => this.#usesIn(fn, methods));
  }

  of(fn: number): Uses | undefined {
    return this.#uses[fn];
  }

  standsFor(binding: number): number {
    return this.#same.get(binding) ?? binding;
  }

  /** Variables that CommonJS exports: `exports.a = a`, `module.exports = { a }`. */
  exportedAsProperties(): number[] {
    return this.exports.flatMap(({ value }) => (value.kind === 'var' ? [value.binding] : []));
  }

  /** What CommonJS exports under a name, or at all: variables, functions that are written there, and other modules. */
  exportedUnder(wanted: string | null): readonly Exported[] {
    return this.exports.flatMap(({ name, value, source }): Exported[] => {
      if (name !== wanted && name !== null && wanted !== null) return [];
      if (source !== null) return [{ kind: 'module', source, isNamed: name !== null }];
      if (value.kind === 'var') return [{ kind: 'variable', binding: value.binding }];
      if (value.kind === 'closure') return [{ kind: 'function', fn: value.fn }];
      return value.kind === 'class' ? functionsOf(this.#module.classes[value.index]).map(asFunction) : [];
    });
  }

  /** What a variable takes out of another module, or all of it: `const { a: b } = require('./m')`. */
  requiredBy(binding: number): Required | null {
    return this.#required.get(binding) ?? null;
  }

  /** What the module puts into one of its variables. */
  partsOf(binding: number): readonly HeldPart[] {
    return this.#parts.ofVariable(binding);
  }

  /**
   * Functions that the module puts into one of its variables, and those of the class that it is; `how`: be it in an object or into another variable
   * that is part of it, too.
   */
  heldIn(binding: number, how: 'directly' | 'at all'): ReadonlySet<number> {
    const known = this.#held.get(`${how} ${binding}`);
    if (known !== undefined) return known;
    const found = new Set<number>();
    this.#held.set(`${how} ${binding}`, found);
    const add = (functions: Iterable<number>): void => {
      for (const fn of functions) found.add(fn);
    };
    const visit = (expr: Expr): void => {
      if (expr.kind === 'closure') found.add(expr.fn);
      if (expr.kind === 'class') add(functionsOf(this.#module.classes[expr.index]));
      if (expr.kind === 'object') add(expr.properties.flatMap((each) => ('fn' in each ? [each.fn] : [])));
      if (expr.kind === 'var') add(this.heldIn(this.standsFor(expr.binding), how));
      else eachPart(expr, visit);
    };
    for (const { index } of this.#module.bindings) {
      if (this.standsFor(index) !== binding || this.#module.bindings[index]?.owner !== 0) continue;
      for (const { value, name } of this.partsOf(index)) {
        if (how === 'at all' || (name === null && value.kind === 'closure')) visit(value);
      }
    }
    for (const klass of this.#module.classes) {
      if (klass.binding !== null && this.standsFor(klass.binding) === binding) add(functionsOf(klass));
    }
    return found;
  }

  #usesIn({ nodes }: FunctionIr, methods: ReadonlySet<string>): Uses {
    const [reads, writes, functions] = [new Set<number>(), new Set<number>(), new Set<number>()];
    const [gives, loads, takes] = [new Set<number>(), new Set<string>(), new Array<Required>()];
    const isLasting = (binding: number): boolean => this.#module.bindings[binding]?.owner === 0;
    /** Of a variable that holds all of a module, be it under a name that is not known. */
    const take = (object: Expr, key: Key | null): boolean => {
      const held = object.kind === 'var' ? this.#required.get(object.binding) : undefined;
      if (held === undefined || held.name !== null || object.kind !== 'var') return false;
      reads.add(this.standsFor(object.binding));
      takes.push({ source: held.source, name: key === null ? null : nameOf(key) });
      return key === null || key.kind === 'name';
    };
    const visit = (expr: Expr): void => {
      if (expr.kind === 'member' ? take(expr.object, expr.key) : take(expr, null)) return;
      if (expr.kind === 'var' && isLasting(expr.binding)) reads.add(this.standsFor(expr.binding));
      if (expr.kind === 'closure') functions.add(expr.fn);
      eachPart(expr, visit);
    };
    const write = (binding: number): void => {
      if (isLasting(binding)) writes.add(this.standsFor(binding));
    };
    const kept = temporaries(nodes);
    let changesOwner = false;
    for (const { op } of nodes) {
      const method = op.kind === 'call' && op.callee.kind === 'method' ? op.callee : null;
      const isTaken = method !== null && take(method.object, method.key);
      eachOperand(op, (expr) => {
        if (!isTaken || expr !== method.object) visit(expr);
      });
      const target = targetOf(op);
      if (target?.kind === 'var') write(target.binding);
      for (const object of changedBy(op, methods)) {
        const root = rootOf(object, kept);
        if (root.kind === 'var') write(root.binding);
        changesOwner ||= root.kind === 'this' || isGlobal(root, 'exports') || isGlobal(root, 'module');
        changesOwner ||= root.kind === 'var' && this.#module.bindings[root.binding]?.kind === 'class';
      }
      if (op.kind === 'call' && op.callee.kind === 'function') functions.add(op.callee.fn);
      for (const binding of givenBy(op)) if (isLasting(binding)) gives.add(this.standsFor(binding));
      const loaded = specifierOf(op);
      if (loaded !== null) loads.add(loaded);
    }
    return { reads, writes, functions, gives, loads, takes, changesOwner };
  }
}

/** All functions of a class. */
function functionsOf(klass: ModuleIr['classes'][number] | undefined): readonly number[] {
  if (klass === undefined) return [];
  const { constructorFn, fieldsFn, staticFn, members } = klass;
  return [constructorFn, fieldsFn, staticFn].concat(members.map(({ fn }) => fn)).filter((fn) => fn !== null);
}

function asFunction(fn: number): Exported {
  return { kind: 'function', fn };
}

/** Variables whose values a function hands to whoever has called it. */
function givenBy(op: Op): readonly number[] {
  if ((op.kind !== 'return' && op.kind !== 'yield') || op.value === null) return [];
  const found: number[] = [];
  const visit = (expr: Expr): void => {
    if (expr.kind === 'var') found.push(expr.binding);
    // What is read of an object is another one.
    if (expr.kind !== 'member') eachPart(expr, visit);
  };
  visit(op.value);
  return found;
}

/** Variables that a module declares as another name for what one before them holds. */
function sameFromTheStart({ nodes }: FunctionIr): ReadonlyMap<number, number> {
  const same = new Map<number, number>();
  const ofTemp = new Map<number, number>();
  for (const { op } of nodes) {
    if (op.kind !== 'assign' || op.target.kind !== 'var' || op.target.declare !== true) continue;
    const { target, value } = op;
    if (value.kind === 'var') same.set(target.binding, same.get(value.binding) ?? value.binding);
    if (value.kind !== 'temp') continue;
    const first = ofTemp.get(value.temp);
    if (first === undefined) ofTemp.set(value.temp, target.binding);
    else same.set(target.binding, first);
  }
  return same;
}

/** Names of methods that change what they are called on: those of the language, and those of the module. */
function selfChanging({ functions }: ModuleIr): ReadonlySet<string> {
  const members = functions.filter(({ kind }) => kind !== 'constructor' && kind !== 'fields');
  let names = changing;
  for (;;) {
    const known = names;
    const own = members.filter(({ nodes }) => {
      const kept = temporaries(nodes);
      return nodes.some(({ op }) => changedBy(op, known).some((object) => rootOf(object, kept).kind === 'this'));
    });
    names = new Set([...changing, ...own.map(({ name }) => name.slice(name.lastIndexOf('.') + 1))]);
    if (names.size <= known.size) return names;
  }
}

const changing: ReadonlySet<string> = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin set add delete clear append next'.split(' '),
);

/** Functions of `Object` that write into their first argument. */
const writing: ReadonlySet<string> = new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf']);

/** Objects that a node writes into, or calls one of these methods of. */
function changedBy(op: Op, methods: ReadonlySet<string>): readonly Expr[] {
  const target = targetOf(op);
  if (target?.kind === 'member') return [target.object];
  if (op.kind === 'delete') return [op.object];
  if (op.kind !== 'call' || op.callee.kind !== 'method' || op.callee.key.kind === 'computed') return [];
  const [first] = op.args;
  if (isGlobal(op.callee.object, 'Object') && first !== undefined && writing.has(op.callee.key.name))
    return [first.value];
  return methods.has(op.callee.key.name) ? [op.callee.object] : [];
}

function rootOf(object: Expr, kept: ReadonlyMap<number, Expr>): Expr {
  let at = object;
  const met = new Set<Expr>();
  while (!met.has(at)) {
    met.add(at);
    if (at.kind === 'member') at = at.object;
    if (at.kind === 'temp') at = kept.get(at.temp) ?? at;
  }
  return at;
}

function targetOf(op: Op): Target | null {
  return 'target' in op ? op.target : null;
}
