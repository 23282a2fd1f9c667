import { emptyDiff, syntaxErrorInBase, updatedImports, updatedOptions, type Diagnostic } from '#core/diagnostics';
import { ChangedOutside } from '#project/changed-outside';
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
  return [
    ...(paths.length === 0 ? [emptyDiff(description, head.snapshot.revision.description, isPair)] : []),
    ...base.problems
      .filter(({ code, span }) => code === 'syntax-error' && span !== undefined && isCompared(span.file))
      .map((problem) => syntaxErrorInBase(problem, description)),
    ...(updated.length === 0 ? [] : [updatedImports(updated)]),
    ...(options.length === 0 ? [] : [updatedOptions(options)]),
  ];
}
