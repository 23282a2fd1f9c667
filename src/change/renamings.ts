import type { Binding, FunctionIr, ModuleIr } from '#ir/cfg';
import { eachExpr, targetOf } from '#ir/operands';
import type { Comparison } from './comparison';
import { sameEntity } from './entities';
import { nameUses, type NameUse } from './name-uses';

type Side = 'base' | 'head';

/** Which names changed consistently, and which of these changes the text may make or take back freely. */
export class Renamings {
  readonly #comparison: Comparison;
  readonly #partnerModule: Readonly<Record<Side, ReadonlyMap<number, number>>>;
  readonly #uses = new Map<string, readonly (readonly NameUse[])[]>();
  readonly #globalUses = new Map<string, ReadonlyMap<string, readonly number[]>>();
  readonly #bindingAt = new Map<string, ReadonlyMap<number, number>>();

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    const { modules } = comparison.match;
    this.#partnerModule = { base: new Map(modules), head: new Map(modules.map(([i, j]) => [j, i])) };
  }

  /** Where names stand in a module, by binding. */
  uses(side: Side, module: number): readonly (readonly NameUse[])[] {
    const key = `${side} ${module}`;
    const known = this.#uses.get(key) ?? nameUses(this.#comparison[side].modules[module]!);
    this.#uses.set(key, known);
    return known;
  }

  /** Do the names at two offsets of two modules mean one variable, or one thing that both import? */
  areOne(baseModule: number, baseStart: number, headModule: number, headStart: number): boolean {
    const { bindings, entities } = this.#comparison;
    const base = this.#at('base', baseModule).get(baseStart);
    const head = this.#at('head', headModule).get(headStart);
    if (base === undefined || head === undefined) return false;
    if (bindings.arePartners(baseModule, base, headModule, head)) return true;
    return sameEntity(entities.base.of(baseModule, base), entities.head.of(headModule, head), bindings);
  }

  /** The same, and the text may keep either name and mean the same, so that no edit is needed between them. */
  isCosmetic(baseModule: number, baseStart: number, headModule: number, headStart: number): boolean {
    if (!this.areOne(baseModule, baseStart, headModule, headStart)) return false;
    const binding = this.#at('base', baseModule).get(baseStart);
    return binding !== undefined && this.newNameOf(baseModule, binding) !== null;
  }

  /** The name by which the base's text may call a variable that the head calls otherwise; null for others. */
  newNameOf(baseModule: number, binding: number): string | null {
    const module = this.#comparison.base.modules[baseModule]!;
    const variable = module.bindings[binding]!;
    const other = this.#counterpart('base', baseModule, variable);
    if (other === null || other.name === variable.name) return null;
    const head = this.#comparison.head.modules[other.module]!;
    const isFree =
      isFreeFor(module, variable, other.name, this.#globals('base', baseModule)) &&
      isFreeFor(head, head.bindings[other.index]!, variable.name, this.#globals('head', other.module));
    return isFree && this.#keepsExports(baseModule, variable) ? other.name : null;
  }

  /** A variable exported by its declaration takes the name of its export along. */
  #keepsExports(baseModule: number, variable: Binding): boolean {
    const before = exportNames(this.#comparison.base.modules[baseModule]!, variable.index);
    const other = this.#counterpart('base', baseModule, variable);
    const after = new Set(other === null ? [] : exportNames(this.#comparison.head.modules[other.module]!, other.index));
    return before.length === after.size && before.every((name) => after.has(name));
  }

  /** Does the other version know the variable, under a name that may stand for it? */
  isKnown(side: Side, module: number, variable: Binding): boolean {
    const other = this.#counterpart(side, module, variable);
    if (other === null || other.name === variable.name) return other !== null;
    return side === 'base'
      ? this.newNameOf(module, variable.index) !== null
      : this.newNameOf(other.module, other.index) !== null;
  }

  /** The same variable in the other version, or in the partner of its module an import of the same thing. */
  #counterpart(side: Side, module: number, variable: Binding): { module: number; index: number; name: string } | null {
    if (variable.kind !== 'import') {
      const partner = this.#comparison.bindings.partnerOf(side, module, variable.index);
      return partner === null
        ? null
        : { module: partner.module, index: partner.binding.index, name: partner.binding.name };
    }
    const other = side === 'base' ? 'head' : 'base';
    const index = this.#partnerModule[side].get(module);
    if (index === undefined) return null;
    const { imports, bindings } = this.#comparison[other].modules[index]!;
    const same = imports.filter((record) => this.#importSame(side, module, variable.index, index, record.binding));
    const named = same.map(({ binding }) => ({ module: index, index: binding, name: bindings[binding]!.name }));
    return named.find(({ name }) => name === variable.name) ?? named[0] ?? null;
  }

  #importSame(side: Side, module: number, binding: number, otherModule: number, otherBinding: number): boolean {
    const { entities, bindings } = this.#comparison;
    return side === 'base'
      ? sameEntity(entities.base.of(module, binding), entities.head.of(otherModule, otherBinding), bindings)
      : sameEntity(entities.base.of(otherModule, otherBinding), entities.head.of(module, binding), bindings);
  }

  /** Per global name, the functions that use it. */
  #globals(side: Side, module: number): ReadonlyMap<string, readonly number[]> {
    const key = `${side} ${module}`;
    const known = this.#globalUses.get(key) ?? globalUses(this.#comparison[side].modules[module]!);
    this.#globalUses.set(key, known);
    return known;
  }

  #at(side: Side, module: number): ReadonlyMap<number, number> {
    const key = `${side} ${module}`;
    const known = this.#bindingAt.get(key);
    if (known !== undefined) return known;
    const found = new Map<number, number>();
    this.uses(side, module).forEach((uses, binding) => {
      // A class has two bindings of its name, one of them for its own body; the one around comes first.
      for (const { start } of uses) if (!found.has(start)) found.set(start, binding);
    });
    this.#bindingAt.set(key, found);
    return found;
  }
}

