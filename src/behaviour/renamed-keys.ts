import type { RenamedMember } from '#ir/renamed-members';
import { renamedOf } from '#symbolic/renamed-members';
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
  [firsts, seconds]: readonly [readonly string[], readonly string[]],
): readonly PairedKey[] {
  const renamed = renamedOf(sides.second, second);
  if (renamed.length === 0) return keys;
  const known = new Set(renamedOf(sides.first, first).map(({ member }) => nameOf(member)));
  // Which version is the first one depends on who compares.
  const isPair = (a: string, b: string): boolean =>
    firsts.includes(a) && !seconds.includes(a) && seconds.includes(b) && !firsts.includes(b);
  const used = renamed.flatMap(({ className, member }) => {
    const { base, head } = member;
    if (!known.has(nameOf(member))) return [];
    if (isPair(base, head)) return [{ className, member, first: base, second: head }];
    return isPair(head, base) ? [{ className, member, first: head, second: base }] : [];
  });
  const names = new Set(used.flatMap((pair) => [pair.first, pair.second]));
  // A class and one below it may have renamed members of one name.
  if (used.length === 0 || names.size < 2 * used.length) return keys;
  for (const className of new Set(used.map((pair) => pair.className))) {
    const members = used.flatMap((pair) => (pair.className === className ? [pair.member] : []));
    sides.second.note({ kind: 'stated', what: unnamed(className, members) });
  }
  return [
    ...keys.filter((key) => !names.has(key.first) && !names.has(key.second)),
    ...used.map((pair) => ({ first: pair.first, second: pair.second })),
  ];
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
