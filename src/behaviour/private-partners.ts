import type { ClassIr, NamedMember, PrivateName } from '#ir/cfg';
import { isHard, type RenamedMember } from '#ir/renamed-members';

/**
 * Which private name of a class became which: what a name is called, nobody but the class can see. Names that only one version has are
 * partners in the order of their declarations, where there are as many of a kind in the other. Any one-to-one map is sound, for all members of
 * a class are compared through it; a good one makes more of them the same.
 */
export function privatePartners(base: ClassIr, head: ClassIr): ReadonlyMap<string, string> {
  const [ours, theirs] = [alwaysHard(base, head), alwaysHard(head, base)];
  const kinds = pairedKinds(onlyIn(ours, head.privateNames), onlyIn(theirs, base.privateNames));
  return new Map(kinds.flatMap(({ before, now }) => inOrder(before, now)).map(({ base: was, head: is }) => [was, is]));
}

/** Without `#n` where the other class alone has a `private n`. */
function alwaysHard({ privateNames, namedMembers }: ClassIr, other: ClassIr): readonly PrivateName[] {
  const known = new Set(namedMembers.map(({ name }) => name));
  const soft = new Set(hidden(other.namedMembers).flatMap(({ name }) => (known.has(name) ? [] : [name])));
  return privateNames.filter(({ name }) => !soft.has(name));
}

/**
 * The same of members that TypeScript keeps private in a version at least, whose names can be seen when the code runs there. What became `#n` of
 * `n`, or the reverse, comes first, then fields that are declared alike: the others may be new ones.
 */
export function renamedMembersOf(base: ClassIr, head: ClassIr): RenamedMember[] {
  const hard = privatePartners(base, head);
  const before = membersOf(base, [...hard.keys()]);
  const now = membersOf(head, [...hard.values()]);
  const kinds = pairedKinds(onlyIn(hidden(before), now), onlyIn(hidden(now), before));
  return kinds.flatMap((pair) => {
    const found = partnersIn(pair, [ofOneName, declaredAlike, inOrder]);
    const { kind, isStatic } = pair;
    // Two that the language keeps private show nothing of their names.
    const seen = found.filter((names) => !isHard(names.base) || !isHard(names.head));
    return seen.map((names) => ({ base: names.base, head: names.head, kind, isStatic }));
  });
}

/** All that have a name, but for those private ones that are known to be partners. */
function membersOf({ privateNames, namedMembers }: ClassIr, known: readonly string[]): NamedMember[] {
  const own = privateNames.filter(({ name }) => !known.includes(name));
  const marked = own.map(({ name, kind, isStatic, declared }) => {
    return { name: `#${name}`, kind, isStatic, declared, isPrivate: true };
  });
  return [...marked, ...namedMembers];
}

function hidden(members: readonly NamedMember[]): readonly NamedMember[] {
  return members.filter(({ isPrivate }) => isPrivate);
}

type FindPartners = (before: readonly NamedMember[], now: readonly NamedMember[]) => readonly Names[];

/** Each way looks among those that the ways before it have left. */
function partnersIn({ before, now }: PairedKind<NamedMember>, ways: readonly FindPartners[]): readonly Names[] {
  const found: Names[] = [];
  const isLeft = (from: keyof Names, { name }: NamedMember): boolean => found.every((each) => each[from] !== name);
  for (const find of ways) {
    found.push(
      ...find(
        before.filter((each) => isLeft('base', each)),
        now.filter((each) => isLeft('head', each)),
      ),
    );
  }
  return found;
}

function ofOneName(before: readonly NamedMember[], now: readonly NamedMember[]): Names[] {
  return before.flatMap(({ name }) => {
    const other = isHard(name) ? name.slice(1) : `#${name}`;
    return now.some((each) => each.name === other) ? [{ base: name, head: other }] : [];
  });
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
