import type { ClassIr, PrivateName } from '#ir/cfg';

/**
 * Which private name of a class became which: what a name is called, nobody but the class can see. Names that only one version has are
 * partners in the order of their declarations, where there are as many of a kind in the other. Any one-to-one map is sound, for all members of
 * a class are compared through it; a good one makes more of them the same.
 */
export function privatePartners(base: ClassIr, head: ClassIr): ReadonlyMap<string, string> {
  const partners = new Map<string, string>();
  const [before, now] = [onlyIn(base, head), onlyIn(head, base)];
  for (const kind of new Set(before.keys())) {
    const [ours, theirs] = [before.get(kind) ?? [], now.get(kind) ?? []];
    if (ours.length === theirs.length) ours.forEach((name, at) => partners.set(name, theirs[at] ?? name));
  }
  return partners;
}

/** Names that the other one does not have, by what they are names of. */
function onlyIn({ privateNames }: ClassIr, other: ClassIr): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, string[]>();
  for (const { name } of privateNames) {
    const kind = kindsOf(privateNames, name);
    const known = kinds.get(kind) ?? [];
    kinds.set(kind, known);
    if (!known.includes(name) && other.privateNames.every((each) => each.name !== name)) known.push(name);
  }
  return kinds;
}

function kindsOf(names: readonly PrivateName[], name: string): string {
  return names.flatMap((each) => (each.name === name ? [`${each.kind} ${each.isStatic}`] : [])).join();
}
