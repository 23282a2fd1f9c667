import type { Scalar } from '#smt/sorts';
import type { Unknown } from '#smt/term';
import type { ConcreteInputs, InputTree } from '#symbolic/concrete/input-tree';
import type { InputMember } from '#symbolic/input-type';
import type { Location } from '#symbolic/location';
import type { State } from '#symbolic/state';
import { readAt, type Inputs } from './holds';

/** Gives unknowns the values that concrete inputs have at the places they are named for. */
export class ReadingModel extends Map<Unknown, Scalar> {
  readonly #inputs: Inputs;

  constructor(inputs: Inputs) {
    super();
    this.#inputs = inputs;
  }

  override get(unknown: Unknown): Scalar | undefined {
    const value = readAt(unknown.name, this.#inputs);
    return value === null ? undefined : (value as Scalar | undefined);
  }
}

/** What is at each place of inputs that were given, not made. */
export function actualInputs(state: State, inputs: Inputs): ConcreteInputs {
  const at = (location: Location): InputTree => treeOf(state, location, readAt(location.name, inputs));
  return { at };
}

function treeOf(state: State, location: Location | null, value: unknown): InputTree {
  if (typeof value === 'symbol') return { kind: 'symbol', description: value.description ?? '' };
  if (typeof value !== 'object' || value === null)
    return { kind: 'primitive', value: value as Scalar | null | undefined };
  const member: InputMember = Array.isArray(value)
    ? { kind: 'array', element: () => ({ members: [] }), readonly: false }
    : { kind: 'object', name: '', properties: new Map(), index: null, class: null };
  return {
    kind: 'object',
    location: location ?? nowhere,
    member,
    ref: location === null ? null : (state.inputObjects.get(location.id) ?? null),
    properties: Array.isArray(value)
      ? []
      : Object.entries(value).map(([key, part]) => [key, treeOf(state, null, part)]),
    elements: Array.isArray(value) ? value.map((part) => treeOf(state, null, part)) : [],
    entries: [],
    time: 0,
    settled: null,
  };
}

const nowhere: Location = {
  id: -1,
  name: '',
  parent: null,
  step: { kind: 'receiver' },
  type: { members: [] },
  optional: false,
};
