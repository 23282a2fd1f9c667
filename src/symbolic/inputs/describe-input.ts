import { anyDouble, type Domain } from '#smt/term';
import type { InputMember, InputType, ObjectMember } from '../input-type';
import { anything, anyObject, anythingButNullish } from './anything';

/** An input's type for people, in the notation of TypeScript; parts deeper than `depth` are left out. */
export function describeInput(type: InputType, depth = 3): string {
  if (anything.members.every((member) => type.members.includes(member))) return 'anything';
  const whole = [anythingButNullish, anyObject].find(({ members }) => members.every((m) => type.members.includes(m)));
  const rest = whole === undefined ? type.members : type.members.filter((member) => !whole.members.includes(member));
  const parts = rest.map((member) => describeMember(member, depth));
  if (whole !== undefined) parts.push(whole === anyObject ? 'object' : '{}');
  return parts.length === 0 ? 'never' : parts.join(' | ');
}

function describeMember(member: InputMember, depth: number): string {
  const part = (type: () => InputType): string => (depth === 0 ? '…' : describeInput(type(), depth - 1));
  switch (member.kind) {
    case 'number':
      return describeDomain(member.domain);
    case 'literals':
      return member.values.map((value) => (typeof value === 'bigint' ? `${value}n` : literalText(value))).join(' | ');
    case 'object':
      return describeObject(member, depth, part);
    case 'array': {
      const element = part(member.element);
      return `${member.readonly ? 'readonly ' : ''}${/[ |=]/.test(element) && !/^[{[].*[}\]]$/.test(element) ? `(${element})` : element}[]`;
    }
    case 'tuple': {
      const elements = member.elements.map(({ type, optional }) => `${part(type)}${optional ? '?' : ''}`);
      return `[${[...elements, ...(member.rest === null ? [] : [`...${part(member.rest)}[]`])].join(', ')}]`;
    }
    case 'function':
      return `(() => ${part(member.result)})${describeExtras(member.properties, part)}`;
    case 'map':
      return `Map<${part(member.key)}, ${part(member.value)}>`;
    case 'set':
      return `Set<${part(member.value)}>`;
    case 'promise':
      return `Promise<${part(member.value)}>`;
    case 'date':
      return 'Date';
    case 'regexp':
      return 'RegExp';
    case 'binary':
      return member.type;
    case 'error':
      return member.constructorName;
    default:
      return member.kind;
  }
}

function describeExtras(properties: ObjectMember['properties'], part: (type: () => InputType) => string): string {
  if (properties.size === 0) return '';
  return ` & { ${[...properties].map(([key, { type }]) => `${key}: ${part(type)}`).join('; ')} }`;
}

function literalText(value: string | number | boolean): string {
  return typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1)}'`
    : Object.is(value, -0)
      ? '-0'
      : String(value);
}

function describeDomain(domain: Domain): string {
  const { integer, min, max, nan } = domain;
  if (!integer && min === anyDouble.min && max === anyDouble.max && nan) return 'number';
  if (integer && min === Number.MIN_SAFE_INTEGER && max === Number.MAX_SAFE_INTEGER) return 'int';
  return `${integer ? 'intRange' : 'range'}<${min}, ${max}>`;
}

function describeObject(member: ObjectMember, depth: number, part: (type: () => InputType) => string): string {
  const name = shortName(member.name);
  if (depth === 0) return name;
  const fields = [...member.properties].map(([key, { type, optional }]) => {
    const shown = /^[\w$]+$/.test(key) ? key : literalText(key);
    return `${shown}${optional ? '?' : ''}: ${part(type)}`;
  });
  if (member.index !== null) fields.push(`[key]: ${part(member.index)}`);
  const body = fields.length === 0 ? '{ }' : `{ ${fields.join('; ')} }`;
  if (member.construction !== undefined) {
    const params = member.construction.params().map((param) => {
      const mark = param.optional ? '?' : '';
      return `${param.rest ? '...' : ''}${param.name}${mark}: ${part(() => param.type)}`;
    });
    return `new ${name}(${params.join(', ')})${fields.length === 0 ? '' : ` & ${body}`}`;
  }
  return member.class === null ? body : `${name} ${body}`;
}

/** `Point` of `src/a.ts#Point`. */
function shortName(name: string): string {
  return name.replaceAll(/[^\s<>|&,]*#/g, '');
}
