import type { PrivateName } from './cfg';

/**
 * A member that TypeScript keeps private in a version at least, and that two versions of its class call by different names: `#n` where the
 * language keeps it private.
 */
export interface RenamedMember extends Pick<PrivateName, 'kind' | 'isStatic'> {
  readonly base: string;
  readonly head: string;
}

/** Those of the classes of one version. */
export interface RenamedMembers {
  /** By the module of the class, and its number there. */
  of(path: string, classIndex: number): readonly RenamedMember[];
  /** Fields of instances, by what their class is called: that of the members, or one below it. */
  readonly fields: ReadonlyMap<string, readonly RenamedMember[]>;
}

/** Whether the language keeps it private: nobody can look for a member of that name. */
export function isHard(name: string): boolean {
  return name.startsWith('#');
}