function exportNames(module: ModuleIr, binding: number): string[] {
  return module.exports.flatMap((record) =>
    record.kind === 'local' && record.binding === binding ? [record.exported] : [],
  );
}

/**
 * May the text of a module call a variable by another name and mean the same? Not the name of a class, which programs see
 * (`constructor.name`, what an error is called), and not a name that means something else to the functions around.
 */
function isFreeFor(
  module: ModuleIr,
  binding: Binding,
  name: string,
  globals: ReadonlyMap<string, readonly number[]>,
): boolean {
  const { classes, bindings, functions } = module;
  const owner = functions[binding.owner];
  if (owner !== undefined && looksNamesUp(module, owner)) return false;
  if (classes.some((klass) => klass.binding !== null && bindings[klass.binding]?.start === binding.start)) return false;
  const isAround = (outer: number, inner: number): boolean => {
    let at: number | null = inner;
    while (at !== null && at !== outer) at = functions[at]?.parent ?? null;
    return at === outer;
  };
  if (globals.get(name)?.some((user) => isAround(binding.owner, user)) === true) return false;
  return !bindings.some(
    (other) =>
      other.name === name &&
      other.kind !== 'type' &&
      (isAround(other.owner, binding.owner) || isAround(binding.owner, other.owner)),
  );
}

function globalUses(module: ModuleIr): Map<string, number[]> {
  const users = new Map<string, number[]>();
  const add = (name: string, user: number): void => {
    const list = users.get(name) ?? [];
    if (list.at(-1) !== user) list.push(user);
    users.set(name, list);
  };
  for (const fn of module.functions) {
    for (const { op } of fn.nodes) {
      const target = targetOf(op);
      if (target?.kind === 'global') add(target.name, fn.index);
      eachExpr(op, (expr) => {
        if (expr.kind === 'global' || expr.kind === 'typeof-global') add(expr.name, fn.index);
      });
    }
  }
  return users;
}

/** `eval` and `with` see the names of variables, which are free to change everywhere else. */
export function looksNamesUp({ unsupported }: ModuleIr, fn: FunctionIr): boolean {
  return unsupported.some(
    ({ construct, start, end }) =>
      (construct === 'eval' || construct === 'with-statement') && fn.start <= start && end <= fn.end,
  );
}
