import { isHard, type RenamedMember } from '#ir/renamed-members';
import { isKeyOf, renamedOf, type RenamedIn } from '#symbolic/renamed-members';
import type { Note } from '#symbolic/state';
import type { Ref } from '#symbolic/value';
import type { PairedKey } from './key-names';
import type { BothSides } from './side';

/**
 * Keys of objects that stand for one private member, which the versions call by different names. Whoever lists the properties of an instance, or
 * asks for one in spite of its type, sees the name: that nobody does is stated.
 */
export function pairRenamed(
  sides: BothSides,
  [first, second]: readonly [Ref, Ref],
  keys: readonly PairedKey[],
  own: OwnKeys,
): readonly PairedKey[] {
  const renamed = renamedOf(sides.second, second);
  if (renamed.length === 0) return keys;
  const known = new Set(renamedOf(sides.first, first).map(({ member }) => nameOf(member)));
  const used = renamed.flatMap((each) => {
    const { base, head } = each.member;
    if (!known.has(nameOf(each.member))) return [];
    // Which version is the first one depends on who compares.
    const pair = pairOf(each, [base, head], own) ?? pairOf(each, [head, base], own);
    return pair === null ? [] : [{ ...each, ...pair }];
  });
  const meant = used.flatMap((pair) => [pair.first, pair.second]).filter((key) => key !== null);
  const names = new Set(meant);
  // A class and one below it may have renamed members of one name.
  if (used.length === 0 || names.size < meant.length) return keys;
  for (const className of new Set(used.map((pair) => pair.className))) {
    const members = used.flatMap((pair) => (pair.className === className ? [pair.member] : []));
    sides.second.note({ kind: 'stated', what: unnamed(className, members) });
  }
  return [...keys.filter((key) => !names.has(key.first) && !names.has(key.second)), ...used.flatMap(bothKeys)];
}

type OwnKeys = readonly [firsts: readonly string[], seconds: readonly string[]];

interface FoundKeys {
  readonly first: string | null;
  readonly second: string | null;
}

function bothKeys({ first, second }: FoundKeys): PairedKey[] {
  return first === null || second === null ? [] : [{ first, second }];
}

/** The keys for a member that is called like that. Null in place of one: code that the language keeps private is no property, and shows where it is called. */
function pairOf(
  { member: { kind }, isOwn }: RenamedIn,
  [a, b]: readonly [string, string],
  [firsts, seconds]: OwnKeys,
): FoundKeys | null {
  const found = { first: onlyKey(a, firsts, seconds), second: onlyKey(b, seconds, firsts) };
  const isUnseen = (name: string): boolean => kind !== 'field' && isOwn && isHard(name);
  const isFound = (found.first !== null || isUnseen(a)) && (found.second !== null || isUnseen(b));
  return isFound && (found.first !== null || found.second !== null) ? found : null;
}

/** Where one object has a single key of that name, and the other none. */
function onlyKey(name: string, keys: readonly string[], others: readonly string[]): string | null {
  const [key, ...more] = keys.filter((each) => isKeyOf(name, each));
  return key === undefined || more.length > 0 || others.some((each) => isKeyOf(name, each)) ? null : key;
}

/** What is taken for granted where members count as the same under another name. */
export function unnamed(className: string, members: readonly RenamedMember[]): string {
  const [before, now] = [members.map(({ base }) => base), members.map(({ head }) => head)];
  return `${nobody}${className} looks for its private ${before.join(', ')}, now ${now.join(', ')}`;
}

const nobody = 'nobody outside of ';

export function isAboutNames({ what }: Note): boolean {
  return what.startsWith(nobody);
}

function nameOf({ base, head }: RenamedMember): string {
  return `${base} ${head}`;
}
