import type { ClassIr, NamedMember, PrivateName } from '#ir/cfg';
import type { RenamedMember } from '#ir/renamed-members';

/**
 * Which private name of a class became which: what a name is called, nobody but the class can see. Names that only one version has are
 * partners in the order of their declarations, where there are as many of a kind in the other. Any one-to-one map is sound, for all members of
 * a class are compared through it; a good one makes more of them the same.
 */
export function privatePartners(base: ClassIr, head: ClassIr): ReadonlyMap<string, string> {
  const kinds = pairedKinds(onlyIn(base.privateNames, head.privateNames), onlyIn(head.privateNames, base.privateNames));
  return new Map(kinds.flatMap(({ before, now }) => inOrder(before, now)).map(({ base: was, head: is }) => [was, is]));
}

/**
 * The same of members that TypeScript keeps private, whose names can be seen when the code runs. Fields that are declared alike come first:
 * the others may be new ones.
 */
export function renamedMembersOf(base: ClassIr, head: ClassIr): RenamedMember[] {
  const [before, now] = [base.namedMembers, head.namedMembers];
  const kinds = pairedKinds(onlyIn(hidden(before), now), onlyIn(hidden(now), before));
  return kinds.flatMap((pair) => {
    const alike = declaredAlike(pair.before, pair.now);
    const isLeft = ({ name }: NamedMember): boolean => alike.every((each) => each.base !== name && each.head !== name);
    const found = [...alike, ...inOrder(pair.before.filter(isLeft), pair.now.filter(isLeft))];
    const { kind, isStatic } = pair;
    return found.map((names) => ({ base: names.base, head: names.head, kind, isStatic }));
  });
}

function hidden(members: readonly NamedMember[]): readonly NamedMember[] {
  return members.filter(({ isPrivate }) => isPrivate);
}

interface Names {
  readonly base: string;
  readonly head: string;
}

function inOrder(before: readonly PrivateName[], now: readonly PrivateName[]): Names[] {
  if (before.length !== now.length) return [];
  return before.map(({ name }, at) => ({ base: name, head: now[at]?.name ?? name }));
}

/** Where only one in each version is declared like that. */
function declaredAlike(before: readonly NamedMember[], now: readonly NamedMember[]): Names[] {
  return before.flatMap(({ name, declared }) => {
    const isAlike = (each: NamedMember): boolean => each.declared === declared;
    const [other, ...others] = now.filter(isAlike);
    const isOnly = other !== undefined && others.length === 0 && before.filter(isAlike).length === 1;
    return isOnly ? [{ base: name, head: other.name }] : [];
  });
}

interface PairedKind<Name> {
  readonly kind: PrivateName['kind'];
  readonly isStatic: boolean;
  readonly before: readonly Name[];
  readonly now: readonly Name[];
}

function pairedKinds<Name extends PrivateName>(
  before: ReadonlyMap<string, readonly Name[]>,
  now: ReadonlyMap<string, readonly Name[]>,
): PairedKind<Name>[] {
  return [...before].flatMap(([kind, ours]) => {
    const [first] = ours;
    const theirs = now.get(kind) ?? [];
    return first === undefined ? [] : [{ kind: first.kind, isStatic: first.isStatic, before: ours, now: theirs }];
  });
}

/** Names that the others are not, by what they are names of. */
function onlyIn<Name extends PrivateName>(
  names: readonly Name[],
  others: readonly PrivateName[],
): ReadonlyMap<string, readonly Name[]> {
  const kinds = new Map<string, Name[]>();
  for (const each of names) {
    const kind = kindsOf(names, each.name);
    const known = kinds.get(kind) ?? [];
    kinds.set(kind, known);
    const isKnown = known.some(({ name }) => name === each.name);
    if (!isKnown && others.every(({ name }) => name !== each.name)) known.push(each);
  }
  return kinds;
}

function kindsOf(names: readonly PrivateName[], name: string): string {
  return names.flatMap((each) => (each.name === name ? [`${each.kind} ${each.isStatic}`] : [])).join();
}
