import type { Domain } from '#smt/term';
import { sameScalar, type Scalar } from '#smt/sorts';
import {
  never,
  once,
  single,
  union,
  type DeclaredType,
  type Lazy,
  type Member,
  type ObjectType,
  type Property,
  type Shape,
  type TupleType,
} from './declared-type';

/** Told when a combination was taken for one of its sides. */
type Inexact = () => void;

const untold: Inexact = () => {};

/** Values of both types: distributed over unions, impossible combinations left out. */
export function intersect(left: DeclaredType, right: DeclaredType, inexact: Inexact = untold): DeclaredType {
  return union(left.members.flatMap((a) => right.members.map((b) => both(a, b, inexact))));
}

export function intersectAll(types: readonly DeclaredType[], inexact: Inexact): DeclaredType {
  return types.reduce((all, type) => intersect(all, type, inexact));
}

function both(left: Member, right: Member, inexact: Inexact): DeclaredType {
  return meet(left, right, inexact) ?? meet(right, left, inexact) ?? never;
}

/** One direction of a symmetric table; null where this direction says nothing. */
function meet(left: Member, right: Member, inexact: Inexact): DeclaredType | null {
  switch (left.kind) {
    case 'anything':
      return single(right);
    case 'not-nullish':
      return right.kind === 'undefined' || right.kind === 'null' ? never : single(right);
    case 'not-primitive':
      if (right.kind === 'not-nullish') return single(left);
      return right.kind === 'not-primitive' || isObjectKind(right) ? single(right) : never;
    case 'literal':
      return right.kind === 'anything' || right.kind === 'not-nullish' ? null : meetLiteral(left.value, right);
    case 'number':
      return right.kind === 'number' ? meetNumbers(left.domain, right.domain) : branded(left, right);
    case 'string':
    case 'bigint':
    case 'symbol':
      return right.kind === left.kind ? single(left) : branded(left, right);
    case 'undefined':
    case 'null':
      return right.kind === left.kind ? single(left) : null;
    case 'object':
      return right.kind === 'object' ? meetObjects(left, right, inexact) : null;
    case 'function':
      if (right.kind === 'function')
        return single({ ...right, properties: eitherShape(left.properties, right.properties) });
      return right.kind === 'object'
        ? single({ ...left, properties: eitherShape(left.properties, right.shape) })
        : null;
    case 'array':
      if (right.kind === 'tuple') return single(meetTuple(right, left.element, inexact));
      if (right.kind === 'array') {
        const element = once(() => intersect(left.element(), right.element(), inexact));
        return single({ kind: 'array', element, readonly: left.readonly && right.readonly });
      }
      return right.kind === 'object' ? withExtras(left, right, inexact) : null;
    case 'tuple':
      if (right.kind === 'tuple') return meetTuples(left, right, inexact);
      return right.kind === 'object' ? withExtras(left, right, inexact) : null;
    case 'binary':
      if (right.kind === 'object') return withExtras(left, right, inexact);
      return right.kind === 'binary' && left.type === right.type ? single(left) : null;
    default:
      if (right.kind === 'object') return withExtras(left, right, inexact);
      return right.kind === left.kind ? single(left) : null;
  }
}

/** `string[] & { extra: 1 }`: an input has no properties beside those of its kind. */
function withExtras(member: Member, object: ObjectType, inexact: Inexact): DeclaredType {
  if ([...object.shape().properties.values()].some(({ optional }) => !optional)) inexact();
  return single(member);
}

function meetTuples(left: TupleType, right: TupleType, inexact: Inexact): DeclaredType {
  const required = right.elements.filter(({ optional }) => !optional).length;
  if (left.elements.length !== right.elements.length || left.rest !== null || right.rest !== null) {
    inexact();
    return left.elements.length < required && left.rest === null ? never : single(left);
  }
  const elements = left.elements.map(({ type, optional }, i) => {
    const other = right.elements[i];
    return {
      type: other === undefined ? type : once(() => intersect(type(), other.type(), inexact)),
      optional: optional && other?.optional === true,
    };
  });
  return single({ kind: 'tuple', elements, rest: null, readonly: left.readonly && right.readonly });
}

