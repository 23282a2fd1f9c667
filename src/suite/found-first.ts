import { posix } from 'node:path';
import { withoutSourceExtension } from '#project/source-path';
import type { ComparedVersions, LoadEffects } from './load-effects';

/**
 * New files that an import may mean now, in place of the file that it meant: those that differ from it in their ending, and where a folder
 * stands for its index file. Every runner looks for endings in an order of its own, which its configuration may change.
 */
export function addFoundFirst(effects: LoadEffects, { base, head, changes }: ComparedVersions): void {
  const renamed = new Set(changes.modules.flatMap((pair) => (pair.base === null ? [] : (pair.head?.path ?? []))));
  const { program, snapshot } = base.loaded;
  const byName = new Map<string, string>();
  for (const { path } of head.loaded.program.modules) {
    if (program.moduleIndex(path) === undefined && !renamed.has(path)) byName.set(nameOf(path), path);
  }
  if (byName.size === 0) return;
  const byAlias = program.modules.filter((module) => byName.has(nameOf(module.path)));
  for (const { path, specifiers } of program.modules) {
    for (const specifier of specifiers) {
      const target = snapshot.resolve(path, specifier);
      const name = posix.basename(specifier.replace(/[?#].*$/s, ''));
      // Of an alias that only the runner knows, the last part of the path is known.
      const meant =
        target.kind === 'file' ? target : byAlias.find((module) => posix.basename(nameOf(module.path)) === name);
      const fresh = meant === undefined ? undefined : byName.get(nameOf(meant.path));
      if (fresh === undefined || target.kind === 'builtin' || name === posix.basename(meant?.path ?? '')) continue;
      effects.addLoading(path, fresh, `imports ${specifier}, which may mean it`);
    }
  }
}

/** What an import may call a file. */
function nameOf(path: string): string {
  return withoutSourceExtension(path).replace(/\/index$/, '');
}
