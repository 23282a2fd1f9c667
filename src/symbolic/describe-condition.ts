import { printTerm } from '#smt/print-term';
import type { Condition } from './condition';
import type { InputMember } from './input-type';
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

/** The shorter of saying what the input is and what it is not. */
function shapeText(location: Location, mask: number): string {
  const { name } = location;
  const { members } = location.type;
  const chosen = members.filter((_, position) => (mask & (1 << position)) !== 0);
  const others = members.filter((_, position) => (mask & (1 << position)) === 0);
  const maybeAbsent = location.optional && (mask & (1 << members.length)) !== 0;
  const mayBeMissing = location.optional && !maybeAbsent;
  const is = [
    ...new Set([
      ...chosen.map((member) => memberTest(name, member, '===')),
      ...(maybeAbsent ? [`${name} === undefined`] : []),
    ]),
  ];
  const isNot = [
    ...new Set([
      ...others.map((member) => memberTest(name, member, '!==')),
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
      return not === '' ? `${name} instanceof ${member.name}` : `!(${name} instanceof ${member.name})`;
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
