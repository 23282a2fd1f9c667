import type { ChangeSet } from '#change/change-set';
import type { ClassIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import { isHard, type RenamedMember, type RenamedMembers } from '#ir/renamed-members';
import type { KeyNames, NamesOfVersions } from '#replay/key-names';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import { renamedMembersOf } from './private-partners';

interface Versions {
  readonly base: LoadedProgram;
  readonly head: LoadedProgram;
}

/** Both versions, with what their classes call otherwise in the other one. */
export function withRenamedMembers({ modules }: Pick<ChangeSet, 'modules'>, versions: Versions): Versions {
  const found = modules.flatMap(({ base, head }) => (base === null || head === null ? [] : renamedIn(base, head)));
  if (found.length === 0) return versions;
  const fields = fieldsByClass(found, versions);
  const tableOf = (version: keyof Versions): RenamedMembers => {
    const known = new Map(found.map((each) => [keyOf(each[version].path, each[version].index), each.members]));
    return { of: (path, index) => known.get(keyOf(path, index)) ?? [], fields };
  };
  return {
    base: { ...versions.base, renamed: tableOf('base') },
    head: { ...versions.head, renamed: tableOf('head') },
  };
}

/** What to call fields of instances that the versions have under different names: as the head does, which may have nothing to be seen. */
export function namesOfFields({ renamed }: LoadedProgram): NamesOfVersions {
  const fields = renamed?.fields ?? new Map<string, readonly RenamedMember[]>();
  return {
    base: keyNames(fields, ({ base, head }) => (isHard(base) ? [] : [[base, isHard(head) ? null : head]])),
    head: keyNames(fields, ({ base, head }) => (isHard(base) ? [[head, null]] : [])),
  };
}

function keyNames(
  fields: RenamedMembers['fields'],
  nameOf: (member: RenamedMember) => readonly (readonly [string, string | null])[],
): KeyNames | null {
  const named = [...fields].map(([name, members]) => [name, Object.fromEntries(members.flatMap(nameOf))] as const);
  const known = named.filter(([, names]) => Object.keys(names).length > 0);
  return known.length === 0 ? null : Object.fromEntries(known);
}

interface ClassPlace {
  readonly path: string;
  readonly index: number;
}

interface RenamedClass {
  readonly name: string;
  readonly base: ClassPlace;
  readonly head: ClassPlace;
  readonly members: readonly RenamedMember[];
}

/** Classes are one by their name, where it is the name of one alone. */
function renamedIn(base: ModuleIr, head: ModuleIr): RenamedClass[] {
  return head.classes.flatMap((klass) => {
    const { name } = klass;
    const was = onlyOne(base, name);
    const members = was === null || onlyOne(head, name) === null ? [] : renamedMembersOf(was, klass);
    if (was === null || members.length === 0) return [];
    const places = { base: { path: base.path, index: was.index }, head: { path: head.path, index: klass.index } };
    return [{ name, ...places, members }];
  });
}

function onlyOne({ classes }: ModuleIr, name: string): ClassIr | null {
  const [only, ...others] = classes.filter((each) => each.name === name);
  return only === undefined || others.length > 0 ? null : only;
}

function keyOf(path: string, index: number): string {
  return `${path}#${index}`;
}

/** An instance says no more of its class than a name. */
function fieldsByClass(found: readonly RenamedClass[], versions: Versions): RenamedMembers['fields'] {
  const fields = new Map<string, RenamedMember[]>();
  for (const { name, members } of found) {
    const own = members.filter(({ kind, isStatic }) => kind === 'field' && !isStatic);
    if (own.length === 0) continue;
    for (const each of withSubclasses(name, versions)) fields.set(each, [...(fields.get(each) ?? []), ...own]);
  }
  return fields;
}

function withSubclasses(name: string, { base, head }: Versions): ReadonlySet<string> {
  const names = new Set([name]);
  for (const parent of names) {
    const below = new RegExp(`\\bclass\\s+([\\w$]+)[^{]*?\\bextends\\s+${escaped(parent)}(?![\\w$])`, 'g');
    for (const loaded of [base, head]) {
      for (const { text } of typeSourceOf(loaded).modulesExtending?.(parent) ?? []) {
        for (const [, found] of text.matchAll(below)) if (found !== undefined) names.add(found);
      }
    }
  }
  return names;
}

function escaped(name: string): string {
  return name.replaceAll('$', '\\$');
}
