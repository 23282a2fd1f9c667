import type { OutsideCall, ReplayOutcome } from './outcome';

/** What to call properties of objects, by what their constructor is called. */
export type KeyNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Observed data with other names for properties, where an object has not got one of that name already. */
export function withKeyNames<Data>(data: Data, names: KeyNames | null): Data {
  if (names === null) return data;
  const visit = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(visit);
    const visited = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, visit(value)]));
    if (!isObject(visited) || !Object.hasOwn(names, visited.constructorName)) return visited;
    return { ...visited, properties: renamed(visited.properties, names[visited.constructorName] ?? {}) };
  };
  return visit(data) as Data;
}

/** The same of calls to the outside; what the console is given it prints, with the names that are there. */
export function callsWithKeyNames(calls: readonly OutsideCall[], names: KeyNames | null): readonly OutsideCall[] {
  return calls.map((call) => (call.callee.startsWith('console.') ? call : withKeyNames(call, names)));
}

/** The same of all that a run has shown. */
export function outcomeWithKeyNames(outcome: ReplayOutcome, names: KeyNames | null): ReplayOutcome {
  return names === null ? outcome : { ...withKeyNames(outcome, names), calls: callsWithKeyNames(outcome.calls, names) };
}

type Properties = readonly (readonly [string, unknown])[];

interface NamedObject {
  readonly constructorName: string;
  readonly properties: Properties;
}

function isObject(part: object): part is NamedObject {
  return 'properties' in part && 'constructorName' in part && typeof part.constructorName === 'string';
}

function renamed(properties: Properties, names: Readonly<Record<string, string>>): Properties {
  const known = new Set(properties.map(([key]) => key));
  return properties.map(([key, value]) => {
    const name = Object.hasOwn(names, key) ? names[key] : undefined;
    return [name === undefined || known.has(name) ? key : name, value] as const;
  });
}
