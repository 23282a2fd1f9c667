import type { Binding } from '#ir/cfg';
import type { CellId, Closure } from './closure';

/** A variable of one of the functions around a closure. */
export interface VariableAround {
  readonly binding: Binding;
  readonly cell: CellId;
}

/** Those that a closure has captured, without variables of its module, in the order in which they are declared. */
export function variablesAround({ module, fn, env }: Closure): readonly VariableAround[] {
  // What stands at the top of a module has only the module around it, and there may be thousands of these.
  if (fn.parent === 0) return [];
  const found: VariableAround[] = [];
  for (const [index, cell] of env.entries()) {
    const binding = module.bindings[index];
    if (binding !== undefined && binding.owner !== 0) found.push({ binding, cell });
  }
  return found.toSorted((a, b) => a.binding.index - b.binding.index);
}
