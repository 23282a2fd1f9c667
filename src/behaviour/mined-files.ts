import type { ChangeSet } from '#change/change-set';
import type { LoadedProgram } from '#ir/load-program';
import { isTestPath } from '#project/test-path';
import type { MinedFile, TextPart } from './mine-values';

/** Tests first, those that came with the change before all others; then the code that was changed, as it was and as it is. */
export function minedFiles(base: LoadedProgram, head: LoadedProgram, changes: ChangeSet): MinedFile[] {
  const changed = changes.modules.flatMap((pair) => (pair.head === null ? [] : [pair.head.path]));
  const isChanged = new Set(changed);
  const tests = head.snapshot.paths.filter((path) => isTestPath(path) && !isChanged.has(path));
  const inHead = (path: string, isCode: boolean): MinedFile => ({ snapshot: head.snapshot, path, isCode });
  return [
    ...changed.filter(isTestPath).map((path) => inHead(path, false)),
    ...changed.filter((path) => !isTestPath(path)).map((path) => inHead(path, true)),
    ...changes.modules.flatMap((pair): MinedFile[] => {
      const path = pair.base?.path;
      return path === undefined || isTestPath(path) ? [] : [{ snapshot: base.snapshot, path, isCode: true }];
    }),
    ...tests.map((path) => inHead(path, false)),
  ];
}

/** What came with the change. */
export function newParts({ edits }: ChangeSet): TextPart[] {
  return edits.flatMap(({ hunks }) => hunks.flatMap((hunk) => (hunk.kind === 'remove-file' ? [] : [hunk.head])));
}
