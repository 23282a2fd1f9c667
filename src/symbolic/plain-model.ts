import { Evaluation, type Model } from '#smt/model';
import type { Scalar } from '#smt/sorts';
import type { Domain, Unknown } from '#smt/term';
import { termsOf } from './condition';
import type { State } from './state';

/** Wide conditions are not computed again and again. */
const mostConditions = 200;

/** Numbers that depend on each other become plain one after the other. */
const mostRounds = 3;

/** The state with a model that a person would have chosen: 4 rather than 3.0000000000000004, where both will do. */
export function withPlainModel(state: State): State {
  const { model } = state;
  if (model === null || (state.conditions?.length ?? 0) > mostConditions) return state;
  const terms = termsOf(state.conditions);
  const plain = new Map(model);
  const holds = (): boolean => {
    const evaluation = new Evaluation(plain);
    return terms.every((term) => evaluation.holds(term));
  };
  for (let round = 0; round < mostRounds; round++) {
    if (!makePlainer(plain, holds)) return round === 0 ? state : withModel(state, plain);
  }
  return withModel(state, plain);
}

function makePlainer(model: Map<Unknown, Scalar>, holds: () => boolean): boolean {
  let isPlainer = false;
  for (const [unknown, value] of model) {
    const chosen = candidates(unknown, value).find((candidate) => {
      model.set(unknown, candidate);
      return holds();
    });
    model.set(unknown, chosen ?? value);
    isPlainer ||= chosen !== undefined;
  }
  return isPlainer;
}

function withModel(state: State, model: Model): State {
  const other = state.fork();
  other.model = model;
  return other;
}

/** Plainest first; none for a value that is plain already. */
function candidates(unknown: Unknown, value: Scalar): readonly number[] {
  if (typeof value !== 'number' || (Number.isInteger(value) && Math.abs(value) < 1_000_000)) return [];
  const near = [Math.round(value), Math.ceil(value), Math.floor(value)];
  const all = [0, 1, -1, 2, ...near, 0.5, -0.5, Math.floor(value) + 0.5].filter(
    (number) => Number.isFinite(number) && number !== value,
  );
  const domain = unknown.kind === 'symbol' ? unknown.domain : null;
  return domain === null ? all : all.filter((number) => isIn(domain, number));
}

function isIn({ integer, min, max, negativeZero }: Domain, value: number): boolean {
  if (integer && !Number.isInteger(value)) return false;
  return value >= min && value <= max && (negativeZero || !Object.is(value, -0));
}
