import { expect } from 'vitest';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import { lowerSource } from '#ir/lower-module';
import { Observer } from '#replay/child/observe';
import type { Observed } from '#replay/observed';
import { sameObserved } from '#replay/same-observed';
import { Evaluation, type Model } from '#smt/model';
import type { Solver } from '#smt/solver';
import type { Scalar } from '#smt/sorts';
import { anyDouble, integersFrom, type Term, type Unknown } from '#smt/term';
import { initialStates, startFunction } from '#symbolic/begin';
import { InputTrees } from '#symbolic/concrete/input-tree';
import { StateObserver } from '#symbolic/concrete/observe-state';
import { createWorld } from '#symbolic/explore';
import { mostElements } from '#symbolic/input-symbols';
import type { InputMember, InputType } from '#symbolic/input-type';
import type { World } from '#symbolic/machine';
import { run } from '#symbolic/run';
import { depthFirst } from '#symbolic/searcher';
import { listed, type State } from '#symbolic/state';

/** The arguments of one call. */
export type Sample = readonly SampleValue[];

export type SampleValue = undefined | null | boolean | number | string | bigint | Date | readonly SampleValue[];

export interface Checked {
  /** How many of the samples a complete path predicts. */
  readonly predicted: number;
  /** Samples whose path was cut at a bound or left as unsupported, with the reason. */
  readonly cut: readonly { readonly sample: Sample; readonly reason: string }[];
  /** Whether some path fixed an open value. */
  readonly concretised: boolean;
  /** Ends of paths, over all groups of samples of the same kinds. */
  readonly paths: number;
}

interface SampleLimits {
  readonly elements?: number;
}

/**
 * Explores a function whose inputs are open, with the samples as all that is possible, and holds every sample against the
 * real function: exactly one path has conditions that are true of it, and that path predicts the value or the
 * error, and what became of the arguments.
 */
export function checkSamples(source: string, samples: readonly Sample[], limits: SampleLimits = {}): Checked {
  const real = new Function(`'use strict'; return (${source});`)() as (...args: unknown[]) => unknown;
  const cut: { sample: Sample; reason: string }[] = [];
  let [predicted, paths, concretised] = [0, 0, false];
  for (const group of groupByKinds(samples)) {
    const whole = new SampledExploration(source, group, limits);
    paths += whole.ends.length;
    concretised ||= whole.isConcretised;
    for (const sample of group) {
      // A path that fixed a value leaves out the other samples: those are explored on their own.
      const isLeftOut = whole.isConcretised && whole.endsFor(sample).length === 0;
      const exploration = isLeftOut ? new SampledExploration(source, [sample], limits) : whole;
      const ends = exploration.endsFor(sample);
      const label = `${source} of ${show(sample)}`;
      expect(ends.length, `paths that hold for ${label}`).toBe(1);
      const [end] = ends;
      if (end?.completion?.kind === 'cut') {
        const { reason } = end.completion;
        cut.push({ sample, reason: reason.kind === 'unsupported' ? reason.what : reason.kind });
        continue;
      }
      const expected = actual(real, sample);
      const found = end === undefined ? null : exploration.predicted(end, sample);
      if (found === null || !sameOutcome(found, expected)) {
        expect(found, label).toEqual(expected);
        expect.fail(label);
      }
      predicted++;
    }
  }
  return { predicted, cut, concretised, paths };
}

/** Every sample is predicted: nothing is cut. */
export function checkAll(source: string, samples: readonly Sample[], limits: SampleLimits = {}): Checked {
  const checked = checkSamples(source, samples, limits);
  expect(checked.cut, `samples of ${source} that were cut`).toEqual([]);
  expect(checked.predicted).toBe(samples.length);
  return checked;
}

/** Every sample is predicted for open inputs: no value is fixed. */
export function checkExact(source: string, samples: readonly Sample[], limits: SampleLimits = {}): Checked {
  const checked = checkAll(source, samples, limits);
  expect(checked.concretised, `${source} fixes a value`).toBe(false);
  return checked;
}

