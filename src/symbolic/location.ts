import { primitiveKinds, type InputType } from './input-type';

/**
 * A place of the input, named as the program would read it: `a`, `a.b`, `a.b[0]`. What is there is decided
 * when the program first looks.
 */
export interface Location {
  readonly id: number;
  readonly name: string;
  readonly parent: Location | null;
  /** Under which key of its parent; for a parameter its name. */
  readonly step: LocationStep;
  readonly type: InputType;
  /** May also be missing altogether: an optional property or parameter. */
  readonly optional: boolean;
}

export type LocationStep =
  | { readonly kind: 'parameter'; readonly index: number; readonly name: string; readonly rest: boolean }
  | { readonly kind: 'receiver' }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'property'; readonly key: string }
  | { readonly kind: 'element'; readonly index: number }
  /** What the n-th call of a function handed in gives. */
  | { readonly kind: 'result'; readonly call: number }
  /** What such a call gives to a function that it was given. */
  | {
      readonly kind: 'given';
      readonly to: string;
      readonly turn: number;
      readonly index: number;
      readonly name: string;
    }
  /** What such a call throws. */
  | { readonly kind: 'thrown' }
  /** The n-th key or value of a collection handed in. */
  | { readonly kind: 'entry'; readonly index: number; readonly part: 'key' | 'value' }
  | { readonly kind: 'settled'; readonly outcome: 'value' | 'reason' }
  /** What stands for all elements of an array where its text alone is asked for: the text of `[it]` is that of the array. */
  | { readonly kind: 'text'; readonly separator: string }
  /** What the constructor of an instance was given. */
  | { readonly kind: 'argument'; readonly index: number; readonly name: string; readonly rest: boolean }
  /** What a field of an instance that its constructor has made holds by the time of the call. */
  | { readonly kind: 'kept'; readonly field: string }
  /** What a call to the outside gave. */
  | { readonly kind: 'outside'; readonly number: number }
  /** What the outside has under a name. */
  | { readonly kind: 'outside-value' }
  /** Where the parts of an object are since a call to the outside could change them. */
  | { readonly kind: 'changed'; readonly by: string };

/** What a function does to the array of its rest parameter is seen only where it hands the array on. */
export function isRestParameter({ step }: Location): boolean {
  return step.kind === 'parameter' && step.rest;
}

/** The message of an error that is thrown by a function handed in, or that a promise is rejected with, where nobody looks at it. */
export function unseenMessage({ step, parent }: Location): string {
  return `${step.kind === 'thrown' ? 'thrown by' : 'reason of'} ${parent?.name ?? ''}`;
}

/** Locations are made once each, so that a location means the same place on every path. */
export class Locations {
  readonly #all: Location[] = [];
  readonly #known = new Map<string, Location>();
  readonly #children = new Map<Location, Location[]>();
  readonly #changed = new Map<string, Location[]>();
  /** Types are made once for each part of a member. */
  readonly #types = new Map<InputType, number>();

  root(step: LocationStep, name: string, type: InputType, optional = false): Location {
    return this.#intern(`${step.kind} ${name}`, { name, parent: null, step, type, optional });
  }

  child(parent: Location, step: LocationStep, type: InputType, optional = false): Location {
    const name = childName(parent.name, step);
    // What is there depends on which member of its type the parent is.
    const among = hasOneKindOfParts(parent.type) ? '' : ` ${this.#numberOf(type)} ${optional}`;
    return this.#intern(`${parent.id} ${step.kind} ${name}${among}`, { name, parent, step, type, optional });
  }

  #numberOf(type: InputType): number {
    const known = this.#types.get(type) ?? this.#types.size;
    this.#types.set(type, known);
    return known;
  }

  at(id: number): Location | undefined {
    return this.#all[id];
  }

  /** Where parts of objects are since a call to the outside. */
  changedBy(by: string): readonly Location[] {
    return this.#changed.get(by) ?? [];
  }

  /** Places inside of a place that some path has looked at. */
  childrenOf(parent: Location): readonly Location[] {
    return this.#children.get(parent) ?? [];
  }

  #intern(key: string, made: Omit<Location, 'id'>): Location {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const location: Location = { ...made, id: this.#all.length };
    this.#known.set(key, location);
    this.#all.push(location);
    const { step } = made;
    if (step.kind === 'changed') this.#changed.set(step.by, [...this.changedBy(step.by), location]);
    if (made.parent !== null) {
      const siblings = this.#children.get(made.parent) ?? [];
      siblings.push(location);
      this.#children.set(made.parent, siblings);
    }
    return location;
  }
}

function hasOneKindOfParts({ members }: InputType): boolean {
  return members.filter(({ kind }) => !primitiveKinds.has(kind)).length < 2;
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

function childName(parent: string, step: LocationStep): string {
  switch (step.kind) {
    case 'property':
      return identifier.test(step.key) ? `${parent}.${step.key}` : `${parent}[${JSON.stringify(step.key)}]`;
    case 'element':
      return `${parent}[${step.index}]`;
    case 'result':
      return `${parent}(#${step.call})`;
    case 'given': {
      const which = step.to === 'argument 1' ? '' : ` to ${step.to}`;
      return `(${step.name} given by ${parent}${which}${step.turn === 0 ? '' : `, ${step.turn + 1}`})`;
    }
    case 'thrown':
      return `(error of ${parent})`;
    case 'entry':
      return `[...${parent}][${step.index}].${step.part}`;
    case 'settled':
      return step.outcome === 'value' ? `(await ${parent})` : `(reason of ${parent})`;
    case 'text':
      return step.separator === ',' ? `String(${parent})` : `${parent}.join(${JSON.stringify(step.separator)})`;
    case 'argument':
      return `(${step.name} of ${parent})`;
    case 'kept':
      return `${parent}.${step.field}`;
    case 'changed':
      return `(${parent.replace(` of ${step.by}`, '')} after ${step.by})`;
    case 'parameter':
    case 'receiver':
    case 'variable':
    case 'outside':
    case 'outside-value':
      return parent;
  }
}
