import type { FunctionInputs, InputMember, InputType, ObjectMember, ParamInput, Subclass } from '../input-type';
import { anything } from './anything';
import { once } from './declared-type';

/** The same inputs, but where a type names a class there may also be instances of some of those below it. */
export function withSubclasses(inputs: FunctionInputs, isTried: (subclass: Subclass) => boolean): FunctionInputs {
  return new WithSubclasses(isTried).of(inputs);
}

class WithSubclasses {
  /** Once for each type: that places have the same type is known by its identity. */
  readonly #types = new WeakMap<InputType, InputType>();
  readonly #members = new WeakMap<InputMember, InputMember>();

  constructor(private readonly isTried: (subclass: Subclass) => boolean) {}

  of({ params, receiver, ...others }: FunctionInputs): FunctionInputs {
    return {
      ...others,
      params: params.map((param) => this.#param(param)),
      receiver: receiver === null ? null : this.#type(receiver),
    };
  }

  #param(param: ParamInput): ParamInput {
    return { ...param, type: this.#type(param.type) };
  }

  #type(type: InputType): InputType {
    if (type === anything) return type;
    let wider = this.#types.get(type);
    if (wider === undefined) {
      const members = type.members.flatMap((member) => [member, ...this.#below(member, type.members)]);
      wider = { members: members.map((member) => this.#member(member)) };
      this.#types.set(type, wider);
      this.#types.set(wider, wider);
    }
    return wider;
  }

  /** But for those that the type names already. */
  #below(member: InputMember, named: readonly InputMember[]): readonly ObjectMember[] {
    if (member.kind !== 'object' || member.subclasses === undefined) return [];
    return member.subclasses().flatMap((subclass) => {
      const found = this.isTried(subclass) ? subclass.member() : null;
      return found === null || named.includes(found) ? [] : [found];
    });
  }

  #member(member: InputMember): InputMember {
    let wider = this.#members.get(member);
    if (wider === undefined) this.#members.set(member, (wider = this.#widened(member)));
    return wider;
  }

  #widened(member: InputMember): InputMember {
    const part = (type: () => InputType): (() => InputType) => once(() => this.#type(type()));
    const parts = <Part extends { readonly type: () => InputType }>(each: Part): Part => ({
      ...each,
      type: part(each.type),
    });
    switch (member.kind) {
      case 'object': {
        const { index, construction } = member;
        const properties = new Map([...member.properties].map(([key, property]) => [key, parts(property)]));
        const made = construction && {
          construction: {
            ...construction,
            params: once(() => construction.params().map((param) => this.#param(param))),
          },
        };
        return { ...member, properties, index: index === null ? null : part(index), ...made };
      }
      case 'array':
        return { ...member, element: part(member.element) };
      case 'tuple': {
        const { elements, rest } = member;
        return { ...member, elements: elements.map(parts), rest: rest === null ? null : part(rest) };
      }
      case 'function': {
        const properties = new Map([...member.properties].map(([key, property]) => [key, parts(property)]));
        return { ...member, result: part(member.result), properties };
      }
      case 'map':
        return { ...member, key: part(member.key), value: part(member.value) };
      case 'set':
      case 'promise':
        return { ...member, value: part(member.value) };
      default:
        return member;
    }
  }
}
