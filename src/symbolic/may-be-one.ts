import type { Domain } from '#smt/term';
import type { InputMember, InputType, ObjectMember } from './input-type';

/**
 * Whether two inputs of given types may be the same object. `unclear`: they may, but what one type says of its parts and what
 * the other says cannot be said at once.
 */
export type MayBeOne = 'yes' | 'unclear' | 'no';

export function mayBeOne(left: InputMember, right: InputMember): MayBeOne {
  return compared(left, right, 0);
}

/** Whether two types have the same members in the same order. */
export function isSameType(left: InputType, right: InputType): boolean {
  return sameTypes(left, right, 0);
}

/** Types inside of types are compared no deeper than this; named ones end it as a rule. */
const mostDepth = 4;

function compared(left: InputMember, right: InputMember, depth: number): MayBeOne {
  if (left === right && left.kind !== 'promise') return 'yes';
  switch (left.kind) {
    case 'object':
      return right.kind === 'object' ? ofObjects(left, right) : 'no';
    case 'array':
      if (right.kind === 'tuple') return overlap(elementsOf(left), elementsOf(right)) ? 'unclear' : 'no';
      return right.kind === 'array' ? ofParts([left.element()], [right.element()], depth) : 'no';
    case 'tuple':
      if (right.kind === 'array') return compared(right, left, depth);
      return right.kind === 'tuple' ? ofTuples(left, right, depth) : 'no';
    case 'map':
      return right.kind === 'map' ? ofParts([left.key(), left.value()], [right.key(), right.value()], depth) : 'no';
    case 'set':
      return right.kind === 'set' ? ofParts([left.value()], [right.value()], depth) : 'no';
    case 'function':
      return right.kind === 'function' ? ofParts([left.result()], [right.result()], depth) : 'no';
    case 'promise':
      return right.kind === 'promise' ? 'unclear' : 'no';
    case 'date':
      return right.kind === 'date' ? 'yes' : 'no';
    case 'binary':
      if (right.kind !== 'binary') return 'no';
      // Of different kinds, they may still be views of the same bytes.
      return left.type === right.type ? 'yes' : 'unclear';
    case 'error':
      return right.kind === 'error' && left.constructorName === right.constructorName ? 'yes' : 'no';
    default:
      return 'no';
  }
}

function ofObjects(left: ObjectMember, right: ObjectMember): MayBeOne {
  if (left.class?.path !== right.class?.path || left.class?.index !== right.class?.index) return 'no';
  if (left.name === right.name || left.class !== null) return left.name === right.name ? 'yes' : 'unclear';
  // Through types without a key in common neither sees what was done through the other.
  const isShared =
    left.index !== null || right.index !== null || [...left.properties.keys()].some((key) => right.properties.has(key));
  return isShared && fits(left, right) && fits(right, left) ? 'unclear' : 'no';
}

/** Whether an object of one type may have all that another demands. */
function fits(demanding: ObjectMember, other: ObjectMember): boolean {
  return [...demanding.properties].every(
    ([key, { optional }]) => optional || other.index !== null || other.properties.has(key),
  );
}

type Tuple = Extract<InputMember, { kind: 'tuple' }>;

function ofTuples(left: Tuple, right: Tuple, depth: number): MayBeOne {
  const isAlike =
    left.elements.length === right.elements.length &&
    left.elements.every(({ optional }, index) => optional === right.elements[index]?.optional) &&
    (left.rest === null) === (right.rest === null);
  if (isAlike) return ofParts(elementsOf(left), elementsOf(right), depth);
  return overlap(elementsOf(left), elementsOf(right)) ? 'unclear' : 'no';
}

function elementsOf(member: Extract<InputMember, { kind: 'array' | 'tuple' }>): InputType[] {
  if (member.kind === 'array') return [member.element()];
  return [...member.elements.map(({ type }) => type()), ...(member.rest === null ? [] : [member.rest()])];
}

function ofParts(left: readonly InputType[], right: readonly InputType[], depth: number): MayBeOne {
  const isSame = left.every((type, index) => {
    const other = right[index];
    return other !== undefined && sameTypes(type, other, depth + 1);
  });
  if (isSame) return 'yes';
  return overlap(left, right) ? 'unclear' : 'no';
}

function sameTypes(left: InputType, right: InputType, depth: number): boolean {
  if (left === right || depth > mostDepth) return true;
  return (
    left.members.length === right.members.length &&
    left.members.every((member, index) => {
      const other = right.members[index];
      return other !== undefined && sameMembers(member, other, depth);
    })
  );
}

function sameMembers(left: InputMember, right: InputMember, depth: number): boolean {
  if (left === right) return true;
  switch (left.kind) {
    case 'undefined':
    case 'null':
    case 'boolean':
    case 'string':
    case 'bigint':
    case 'symbol':
    case 'regexp':
      return right.kind === left.kind;
    case 'number':
      return right.kind === 'number' && sameDomain(left.domain, right.domain);
    case 'literals':
      return (
        right.kind === 'literals' &&
        left.sort === right.sort &&
        left.values.length === right.values.length &&
        left.values.every((value, index) => Object.is(value, right.values[index]))
      );
    default:
      return compared(left, right, depth) === 'yes';
  }
}

function sameDomain(left: Domain, right: Domain): boolean {
  return (
    left.integer === right.integer &&
    left.min === right.min &&
    left.max === right.max &&
    left.nan === right.nan &&
    left.negativeZero === right.negativeZero
  );
}

/** Whether some value could be of one of the types on either side, as far as their kinds tell. */
function overlap(left: readonly InputType[], right: readonly InputType[]): boolean {
  const kinds = new Set(left.flatMap(({ members }) => members.map(kindOf)));
  return right.some(({ members }) => members.some((member) => kinds.has(kindOf(member))));
}

function kindOf(member: InputMember): string {
  if (member.kind === 'literals') return { num: 'number', str: 'string', bool: 'boolean', big: 'bigint' }[member.sort];
  return member.kind === 'tuple' ? 'array' : member.kind;
}
