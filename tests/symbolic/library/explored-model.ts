import { transformSync } from 'oxc-transform';
import { expect } from 'vitest';
import type { Observed } from '#replay/observed';
import { Observer } from '#replay/child/observe';
import { printObserved } from '#replay/print-observed';
import { sameObserved } from '#replay/same-observed';
import { createSolver } from '#smt/chain';
import { Evaluation } from '#smt/model';
import { InputTrees } from '#symbolic/concrete/input-tree';
import { StateObserver } from '#symbolic/concrete/observe-state';
import type { Condition } from '#symbolic/condition';
import { inputValues } from '#symbolic/begin';
import { createWorld, explore } from '#symbolic/explore';
import type { FunctionInputs } from '#symbolic/input-type';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import type { Limits } from '#symbolic/limits';
import type { Location } from '#symbolic/location';
import type { World } from '#symbolic/machine';
import { listed, type State } from '#symbolic/state';
import { memorySource } from '../inputs/memory-source';
import { bindInput, type BoundInput } from './bind-input';

/** One call, as the engine or a path of it has it. */
interface Seen {
  readonly outcome: 'returns' | 'throws';
  readonly value: Observed;
  /** The arguments after the call. */
  readonly args: readonly Observed[];
}

/** A function whose paths are known, to be compared with the function itself. */
export interface Explored {
  readonly paths: readonly State[];
  /** Expects exactly one path to hold for some arguments, and it to say what really happens. */
  agrees(...args: unknown[]): void;
  agreesLater(...args: unknown[]): Promise<void>;
}

const path = 'model.ts';

/** Explores the first function of a source. */
export function explored(source: string, limits: Partial<Limits> = {}): Explored {
  const modules = memorySource({ [path]: `'use strict';${source}` });
  const module = modules.moduleAt(path);
  const fn = module.functions.find((candidate) => candidate.kind === 'function');
  if (fn === undefined) throw new Error('the source has a function');
  const solver = createSolver({ core: 'none' });
  const world = createWorld({ module: modules.moduleAt, resolve: modules.resolve }, solver, limits);
  const inputs = functionInputs(modules, fn, module);
  const { ends, complete } = explore({ world, path, fn, inputs });
  expect(complete, 'all paths were explored').toBe(true);
  const run = compiled(source, fn.name);
  const expectation = (given: readonly unknown[], real: Seen): void => {
    const predicted = predict(world, inputs, ends, given);
    if (same(predicted, real)) return;
    expect.fail(`f(${given.map(show).join(', ')}) of ${source}\n  ${print(real)}, but a path ${print(predicted)}`);
  };
  return {
    paths: ends,
    agrees(...args) {
      const given = structuredClone(args);
      expectation(
        given,
        observed(() => run(...args), args),
      );
    },
    async agreesLater(...args) {
      const given = structuredClone(args);
      let outcome: () => unknown;
      try {
        const value = await run(...args);
        outcome = () => value;
      } catch (error) {
        outcome = () => {
          throw error;
        };
      }
      expectation(given, observed(outcome, args));
    },
  };
}

/** Compares the paths of a function with the function on each of some lists of arguments. */
export function agreesOn(source: string, ...calls: readonly (readonly unknown[])[]): void {
  const { agrees } = explored(source);
  for (const args of calls) agrees(...structuredClone(args));
}

function compiled(source: string, name: string): (...args: unknown[]) => unknown {
  const { code } = transformSync(path, `'use strict';${source}`, { lang: 'ts', sourceType: 'script' });
  return new Function(`${code}\nreturn ${name};`)() as (...args: unknown[]) => unknown;
}

function observed(run: () => unknown, args: readonly unknown[]): Seen {
  const observer = new Observer();
  const seen = (outcome: Seen['outcome'], value: unknown): Seen => ({
    outcome,
    value: observer.observe(value),
    args: args.map((arg) => observer.observe(arg)),
  });
  let value: unknown;
  try {
    value = run();
  } catch (error) {
    return seen('throws', error);
  }
  return seen('returns', value);
}

function predict(world: World, inputs: FunctionInputs, ends: readonly State[], given: readonly unknown[]): Seen {
  const roots = inputValues(world, inputs).args.flatMap((arg) => (arg.kind === 'input' ? [arg.location] : []));
  const bound = bindInput(
    world,
    roots.map((location, index): readonly [Location, unknown] => [location, given[index]]),
  );
  const evaluation = new Evaluation(bound.model);
  const holding = ends.filter((state) =>
    listed(state.conditions).every(({ condition }) => holds(condition, evaluation, bound)),
  );
  const called = `(${given.map(show).join(', ')})`;
  expect(holding.map(describeEnd), `exactly one of ${ends.length} paths holds for ${called}`).toHaveLength(1);
  const [state] = holding;
  const completion = state?.completion ?? null;
  if (state === undefined || completion === null || completion.kind === 'cut') {
    throw new Error(`the path for ${called} was left: ${JSON.stringify(completion)}`);
  }
  const decided = state.fork();
  decided.members = bound.members;
  const trees = new InputTrees(world, decided, evaluation);
  const observer = new StateObserver(world, decided, evaluation, trees);
  return {
    outcome: completion.kind,
    value: observer.observe(completion.kind === 'returns' ? completion.value : completion.error),
    args: given.map((_, index) => {
      const root = roots[index];
      return root === undefined ? observer.observe({ kind: 'undefined' }) : observer.observeInput(trees.at(root));
    }),
  };
}

function holds(condition: Condition, evaluation: Evaluation, { members }: BoundInput): boolean {
  switch (condition.kind) {
    case 'term':
      return evaluation.holds(condition.term);
    case 'shape': {
      const member = members.get(condition.location.id);
      return member !== undefined && (condition.members & member) !== 0;
    }
    case 'alias':
      return !condition.same;
  }
}

function describeEnd({ completion, conditions }: State): string {
  const count = conditions?.length ?? 0;
  return `${completion?.kind ?? 'nothing'} ${completion?.kind === 'cut' ? JSON.stringify(completion.reason) : ''} under ${count} conditions`;
}

function same(a: Seen, b: Seen): boolean {
  return (
    a.outcome === b.outcome &&
    sameObserved(a.value, b.value) &&
    a.args.every((arg, index) => {
      const other = b.args[index];
      return other !== undefined && sameObserved(arg, other);
    })
  );
}

function print({ outcome, value, args }: Seen): string {
  return `${outcome} ${printObserved(value)} with ${args.map(printObserved).join(', ')}`;
}

function show(value: unknown): string {
  return printObserved(new Observer().observe(value));
}
