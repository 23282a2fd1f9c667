import { Evaluation } from '#smt/model';
import { termsOf } from '../condition';
import type { World } from '../machine';
import type { ReadText, State } from '../state';
import { InputTrees, NoSuchInput, type InputTree } from './input-tree';

/** The state with texts in its model that read as JSON what the path has found in them, where the conditions allow it. */
export function withJsonTexts(world: World, state: State, read: readonly ReadText[]): State {
  return read.reduce((at, each) => withJsonText(world, at, each), state);
}

function withJsonText(world: World, state: State, { text, returns, value }: ReadText): State {
  const { model } = state;
  if (model === null || text.kind !== 'symbol') return state;
  const written = new Evaluation(model).holds(returns) ? jsonAt(world, state, model, value) : noJson;
  if (written === null) return state;
  const other = state.fork();
  other.model = new Map(model).set(text, written);
  const evaluation = new Evaluation(other.model);
  return termsOf(state.conditions).every((term) => evaluation.holds(term)) ? other : state;
}

const noJson = '';

function jsonAt(
  world: World,
  state: State,
  model: NonNullable<State['model']>,
  value: ReadText['value'],
): string | null {
  try {
    return JSON.stringify(plainData(new InputTrees(world, state, new Evaluation(model)).at(value))) ?? null;
  } catch (error) {
    if (error instanceof NoSuchInput) return null;
    throw error;
  }
}

/** Of what JSON has; what is absent has no place in it. */
function plainData(tree: InputTree): unknown {
  switch (tree.kind) {
    case 'primitive':
      return tree.value;
    case 'object':
      return tree.member.kind === 'array'
        ? tree.elements.map(plainData)
        : Object.fromEntries(tree.properties.map(([key, part]) => [key, plainData(part)]));
    default:
      return undefined;
  }
}
