import type { FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Expr, Key, Property, Target } from '#ir/expression';
import { eachOperand, eachPart, targetOf } from '#ir/operands';

/** What something has under a name; null where it may have any name. */
export interface HeldPart {
  readonly name: string | null;
  /** A variable, a function or a class that is written there, or something else. */
  readonly value: Expr;
  /** The module that it is all of. */
  readonly source: string | null;
  /** What a call has made of it: an instance of the class, say. */
  readonly isMade: boolean;
}

/** What a module puts into its variables, and into what it exports in CommonJS, when it is loaded. */
export class HeldParts {
  readonly #body: FunctionIr | null;
  readonly #kept: ReadonlyMap<number, Expr>;
  readonly #requiredAt: ReadonlyMap<number, string>;

  constructor({ functions: [body] }: ModuleIr) {
    this.#body = body ?? null;
    this.#kept = temporaries(body?.nodes ?? []);
    this.#requiredAt = requiredTemporaries(body?.nodes ?? []);
  }

  /** `exports.a = …`, `module.exports = { a }`, and what is put into a variable that holds all exports. */
  ofExports(): readonly HeldPart[] {
    const holding = this.#holdersOfExports();
    return this.#put(
      (target) => this.#isExports(target),
      (object) => isGlobal(object, 'exports') || this.#isExports(object) || holding.has(holderOf(object) ?? ''),
    );
  }

  ofVariable(binding: number): readonly HeldPart[] {
    const isIt = (at: Expr | Target): boolean => at.kind === 'var' && at.binding === binding;
    return this.#put(isIt, isIt);
  }

  /** `isWhole`: what is set as a whole; `isOwner`: what gets a property. */
  #put(isWhole: (target: Target) => boolean, isOwner: (object: Expr) => boolean): HeldPart[] {
    const nodes = this.#body?.nodes ?? [];
    return nodes.flatMap(({ op }): readonly HeldPart[] => {
      const target = targetOf(op);
      if (target === null) return [];
      if (isWhole(target)) {
        if (op.kind === 'assign') return this.#partsOf(op.value);
        const call = op.kind === 'call-return' ? nodes[op.callNode]?.op : undefined;
        return call === undefined ? [] : this.#madeBy(call);
      }
      if (op.kind !== 'assign' || target.kind !== 'member') return [];
      const isPut = isOwner(target.object) || isOwner(this.#settled(target.object));
      return isPut ? [this.#entry(nameOf(target.key), op.value)] : [];
    });
  }

  #partsOf(value: Expr): readonly HeldPart[] {
    const all = this.#entry(null, value);
    if (all.source !== null) return [all];
    if (all.value.kind === 'object') {
      return all.value.properties.flatMap(valueOf).map(({ name, value: each }) => this.#entry(name, each));
    }
    const call = all.value.kind === 'temp' ? this.#callFor(all.value.temp) : undefined;
    return call === undefined ? [all] : this.#madeBy(call);
  }

  /** Where a call gives something, it is what the call names: `new Store()`, `Object.freeze({ … })`. */
  #madeBy(call: Op): readonly HeldPart[] {
    const found: HeldPart[] = [];
    const visit = (expr: Expr): void => {
      if (expr.kind === 'temp' || named.has(expr.kind)) {
        for (const part of this.#partsOf(expr)) found.push({ ...part, isMade: part.name === null });
      } else eachPart(expr, visit);
    };
    eachOperand(call, visit);
    return found;
  }

  #callFor(temp: number): Op | undefined {
    const nodes = this.#body?.nodes ?? [];
    for (const { op } of nodes) {
      if (op.kind !== 'call-return' || op.target?.kind !== 'temp' || op.target.temp !== temp) continue;
      return nodes[op.callNode]?.op;
    }
    return undefined;
  }

  #entry(name: string | null, value: Expr): HeldPart {
    const source = value.kind === 'temp' ? (this.#requiredAt.get(value.temp) ?? null) : null;
    return { name, value: this.#settled(value), source, isMade: false };
  }

  #settled(expr: Expr): Expr {
    return expr.kind === 'temp' ? (this.#kept.get(expr.temp) ?? expr) : expr;
  }

  #isExports(at: Expr | Target): boolean {
    return at.kind === 'member' && nameOf(at.key) === 'exports' && isGlobal(this.#settled(at.object), 'module');
  }

  /** Variables and temporaries that hold all that the module exports. */
  #holdersOfExports(): ReadonlySet<string> {
    const holding = new Set<string>();
    const nodes = this.#body?.nodes ?? [];
    for (const { op } of nodes) {
      const holder = op.kind === 'assign' && this.#isExports(op.target) ? holderOf(op.value) : null;
      if (holder !== null) holding.add(holder);
    }
    for (const { op } of nodes) {
      if (op.kind !== 'assign' || op.target.kind !== 'var') continue;
      const isWhole = this.#isExports(op.value) || holding.has(holderOf(op.value) ?? '');
      if (isWhole) holding.add(`variable ${op.target.binding}`);
    }
    return holding;
  }
}

