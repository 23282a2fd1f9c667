import type { PersistentMap } from '#core/persistent-map';
import type { Model } from '#smt/model';
import type { Solver } from '#smt/solver';
import type { Term } from '#smt/term';
import type { GivenInput } from '#symbolic/concrete/bind-input';
import type { Condition } from '#symbolic/condition';
import type { Location } from '#symbolic/location';
import type { World } from '#symbolic/machine';
import { nearestModel, wholeModel } from './darwin-nearest';

/** An input that is as the given one but for a few places. */
export interface ChangedInput {
  readonly model: Model;
  /** Which member of its type each place is, as states have it. */
  readonly members: PersistentMap<number>;
}

/** Whether f ∧ φ₁ ∧ … ∧ φᵢ₋₁ ∧ ¬φᵢ can hold. */
export type Flip =
  /** Inputs that show it, the nearest to the given one first. */
  | { readonly kind: 'possible'; readonly inputs: readonly ChangedInput[] }
  | { readonly kind: 'impossible' }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * The DARWIN method, as iDiSE IV-B describes it: an input behaves otherwise since a change; another input that keeps to the
 * path of the first in one version, and leaves it at a condition in the other, shows that the condition is a potential cause.
 */
export class Darwin {
  readonly #world: World;
  readonly #solver: Solver;
  readonly #given: GivenInput;

  constructor(world: World, solver: Solver, given: GivenInput) {
    this.#world = world;
    this.#solver = solver;
    this.#given = given;
  }

  /** `kept` is f, the path in one version; `path` is the one in the other version, that is left at `index`. */
  flip(kept: readonly Condition[], path: readonly Condition[], index: number): Flip {
    const left = path[index];
    const staying = [...kept, ...path.slice(0, index)];
    switch (left?.kind) {
      case 'term':
        return this.#flipTerm(staying, left.term);
      case 'shape':
        return this.#flipShape(staying, left.location, left.members);
      default:
        return { kind: 'unknown', reason: 'which objects are the same one is not tried otherwise' };
    }
  }

  #flipTerm(staying: readonly Condition[], term: Term): Flip {
    const { terms } = this.#world;
    const constraints = [...termsOf(staying), terms.not(term)];
    const solved = this.#solve(constraints);
    if (!('model' in solved)) return solved;
    const { members } = this.#given;
    const request = { terms, solver: this.#solver, constraints, given: this.#given.values, found: solved.model };
    const models = [nearestModel(request), wholeModel(request)];
    return { kind: 'possible', inputs: models.map((model) => ({ model, members })) };
  }

  /** The place becomes one of the other members of its type that no condition rules out. */
  #flipShape(staying: readonly Condition[], location: Location, taken: number): Flip {
    const count = location.type.members.length + (location.optional ? 1 : 0);
    let open = ((1 << count) - 1) & ~taken;
    for (const condition of staying) {
      if (condition.kind === 'shape' && condition.location === location) open &= condition.members;
    }
    if (open === 0) return { kind: 'impossible' };
    // What is said of the value, or of its parts, is said of the member that it was.
    if (staying.some((condition) => speaksOf(condition, location))) {
      return { kind: 'unknown', reason: `conditions speak of what ${location.name} is` };
    }
    // The other conditions hold for the given input already.
    const { members, values } = this.#given;
    const positions = Array.from({ length: count }, (_, position) => position).filter((at) => (open & (1 << at)) !== 0);
    return {
      kind: 'possible',
      inputs: positions.map((position) => ({ model: values, members: members.set(location.id, 1 << position) })),
    };
  }

  #solve(constraints: readonly Term[]): { readonly model: Model } | Exclude<Flip, { kind: 'possible' }> {
    const answer = this.#solver.check({ constraints });
    if (answer.kind === 'sat') return { model: answer.model };
    return answer.kind === 'unsat' ? { kind: 'impossible' } : { kind: 'unknown', reason: answer.reason };
  }
}

function termsOf(conditions: readonly Condition[]): Term[] {
  return conditions.flatMap((condition) => (condition.kind === 'term' ? [condition.term] : []));
}

/** A narrower shape of the place itself was looked at already. */
function speaksOf(condition: Condition, location: Location): boolean {
  if (condition.kind === 'term') return false;
  const places = condition.kind === 'shape' ? [condition.location] : [condition.location, condition.other];
  return places.some((place) => isInside(place.parent, location) || (condition.kind === 'alias' && place === location));
}

function isInside(place: Location | null, location: Location): boolean {
  for (let at = place; at !== null; at = at.parent) if (at === location) return true;
  return false;
}
