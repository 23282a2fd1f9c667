import type { InputMember, InputType } from '#symbolic/input-type';
import { inDomain } from '#symbolic/inputs/intersect';

/** Whether a value is of a type; objects may have no properties but the declared ones. */
export function acceptsValue(type: InputType, value: unknown): boolean {
  return type.members.some((member) => acceptsMember(member, value));
}

function acceptsMember(member: InputMember, value: unknown): boolean {
  switch (member.kind) {
    case 'undefined':
      return value === undefined;
    case 'null':
      return value === null;
    case 'boolean':
    case 'string':
    case 'bigint':
    case 'symbol':
      return typeof value === member.kind;
    case 'number':
      return typeof value === 'number' && inDomain(value, member.domain);
    case 'literals':
      return member.values.some((literal) => Object.is(literal, value));
    case 'array':
      return Array.isArray(value) && value.every((element) => acceptsValue(member.element(), element));
    case 'tuple': {
      if (!Array.isArray(value)) return false;
      const { elements, rest } = member;
      if (value.length > elements.length && rest === null) return false;
      return (
        elements.every(({ type, optional }, i) => (i < value.length ? acceptsValue(type(), value[i]) : optional)) &&
        value.slice(elements.length).every((element) => rest !== null && acceptsValue(rest(), element))
      );
    }
    case 'object':
      // The object that can be anything stands for whatever is no plain data, too.
      if (member.name === 'object' && typeof value === 'object' && value !== null) return true;
      return isPlain(value) && acceptsObject(member, value);
    case 'function':
      return typeof value === 'function' && acceptsValue(member.result(), (value as () => unknown)());
    case 'map':
      return (
        value instanceof Map &&
        [...value].every(([k, v]) => acceptsValue(member.key(), k) && acceptsValue(member.value(), v))
      );
    case 'set':
      return value instanceof Set && [...value].every((element) => acceptsValue(member.value(), element));
    case 'date':
      return value instanceof Date;
    case 'binary':
      return Object.prototype.toString.call(value) === `[object ${member.type}]`;
    case 'regexp':
      return value instanceof RegExp;
    case 'promise':
      return value instanceof Promise;
    case 'error':
      return value instanceof Error;
  }
}

function acceptsObject(member: Extract<InputMember, { kind: 'object' }>, value: Record<string, unknown>): boolean {
  for (const [name, { type, optional }] of member.properties) {
    if (Object.hasOwn(value, name) ? !acceptsValue(type(), value[name]) : !optional) return false;
  }
  const { index } = member;
  const further = Object.keys(value).filter((name) => !member.properties.has(name));
  return further.every((name) => index !== null && acceptsValue(index(), value[name]));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