/** Whatever is not cut at a bound is predicted for open inputs. */
export function checkBounded(
  source: string,
  samples: readonly Sample[],
  limits: SampleLimits = { elements: 8 },
): Checked {
  const checked = checkSamples(source, samples, limits);
  expect(checked.cut.filter(({ reason }) => reason !== 'loop-bound')).toEqual([]);
  expect(checked.predicted, `samples of ${source} within the bound`).toBeGreaterThanOrEqual(samples.length / 2);
  return checked;
}

/** All combinations of values for each argument; where there are too many, some, spread evenly. */
export function combinations(lists: readonly (readonly SampleValue[])[], most = 400): Sample[] {
  const count = lists.reduce((product, list) => product * list.length, 1);
  const at = (number: number): Sample => {
    let rest = number;
    return lists.map((list) => {
      const value = list[rest % list.length];
      rest = Math.floor(rest / list.length);
      return value;
    });
  };
  if (count <= most) return Array.from({ length: count }, (_, index) => at(index));
  // A step that shares no factor with the number of combinations meets no combination twice.
  let step = Math.floor(count * 0.618);
  while (greatestCommonDivisor(step, count) !== 1) step++;
  return Array.from({ length: most }, (_, index) => at((index * step) % count));
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

interface Outcome {
  readonly kind: 'returns' | 'throws';
  readonly value: Observed;
  readonly args: readonly Observed[];
}

function sameOutcome(found: Outcome, expected: Outcome): boolean {
  if (found.kind !== expected.kind) return false;
  if (!sameObserved(found.value, expected.value, found.kind === 'returns')) return false;
  return found.args.every((arg, index) => {
    const other = expected.args[index];
    return other !== undefined && sameObserved(arg, other, true);
  });
}

function actual(real: (...args: unknown[]) => unknown, sample: Sample): Outcome {
  const args = sample.map(fresh);
  const observer = new Observer();
  const seen = (): Observed[] => args.map((arg) => observer.observe(arg));
  try {
    const value = observer.observe(real(...args));
    return { kind: 'returns', value, args: seen() };
  } catch (error) {
    return { kind: 'throws', value: observer.observe(error), args: seen() };
  }
}

function fresh(value: SampleValue): unknown {
  if (value instanceof Date) return new Date(value);
  return isList(value) ? value.map(fresh) : value;
}

function isList(value: SampleValue): value is readonly SampleValue[] {
  return Array.isArray(value);
}

/** An exploration in which nothing but the samples of one group is possible. */
class SampledExploration {
  readonly ends: readonly State[];
  readonly isConcretised: boolean;
  readonly #world: World;
  readonly #models: ReadonlyMap<Sample, Model>;
  readonly #params: readonly string[];

  constructor(source: string, group: readonly Sample[], limits: SampleLimits) {
    const { module, fn } = lowered(source);
    const models = new Map<Sample, Model>();
    this.#models = models;
    this.#params = parameterNames(source);
    const modules = { module: (path: string) => (path === module.path ? module : null), resolve: () => null };
    this.#world = createWorld(modules, oracle(models), limits);
    for (const sample of group) models.set(sample, this.#modelOf(sample));
    const [first = []] = group;
    const inputs = {
      params: this.#params.map((name, index) => ({ name, type: typeOf(first[index]), optional: false, rest: false })),
      receiver: null,
      preconditions: [],
      widened: [],
    };
    const loaded = run(this.#world, initialStates(this.#world, module.path), {}, depthFirst());
    const started = loaded.ends.flatMap((state) => {
      return startFunction(this.#world, state, { path: module.path, fn, inputs });
    });
    for (const state of started) state.model = models.get(first) ?? new Map();
    this.ends = run(this.#world, started, {}, depthFirst()).ends;
    this.isConcretised = this.ends.some((end) => listed(end.notes).some(({ note }) => note.kind === 'concretised'));
  }

  endsFor(sample: Sample): State[] {
    const evaluation = new Evaluation(this.#models.get(sample) ?? new Map());
    return this.ends.filter((end) =>
      listed(end.conditions).every(({ condition }) => condition.kind !== 'term' || evaluation.holds(condition.term)),
    );
  }

  predicted(end: State, sample: Sample): Outcome {
    const evaluation = new Evaluation(this.#models.get(sample) ?? new Map());
    const trees = new InputTrees(this.#world, end, evaluation);
    const observer = new StateObserver(this.#world, end, evaluation, trees);
    const args = this.#params.map((name, index) => {
      const step = { kind: 'parameter', index, name, rest: false } as const;
      return observer.observeInput(trees.at(this.#world.locations.root(step, name, typeOf(sample[index]))));
    });
    const { completion } = end;
    if (completion?.kind === 'throws') return { kind: 'throws', value: observer.observe(completion.error), args };
    const value = completion?.kind === 'returns' ? completion.value : ({ kind: 'undefined' } as const);
    return { kind: 'returns', value: observer.observe(value), args };
  }

  #modelOf(sample: Sample): Model {
    const model = new Map<Unknown, Scalar>();
    this.#params.forEach((name, index) => this.#bind(model, name, sample[index]));
    return model;
  }

  #bind(model: Map<Unknown, Scalar>, name: string, value: SampleValue): void {
    const { terms } = this.#world;
    const bind = (symbol: Term, scalar: Scalar): void => {
      if (symbol.kind === 'symbol') model.set(symbol, scalar);
    };
    if (value instanceof Date) {
      bind(terms.symbol(`${name}.getTime()`, 'num', integersFrom(-8.64e15, 8.64e15)), value.getTime());
    } else if (isList(value)) {
      bind(terms.symbol(`${name}.length`, 'num', integersFrom(0, mostElements)), value.length);
      value.forEach((item, index) => this.#bind(model, `${name}[${index}]`, item));
    } else if (typeof value === 'number') bind(terms.symbol(name, 'num', anyDouble), value);
    else if (typeof value === 'string') bind(terms.symbol(name, 'str'), value);
    else if (typeof value === 'boolean') bind(terms.symbol(name, 'bool'), value);
    else if (typeof value === 'bigint') bind(terms.symbol(name, 'big'), value);
  }
}

/** Knows of no inputs but the samples. */
function oracle(models: ReadonlyMap<Sample, Model>): Solver {
  return {
    check({ constraints }) {
      for (const model of models.values()) {
        const evaluation = new Evaluation(model);
        if (constraints.every((constraint) => evaluation.holds(constraint))) return { kind: 'sat', model };
      }
      return { kind: 'unsat' };
    },
    close() {},
  };
}

function lowered(source: string): { readonly module: ModuleIr; readonly fn: FunctionIr } {
  const { module, problems } = lowerSource('model.js', `export ${source}`);
  expect(problems).toEqual([]);
  const fn = module?.functions.find(({ name }) => name === 'f');
  if (module === null || fn === undefined) throw new Error(`no function f in ${source}`);
  return { module, fn };
}

function parameterNames(source: string): string[] {
  const list = /^function f\(([^)]*)\)/.exec(source)?.[1] ?? '';
  return list.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

function typeOf(value: SampleValue): InputType {
  return { members: [memberOf(value)] };
}

function memberOf(value: SampleValue): InputMember {
  if (value instanceof Date) return { kind: 'date' };
  if (isList(value)) return { kind: 'array', element: () => typeOf(value[0]), readonly: false };
  switch (typeof value) {
    case 'boolean':
      return { kind: 'boolean' };
    case 'string':
      return { kind: 'string' };
    case 'bigint':
      return { kind: 'bigint' };
    case 'undefined':
      return { kind: 'undefined' };
    case 'number':
      return { kind: 'number', domain: anyDouble };
    default:
      return { kind: 'null' };
  }
}

function kindOf(value: SampleValue): string {
  const { kind } = memberOf(value);
  return isList(value) ? `${kind} of ${[...new Set(value.map(kindOf))].join(' and ')}` : kind;
}

function groupByKinds(samples: readonly Sample[]): Sample[][] {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = sample.map(kindOf).join(', ');
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return [...groups.values()];
}

function show(sample: Sample): string {
  return sample.map(showValue).join(', ');
}

function showValue(value: SampleValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (isList(value)) return `[${value.map(showValue).join(', ')}]`;
  if (typeof value === 'bigint') return `${value}n`;
  return Object.is(value, -0) ? '-0' : String(value);
}
