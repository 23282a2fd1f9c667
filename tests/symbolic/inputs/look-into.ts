import type { InputMember, InputType } from '#symbolic/input-type';

/** Looks at the parts of a type, and at theirs, down to a depth; returns how many types it saw. */
export function lookInto(type: InputType, depth: number, seen = new Set<InputType>()): number {
  if (depth === 0 || seen.has(type)) return 0;
  seen.add(type);
  return type.members.reduce((count, member) => {
    const parts = partsOf(member);
    return count + parts.reduce((sum, part) => sum + lookInto(part(), depth - 1, seen), 0);
  }, 1);
}

function partsOf(member: InputMember): readonly (() => InputType)[] {
  switch (member.kind) {
    case 'object':
      return [
        ...[...member.properties.values()].map(({ type }) => type),
        ...(member.index === null ? [] : [member.index]),
      ];
    case 'array':
      return [member.element];
    case 'tuple':
      return [...member.elements.map(({ type }) => type), ...(member.rest === null ? [] : [member.rest])];
    case 'function':
      return [member.result, ...[...member.properties.values()].map(({ type }) => type)];
    case 'map':
      return [member.key, member.value];
    case 'set':
    case 'promise':
      return [member.value];
    default:
      return [];
  }
}
