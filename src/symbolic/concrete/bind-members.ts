import type { Observed, ObservedObject } from '#replay/observed';
import { partsOf } from '#replay/observed-parts';
import type { ClassReference, InputMember, InputType, ObjectMember } from '../input-type';
import { inDomain } from '../inputs/intersect';

/** Which member of its declared type a value is. Types are followed into the value as far as it goes. */
export class MemberFinder {
  readonly #objects: ReadonlyMap<number, ObservedObject>;
  readonly #className: ClassName;

  constructor(values: readonly Observed[], className: ClassName) {
    this.#objects = objectsOf(values);
    this.#className = className;
  }

  /** The object that a value is or refers to; null for what is no object. */
  objectOf(value: Observed): ObservedObject | null {
    if (value.kind === 'back') return this.#objects.get(value.id) ?? null;
    return value.kind === 'object' ? value : null;
  }

  /**
   * The position of a member, `members.length` for one that is missing, null when the type has no such value. A member
   * that says more about the value goes first: of two object types the one that names all its properties.
   */
  position({ members }: InputType, optional: boolean, value: Observed | null): number | null {
    if (value === null && optional) return members.length;
    const given = value ?? absent;
    for (const isExact of [true, false]) {
      const found = members.findIndex((member) => this.#fits(member, given, isExact, new Set()));
      if (found >= 0) return found;
    }
    return optional && isUndefined(given) ? members.length : null;
  }

  #fitsType(type: InputType, optional: boolean, value: Observed | null, isExact: boolean, open: Set<string>): boolean {
    if (optional && (value === null || isUndefined(value))) return true;
    return type.members.some((member) => this.#fits(member, value ?? absent, isExact, open));
  }

  /** `open`: pairs that are being looked at, which a cyclic value comes back to. */
  #fits(member: InputMember, value: Observed, isExact: boolean, open: Set<string>): boolean {
    const object = this.objectOf(value);
    if (object === null) return fitsPlain(member, value);
    const { contents, constructorName } = object;
    const isPart = (type: InputType, part: Observed | null): boolean =>
      this.#fitsType(type, false, part, isExact, open);
    switch (member.kind) {
      case 'array':
        return contents.kind === 'array' && contents.elements.every((e) => e !== null && isPart(member.element(), e));
      case 'tuple':
        return (
          contents.kind === 'array' &&
          contents.elements.length >= member.elements.filter(({ optional }) => !optional).length &&
          contents.elements.every((element, index) => {
            const type = member.elements[index]?.type() ?? member.rest?.();
            return element !== null && type !== undefined && isPart(type, element);
          })
        );
      case 'map':
        return (
          contents.kind === 'map' &&
          contents.entries.every(([key, item]) => isPart(member.key(), key) && isPart(member.value(), item))
        );
      case 'set':
        return contents.kind === 'set' && contents.values.every((item) => isPart(member.value(), item));
      case 'date':
        return contents.kind === 'date';
      case 'binary':
        return contents.kind === 'binary' && contents.type === member.type && constructorName === member.type;
      case 'regexp':
        return contents.kind === 'regexp';
      case 'promise':
        return contents.kind === 'promise' && (contents.state === 'fulfilled' || contents.state === 'rejected');
      case 'error':
        return contents.kind === 'error' && constructorName === member.constructorName;
      case 'object':
        return contents.kind === 'none' && this.#fitsObject(member, object, isExact, open);
      default:
        return false;
    }
  }

  #fitsObject(member: ObjectMember, object: ObservedObject, isExact: boolean, open: Set<string>): boolean {
    if (member.class !== null && !this.#isInstance(member.class, object, isExact)) return false;
    if (member.construction !== undefined) return true;
    const pair = `${object.id} ${member.name}`;
    if (open.has(pair)) return true;
    open.add(pair);
    const given = new Map(object.properties);
    const areDeclared = [...member.properties].every(([key, { type, optional }]) =>
      this.#fitsType(type(), optional, given.get(key) ?? null, isExact, open),
    );
    if (!areDeclared) return false;
    return object.properties.every(([key, value]) => {
      if (member.properties.has(key)) return true;
      const index = member.index?.();
      return index === undefined ? !isExact : this.#fitsType(index, true, value, isExact, open);
    });
  }

  /** An instance of another class may be one of a class that is derived from it. */
  #isInstance(reference: ClassReference, { constructorName }: ObservedObject, isExact: boolean): boolean {
    return isExact ? constructorName === this.#className(reference) : constructorName !== 'Object';
  }
}

/** The name of a class of the program; null when it is unknown. */
export type ClassName = (reference: ClassReference) => string | null;

const absent: Observed = { kind: 'primitive', value: undefined };

function isUndefined(value: Observed): boolean {
  return value.kind === 'primitive' && value.value === undefined;
}

function fitsPlain(member: InputMember, value: Observed): boolean {
  if (value.kind === 'symbol' || value.kind === 'function') return member.kind === value.kind;
  if (value.kind !== 'primitive') return false;
  const plain = value.value;
  switch (member.kind) {
    case 'undefined':
      return plain === undefined;
    case 'null':
      return plain === null;
    case 'number':
      return typeof plain === 'number' && inDomain(plain, member.domain);
    case 'boolean':
    case 'string':
    case 'bigint':
      return typeof plain === member.kind;
    case 'literals':
      return member.values.some((known) => Object.is(known, plain));
    default:
      return false;
  }
}

function objectsOf(values: readonly Observed[]): ReadonlyMap<number, ObservedObject> {
  const objects = new Map<number, ObservedObject>();
  const waiting = [...values];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value.kind !== 'object') continue;
    objects.set(value.id, value);
    waiting.push(...partsOf(value));
  }
  return objects;
}
