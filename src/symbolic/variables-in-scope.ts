import type { FunctionIr, ModuleIr } from '#ir/cfg';
import { eachExpr, targetOf } from '#ir/operands';
import { describeValue } from './describe-value';
import type { Frame } from './frame';
import type { World } from './machine';
import type { State } from './state';
import type { Value } from './value';

export interface DescribedVariable {
  readonly name: string;
  readonly value: string;
}

/** What the variables hold that a function has or shares with the code around it, in symbolic terms. */
export function variablesInScope(world: World, state: State, frame: Frame): DescribedVariable[] {
  const { module, fn } = frame.closure;
  return variablesOf(module, fn).flatMap((index): DescribedVariable[] => {
    const binding = module.bindings[index];
    const cell = frame.env.get(index);
    const value = cell === undefined ? undefined : state.cells.get(cell);
    if (binding === undefined || value === undefined || value === null || isFunction(state, value)) return [];
    if (value.kind === 'undefined' && binding.kind !== 'param') return [];
    return [{ name: binding.name, value: describeValue(world, state, value) }];
  });
}

const known = new WeakMap<FunctionIr, readonly number[]>();

/** Its own, then those around it that can change; in the order in which they are declared. */
function variablesOf(module: ModuleIr, fn: FunctionIr): readonly number[] {
  let found = known.get(fn);
  if (found === undefined) known.set(fn, (found = findVariables(module, fn)));
  return found;
}

function findVariables(module: ModuleIr, fn: FunctionIr): readonly number[] {
  const used = new Set<number>();
  for (const { op } of fn.nodes) {
    const target = targetOf(op);
    if (target?.kind === 'var') used.add(target.binding);
    eachExpr(op, (expr) => {
      if (expr.kind === 'var') used.add(expr.binding);
    });
  }
  for (const { target } of fn.params) if (target.kind === 'var') used.add(target.binding);
  // Names of parameters in types are bindings, too; nothing uses them.
  const variables = module.bindings.filter(({ kind, index }) => kinds.has(kind) && used.has(index));
  const own = variables.filter(({ owner }) => owner === fn.index);
  const around = variables.filter(({ owner, constant }) => owner !== fn.index && !(owner === 0 && constant));
  return [...own, ...around].map(({ index }) => index);
}

const kinds: ReadonlySet<string> = new Set(['param', 'var', 'let', 'const', 'catch']);

function isFunction(state: State, value: Value): boolean {
  if (value.kind !== 'object') return false;
  const internal = value.ref < 0 ? null : state.heap.get(value.ref)?.internal;
  return (
    internal === null || internal?.kind === 'closure' || internal?.kind === 'builtin' || internal?.kind === 'bound'
  );
}
