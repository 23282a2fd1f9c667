import { lowerSource } from '#ir/lower-module';
import { Observer } from '#replay/child/observe';
import type { Observed } from '#replay/observed';
import { createSolver } from '#smt/chain';
import { createWorld } from '#symbolic/explore';
import { GivenInput } from '#symbolic/concrete/bind-input';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import type { FunctionInputs } from '#symbolic/input-type';
import type { World } from '#symbolic/machine';
import { runConcretely, type ConcreteRun, type ConcreteTarget } from '#behaviour/concrete-run';

export interface Followed {
  readonly target: ConcreteTarget;
  readonly given: GivenInput;
  readonly run: ConcreteRun;
}

/** Values as the replay would look at them. */
export function observedTogether(values: readonly unknown[]): readonly Observed[] {
  const whole = new Observer().observe(values);
  if (whole.kind !== 'object' || whole.contents.kind !== 'array') throw new Error('an array is an array');
  return whole.contents.elements.map((element) => element ?? { kind: 'primitive', value: undefined });
}

export function give(world: World, inputs: FunctionInputs, args: readonly unknown[]): GivenInput {
  const given = new GivenInput(world, inputs, { receiver: null, args: observedTogether(args) });
  given.bindAll();
  return given;
}

/** The path of a call of a function of a source text. */
export function follow(text: string, functionName: string, args: readonly unknown[]): Followed {
  const { module, problems } = lowerSource('a.ts', text);
  if (module === null) throw new Error(`does not parse: ${JSON.stringify(problems)}`);
  const fn = module.functions.find((candidate) => candidate.qualifiedName === functionName);
  if (fn === undefined) throw new Error(`no function ${functionName}`);
  const source = { module: (path: string) => (path === 'a.ts' ? module : null), resolve: () => null };
  const world = createWorld(source, createSolver({ core: 'none' }), { elements: 10_000, loops: Infinity });
  const types = { moduleAt: source.module, resolve: () => null, ambientModules: () => [] };
  const inputs = functionInputs(types, fn, module);
  const target: ConcreteTarget = { world, path: 'a.ts', fn, inputs };
  const given = give(world, inputs, args);
  return { target, given, run: runConcretely(target, given, () => false) };
}
