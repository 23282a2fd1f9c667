import { sameScalar } from '#smt/sorts';
import { inDomain } from './intersect';
import { hasLibraryMember } from './library-members';
import { readProperty, shapeOf } from './keys';
import type { DeclaredType, Member, Property, Shape, TupleType } from './declared-type';

/** Whether every value of one type is of another; null where that was not decided. */
export type Decision = boolean | null;

const maxDepth = 5;

export function assignable(source: DeclaredType, target: DeclaredType, depth = 0): Decision {
  if (target.members.some((member) => member.kind === 'anything')) return true;
  if (depth > maxDepth) return null;
  return every(source.members, (member) => some(target.members, (other) => memberAssignable(member, other, depth)));
}

function every<T>(items: Iterable<T>, decide: (item: T) => Decision): Decision {
  let result: Decision = true;
  for (const item of items) {
    const decision = decide(item);
    if (decision === false) return false;
    if (decision === null) result = null;
  }
  return result;
}

function some<T>(items: Iterable<T>, decide: (item: T) => Decision): Decision {
  let result: Decision = false;
  for (const item of items) {
    const decision = decide(item);
    if (decision === true) return true;
    if (decision === null) result = null;
  }
  return result;
}

function memberAssignable(source: Member, target: Member, depth: number): Decision {
  if (source.kind === 'anything') return target.kind === 'anything' ? true : source.declared === 'any' ? null : false;
  if (target.kind === 'not-nullish') return source.kind !== 'undefined' && source.kind !== 'null';
  if (target.kind === 'not-primitive') return !isPrimitive(source);
  if (source === target) return true;
  switch (target.kind) {
    case 'literal':
      return source.kind === 'literal' && sameScalar(source.value, target.value);
    case 'number':
      // The domains of our number types are all `number` to TypeScript.
      if (source.kind === 'literal')
        return typeof source.value === 'number' && (inDomain(source.value, target.domain) || null);
      return source.kind === 'number';
    case 'string':
    case 'bigint':
      return source.kind === target.kind || (source.kind === 'literal' && typeof source.value === target.kind);
    case 'array':
      if (source.kind === 'array') {
        if (source.readonly && !target.readonly) return false;
        return assignable(source.element(), target.element(), depth + 1);
      }
      return source.kind === 'tuple' && (target.readonly || !source.readonly)
        ? every(partsOf(source), (part) => assignable(part, target.element(), depth + 1))
        : false;
    case 'tuple':
      return source.kind === 'tuple' ? tupleAssignable(source, target, depth) : false;
    case 'object':
      return objectAssignable(source, target.shape(), depth);
    case 'function':
      return source.kind === 'function' ? signatureAssignable(source, target, depth) : false;
    case 'promise':
    case 'set':
      return source.kind === target.kind ? assignable(source.value(), target.value(), depth + 1) : false;
    case 'map':
      if (source.kind !== 'map') return false;
      return every(
        [
          [source.key, target.key],
          [source.value, target.value],
        ] as const,
        ([a, b]) => assignable(a(), b(), depth + 1),
      );
    case 'error':
      return source.kind === 'error'
        ? target.constructorName === 'Error' || source.constructorName === target.constructorName
        : null;
    case 'binary':
      return source.kind === 'binary' && source.type === target.type;
    default:
      return source.kind === target.kind;
  }
}

function isPrimitive(member: Member): boolean {
  return /^(?:undefined|null|string|bigint|symbol|number|literal|not-nullish)$/.test(member.kind);
}

export function partsOf(tuple: TupleType): readonly DeclaredType[] {
  return [...tuple.elements.map(({ type }) => type()), ...(tuple.rest === null ? [] : [tuple.rest()])];
}

function tupleAssignable(source: TupleType, target: TupleType, depth: number): Decision {
  if (source.readonly && !target.readonly) return false;
  const required = target.elements.filter(({ optional }) => !optional).length;
  if (source.elements.filter(({ optional }) => !optional).length < required) return false;
  if (target.rest === null && (source.rest !== null || source.elements.length > target.elements.length)) return false;
  return every(source.elements.entries(), ([i, part]) => {
    const other = target.elements[i]?.type ?? target.rest;
    return other === null || other === undefined ? false : assignable(part.type(), other(), depth + 1);
  });
}

function objectAssignable(source: Member, target: Shape, depth: number): Decision {
  if (target.properties.size === 0 && target.index === null)
    return source.kind !== 'undefined' && source.kind !== 'null';
  const shape = shapeOf(source);
  // Members of arrays, strings and the library's classes are not known here.
  if (shape === null) return source.kind === 'undefined' || source.kind === 'null' ? false : missing(source, target);
  const properties = every(target.properties, ([name, property]) => {
    const own = shape.properties.get(name);
    if (own === undefined) return property.optional;
    return propertyAssignable(own, property, depth);
  });
  if (properties === false || target.index === null) return properties;
  const { index } = target;
  const values = [...shape.properties.values()].map(readProperty);
  const all = every(shape.index === null ? values : [...values, shape.index()], (type) =>
    assignable(type, index(), depth + 1),
  );
  return all === true ? properties : all;
}

/** False where a value of the library lacks a property; the types of those that it has are not known here. */
function missing(source: Member, target: Shape): Decision {
  for (const [name, { optional }] of target.properties) {
    if (!optional && hasLibraryMember(source, name) === false) return false;
  }
  return null;
}

function propertyAssignable(source: Property, target: Property, depth: number): Decision {
  if (source.optional && !target.optional) return false;
  return assignable(source.type(), target.optional ? readProperty(target) : target.type(), depth + 1);
}

function signatureAssignable(
  source: Extract<Member, { kind: 'function' }>,
  target: Extract<Member, { kind: 'function' }>,
  depth: number,
): Decision {
  if ((source.signature.constructed === null) !== (target.signature.constructed === null)) return false;
  const accepted = target.signature.params();
  const params = every(source.signature.params().entries(), ([i, param]) => {
    const other = accepted[i];
    if (param.rest || other?.rest === true) return null;
    if (other === undefined) return accepted.some(({ rest }) => rest) ? true : param.optional;
    return assignable(other.type(), param.type(), depth + 1);
  });
  if (params === false) return accepted.some(({ rest }) => rest) ? null : false;
  const result = target.signature.result();
  const decided =
    result.members.some(({ kind }) => kind === 'undefined') || assignable(source.signature.result(), result, depth + 1);
  return decided === true ? (accepted.some(({ rest }) => rest) ? true : params) : decided;
}
