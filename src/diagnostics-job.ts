import {
  ambiguousExports,
  emptyDiff,
  syntaxErrorInBase,
  updatedEntries,
  updatedFiles,
  updatedImports,
  updatedOptions,
} from '#core/change-diagnostics';
import type { Diagnostic } from '#core/diagnostics';
import { LostExports } from '#ir/lost-exports';
import { ChangedOutside, isFileSystem } from '#project/changed-outside';
import { isTestPath } from '#project/test-path';
import type { LoadedPair } from './job';

/** What is to be said of a change besides what it does: that there is none, and what of it could not be looked at. */
export function changeDiagnostics({ base, head, paths }: LoadedPair): Diagnostic[] {
  const { rev, description } = base.snapshot.revision;
  const isPair = rev === 'texts' || rev === 'folder';
  const isCompared = (path: string): boolean =>
    paths.some((p) => p.path === path || (p.status === 'renamed' && p.from === path));
  const modules = head.program.modules.filter(({ path }) => !isTestPath(path));
  const outside = new ChangedOutside(base.snapshot, head.snapshot);
  const [updated, options] = [outside.among(modules), outside.optionsAmong(modules)];
  const entries = outside.entries().filter((path) => !isTestPath(path) && !updated.includes(path));
  const files = modules
    .filter(({ specifiers }) => specifiers.some(isFileSystem))
    .flatMap(({ path }) => outside.namedIn(head.textOf(path)).map((file) => ({ file, by: path })))
    .filter(({ file }) => !isTestPath(file) && !updated.includes(file) && !options.includes(file));
  const lost = paths.length === 0 ? [] : new LostExports(base, head).toStars();
  const others = [
    ...(updated.length === 0 ? [] : [updatedImports(updated)]),
    ...(options.length === 0 ? [] : [updatedOptions(options)]),
    ...(entries.length === 0 ? [] : [updatedEntries(entries)]),
    ...(files.length === 0 ? [] : [updatedFiles(files)]),
    ...(lost.length === 0 ? [] : [ambiguousExports(lost)]),
  ];
  return [
    ...(paths.length === 0
      ? [emptyDiff(description, head.snapshot.revision.description, isPair, others.length > 0)]
      : []),
    ...base.problems
      .filter(({ code, span }) => code === 'syntax-error' && span !== undefined && isCompared(span.file))
      .map((problem) => syntaxErrorInBase(problem, description)),
    ...others,
  ];
}
