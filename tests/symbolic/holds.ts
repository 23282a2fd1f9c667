import { Evaluation } from '#smt/model';
import { unknownsOf } from '#smt/unknowns';
import type { Scalar } from '#smt/sorts';
import type { Unknown } from '#smt/term';
import type { Condition } from '#symbolic/condition';
import type { InputMember } from '#symbolic/input-type';
import type { Location } from '#symbolic/location';
import { listed, type State } from '#symbolic/state';

/** Inputs of a function by the names of its parameters. */
export type Inputs = Readonly<Record<string, unknown>>;

/** Whether concrete inputs satisfy everything that a path says of them: judged by reading the inputs, not by the engine. */
export function pathHolds(state: State, inputs: Inputs): boolean {
  return listed(state.conditions).every(({ condition }) => conditionHolds(condition, inputs));
}

/** Values of the unknowns of a state's conditions and of a term, read from concrete inputs. */
export function evaluationOf(terms: readonly Parameters<typeof unknownsOf>[0][], inputs: Inputs): Evaluation {
  const model = new Map<Unknown, Scalar>();
  for (const term of terms) {
    for (const unknown of unknownsOf(term)) {
      const value = readAt(unknown.name, inputs);
      if (value !== undefined && value !== null) model.set(unknown, value as Scalar);
    }
  }
  return new Evaluation(model);
}

function conditionHolds(condition: Condition, inputs: Inputs): boolean {
  switch (condition.kind) {
    case 'term':
      return evaluationOf([condition.term], inputs).holds(condition.term);
    case 'shape':
      return shapeHolds(condition.location, condition.members, inputs);
    case 'alias':
      return (readAt(condition.location.name, inputs) === readAt(condition.other.name, inputs)) === condition.same;
  }
}

function shapeHolds(location: Location, mask: number, inputs: Inputs): boolean {
  const { members } = location.type;
  const value = readAt(location.name, inputs);
  if (location.optional && (mask & (1 << members.length)) !== 0 && isAbsent(location, inputs)) return true;
  if (isAbsent(location, inputs) && location.optional) return false;
  return members.some((member, position) => (mask & (1 << position)) !== 0 && isMember(member, value));
}

/** Whether nothing was handed in at a place, not even `undefined`. */
export function isAbsent(location: Location, inputs: Inputs): boolean {
  if (location.step.kind === 'parameter') return !Object.hasOwn(inputs, location.name);
  if (location.parent === null || location.step.kind !== 'property') return false;
  const parent = readAt(location.parent.name, inputs);
  return typeof parent === 'object' && parent !== null && !Object.hasOwn(parent, location.step.key);
}

/**
 * The name of a place is the expression that reads it; an entry of a map reads as an object of its key and value. What calls
 * of a function give, and whether they do, is in its `results` and `returns`, what they throw in its `errors`. An argument of a constructor is taken to be in
 * the field of its name.
 */
export function readAt(name: string, inputs: Inputs): unknown {
  const names = Object.keys(inputs);
  const expression = name
    .replaceAll(/\]\[(\d+)\]\.(key|value)\b/g, (_, index, part) => `][${index}][${part === 'key' ? 0 : 1}]`)
    .replaceAll(/\(error of (\w+)\(#(\d+)\)\)/g, '$1.errors[$2]')
    .replaceAll(/\((\w+) of (\w+)\)/g, '$2.$1')
    .replaceAll(/\(#(\d+)\) returns$/g, '.returns[$1]')
    .replaceAll(/\(#(\d+)\)/g, '.results[$1]');
  try {
    const read = new Function(...names, `return ${expression};`) as (...values: unknown[]) => unknown;
    return read(...names.map((key) => inputs[key]));
  } catch {
    return undefined;
  }
}

function isMember(member: InputMember, value: unknown): boolean {
  switch (member.kind) {
    case 'undefined':
      return value === undefined;
    case 'null':
      return value === null;
    case 'boolean':
    case 'number':
    case 'string':
    case 'bigint':
    case 'symbol':
    case 'function':
      return typeof value === member.kind;
    case 'literals':
      return member.values.some((known) => Object.is(known, value));
    case 'array':
    case 'tuple':
      return Array.isArray(value);
    case 'map':
      return value instanceof Map;
    case 'error':
      return value instanceof Error;
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map);
    default:
      throw new Error(`the oracle knows no ${member.kind}`);
  }
}
