import { invariant } from '#core/diagnostics';
import type { Term } from '#smt/term';
import { givenAs, type BinaryType } from './binary-types';
import type { HeapObject } from './heap-object';
import { lengthOfInput, scalarOfInput, sizeOfInput, timeOfInput } from './input-symbols';
import type { InputMember } from './input-type';
import type { Keys } from './keys';
import type { Location, LocationStep } from './location';
import type { World } from './machine';
import { isSameType } from './may-be-one';
import { mergeObjects, movedTo } from './merge-objects';
import { areApart, identityOf, placeOf, putObject, twinsOf } from './one-object';
import type { State } from './state';
import type { Ref } from './value';

/** What it means that two places hold the same object. */
export type Unified =
  /** The state with one object in place of two, provided that `equal`: what came of its parts at both places. */
  | { readonly kind: 'one'; readonly state: State; readonly equal: Term }
  /** The path knows them to be different. */
  | { readonly kind: 'impossible' }
  /** It cannot be said in terms of what the path has looked at. */
  | { readonly kind: 'unclear' };

/**
 * Makes the objects at two places one. What the path knows of both must agree, part by part: kinds that are still possible,
 * values, lengths, and objects inside, which become one in turn. Neither object was written to, or the path has looked at
 * only one of them: so what is known of parts at both places is what the objects came with.
 */
export function unify(world: World, state: State, left: Location, right: Location): Unified {
  const unifier = new Unifier(world, state.fork());
  const failure = unifier.unite(left, right, true);
  if (failure !== null) return { kind: failure };
  return { kind: 'one', state: unifier.state, equal: world.terms.and(unifier.equal) };
}

/** The only thing that the input at a place can still be: undefined while there are several, null for nothing at all. */
export function onlyMember(state: State, location: Location): InputMember | null | undefined {
  const possible = possibleMembers(state, location);
  if ((possible & (possible - 1)) !== 0) return undefined;
  return location.type.members[31 - Math.clz32(possible)] ?? null;
}

function possibleMembers(state: State, { id, type, optional }: Location): number {
  const count = type.members.length + (optional ? 1 : 0);
  return state.members.get(id) ?? 2 ** Math.min(count, 30) - 1;
}

type Failure = 'impossible' | 'unclear';

class Unifier {
  readonly state: State;
  readonly equal: Term[] = [];
  readonly #world: World;

  constructor(world: World, state: State) {
    this.#world = world;
    this.state = state;
  }

  /** `decided`: both are known to be objects that may be one, whatever else the types of their places allow. */
  unite(left: Location, right: Location, decided = false): Failure | null {
    const { state } = this;
    const [a, b] = [placeOf(state, left), placeOf(state, right)];
    if (a === b) return null;
    if (areApart(state, a, b)) return 'impossible';
    const [place, other] = this.#standsFor(a, b) ? [a, b] : [b, a];
    const failure = decided ? null : this.#uniteKinds(place, other);
    if (failure !== null) return failure;
    const member = onlyMember(state, place);
    state.same = state.same.set(other.id, place);
    const apart = [...(state.apart.get(place.id) ?? []), ...(state.apart.get(other.id) ?? [])];
    if (apart.length > 0) state.apart = state.apart.set(place.id, apart);
    return member === null || member === undefined ? null : this.#uniteContents(place, other, member);
  }

