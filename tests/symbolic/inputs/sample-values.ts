import type { InputMember, InputType } from '#symbolic/input-type';
import type { Domain } from '#smt/term';

/** Expressions whose values are of a type, at most `limit` of them; none where the type has no finite value. */
export function sampleValues(type: InputType, depth: number, limit: number): readonly string[] {
  const perMember = type.members.map((member) => samplesOf(member, depth));
  const samples: string[] = [];
  for (let round = 0; samples.length < limit && perMember.some((list) => round < list.length); round++) {
    for (const list of perMember) {
      const sample = list[round];
      if (sample !== undefined && samples.length < limit) samples.push(sample);
    }
  }
  return samples;
}

function samplesOf(member: InputMember, depth: number): readonly string[] {
  if (depth === 0 && !isFlat(member)) return [];
  const part = (type: () => InputType): readonly string[] => sampleValues(type(), depth - 1, 2);
  switch (member.kind) {
    case 'undefined':
    case 'null':
      return [member.kind];
    case 'boolean':
      return ['true', 'false'];
    case 'string':
      return ["'text'", "''"];
    case 'bigint':
      return ['7n'];
    case 'symbol':
      return ['Symbol()'];
    case 'number':
      return numbersIn(member.domain);
    case 'literals':
      return member.values.map((value) => (typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)));
    case 'object':
      return objectSamples(member, part);
    case 'array':
      return ['[]', ...part(member.element).map((element) => `[${element}]`)];
    case 'tuple':
      return tupleSamples(member, part);
    case 'function':
      return part(member.result).map((result) => `() => (${result})`);
    case 'map':
      return part(member.key).flatMap((key) => part(member.value).map((value) => `new Map([[${key}, ${value}]])`));
    case 'set':
      return part(member.value).map((value) => `new Set([${value}])`);
    case 'promise':
      return part(member.value).map((value) => `Promise.resolve(${value})`);
    case 'date':
      return ['new Date(0)'];
    case 'binary':
      return [member.type === 'DataView' ? 'new DataView(new ArrayBuffer(2))' : `new ${member.type}(2)`];
    case 'regexp':
      return ['/x/'];
    case 'error':
      return [`new ${member.constructorName}('x')`];
  }
}

function isFlat(member: InputMember): boolean {
  return !/^(?:object|array|tuple|function|map|set|promise)$/.test(member.kind);
}

function numbersIn(domain: Domain): readonly string[] {
  return [0, 1.5, 1, -1, domain.min, domain.max]
    .filter((n) => n >= domain.min && n <= domain.max && (!domain.integer || Number.isInteger(n)))
    .map(String);
}

type Part = (type: () => InputType) => readonly string[];

/** With all properties, and with those only that cannot be absent. */
function objectSamples(member: Extract<InputMember, { kind: 'object' }>, part: Part): readonly string[] {
  const full: string[] = [];
  const least: string[] = [];
  for (const [name, { type, optional }] of member.properties) {
    const values = part(type);
    const [first] = values;
    if (first === undefined) {
      if (!optional) return [];
      continue;
    }
    full.push(`${JSON.stringify(name)}: ${first}`);
    if (!optional) least.push(`${JSON.stringify(name)}: ${values[1] ?? first}`);
  }
  const further =
    member.index === null
      ? []
      : part(member.index)
          .slice(0, 1)
          .map((value) => `zz: ${value}`);
  return [`{ ${[...full, ...further].join(', ')} }`, `{ ${least.join(', ')} }`];
}

function tupleSamples(member: Extract<InputMember, { kind: 'tuple' }>, part: Part): readonly string[] {
  const full: string[] = [];
  const least: string[] = [];
  for (const { type, optional } of member.elements) {
    const [first] = part(type);
    if (first === undefined) {
      if (!optional) return [];
      break;
    }
    full.push(first);
    if (!optional) least.push(first);
  }
  const rest = member.rest === null || full.length < member.elements.length ? [] : part(member.rest).slice(0, 1);
  return [`[${[...full, ...rest].join(', ')}]`, `[${least.join(', ')}]`];
}
