import { candidatesFor, type Constants, constantsOf } from './candidates';
import type { Model } from './model';
import type { Propagation } from './propagation';
import { satisfies, unknownsOfAll } from './satisfies';
import type { Scalar } from './sorts';
import type { Term, Unknown } from './term';

/** How often values are carried through the constraints while looking for a model. */
const mostPropagations = 24;
/** Values tried for one unknown while others are open. */
const mostChoices = 4;
/** Values tried for the last unknown that is open. */
const mostLastChoices = 256;
const mostUnknowns = 24;

/** Tries plain values and those at the bounds of what is known; a model that holds, or null. */
export function guessModel(constraints: readonly Term[], known: Propagation): Model | null {
  const unknowns = [...unknownsOfAll(constraints)];
  const constants = constantsOf(constraints);
  return guessAtOnce(constraints, unknowns, known, constants) ?? guessInTurn(constraints, unknowns, known, constants);
}

/** All unknowns at the same place of their candidates: all plain, all at a bound, and one after the other. */
function guessAtOnce(
  constraints: readonly Term[],
  unknowns: readonly Unknown[],
  known: Propagation,
  constants: Constants,
): Model | null {
  const candidates = unknowns.map((unknown) => candidatesFor(unknown, known, constants));
  const places: readonly ((index: number, count: number) => number)[] = [
    ...[0, 1, 2, 3].map((at) => (_index: number, count: number) => Math.min(at, count - 1)),
    (index, count) => index % count,
    (index, count) => (unknowns.length - 1 - index) % count,
  ];
  for (const place of places) {
    const model = new Map<Unknown, Scalar>();
    for (const [index, unknown] of unknowns.entries()) {
      const values = candidates[index] ?? [];
      const value = values[place(index, values.length)];
      if (value !== undefined) model.set(unknown, value);
    }
    if (satisfies(constraints, model)) return model;
  }
  return null;
}

/** One unknown after the other, what follows from each carried through before the next. */
function guessInTurn(
  constraints: readonly Term[],
  unknowns: readonly Unknown[],
  known: Propagation,
  constants: Constants,
): Model | null {
  if (unknowns.length > mostUnknowns) return null;
  let left = mostPropagations;

  function complete(state: Propagation): Model | null {
    const open = unknowns.filter((unknown) => state.valueOf(unknown) === undefined);
    const [next] = open;
    if (next === undefined) return checked(modelOf(unknowns, state));
    const values = candidatesFor(next, state, constants);
    if (open.length === 1) return lastOne(next, values, state);
    for (const value of values.slice(0, mostChoices)) {
      if (left-- <= 0) return null;
      const further = state.copy();
      further.assign(next, value);
      const model = further.run() ? complete(further) : null;
      if (model !== null) return model;
    }
    return null;
  }

  function lastOne(unknown: Unknown, values: readonly Scalar[], state: Propagation): Model | null {
    const model = modelOf(unknowns, state);
    for (const value of values.slice(0, mostLastChoices)) {
      const found = checked(new Map([...model, [unknown, value]]));
      if (found !== null) return found;
    }
    return null;
  }

  function checked(model: Model): Model | null {
    return satisfies(constraints, model) ? model : null;
  }

  return complete(known);
}

function modelOf(unknowns: readonly Unknown[], state: Propagation): Map<Unknown, Scalar> {
  const model = new Map<Unknown, Scalar>();
  for (const unknown of unknowns) {
    const value = state.valueOf(unknown);
    if (value !== undefined) model.set(unknown, value);
  }
  return model;
}