/** By variable, what of another module a module puts there: all of it, or what that exports under a name. */
export function requiredIn({ imports }: ModuleIr, { nodes }: FunctionIr): ReadonlyMap<number, Required> {
  const found = new Map<number, Required>();
  for (const { binding, source, imported } of imports) {
    found.set(binding, { source, name: wholly.has(imported) ? null : imported });
  }
  const whole = new Map<string, string>();
  for (const { op } of nodes) {
    if (op.kind === 'call-return' && op.target !== null) {
      const call = nodes[op.callNode]?.op;
      const [source, key] = [call === undefined ? null : specifierOf(call), holderOf(op.target)];
      if (source === null || key === null) continue;
      whole.set(key, source);
      if (op.target.kind === 'var') found.set(op.target.binding, { source, name: null });
    }
    if (op.kind !== 'assign' || op.target.kind !== 'var') continue;
    const isPart = op.value.kind === 'member';
    const source = whole.get(holderOf(op.value.kind === 'member' ? op.value.object : op.value) ?? '');
    const name = op.value.kind === 'member' ? nameOf(op.value.key) : null;
    if (source !== undefined && (name !== null || !isPart)) found.set(op.target.binding, { source, name });
  }
  return found;
}

const wholly: ReadonlySet<string> = new Set(['*', '=', 'default']);

export interface Required {
  readonly source: string;
  readonly name: string | null;
}

/** The module that a call asks for by a constant: `require('./a')`, `import('./a')`. */
export function specifierOf(op: Op): string | null {
  if (op.kind !== 'call') return null;
  const { callee, args } = op;
  const isLoading = callee.kind === 'import' || (callee.kind === 'value' && isGlobal(callee.value, 'require'));
  const [first] = args;
  if (!isLoading || first?.value.kind !== 'const') return null;
  return typeof first.value.value === 'string' ? first.value.value : null;
}

/** What temporaries of a function were given to keep. */
export function temporaries(nodes: FunctionIr['nodes']): ReadonlyMap<number, Expr> {
  return new Map(
    nodes.flatMap(({ op }) =>
      op.kind === 'assign' && op.target.kind === 'temp' ? [[op.target.temp, op.value] as const] : [],
    ),
  );
}

export function isGlobal(expr: Expr, name: string): boolean {
  return expr.kind === 'global' && expr.name === name;
}

export function nameOf(key: Key): string | null {
  return key.kind === 'name' ? key.name : null;
}

/** Temporaries that hold all of another module. */
function requiredTemporaries(nodes: FunctionIr['nodes']): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const { op } of nodes) {
    if (op.kind !== 'call-return' || op.target?.kind !== 'temp') continue;
    const call = nodes[op.callNode]?.op;
    const source = call === undefined ? null : specifierOf(call);
    if (source !== null) found.set(op.target.temp, source);
  }
  return found;
}

const named: ReadonlySet<Expr['kind']> = new Set(['var', 'closure', 'class', 'object']);

function valueOf(property: Property): { readonly name: string | null; readonly value: Expr }[] {
  if (property.kind === 'proto' || property.kind === 'spread') return [];
  const value: Expr = property.kind === 'value' ? property.value : { kind: 'closure', fn: property.fn };
  return [{ name: nameOf(property.key), value }];
}

function holderOf(at: Expr | Target): string | null {
  if (at.kind === 'temp') return `temporary ${at.temp}`;
  return at.kind === 'var' ? `variable ${at.binding}` : null;
}