/** `string & { brand: 'x' }`: at run time the string. */
function branded(left: Member, right: Member): DeclaredType | null {
  return right.kind === 'object' ? single(left) : null;
}

function meetLiteral(value: Scalar, right: Member): DeclaredType | null {
  const itself = single({ kind: 'literal', value });
  switch (right.kind) {
    case 'literal':
      return sameScalar(value, right.value) ? itself : null;
    case 'number':
      return typeof value === 'number' && inDomain(value, right.domain) ? itself : null;
    case 'string':
    case 'bigint':
      return typeof value === right.kind ? itself : null;
    case 'object':
      return itself;
    default:
      return null;
  }
}

export function inDomain(value: number, domain: Domain): boolean {
  if (Number.isNaN(value)) return domain.nan;
  if (Object.is(value, -0)) return domain.negativeZero && domain.min <= 0 && domain.max >= 0;
  return value >= domain.min && value <= domain.max && (!domain.integer || Number.isInteger(value));
}

function meetNumbers(left: Domain, right: Domain): DeclaredType {
  const domain = {
    integer: left.integer || right.integer,
    min: Math.max(left.min, right.min),
    max: Math.min(left.max, right.max),
    nan: left.nan && right.nan,
    negativeZero: left.negativeZero && right.negativeZero,
  };
  return domain.min > domain.max && !domain.nan ? never : single({ kind: 'number', domain });
}

function meetTuple(tuple: TupleType, element: Lazy, inexact: Inexact): TupleType {
  const narrowed = (type: Lazy): Lazy => once(() => intersect(type(), element(), inexact));
  return {
    ...tuple,
    elements: tuple.elements.map((part) => ({ ...part, type: narrowed(part.type) })),
    rest: tuple.rest === null ? null : narrowed(tuple.rest),
  };
}

function meetObjects(left: ObjectType, right: ObjectType, inexact: Inexact): DeclaredType {
  if (left === right || (left.instance !== null && left.name === right.name)) return single(left);
  const leftShape = left.shape();
  const rightShape = right.shape();
  for (const [name, property] of leftShape.properties) {
    const other = rightShape.properties.get(name);
    if (other === undefined || (!property.unit && !other.unit)) continue;
    if (property.optional && other.optional) continue;
    if (intersect(property.type(), other.type()).members.length === 0) return never;
  }
  return single({
    kind: 'object',
    name: `${left.name} & ${right.name}`,
    shape: once(() => mergeShapes(leftShape, rightShape, inexact)),
    class: left.class ?? right.class,
    instance: null,
  });
}

export function mergeShapes(left: Shape, right: Shape, inexact: Inexact = untold): Shape {
  const properties = new Map<string, Property>(left.properties);
  for (const [name, property] of right.properties) {
    const before = properties.get(name);
    properties.set(name, before === undefined ? property : mergeProperties(before, property, inexact));
  }
  return {
    properties,
    index: eitherType(left.index, right.index),
    numberIndex: eitherType(left.numberIndex, right.numberIndex),
  };
}

function mergeProperties(left: Property, right: Property, inexact: Inexact): Property {
  return {
    type: once(() => intersect(left.type(), right.type(), inexact)),
    optional: left.optional && right.optional,
    readonly: left.readonly && right.readonly,
    inherited: left.inherited || right.inherited,
    unit: left.unit || right.unit,
  };
}

function eitherType(left: Lazy | null, right: Lazy | null): Lazy | null {
  if (left === null || right === null) return left ?? right;
  return once(() => intersect(left(), right()));
}

function eitherShape(left: (() => Shape) | null, right: (() => Shape) | null): (() => Shape) | null {
  if (left === null || right === null) return left ?? right;
  return once(() => mergeShapes(left(), right()));
}

function isObjectKind(member: Member): boolean {
  switch (member.kind) {
    case 'array':
    case 'tuple':
    case 'object':
    case 'function':
    case 'map':
    case 'set':
    case 'date':
    case 'regexp':
    case 'promise':
    case 'binary':
    case 'error':
      return true;
    default:
      return false;
  }
}
