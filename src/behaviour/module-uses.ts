import type { FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Expr, Key, Property, Target } from '#ir/expression';
import { eachOperand, eachPart } from '#ir/operands';

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
}

type VariableOrFunction =
  { readonly kind: 'variable'; readonly binding: number } | { readonly kind: 'function'; readonly fn: number };

interface Required {
  readonly source: string;
  readonly name: string;
}

/**
 * What the functions of a module do with its variables: assign to them, write into what they hold, have it written by `Object.assign`, or call methods of it that
 * change it. What is done to it under the name of a parameter, or of a variable within a function, is not seen.
 */
export class ModuleUses {
  readonly #module: ModuleIr;
  readonly #uses: readonly Uses[];
  /** By variable: the one that stands for it. */
  readonly #same: ReadonlyMap<number, number>;
  readonly #held: ReadonlyMap<number, readonly number[]>;
  readonly #required: ReadonlyMap<number, Required>;

  constructor(module: ModuleIr) {
    const [body] = module.functions;
    this.#module = module;
    this.#same = body === undefined ? new Map() : sameFromTheStart(body);
    this.#held = body === undefined ? new Map() : this.#functionsHeld(body);
    this.#required = body === undefined ? new Map() : requiredIn(body);
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
    return this.#exports().flatMap(({ value }) => (value.kind === 'var' ? [value.binding] : []));
  }

  /** What CommonJS exports under a name: a variable, or a function that is written there. */
  exportedUnder(wanted: string): readonly VariableOrFunction[] {
    return this.#exports().flatMap(({ name, value }): VariableOrFunction[] => {
      if (name !== wanted) return [];
      if (value.kind === 'var') return [{ kind: 'variable', binding: value.binding }];
      return value.kind === 'closure' ? [{ kind: 'function', fn: value.fn }] : [];
    });
  }

  /** What a variable takes out of another module: `const { a: b } = require('./m')`. */
  requiredBy(binding: number): Required | null {
    return this.#required.get(binding) ?? null;
  }

  #exports(): { readonly name: string | null; readonly value: Expr }[] {
    const nodes = this.#module.functions[0]?.nodes ?? [];
    return nodes.flatMap(({ op }) => {
      if (op.kind !== 'assign' || op.target.kind !== 'member') return [];
      const { object, key } = op.target;
      const isNamed = isGlobal(object, 'exports') || isModuleExports(object);
      const isWhole = isGlobal(object, 'module') && key.kind === 'name' && key.name === 'exports';
      if (!isNamed && !isWhole) return [];
      if (!isWhole) return [{ name: nameOf(key), value: op.value }];
      return op.value.kind === 'object' ? op.value.properties.flatMap(namedValue) : [{ name: null, value: op.value }];
    });
  }

  /** Functions that the module puts into one of its variables, and those of the class that it is. */
  heldIn(binding: number): readonly number[] {
    const members = this.#module.classes.map(({ binding: own, constructorFn, fieldsFn, staticFn, members: others }) => {
      if (own === null || this.standsFor(own) !== binding) return [];
      return [constructorFn, fieldsFn, staticFn].concat(others.map(({ fn }) => fn)).filter((fn) => fn !== null);
    });
    return [...(this.#held.get(binding) ?? []), ...members.flat()];
  }

  #functionsHeld({ nodes }: FunctionIr): ReadonlyMap<number, readonly number[]> {
    const held = new Map<number, number[]>();
    for (const { op } of nodes) {
      if (op.kind !== 'assign' || op.target.kind !== 'var' || op.value.kind !== 'closure') continue;
      const binding = this.standsFor(op.target.binding);
      held.set(binding, [...(held.get(binding) ?? []), op.value.fn]);
    }
    return held;
  }

  #usesIn({ nodes }: FunctionIr, methods: ReadonlySet<string>): Uses {
    const [reads, writes, functions] = [new Set<number>(), new Set<number>(), new Set<number>()];
    const [gives, loads] = [new Set<number>(), new Set<string>()];
    const isLasting = (binding: number): boolean => this.#module.bindings[binding]?.owner === 0;
    const visit = (expr: Expr): void => {
      if (expr.kind === 'var' && isLasting(expr.binding)) reads.add(this.standsFor(expr.binding));
      if (expr.kind === 'closure') functions.add(expr.fn);
      eachPart(expr, visit);
    };
    const write = (binding: number): void => {
      if (isLasting(binding)) writes.add(this.standsFor(binding));
    };
    const kept = temporaries(nodes);
    for (const { op } of nodes) {
      eachOperand(op, visit);
      const target = targetOf(op);
      if (target?.kind === 'var') write(target.binding);
      for (const object of changedBy(op, methods)) {
        const root = rootOf(object, kept);
        if (root.kind === 'var') write(root.binding);
      }
      if (op.kind === 'call' && op.callee.kind === 'function') functions.add(op.callee.fn);
      for (const binding of givenBy(op)) if (isLasting(binding)) gives.add(this.standsFor(binding));
      const loaded = specifierOf(op);
      if (loaded !== null) loads.add(loaded);
    }
    return { reads, writes, functions, gives, loads };
  }
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

function specifierOf(op: Op): string | null {
  if (op.kind !== 'call') return null;
  const { callee, args } = op;
  const isLoading = callee.kind === 'import' || (callee.kind === 'value' && isGlobal(callee.value, 'require'));
  const [first] = args;
  if (!isLoading || first?.value.kind !== 'const') return null;
  return typeof first.value.value === 'string' ? first.value.value : null;
}

function isGlobal(expr: Expr, name: string): boolean {
  return expr.kind === 'global' && expr.name === name;
}

function isModuleExports(expr: Expr): boolean {
  if (expr.kind !== 'member' || expr.key.kind !== 'name') return false;
  return expr.key.name === 'exports' && isGlobal(expr.object, 'module');
}

function nameOf(key: Key): string | null {
  return key.kind === 'name' ? key.name : null;
}

function namedValue(property: Property): { readonly name: string | null; readonly value: Expr }[] {
  if (property.kind === 'proto' || property.kind === 'spread') return [];
  const value: Expr = property.kind === 'value' ? property.value : { kind: 'closure', fn: property.fn };
  return [{ name: nameOf(property.key), value }];
}

function holderOf(at: Expr | Target): string | null {
  if (at.kind === 'temp') return `temporary ${at.temp}`;
  return at.kind === 'var' ? `variable ${at.binding}` : null;
}

/** By variable, what of another module a module puts there. */
function requiredIn({ nodes }: FunctionIr): ReadonlyMap<number, Required> {
  const found = new Map<number, Required>();
  const whole = new Map<string, string>();
  for (const { op } of nodes) {
    if (op.kind === 'call-return' && op.target !== null) {
      const call = nodes[op.callNode]?.op;
      const [source, key] = [call === undefined ? null : specifierOf(call), holderOf(op.target)];
      if (source !== null && key !== null) whole.set(key, source);
    }
    if (op.kind !== 'assign' || op.target.kind !== 'var' || op.value.kind !== 'member') continue;
    const source = whole.get(holderOf(op.value.object) ?? '');
    const name = nameOf(op.value.key);
    if (source !== undefined && name !== null) found.set(op.target.binding, { source, name });
  }
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

/** What temporaries of a function were given to keep. */
function temporaries(nodes: FunctionIr['nodes']): ReadonlyMap<number, Expr> {
  return new Map(
    nodes.flatMap(({ op }) =>
      op.kind === 'assign' && op.target.kind === 'temp' ? [[op.target.temp, op.value] as const] : [],
    ),
  );
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
