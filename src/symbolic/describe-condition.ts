import { printTerm } from '#smt/print-term';
import type { Condition } from './condition';
import type { InputMember, ObjectMember } from './input-type';
import type { Location } from './location';
import type { World } from './machine';
import type { Site } from './site';

export interface DescribedCondition {
  readonly text: string;
  readonly role: 'branch' | 'implicit' | 'input' | 'precondition' | 'shape' | 'alias';
  readonly site: Site | null;
}

/** A condition as an expression of the source's language. */
export function describeCondition(_world: World, condition: Condition): DescribedCondition {
  const { site } = condition;
  switch (condition.kind) {
    case 'term':
      return { text: printTerm(condition.term), role: condition.role, site };
    case 'shape':
      return { text: shapeText(condition.location, condition.members), role: 'shape', site };
    case 'alias': {
      const operator = condition.same ? '===' : '!==';
      return { text: `${condition.location.name} ${operator} ${condition.other.name}`, role: 'alias', site };
    }
  }
}

function shapeText(location: Location, mask: number): string {
  return textOfArray(location, mask) ?? presenceText(location, mask) ?? kindText(location, mask);
}

/** That an array has a text goes without saying: few have a symbol in them. */
function textOfArray({ parent, step, type }: Location, mask: number): string | null {
  if (step.kind !== 'text' || parent === null) return null;
  const isText = type.members.some(({ kind }, position) => kind === 'string' && (mask & (1 << position)) !== 0);
  return isText ? 'true' : `${parent.name}.flat(Infinity).some((each) => typeof each === 'symbol')`;
}

/** Where it matters whether a property is there: what is missing and what is undefined read alike, or something is inherited. */
function presenceText(location: Location, mask: number): string | null {
  const { name, type, optional, parent, step } = location;
  if (!optional || parent === null || step.kind !== 'property') return null;
  const has = (position: number): boolean => (mask & (1 << position)) !== 0;
  const chosen = type.members.filter((_, position) => has(position));
  const mayBeAbsent = has(type.members.length);
  const isApart = type.members.some(isUndefined) && chosen.some(isUndefined) !== mayBeAbsent;
  const inherits = step.key in Object.prototype;
  if (!isApart && !inherits) return null;
  const key = JSON.stringify(step.key);
  const isThere = inherits ? `Object.hasOwn(${parent.name}, ${key})` : `${key} in ${parent.name}`;
  const isMissing = inherits ? `!${isThere}` : `!(${isThere})`;
  const tests = chosen.map((member) => tagTest(location, member, '===') ?? memberTest(name, member, '==='));
  if (mayBeAbsent) return [isMissing, ...tests].join(' || ');
  if (chosen.length === type.members.length) return isThere;
  return `${isThere} && ${tests.length === 1 ? tests.join() : `(${tests.join(' || ')})`}`;
}

function isUndefined({ kind }: InputMember): boolean {
  return kind === 'undefined';
}

/** The shorter of saying what the input is and what it is not. */
function kindText(location: Location, mask: number): string {
  const { name } = location;
  const { members } = location.type;
  const chosen = members.filter((_, position) => (mask & (1 << position)) !== 0);
  const others = members.filter((_, position) => (mask & (1 << position)) === 0);
  const maybeAbsent = location.optional && (mask & (1 << members.length)) !== 0;
  const mayBeMissing = location.optional && !maybeAbsent;
  const is = [
    ...new Set([
      ...chosen.map((member) => tagTest(location, member, '===') ?? memberTest(name, member, '===')),
      ...(maybeAbsent ? [`${name} === undefined`] : []),
    ]),
  ];
  const isNot = [
    ...new Set([
      ...others.map((member) => tagTest(location, member, '!==') ?? memberTest(name, member, '!==')),
      ...(mayBeMissing ? [`${name} !== undefined`] : []),
    ]),
  ];
  const nullish = (tests: readonly string[], operator: string): readonly string[] => {
    const [undefinedTest, nullTest] = [`${name} ${operator}= undefined`, `${name} ${operator}= null`];
    if (!tests.includes(undefinedTest) || !tests.includes(nullTest)) return tests;
    return [`${name} ${operator} null`, ...tests.filter((test) => test !== undefinedTest && test !== nullTest)];
  };
  const positive = nullish(is, '==').join(' || ');
  const negative = nullish(isNot, '!=').join(' && ');
  if (isNot.length === 0) return positive;
  return is.length <= isNot.length ? positive : negative;
}

