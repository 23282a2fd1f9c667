import type { InputObject } from './heap-object';
import type { ClassReference, InputMember, Subclass } from './input-type';
import type { Machine } from './machine';

/**
 * An instance that was handed in is one of the class that its type names. Where the program looks at something that a class
 * below has in another way, instances of that class are to be tried as well.
 */
export function askSubclasses(
  machine: Machine,
  input: InputObject,
  isConcerned: (subclass: Subclass) => boolean,
): void {
  const { untried } = machine.world;
  const { member, location } = input;
  if (untried === undefined || member.kind !== 'object' || member.class === null) return;
  for (const subclass of member.subclasses?.() ?? []) {
    if (!isConcerned(subclass) || isTried(location.type.members, subclass.class)) continue;
    if (subclass.member() !== null) untried.classes.add(subclass);
    else if (!subclass.isOther())
      machine.note({ kind: 'assumed', what: `that ${location.name} is no ${subclass.name}` });
  }
}

/** A property is looked up. What is a field in both classes has values of the same type in both, or of a narrower one. */
export function askForProperty(machine: Machine, input: InputObject, key: string, isField: boolean): void {
  askSubclasses(machine, input, ({ declares, class: reference }) => {
    const declared = declares(key);
    return declared === 'code' || (declared === 'field' && !isField) || declaresHere(machine, reference, key);
  });
}

/** Types are read in one version; in the other the class may have a method or an accessor of its own. */
function declaresHere({ world }: Machine, reference: ClassReference, key: string): boolean {
  const klass = world.source.classAt?.(reference)?.klass;
  if (klass === undefined) return false;
  const named = klass.namedMembers.filter(({ kind, isStatic }) => kind !== 'field' && !isStatic);
  if (isPlainName.test(key)) return named.some(({ name }) => name === key);
  // Members under symbols and computed keys have no name that could be compared.
  return klass.members.filter(({ isStatic }) => !isStatic).length > named.length;
}

const isPlainName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

function isTried(members: readonly InputMember[], { path, index }: ClassReference): boolean {
  return members.some((member) => {
    return member.kind === 'object' && member.class?.path === path && member.class.index === index;
  });
}
