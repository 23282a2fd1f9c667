import { displayPath } from '#core/display-path';
import { moduleBody } from './function-label';
import type { Subject } from './subjects';

/** Names of functions without the lines where they stand, with their files where a name alone may be that of another one. */
export function namesApart(subjects: readonly Pick<Subject, 'name' | 'file'>[]): string[] {
  const isKnown = new Set<string>();
  const isShared = new Set([moduleBody]);
  for (const { name } of subjects) {
    if (isKnown.has(name)) isShared.add(name);
    isKnown.add(name);
  }
  return subjects.map(({ name, file }) => (isShared.has(name) ? `${name} of ${displayPath(file)}` : name));
}
