import type { OutsideCall, ReplayOutcome } from './outcome';

/** What to call properties of objects, by what their constructor is called; null for what the other version keeps where nobody sees it. */
export type KeyNames = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

export interface NamesOfVersions {
  readonly base: KeyNames | null;
  readonly head: KeyNames | null;
}

/** Observed data with other names for properties, where an object has not got one of that name already, and without those that have none. */
export function withKeyNames<Data>(data: Data, names: KeyNames | null): Data {
  return names === null ? data : (new Renaming(names).visit(data) as Data);
}

/** The same of calls to the outside; what the console is given it prints, with the names that are there. */
export function callsWithKeyNames(calls: readonly OutsideCall[], names: KeyNames | null): readonly OutsideCall[] {
  return calls.map((call) => (call.callee.startsWith('console.') ? call : withKeyNames(call, names)));
}

interface Outcomes {
  readonly base: ReplayOutcome;
  readonly head: ReplayOutcome;
}

/** The same of all that runs of both versions have shown. What both show of a class is left in. */
export function withNamesOfBoth({ base, head }: Outcomes, names: NamesOfVersions): Outcomes {
  return {
    base: outcomeWithKeyNames(base, unlessShown(names.base, head)),
    head: outcomeWithKeyNames(head, unlessShown(names.head, base)),
  };
}

function outcomeWithKeyNames(outcome: ReplayOutcome, names: KeyNames | null): ReplayOutcome {
  return names === null ? outcome : { ...withKeyNames(outcome, names), calls: callsWithKeyNames(outcome.calls, names) };
}

function unlessShown(names: KeyNames | null, other: ReplayOutcome): KeyNames | null {
  const isHiding = names !== null && Object.values(names).some((keys) => Object.values(keys).includes(null));
  if (!isHiding) return names;
  const shown = new Set<string>();
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (isObject(part)) for (const [key] of part.properties) shown.add(`${part.constructorName} ${key}`);
    for (const value of Object.values(part)) look(value);
  };
  look(other);
  const isLeft = (of: string, [key, name]: readonly [string, string | null]): boolean =>
    name !== null || !shown.has(`${of} ${key}`);
  return Object.fromEntries(
    Object.entries(names).map(([of, keys]) => [
      of,
      Object.fromEntries(Object.entries(keys).filter((entry) => isLeft(of, entry))),
    ]),
  );
}

type Properties = readonly (readonly [string, unknown])[];

interface SeenObject {
  readonly id: number;
  readonly constructorName: string | null;
  readonly properties: Properties;
}

function isObject(part: object): part is SeenObject {
  return 'properties' in part && 'constructorName' in part && 'id' in part;
}

/** Objects are numbered as they are met: what is left out may have been the first way to one. */
class Renaming {
  readonly #names: KeyNames;
  readonly #numbers = new Map<number, number>();
  readonly #unseen = new Map<number, SeenObject>();

  constructor(names: KeyNames) {
    this.#names = names;
  }

  visit(part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map((each) => this.visit(each));
    if (isObject(part)) return this.#object(part);
    if ('kind' in part && part.kind === 'back' && 'id' in part) return this.#again(part.id as number);
    return this.#parts(part);
  }

  #parts(part: object): object {
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, this.visit(value)]));
  }

  #object(part: SeenObject): object {
    // Each value is numbered for itself.
    if (part.id === 0) {
      this.#numbers.clear();
      this.#unseen.clear();
    }
    this.#unseen.delete(part.id);
    const id = this.#numbers.size;
    this.#numbers.set(part.id, id);
    return { ...this.#parts({ ...part, properties: this.#renamed(part) }), id };
  }

  #again(id: number): object {
    const object = this.#unseen.get(id);
    return object === undefined ? { kind: 'back', id: this.#numbers.get(id) ?? id } : this.#object(object);
  }

  #renamed({ constructorName, properties }: SeenObject): Properties {
    const names = constructorName === null ? undefined : ownValue(this.#names, constructorName);
    if (names === undefined) return properties;
    const known = new Set(properties.map(([key]) => key));
    return properties.flatMap(([key, value]): Properties => {
      const name = ownValue(names, key);
      if (name === null) this.#leaveOut(value);
      if (name === null) return [];
      return [[name === undefined || known.has(name) ? key : name, value]];
    });
  }

  #leaveOut(part: unknown): void {
    if (typeof part !== 'object' || part === null) return;
    if (isObject(part)) this.#unseen.set(part.id, part);
    for (const value of Object.values(part)) this.#leaveOut(value);
  }
}

function ownValue<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