/** What tells one object type of a union from the others: a property of which each has another value, or that only it has. */
function tagTest({ name, type }: Location, member: InputMember, operator: '===' | '!=='): string | null {
  if (member.kind !== 'object' || member.class !== null) return null;
  const rivals = type.members.filter(
    (other): other is ObjectMember => other.kind === 'object' && other.class === null && other !== member,
  );
  if (rivals.length === 0) return null;
  const mayBeNullish = type.members.some(({ kind }) => kind === 'undefined' || kind === 'null');
  for (const key of member.properties.keys()) {
    const tag = tagOf(member, key);
    const others = new Set(rivals.map((rival) => tagOf(rival, key)));
    if (tag === null || others.has(null) || others.has(tag) || !identifier.test(key)) continue;
    return `${name}${mayBeNullish ? '?' : ''}.${key} ${operator} ${tag}`;
  }
  const own = [...member.properties].find(
    ([key, { optional }]) =>
      !optional && rivals.every(({ properties, index }) => !properties.has(key) && index === null),
  );
  if (own === undefined || mayBeNullish || type.members.some((other) => other.kind !== 'object')) return null;
  const test = `${JSON.stringify(own[0])} in ${name}`;
  return operator === '===' ? test : `!(${test})`;
}

/** The one value that a property can have, as source; null where it can have several. */
function tagOf({ properties }: ObjectMember, key: string): string | null {
  const property = properties.get(key);
  const [only, ...others] = property === undefined || property.optional ? [] : property.type().members;
  if (only?.kind !== 'literals' || others.length > 0 || only.values.length > 1) return null;
  const [value] = only.values;
  return typeof value === 'string' ? `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'` : String(value);
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** As the source has it: types are named with their module and type arguments. */
function className({ name }: ObjectMember): string {
  return name.replace(/^[^<]*#/, '').replace(/<.*$/s, '');
}

function memberTest(name: string, member: InputMember, operator: '===' | '!=='): string {
  const not = operator === '===' ? '' : '!';
  switch (member.kind) {
    case 'undefined':
    case 'null':
      return `${name} ${operator} ${member.kind}`;
    case 'boolean':
    case 'string':
    case 'bigint':
    case 'symbol':
    case 'number':
    case 'function':
      return `typeof ${name} ${operator} '${member.kind}'`;
    case 'literals':
      return member.values
        .map((value) => `${name} ${operator} ${JSON.stringify(value) ?? String(value)}`)
        .join(operator === '===' ? ' || ' : ' && ');
    case 'array':
    case 'tuple':
      return `${not}Array.isArray(${name})`;
    case 'object':
      if (member.class === null) return `typeof ${name} ${operator} 'object'`;
      return not === '' ? `${name} instanceof ${className(member)}` : `!(${name} instanceof ${className(member)})`;
    case 'map':
      return `${not}(${name} instanceof Map)`;
    case 'set':
      return `${not}(${name} instanceof Set)`;
    case 'date':
      return `${not}(${name} instanceof Date)`;
    case 'regexp':
      return `${not}(${name} instanceof RegExp)`;
    case 'binary':
      return `${not}(${name} instanceof ${member.type})`;
    case 'promise':
      return `${not}(${name} instanceof Promise)`;
    case 'error':
      return `${not}(${name} instanceof ${member.constructorName})`;
  }
}