  /** The one that has an object by now, else the one that was met first. */
  #standsFor(a: Location, b: Location): boolean {
    const { inputObjects } = this.state;
    const [hasA, hasB] = [inputObjects.has(a.id), inputObjects.has(b.id)];
    return hasA === hasB ? a.id < b.id : hasA;
  }

  #uniteKinds(place: Location, other: Location): Failure | null {
    const { state } = this;
    if (place.optional !== other.optional || !isSameType(place.type, other.type)) return 'unclear';
    const possible = possibleMembers(state, place) & possibleMembers(state, other);
    if (possible === 0) return 'impossible';
    if (possible !== possibleMembers(state, place)) state.members = state.members.set(place.id, possible);
    return null;
  }

  #uniteContents(place: Location, other: Location, member: InputMember): Failure | null {
    const { terms } = this.#world;
    const scalar = scalarOfInput(terms, other, member);
    if (scalar !== null) this.#equate(scalarOfInput(terms, place, member), scalar);
    if (member.kind === 'symbol') return 'unclear';
    const ref = this.state.inputObjects.get(other.id);
    const object = ref === undefined ? undefined : this.state.heap.get(ref);
    if (object === undefined) return null;
    if (object.input?.since !== undefined) return 'unclear';
    switch (member.kind) {
      case 'regexp':
      case 'promise':
        return 'unclear';
      case 'date':
        this.#equate(timeOfInput(terms, place), timeOfInput(terms, other));
        break;
      case 'map':
      case 'set':
        this.#equate(sizeOfInput(terms, place), sizeOfInput(terms, other));
        break;
      case 'binary':
        if (isSeenOtherwise(this.state, object, member.type)) return 'unclear';
        this.#equate(lengthOfInput(terms, place, member), lengthOfInput(terms, other, member));
        break;
      case 'array':
      case 'tuple':
        this.#equate(lengthOfInput(terms, place, member), lengthOfInput(terms, other, member));
        break;
      default:
    }
    return this.#uniteObjects(place, other) ?? this.#uniteParts(place, other, object);
  }

  #equate(left: Term | null, right: Term | null): void {
    if (left === right || left === null || right === null) return;
    const { terms } = this.#world;
    this.equal.push(terms.apply(left.sort === 'num' ? 'num.same' : `${left.sort}.eq`, [left, right]));
  }

  #uniteObjects(place: Location, other: Location): Failure | null {
    const { state } = this;
    const [ref, otherRef] = [state.inputObjects.get(place.id), state.inputObjects.get(other.id)];
    if (ref === undefined || otherRef === undefined || identityOf(state, ref) === identityOf(state, otherRef)) {
      return null;
    }
    const [object, otherObject] = [state.heap.get(ref), state.heap.get(otherRef)];
    const isTouched = [ref, otherRef].some((each) => state.written.has(each) || hasBeenChanged(state, each));
    if (object === undefined || otherObject === undefined || isTouched) return 'unclear';
    const [bytes, otherBytes] = [bufferOf(state, object), bufferOf(state, otherObject)];
    if (bytes?.type !== otherBytes?.type) return 'unclear';
    if (hasOwnObjects(state, object) || hasOwnObjects(state, otherObject)) return 'unclear';
    const merged = mergeObjects(object, movedTo(this.#world.locations, otherObject, place));
    if (typeof merged === 'string') return merged;
    this.#beTwins([...twinsOf(state, ref), ...twinsOf(state, otherRef)]);
    putObject(state, ref, merged);
    const [view, otherView] = [object.internal, otherObject.internal];
    if (view.kind === 'view' && otherView.kind === 'view') this.#uniteBuffers(view.buffer, otherView.buffer);
    return null;
  }

  /** Of views that come to be one, the buffers do. */
  #uniteBuffers(ref: Ref, otherRef: Ref): void {
    const { state } = this;
    const [buffer, other] = [state.heap.get(ref), state.heap.get(otherRef)];
    const merged = buffer === undefined || other === undefined ? 'unclear' : mergeObjects(buffer, other);
    invariant(typeof merged === 'object', 'a view has a buffer');
    this.#beTwins([...twinsOf(state, ref), ...twinsOf(state, otherRef)]);
    putObject(state, ref, merged);
  }

  #beTwins(twins: readonly Ref[]): void {
    const { state } = this;
    for (const twin of twins) state.twins = state.twins.set(twin, twins);
    for (const [id, ref] of state.inputObjects.sorted()) {
      if (twins.includes(ref)) state.inputObjects = state.inputObjects.set(id, identityOf(state, ref));
    }
  }

  /** Parts that the path has looked at. */
  #uniteParts(place: Location, other: Location, object: HeapObject): Failure | null {
    const { locations, keys } = this.#world;
    const bytes = bufferOf(this.state, object);
    const looked = locations.childrenOf(other).filter(({ step, id }) => {
      if (step.kind === 'text') return this.state.members.has(id);
      if (bytes !== null && step.kind === 'element') return bytes.elements.has(step.index);
      return isLookedAt(object, step, keys);
    });
    for (const part of looked) {
      const failure = this.unite(locations.child(place, part.step, part.type, part.optional), part);
      if (failure !== null) return failure;
    }
    return null;
  }
}

/** By the outside, as far as is known. */
function hasBeenChanged(state: State, ref: Ref): boolean {
  return state.heap.get(ref)?.input?.since !== undefined;
}

/** Of two instances that their constructors have given objects of their own, the path may know those of both. */
function hasOwnObjects(state: State, { input, properties }: HeapObject): boolean {
  if (input?.member.kind !== 'object' || input.member.construction === undefined) return false;
  // One instance would have left one trace.
  if (state.called?.isTouched === true) return true;
  return [...properties.entries()].some(([, property]) => {
    if (property.kind !== 'data' || property.value.kind !== 'object' || property.value.ref < 0) return false;
    const held = state.heap.get(property.value.ref);
    return held?.input === null && property.writable;
  });
}

function bufferOf(state: State, { internal }: HeapObject): Extract<HeapObject['internal'], { kind: 'buffer' }> | null {
  const buffer = internal.kind === 'view' ? state.heap.get(internal.buffer)?.internal : internal;
  return buffer?.kind === 'buffer' ? buffer : null;
}

/** Whether the bytes of an input are kept in another way than they came: then its elements have no places. */
function isSeenOtherwise(state: State, object: HeapObject, type: BinaryType): boolean {
  return bufferOf(state, object)?.type !== givenAs(type);
}

function isLookedAt({ properties, internal }: HeapObject, step: LocationStep, keys: Keys): boolean {
  switch (step.kind) {
    case 'property':
      return properties.has(keys.idOf(step.key));
    case 'element':
      return internal.kind === 'array' && internal.elements.has(step.index);
    case 'entry':
      return 'entries' in internal && step.index < internal.entries.length;
    case 'argument':
    case 'kept':
      return true;
    case 'result':
      return internal.kind === 'callback' && step.call < internal.calls.length;
    default:
      return false;
  }
}
