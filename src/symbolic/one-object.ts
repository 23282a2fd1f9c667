import type { HeapObject } from './heap-object';
import type { Location } from './location';
import type { State } from './state';
import type { Ref } from './value';

/** The ref that stands for all that mean the same object. */
export function identityOf(state: State, ref: Ref): Ref {
  return twinsOf(state, ref)[0] ?? ref;
}

/** All refs that mean the same object as one of them. */
export function twinsOf(state: State, ref: Ref): readonly Ref[] {
  return (ref > 0 ? state.twins.get(ref) : undefined) ?? [ref];
}

/** The place that stands for all that are known to hold the same. */
export function placeOf(state: State, location: Location): Location {
  let place = location;
  for (let next = state.same.get(place.id); next !== undefined; next = state.same.get(place.id)) place = next;
  return place;
}

/** Whether two places are known to hold different objects. */
export function areApart(state: State, left: Location, right: Location): boolean {
  const [place, other] = [placeOf(state, left), placeOf(state, right)];
  return [place, other].some((one) =>
    state.apart.get(one.id)?.some((known) => placeOf(state, known) === (one === place ? other : place)),
  );
}

/** From now on two places are known to hold different objects. */
export function setApart(state: State, left: Location, right: Location): void {
  if (areApart(state, left, right)) return;
  const { id } = placeOf(state, left);
  state.apart = state.apart.set(id, [...(state.apart.get(id) ?? []), right]);
}

/** An object has its new state under all refs that mean it, and names the place that stands for the others. */
export function putObject(state: State, ref: Ref, object: HeapObject): void {
  const { input } = object;
  const location = input === null || state.same.size === 0 ? null : placeOf(state, input.location);
  const placed = location === null || location === input?.location ? object : withLocation(object, location);
  for (const twin of twinsOf(state, ref)) state.heap = state.heap.set(twin, placed);
}

function withLocation(object: HeapObject, location: Location): HeapObject {
  return object.input === null ? object : { ...object, input: { ...object.input, location } };
}
