import type { ChangeSet } from '#change/change-set';
import type { ChangedPath } from '#project/changed-paths';
import type { FileResult } from './result';

/** Files that differ; `erased` where no function, import or export does, `unread` where one version cannot be read. */
export function buildFiles(paths: readonly ChangedPath[], changes: ChangeSet): FileResult[] {
  const touched = new Set<string>();
  for (const change of changes.functions) {
    if (change.status === 'unchanged') continue;
    if (change.head !== null) touched.add(change.head.module.path);
    if (change.base !== null) touched.add(change.base.module.path);
  }
  for (const change of changes.moduleChanges) touched.add(change.head);
  const parsed = new Set(changes.modules.flatMap((pair) => [pair.base?.path ?? '', pair.head?.path ?? '']));
  return paths.map((p): FileResult => {
    const isErased = parsed.has(p.path) && !touched.has(p.path);
    const unread = parsed.has(p.path) ? {} : { unread: true as const };
    if (p.status === 'renamed')
      return { path: p.path, status: 'changed', renamedFrom: p.from, erased: isErased, ...unread };
    const isModified = p.status === 'modified';
    return { path: p.path, status: isModified ? 'changed' : p.status, erased: isModified && isErased, ...unread };
  });
}
