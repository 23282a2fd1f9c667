import type { BindingKind, ModuleIr } from './cfg';
import type { Target } from './expression';
import { eachExpr, targetOf } from './operands';

/** How the things of a module are called in print. */
export interface Names {
  binding(index: number): string;
  /** The keyword that goes before a binding where it is declared, e.g. `let `. */
  declarator(index: number): string;
  fn(index: number): string;
  class(index: number): string;
}

/**
 * A binding keeps its name unless its function, or one around it, has another of that name before it: the second is
 * `x.2`. So names are unique within what one function can see, and unrelated functions both have their `x`.
 */
export function namesOf(module: ModuleIr): Names {
  return namesBy(module, bindingNames(module));
}

/** As the source has them, for people who look at it: several bindings may have one name. */
export function sourceNamesOf(module: ModuleIr): Names {
  return namesBy(
    module,
    module.bindings.map(({ name }) => name),
  );
}

function namesBy(module: ModuleIr, bindings: readonly string[]): Names {
  return {
    binding: (index) => bindings[index] ?? `?binding${index}`,
    declarator: (index) => declarators[module.bindings[index]?.kind ?? 'var'],
    fn: (index) => module.functions[index]?.qualifiedName ?? `?function${index}`,
    class: (index) => className(module, index),
  };
}

const declarators: Record<BindingKind, string> = {
  var: 'var ',
  let: 'let ',
  const: 'const ',
  param: '',
  function: 'function ',
  class: 'class ',
  catch: '',
  import: '',
  enum: 'enum ',
  namespace: 'namespace ',
  default: 'export ',
  type: '',
};

function className(module: ModuleIr, index: number): string {
  const found = module.classes[index];
  if (found === undefined) return `?class${index}`;
  return found.name === '' ? `class${index}` : found.name;
}

function bindingNames(module: ModuleIr): readonly string[] {
  const owned = module.functions.map((): number[] => []);
  for (const binding of module.bindings) owned[binding.owner]?.push(binding.index);

  const used = usedBindings(module);
  const names: string[] = module.bindings.map((binding) => binding.name);
  const counts = module.functions.map(() => new Map<string, number>());
  for (const index of outermostFirst(module)) {
    const own = counts[index] ?? new Map<string, number>();
    for (const bindingIndex of owned[index] ?? []) {
      const binding = module.bindings[bindingIndex];
      if (binding === undefined || !used.has(bindingIndex)) continue;
      const rank = 1 + (own.get(binding.name) ?? visibleCount(module, counts, index, binding.name));
      own.set(binding.name, rank);
      names[bindingIndex] = rank === 1 ? binding.name : `${binding.name}.${rank}`;
    }
  }
  return names;
}

/** Names that only the type checker sees, such as parameters of overloads, do not make others ambiguous. */
function usedBindings(module: ModuleIr): ReadonlySet<number> {
  const used = new Set<number>();
  const target = (stored: Target | null): void => {
    if (stored?.kind === 'var') used.add(stored.binding);
  };
  for (const { binding } of module.imports) used.add(binding);
  for (const record of module.exports) if (record.kind === 'local') used.add(record.binding);
  for (const fn of module.functions) {
    for (const param of fn.params) target(param.target);
    for (const { op } of fn.nodes) {
      target(targetOf(op));
      if (op.kind === 'scope') for (const binding of op.bindings) used.add(binding);
      eachExpr(op, (expr) => {
        if (expr.kind === 'var') used.add(expr.binding);
      });
    }
  }
  return used;
}

function visibleCount(
  module: ModuleIr,
  counts: readonly ReadonlyMap<string, number>[],
  fn: number,
  name: string,
): number {
  let parent = module.functions[fn]?.parent ?? null;
  while (parent !== null) {
    const count = counts[parent]?.get(name);
    if (count !== undefined) return count;
    parent = module.functions[parent]?.parent ?? null;
  }
  return 0;
}

function outermostFirst(module: ModuleIr): readonly number[] {
  const depths = new Map<number, number>();
  const depthOf = (index: number): number => {
    const known = depths.get(index);
    if (known !== undefined) return known;
    // Set before recursing: a broken parent cycle must not hang the printer that shows it.
    depths.set(index, 0);
    const parent = module.functions[index]?.parent ?? null;
    const depth = parent === null ? 0 : depthOf(parent) + 1;
    depths.set(index, depth);
    return depth;
  };
  return module.functions.map((fn) => fn.index).toSorted((a, b) => depthOf(a) - depthOf(b) || a - b);
}
