import type { Scalar } from '#smt/sorts';
import type { Unknown } from '#smt/term';
import type { ConcreteInputs, InputTree } from '#symbolic/concrete/input-tree';
import type { InputMember, InputType } from '#symbolic/input-type';
import type { Location } from '#symbolic/location';
import type { State } from '#symbolic/state';
import type { Ref } from '#symbolic/value';
import { isAbsent, readAt, type Inputs } from './holds';

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

/** What is at each place of inputs that were given, not made. Objects that the path knows are those, wherever they occur. */
export function actualInputs(state: State, inputs: Inputs): ConcreteInputs {
  const refs = new Map<unknown, Ref>();
  for (const ref of state.inputObjects.sorted().map(([, known]) => known)) {
    const name = state.heap.get(ref)?.input?.location.name;
    if (name !== undefined) refs.set(readAt(name, inputs), ref);
  }
  const trees = new Map<unknown, InputTree>();
  const at = (location: Location): InputTree =>
    isAbsent(location, inputs) ? { kind: 'absent' } : treeOf(location, readAt(location.name, inputs), refs, trees);
  return { at };
}

function treeOf(
  location: Location,
  value: unknown,
  refs: ReadonlyMap<unknown, Ref>,
  trees: Map<unknown, InputTree>,
): InputTree {
  if (typeof value === 'symbol') return { kind: 'symbol', description: value.description ?? '' };
  if (typeof value !== 'object' || value === null)
    return { kind: 'primitive', value: value as Scalar | null | undefined };
  const known = trees.get(value);
  if (known !== undefined) return known;
  const tree = {
    kind: 'object',
    location,
    member: memberFor(value),
    ref: refs.get(value) ?? null,
    properties: new Array<readonly [string, InputTree]>(),
    elements: new Array<InputTree>(),
    entries: new Array<readonly [InputTree, InputTree]>(),
    time: 0,
    settled: null,
    args: null,
  } as const;
  trees.set(value, tree);
  const part = (inside: unknown): InputTree => treeOf(nowhere, inside, refs, trees);
  if (Array.isArray(value)) tree.elements.push(...value.map(part));
  else if (value instanceof Map)
    tree.entries.push(...[...value].map(([key, item]) => [part(key), part(item)] as const));
  else tree.properties.push(...Object.entries(value).map(([key, inside]) => [key, part(inside)] as const));
  return tree;
}

function memberFor(value: object): InputMember {
  if (Array.isArray(value)) return { kind: 'array', element: nothing, readonly: false };
  if (value instanceof Map) return { kind: 'map', key: nothing, value: nothing };
  return { kind: 'object', name: '', properties: new Map(), index: null, class: null };
}

function nothing(): InputType {
  return { members: [] };
}

const nowhere: Location = {
  id: -1,
  name: '',
  parent: null,
  step: { kind: 'receiver' },
  type: { members: [] },
  optional: false,
};
