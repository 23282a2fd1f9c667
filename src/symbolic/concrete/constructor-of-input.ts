import type { InputMember } from '../input-type';
import type { World } from '../machine';

/** The name of the class of an input, whether or not anybody has looked at it. */
export function constructorOfInput({ source }: World, member: InputMember): string {
  switch (member.kind) {
    case 'array':
    case 'tuple':
      return 'Array';
    case 'map':
      return 'Map';
    case 'set':
      return 'Set';
    case 'date':
      return 'Date';
    case 'binary':
      return member.type;
    case 'promise':
      return 'Promise';
    case 'error':
      return member.constructorName;
    case 'object': {
      const made = member.class;
      return (made === null ? null : source.module(made.path)?.classes[made.index]?.name) ?? 'Object';
    }
    default:
      return 'Object';
  }
}
