import type { ModuleIr } from '#ir/cfg';
import { Machine, type Closure, type Context } from './activation';
import { contextOf, enter } from './functions';

/**
 * Runs a module over its control-flow graphs alone, on values of the engine that runs the tests. It is the judge of the
 * lowering: what the graphs do must be what the source does.
 */
export function interpretModule(
  module: ModuleIr,
  globals: Readonly<Record<string, unknown>>,
  steps = 1_000_000,
): unknown {
  const machine = new Machine(module, globals, steps);
  const nothing: Context = {
    receiver: { value: undefined, initialised: true },
    arguments: undefined,
    newTarget: undefined,
    home: null,
    self: undefined,
  };
  const closure: Closure = { machine, fn: machine.function(0), cells: [], privates: null, home: null, outer: nothing };
  return enter(closure, contextOf(closure, undefined, undefined, [], undefined), []);
}
