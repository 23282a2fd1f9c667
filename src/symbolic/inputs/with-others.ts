import {
  mayHaveOthers,
  type FunctionInputs,
  type InputMember,
  type InputType,
  type ObjectMember,
  type PropertyType,
} from '../input-type';
import { once } from './declared-type';

/**
 * The same inputs, but objects of an interface or a type literal may have one property more than the type says, as the compiler
 * allows: code that copies or lists properties sees it. Decided, like all properties that may be absent, only where the program looks.
 * Elements of lists are as declared, since every path would have to be followed with and without for each of them.
 */
export function withOthers(inputs: FunctionInputs): FunctionInputs {
  return widenedParams(inputs, outsideOfLists);
}

/** The same for elements of lists as well. */
export function withOthersEverywhere(inputs: FunctionInputs): FunctionInputs {
  return widenedParams(inputs, everywhere);
}

/** Once for each type: that places have the same type is known by its identity. */
interface Widening {
  readonly inLists: boolean;
  readonly types: WeakMap<InputType, InputType>;
  readonly members: WeakMap<InputMember, InputMember>;
}

const outsideOfLists: Widening = { inLists: false, types: new WeakMap(), members: new WeakMap() };
const everywhere: Widening = { inLists: true, types: new WeakMap(), members: new WeakMap() };

/** What came out of either. */
const wide = new WeakSet<InputMember>();

/** Whether it may be tried with one property more. */
export function isNarrow(member: InputMember): boolean {
  return mayHaveOthers(member) && !wide.has(member);
}

function widenedParams(inputs: FunctionInputs, by: Widening): FunctionInputs {
  const params = inputs.params.map((param) => ({ ...param, type: widened(param.type, by) }));
  return { ...inputs, params };
}

function widened(type: InputType, by: Widening): InputType {
  let wider = by.types.get(type);
  if (wider === undefined) {
    const members = type.members.map((member) => widenedMember(member, by));
    wider = members.every((member, i) => member === type.members[i]) ? type : { members };
    by.types.set(type, wider);
  }
  return wider;
}

function widenedMember(member: InputMember, by: Widening): InputMember {
  let wider = by.members.get(member);
  if (wider === undefined) by.members.set(member, (wider = memberWithOthers(member, by)));
  return wider;
}

function memberWithOthers(member: InputMember, by: Widening): InputMember {
  const part = (type: () => InputType): (() => InputType) => once(() => widened(type(), by));
  if (member.kind === 'array') return by.inLists ? { ...member, element: part(member.element) } : member;
  if (!mayHaveOthers(member)) return member;
  const properties = new Map<string, PropertyType>();
  for (const [name, property] of member.properties) properties.set(name, { ...property, type: part(property.type) });
  const [like] = properties.values();
  const name = names.find((each) => !properties.has(each));
  if (like !== undefined && name !== undefined && !wide.has(member)) {
    properties.set(name, { optional: true, type: like.type });
  }
  const wider: ObjectMember = { ...member, properties };
  wide.add(wider);
  return wider;
}

const names = ['other', 'others'];
