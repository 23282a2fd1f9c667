import type { InputObjectTree } from './input-tree';

/** The name of the class of an input that nobody has looked at. */
export function constructorOfInput({ member }: InputObjectTree): string {
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
    default:
      return 'Object';
  }
}
